// SPDX-License-Identifier: Apache-2.0
// Checks of the results of operators. Next: conformance.hpp.
#pragma once

#include <sbst/problem/problem.hpp>
#include <sbst/testing/finding.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sbst::detail
{

/// A test as shown in findings; it is well formed.
template <Problem P>
[[nodiscard]] ToldTest tell(const P& problem, const typename P::Test& test)
{
    ToldTest told{problem.render(test), {}};
    for (std::size_t s = 0; s < problem.length(test); ++s)
    {
        std::string name = "call " + std::to_string(s);
        if constexpr (SequenceProblem<P>)
        {
            const CallableId callable = test.calls[s].callable;
            const bool is_known =
                callable.is_valid() && callable.index() < problem.catalogue().size();
            name += " (" + (is_known ? problem.catalogue()[callable].name : "unknown") + ")";
        }
        told.calls.push_back(std::move(name));
    }
    return told;
}

/// Types and callables of a sequence problem; nothing of another one.
template <Problem P>
[[nodiscard]] Facts surface_of([[maybe_unused]] const P& problem)
{
    if constexpr (SequenceProblem<P>)
    {
        return facts_of(problem.types(), problem.catalogue());
    }
    else
    {
        return {};
    }
}

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

/// Checks that a Change is true: it is empty only if nothing changed, and, for sequence problems,
/// no call differs before the first one that it names. `where` names the operator.
template <Problem P>
void check_change(const P& problem, const typename P::Test& before, const typename P::Test& after,
    const Change& change, const std::string& where, std::vector<Finding>& findings)
{
    if (before == after)
    {
        return;
    }
    if (change.is_empty())
    {
        const std::string text = problem.render(after);
        const std::string difference = line_difference(problem.render(before), text);
        findings.push_back({ConformanceCheck::change_is_exact,
            told(where + " changed a test, but its Change is empty",
                {difference.empty() ? "equal as text" : difference}, text),
            problem.length(after)});
        return;
    }
    if constexpr (SequenceProblem<P>)
    {
        const std::size_t common = std::min(before.length(), after.length());
        std::size_t first = 0;
        while (first < common && before.calls[first] == after.calls[first])
        {
            ++first;
        }
        if (change.first_call > first)
        {
            const std::string text = problem.render(after);
            const std::string difference = line_difference(problem.render(before), text);
            findings.push_back({ConformanceCheck::change_is_exact,
                told(where + " changed call " + std::to_string(first) +
                         ", but its Change names call " + std::to_string(change.first_call) +
                         " as the first",
                    {difference.empty() ? "equal as text" : difference}, text, first),
                after.length()});
        }
    }
}

}  // namespace sbst::detail
