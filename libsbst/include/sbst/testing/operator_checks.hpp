// SPDX-License-Identifier: Apache-2.0
// Checks of what operators return. Next: conformance.hpp.
#pragma once

#include <sbst/problem/problem.hpp>
#include <sbst/testing/finding.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace sbst::detail
{

/// Checks that a test of a sequence problem is well formed; `where` names the operator.
template <Problem P>
void check_form(const P& problem, const typename P::Test& test, const std::string& where,
    std::vector<Finding>& findings)
{
    if constexpr (SequenceProblem<P>)
    {
        const std::string defect = find_defect(test, problem.catalogue(), problem.types());
        if (!defect.empty())
        {
            findings.push_back({ConformanceCheck::tests_are_well_formed, where + ": " + defect});
        }
    }
}

/// Checks that a Change tells the truth: empty only if nothing changed, and, for sequence problems,
/// no statement before the first one that it names differs.
template <Problem P>
void check_change(const P& problem, const typename P::Test& before, const typename P::Test& after,
    const Change& change, std::vector<Finding>& findings)
{
    if (before == after)
    {
        return;
    }
    if (change.is_empty())
    {
        findings.push_back({ConformanceCheck::change_is_exact,
            "a test was changed without saying so:\n" + problem.render(after)});
        return;
    }
    if constexpr (SequenceProblem<P>)
    {
        const std::size_t common = std::min(before.length(), after.length());
        std::size_t first = 0;
        while (first < common && before.statements[first] == after.statements[first])
        {
            ++first;
        }
        if (change.first_statement > first)
        {
            findings.push_back({ConformanceCheck::change_is_exact,
                "statement " + std::to_string(first) + " differs, but the change starts at " +
                    std::to_string(change.first_statement) + ":\n" + problem.render(after)});
        }
    }
}

}  // namespace sbst::detail
