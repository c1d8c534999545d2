// SPDX-License-Identifier: Apache-2.0
#include "draw.hpp"
#include "report_tables.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/base/utf8.hpp>
#include <sbst/error.hpp>
#include <sbst/report/report_json.hpp>
#include <sbst/study/plan.hpp>
#include <sbst/study/sha256.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace sbst::study
{

namespace
{

constexpr std::uint64_t key_format = 1;

template <class Number>
OrderedJson limit(const std::optional<Number>& value)
{
    return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

[[noreturn]] void fail_unknown(const StudySpec& spec, const std::vector<Subject>& subjects,
    const std::string& where, const std::string& pattern)
{
    std::vector<std::string_view> names;
    names.reserve(subjects.size());
    for (const Subject& subject : subjects)
    {
        names.push_back(subject.name);
    }
    throw ConfigError(fmt::format("{}: {}: no subject is called '{}'{}", spec.file, where, pattern,
        suggestion(pattern, names)));
}

/// A pattern that finds nothing is a mistake.
void check_patterns(const StudySpec& spec, const std::vector<Subject>& subjects)
{
    const auto check = [&](const std::string& pattern, const std::string& where) {
        if (std::none_of(subjects.begin(), subjects.end(),
                [&](const Subject& subject) { return matches(pattern, subject.name); }))
        {
            fail_unknown(spec, subjects, where, pattern);
        }
    };
    for (const SubjectSettings& own : spec.subjects.settings)
    {
        check(own.pattern, "subjects: options");
    }
    for (const Group& group : spec.groups)
    {
        for (const std::string& pattern : group.patterns)
        {
            check(pattern, "groups: " + group.name);
        }
    }
}

void check_names(const std::vector<Subject>& subjects)
{
    for (const Subject& subject : subjects)
    {
        const bool is_text = is_utf8(subject.name) && is_utf8(subject.source);
        const bool is_line = std::none_of(subject.name.begin(), subject.name.end(),
            [](unsigned char c) { return c < ' ' || c == '\x7f'; });
        if (!is_text || !is_line)
        {
            std::string shown = subject.name;
            std::replace_if(
                shown.begin(), shown.end(), [](unsigned char c) { return c < ' ' || c >= '\x7f'; },
                '?');
            throw ConfigError(fmt::format("subject '{}': its name {}; rename the file", shown,
                is_text ? "has a control character" : "is not UTF-8"));
        }
    }
}

/// Two configurations with the same options for every subject have the same runs; comparing them is
/// a mistake.
void check_differences(const Plan& plan)
{
    const auto& configurations = plan.spec.configurations;
    std::map<std::vector<std::pair<std::string, std::string>>, std::size_t> seen;
    for (std::size_t c = 0; c < configurations.size(); ++c)
    {
        std::vector<std::pair<std::string, std::string>> all;
        for (const auto& by_configuration : plan.settings)
        {
            for (const Setting& setting : by_configuration[c])
            {
                all.emplace_back(setting.name, setting.value);
            }
            all.emplace_back();
        }
        all.emplace_back(std::to_string(configurations[c].budget), "");
        const auto [known, is_new] = seen.emplace(std::move(all), c);
        if (!is_new)
        {
            throw ConfigError(fmt::format(
                "{}: configurations '{}' and '{}' are the same runs: they differ in no option",
                configurations[c].place, configurations[known->second].label,
                configurations[c].label));
        }
    }
}

/// Checks the facts by which groups are made.
void check_facts(const StudySpec& spec, const Subject& subject)
{
    std::vector<std::string_view> known;
    for (const auto& [name, value] : subject.facts)
    {
        known.push_back(name);
    }
    for (const Group& group : spec.groups)
    {
        if (!group.fact.empty() && std::find(known.begin(), known.end(), group.fact) == known.end())
        {
            throw ConfigError(
                fmt::format("{}: groups: {}: subjects have no fact '{}'{}; known are {}", spec.file,
                    group.name, group.fact, suggestion(group.fact, known), fmt::join(known, ", ")));
        }
    }
}

/// Applies `exclude`; each of its patterns must find something.
void exclude(const StudySpec& spec, std::vector<Subject>& subjects)
{
    const std::vector<Subject> all = subjects;
    for (const std::string& pattern : spec.subjects.exclude)
    {
        const auto excluded = std::erase_if(
            subjects, [&](const Subject& subject) { return matches(pattern, subject.name); });
        if (excluded == 0)
        {
            fail_unknown(spec, all, "exclude", pattern);
        }
    }
    if (subjects.empty())
    {
        throw ConfigError(fmt::format("{}: no subject is left after 'exclude'", spec.file));
    }
}

}  // namespace

std::string Laboratory::surroundings(std::span<const Setting> /*settings*/)
{
    return {};
}

RunOrder Plan::order(const Cell& cell) const
{
    return {.subject = &subject_of(cell),
        .settings = settings[cell.subject][cell.configuration],
        .budget = &spec.budgets[configuration_of(cell).budget],
        .seed = cell.seed,
        .surroundings = surroundings[cell.subject][cell.configuration]};
}

std::string Plan::name(const Cell& cell) const
{
    return fmt::format(
        "{}, {}, run {}", subject_of(cell).name, configuration_of(cell).label, cell.repetition + 1);
}

std::vector<std::size_t> Plan::members(const Group& group) const
{
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < subjects.size(); ++i)
    {
        const Subject& subject = subjects[i];
        const bool is_named = std::any_of(group.patterns.begin(), group.patterns.end(),
            [&subject](const std::string& pattern) { return matches(pattern, subject.name); });
        if (is_named || fits(subject, group))
        {
            result.push_back(i);
        }
    }
    return result;
}

std::uint64_t run_seed(std::uint64_t study_seed, const std::string& subject, std::size_t repetition)
{
    const std::string hash = sha256(OrderedJson::array({study_seed, subject, repetition}).dump());
    constexpr std::size_t digits = 16;
    constexpr int base = 16;
    std::uint64_t seed = 0;
    std::from_chars(hash.data(), hash.data() + digits, seed, base);
    return seed;
}

std::string cell_key(const std::string& adapter, const RunOrder& order)
{
    OrderedJson json{{"format", key_format}, {"adapter", adapter}};
    json["subject"] = order.subject->hash;
    json["settings"] = OrderedJson::array();
    for (const Setting& setting : order.settings)
    {
        json["settings"].push_back(OrderedJson::array({setting.name, setting.value}));
    }
    // An older name of calls, so that the runs of older studies are found.
    json["budget"] = {{"executions", limit(order.budget->executions)},
        {"statements", limit(order.budget->calls)},
        {"generations", limit(order.budget->generations)},
        {"seconds", limit(order.budget->seconds)}};
    json["seed"] = order.seed;
    if (!order.surroundings.empty())
    {
        json["surroundings"] = order.surroundings;
    }
    return sha256(json.dump());
}

std::string plan_hash(const Plan& plan)
{
    std::string keys;
    for (const Cell& cell : plan.cells)
    {
        keys += cell.key + "\n";
    }
    return sha256(keys);
}

Plan make_plan(StudySpec spec, Laboratory& laboratory, const PlanOptions& options)
{
    Plan plan;
    plan.subjects = laboratory.find_subjects(spec.subjects);
    check_names(plan.subjects);
    check_patterns(spec, plan.subjects);
    exclude(spec, plan.subjects);
    draw_subjects(spec, laboratory, options, plan);
    check_facts(spec, plan.subjects.front());
    plan.spec = std::move(spec);
    const std::vector<MetricInfo> metrics = laboratory.metrics();
    static_cast<void>(reported_metrics(plan.spec, metrics));
    check_published(plan, metrics);
    check_criteria_metrics(plan.spec, metrics);
    for (std::size_t s = 0; s < plan.subjects.size(); ++s)
    {
        const Subject& subject = plan.subjects[s];
        auto& settings = plan.settings.emplace_back();
        auto& surroundings = plan.surroundings.emplace_back();
        for (const Configuration& configuration : plan.spec.configurations)
        {
            settings.push_back(
                laboratory.normalised(settings_for(plan.spec, subject, configuration.settings)));
            surroundings.push_back(laboratory.surroundings(settings.back()));
        }
        // Runs that differ only in their seed come one after another: an adapter may keep what it
        // prepared for the last one.
        for (std::size_t c = 0; c < plan.spec.configurations.size(); ++c)
        {
            for (std::size_t repetition = 0; repetition < plan.spec.repetitions; ++repetition)
            {
                Cell cell;
                cell.configuration = c;
                cell.subject = s;
                cell.repetition = repetition;
                cell.seed = run_seed(plan.spec.seed, subject.name, repetition);
                cell.key = cell_key(plan.spec.adapter, plan.order(cell));
                plan.cells.push_back(std::move(cell));
            }
        }
    }
    check_differences(plan);
    return plan;
}

}  // namespace sbst::study
