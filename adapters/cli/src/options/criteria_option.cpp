// SPDX-License-Identifier: Apache-2.0
// The rows of --criteria and --measure: which goals are made, sought and measured.
#include "option_kinds.hpp"
#include "option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sbst::cli
{

namespace
{

constexpr std::string_view every = "all";

/// Choices that are no lists of criteria; `combine` is the paper's word for all.
std::vector<std::pair<std::string_view, CriteriaChoice>> named_choices()
{
    const CriteriaChoice all{
        .sought = CoverageSet::all(), .keys = {}, .restored = {}, .measured = {}};
    return {{every, all}, {"smart", CriteriaChoice::smart()},
        {"smart-without-subsumption", CriteriaChoice::smart_without_subsumption()},
        {"combine", all}};
}

Texts names_of(const CoverageSet& set)
{
    if (set == CoverageSet::all())
    {
        return {std::string(every)};
    }
    Texts names;
    for (const Coverage coverage : all_coverages())
    {
        if (set.has(coverage))
        {
            names.emplace_back(to_string(coverage));
        }
    }
    return names;
}

/// Adds the criterion of that name, or all.
bool add_named(CoverageSet& set, const std::string& text)
{
    const std::optional<Coverage> coverage = parse_coverage(text);
    if (text == every)
    {
        set = CoverageSet::all();
    }
    else if (coverage)
    {
        set.add(*coverage);
    }
    return text == every || coverage.has_value();
}

/// A list replaces what was set before; the first word that is unknown, or that stands for a whole
/// choice and is not alone, is refused.
std::optional<std::string> set_criteria(Settings& settings, const Texts& texts)
{
    for (const auto& [name, choice] : named_choices())
    {
        if (texts.size() == 1 && texts.front() == name)
        {
            settings.criteria = choice;
            return std::nullopt;
        }
    }
    for (const auto& [name, choice] : named_choices())
    {
        // A word that stands for a whole choice is alone.
        if (name != every && std::find(texts.begin(), texts.end(), name) != texts.end())
        {
            return fmt::format("{} ({} has to be alone)", fmt::join(texts, ","), name);
        }
    }
    CriteriaChoice wanted;
    wanted.sought = {};
    for (const std::string& text : texts)
    {
        if (!add_named(wanted.sought, text))
        {
            return text;
        }
    }
    settings.criteria = wanted;
    return std::nullopt;
}

std::optional<std::string> set_measured(Settings& settings, const Texts& texts)
{
    CoverageSet wanted;
    for (const std::string& text : texts)
    {
        if (!add_named(wanted, text))
        {
            return text;
        }
    }
    settings.measured = wanted;
    return std::nullopt;
}

Texts show_criteria(const Settings& settings)
{
    for (const auto& [name, choice] : named_choices())
    {
        if (settings.criteria == choice)
        {
            return {std::string(name)};
        }
    }
    return names_of(settings.criteria.sought);
}

Option criteria_row(Naming naming, std::vector<std::string_view> choices)
{
    for (const Coverage coverage : all_coverages())
    {
        choices.push_back(to_string(coverage));
    }
    std::string words;
    for (const std::string_view choice : choices)
    {
        words += fmt::format("{}{}", words.empty() ? "" : ", ", choice);
    }
    Option option;
    option.naming = std::move(naming);
    option.expects = "one of " + words;
    option.choices = std::move(choices);
    option.is_list = true;
    option.splits_commas = true;
    return option;
}

}  // namespace

Option criteria_option()
{
    std::vector<std::string_view> choices;
    for (const auto& [name, choice] : named_choices())
    {
        choices.push_back(name);
    }
    Option option = criteria_row({"criteria", "NAME,...", Topic::run,
                                     "What is sought, shown and counted; all = every criterion, "
                                     "smart = what stands for the others, and all are measured"},
        std::move(choices));
    option.set = set_criteria;
    option.show = show_criteria;
    return option;
}

Option measure_option()
{
    Option option = criteria_row({"measure", "NAME,...", Topic::run,
                                     "Criteria for which the finished suite is measured, although "
                                     "they are not sought"},
        {every});
    option.set = set_measured;
    option.show = [](const Settings& settings) { return names_of(settings.measured); };
    return option;
}

Option mutation_score_option()
{
    return switch_option(
        {"mutation-score", "", Topic::run,
            "Build the mutants of the subject, run the finished suite on them, and say which it "
            "kills; the suite asserts more where that kills more"},
        [](auto& s) -> auto& { return s.mutation_score; });
}

CriteriaChoice criteria_of(const Settings& settings)
{
    CriteriaChoice choice = settings.criteria;
    const bool is_smart =
        choice == CriteriaChoice::smart() || choice == CriteriaChoice::smart_without_subsumption();
    if (is_smart && follows_branches(settings))
    {
        choice.sought.add(Coverage::branch);
    }
    choice.measured = choice.measured | settings.measured;
    if (settings.mutation_score)
    {
        choice.measured.add(Coverage::weak_mutation);
    }
    return choice;
}

}  // namespace sbst::cli
