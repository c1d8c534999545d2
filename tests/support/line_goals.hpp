// SPDX-License-Identifier: Apache-2.0
// What holds for the goals of lines of every adapter.
#pragma once

#include "catch.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/run/run.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace sbst
{

/// The goals that a trace covers.
inline std::set<GoalId> covered_goals(const Trace& trace, const GoalGraph& graph)
{
    std::set<GoalId> covered;
    touch_goals(trace, graph, [&covered](GoalId goal, const Touch& touch) {
        if (touch.is_covered)
        {
            covered.insert(goal);
        }
    });
    return covered;
}

/// Runs random tests: each covers lines, none that was proved infeasible, and each line only with a
/// goal on which it depends, if it depends on some. Returns the goals of lines that were covered.
template <Problem P>
std::set<GoalId> check_lines_of_random_tests(P& problem)
{
    constexpr std::size_t count = 300;
    Rng rng(7);
    std::vector<typename P::Test> tests;
    std::vector<Request<typename P::Test>> requests;
    for (std::size_t i = 0; i < count; ++i)
    {
        tests.push_back(problem.generate(rng));
    }
    for (const auto& test : tests)
    {
        requests.push_back({.test = &test, .record = Record::coverage});
    }
    std::vector<Trace> traces(count);
    problem.execute(requests, traces, StopToken{});
    const GoalGraph& graph = problem.goals();
    std::set<GoalId> lines;
    for (std::size_t i = 0; i < count; ++i)
    {
        const std::set<GoalId> covered = covered_goals(traces[i], graph);
        for (const GoalId goal : covered)
        {
            if (!is_line(graph[goal]))
            {
                continue;
            }
            lines.insert(goal);
            const auto parents = graph.parents(goal);
            INFO(graph[goal].label << " of\n" << problem.render(tests[i]));
            CHECK_FALSE(graph[goal].is_infeasible());
            CHECK((graph.is_root(goal) ||
                   std::any_of(parents.begin(), parents.end(),
                       [&covered](GoalId parent) { return covered.contains(parent); })));
        }
    }
    CHECK_FALSE(lines.empty());
    return lines;
}

/// The answers of a run: lines that are shown are covered exactly if the suite executed them, and
/// open ones have a reason. Returns how many are covered.
inline std::size_t check_answers_of_lines(const GoalGraph& goals,
    const std::vector<GoalAnswer>& answers, const std::set<LineId>& executed)
{
    std::size_t covered = 0;
    for (const GoalId id : goals.goals_of(LineCriterion::id))
    {
        if (id.is_valid() && goals[id].is_shown)
        {
            const GoalAnswer& answer = answers[id.index()];
            const bool is_covered = answer.status == GoalStatus::covered;
            INFO(goals[id].label << ": " << answer.reason);
            CHECK(is_covered == executed.contains(LineId(goals[id].index)));
            CHECK((is_covered || !answer.reason.empty()));
            covered += is_covered ? 1U : 0U;
        }
    }
    return covered;
}

}  // namespace sbst
