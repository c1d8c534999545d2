// SPDX-License-Identifier: Apache-2.0
// The row of --criteria: which goals are made and sought.
#include "option_kinds.hpp"
#include "option_table.hpp"

namespace sbst::cli
{

namespace
{

constexpr std::string_view every = "all";

/// A list replaces what was set before; the first unknown word is refused.
std::optional<std::string> set_criteria(Settings& settings, const Texts& texts)
{
    CoverageSet wanted;
    for (const std::string& text : texts)
    {
        if (text == every)
        {
            wanted = CoverageSet::all();
            continue;
        }
        const std::optional<Coverage> coverage = parse_coverage(text);
        if (!coverage)
        {
            return text;
        }
        wanted.add(*coverage);
    }
    settings.criteria = wanted;
    return std::nullopt;
}

}  // namespace

Option criteria_option()
{
    std::string words(every);
    std::vector<std::string_view> choices{every};
    for (const Coverage coverage : all_coverages())
    {
        words += fmt::format(", {}", to_string(coverage));
        choices.push_back(to_string(coverage));
    }
    Option option;
    option.naming = {"criteria", "NAME,...", Topic::run,
        "What is sought, shown and counted; all = every criterion"};
    option.expects = "one of " + words;
    option.choices = std::move(choices);
    option.is_list = true;
    option.splits_commas = true;
    option.set = set_criteria;
    option.show = [](const Settings& settings) {
        if (settings.criteria == CoverageSet::all())
        {
            return Texts{std::string(every)};
        }
        Texts names;
        for (const Coverage coverage : all_coverages())
        {
            if (settings.criteria.has(coverage))
            {
                names.emplace_back(to_string(coverage));
            }
        }
        return names;
    };
    return option;
}

}  // namespace sbst::cli
