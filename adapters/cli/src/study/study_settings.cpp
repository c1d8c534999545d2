// SPDX-License-Identifier: Apache-2.0
#include "study_settings.hpp"

#include "../options/assignment.hpp"
#include "../options/configure.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sbst::cli
{

namespace
{

/// Options that a study file sets elsewhere.
constexpr std::array<std::string_view, 5> study_words{
    "seed", "budget-executions", "budget-calls", "budget-generations", "budget-seconds"};

[[noreturn]] void fail(const study::Setting& setting, const std::string& problem)
{
    throw ConfigError(fmt::format("{}: {}: {}", setting.place, setting.name, problem));
}

const Option& option_of(const study::Setting& setting, std::span<const Option> options,
    std::span<const std::string_view> own)
{
    const auto is_among = [&setting](std::span<const std::string_view> words) {
        return std::find(words.begin(), words.end(), setting.name) != words.end();
    };
    const Option* const option = find_option(options, setting.name);
    if (option == nullptr)
    {
        std::vector<std::string_view> names;
        for (const Option& known : options)
        {
            names.push_back(known.naming.name);
        }
        throw ConfigError(fmt::format("{}: unknown option '{}'{}", setting.place, setting.name,
            suggestion(setting.name, names)));
    }
    if (is_among(study_words))
    {
        fail(setting, "the study sets this for all runs, under 'seed' and 'budget'");
    }
    if (is_among(own))
    {
        fail(setting, "the study sets this by its subjects");
    }
    if (!option->is_configurable || !option->affects_result)
    {
        fail(setting, "changes no result, so it has no place in a study");
    }
    return *option;
}

/// One assignment per option, in order.
std::vector<Assignment> assignments_of(std::span<const study::Setting> settings,
    std::span<const Option> options, std::span<const std::string_view> own)
{
    std::vector<Assignment> assignments;
    for (const study::Setting& setting : settings)
    {
        const Option& option = option_of(setting, options, own);
        const auto same = std::find_if(assignments.begin(), assignments.end(),
            [&option](const Assignment& known) { return known.option == &option; });
        if (same == assignments.end())
        {
            assignments.push_back(
                {&option, {}, fmt::format("{}: {}", setting.place, setting.name)});
            add_values(assignments.back(), setting.value);
        }
        else if (option.is_list)
        {
            add_values(*same, setting.value);
        }
        else
        {
            fail(setting, "is given twice");
        }
    }
    return assignments;
}

Settings apply_assignments(const std::vector<Assignment>& assignments)
{
    Settings settings;
    for (const Assignment& assignment : assignments)
    {
        apply(assignment, settings);
    }
    return settings;
}

}  // namespace

Settings settings_of_study(std::span<const study::Setting> settings,
    std::span<const Option> options, std::span<const std::string_view> own)
{
    return apply_assignments(assignments_of(settings, options, own));
}

std::vector<study::Setting> normalised_settings(std::span<const study::Setting> settings,
    std::span<const Option> options, std::span<const std::string_view> own)
{
    const std::vector<Assignment> assignments = assignments_of(settings, options, own);
    const Settings applied = apply_assignments(assignments);
    const Settings usual;
    std::vector<study::Setting> result;
    for (const Assignment& assignment : assignments)
    {
        const Option& option = *assignment.option;
        const Texts texts = option.show(applied);
        if (texts == option.show(usual))
        {
            continue;
        }
        for (const std::string& text : texts)
        {
            result.push_back({std::string(option.naming.name), text, assignment.origin});
        }
        if (texts.empty())
        {
            result.push_back({std::string(option.naming.name), "", assignment.origin});
        }
    }
    std::stable_sort(result.begin(), result.end(),
        [](const study::Setting& a, const study::Setting& b) { return a.name < b.name; });
    return result;
}

Budget budget_of_study(const study::StudyBudget& budget, bool keep_going)
{
    Budget result;
    result.max_executions = budget.executions;
    result.max_calls = budget.calls;
    result.max_generations = budget.generations;
    if (budget.seconds)
    {
        result.max_seconds = std::chrono::duration<double>(*budget.seconds);
    }
    result.keep_going = keep_going;
    return result;
}

}  // namespace sbst::cli
