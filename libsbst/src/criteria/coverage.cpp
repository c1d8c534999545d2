// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/coverage.hpp>

#include <algorithm>

namespace sbst
{

namespace
{

struct Row
{
    std::string_view name;
    std::string_view summary;
};

constexpr std::array<Row, coverage_count> rows{{
    {"branch", "each outcome of each branch; methods without branches are entered"},
    {"direct-branch", "the same in a call that the test itself makes"},
    {"line", "each line of the source with code is executed"},
    {"weak-mutation", "each small change of the code would change what the test computes"},
    {"method", "the test itself calls each method or function"},
    {"method-without-exception", "the test itself calls it, and the call returns"},
    {"exception", "each exception or revert that a run meets, by method and kind"},
    {"output", "each class of results: true, negative, empty, null, an event, ..."},
}};

}  // namespace

std::string_view to_string(Coverage coverage)
{
    return rows.at(static_cast<std::size_t>(coverage)).name;
}

std::string_view summary_of(Coverage coverage)
{
    return rows.at(static_cast<std::size_t>(coverage)).summary;
}

std::optional<Coverage> parse_coverage(std::string_view name)
{
    const auto found =
        std::find_if(rows.begin(), rows.end(), [name](const Row& row) { return row.name == name; });
    return found == rows.end() ? std::nullopt :
                                 std::optional(static_cast<Coverage>(found - rows.begin()));
}

const std::array<Coverage, coverage_count>& all_coverages()
{
    static constexpr std::array<Coverage, coverage_count> all{Coverage::branch,
        Coverage::direct_branch, Coverage::line, Coverage::weak_mutation, Coverage::method,
        Coverage::method_without_exception, Coverage::exception, Coverage::output};
    return all;
}

std::string to_string(const CoverageSet& set)
{
    std::string text;
    for (const Coverage coverage : all_coverages())
    {
        if (set.has(coverage))
        {
            text += text.empty() ? "" : ",";
            text += to_string(coverage);
        }
    }
    return text;
}

CriteriaChoice CriteriaChoice::smart()
{
    CriteriaChoice choice = smart_without_subsumption();
    choice.keys = {Coverage::line, Coverage::weak_mutation};
    return choice;
}

CriteriaChoice CriteriaChoice::smart_without_subsumption()
{
    return {.sought = {Coverage::direct_branch, Coverage::method_without_exception,
                Coverage::exception, Coverage::output},
        .keys = {},
        .restored = CoverageSet::all(),
        .measured = {}};
}

}  // namespace sbst
