// SPDX-License-Identifier: Apache-2.0
#include "sure_suite.hpp"

#include "../repair/fewer_calls.hpp"
#include "goal_reasons.hpp"
#include "occasions.hpp"

#include <sbst/run/measurement.hpp>
#include <sbst/suite/minimise.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

bool are_repeatable(JavaProblem& problem, const std::vector<TestCase>& suite, const StopToken& stop)
{
    std::vector<Request<TestCase>> requests;
    requests.reserve(suite.size());
    for (const TestCase& test : suite)
    {
        requests.push_back({.test = &test, .record = Record::coverage});
    }
    std::vector<Trace> traces(suite.size());
    problem.execute(requests, traces, stop);
    return std::all_of(
        traces.begin(), traces.end(), [](const Trace& trace) { return trace.is_repeatable; });
}

OccasionAnswers answers_of(
    const JavaProblem& problem, const std::vector<TestCase>& suite, const StopToken& stop)
{
    std::vector<Trace> traces(suite.size());
    std::vector<Trace> second_traces(suite.size());
    std::vector<RunDetail> first(suite.size());
    std::vector<RunDetail> second(suite.size());
    problem.execute_in_detail(suite, traces, first, stop);
    return run_on_other_occasions(problem, {suite, traces, first, second_traces, second}, stop);
}

/// Goals that are open now, and were not; ascending.
std::vector<GoalId> opened(
    const std::vector<GoalAnswer>& before, const std::vector<GoalAnswer>& now)
{
    std::vector<GoalId> goals;
    for (std::size_t i = 0; i < now.size(); ++i)
    {
        if (before[i].status == GoalStatus::covered && now[i].status == GoalStatus::open)
        {
            goals.emplace_back(i);
        }
    }
    return goals;
}

/// The call with those that make its receiver and its arguments.
TestCase made_alone(const TestCase& test, std::size_t call)
{
    std::set<std::size_t> needed{call};
    std::set<std::size_t> lost;
    for (std::size_t i = test.length(); i-- > 0;)
    {
        if (!needed.contains(i))
        {
            lost.insert(i);
            continue;
        }
        for (const Argument& argument : test.calls[i].arguments)
        {
            if (const auto* const result = std::get_if<ResultRef>(&resolve(test, argument)))
            {
                needed.insert(result->call);
            }
        }
    }
    return without_calls(test, lost).test;
}

/// Appends a call of each method that only tests before did call: what it does is not covered for
/// sure, but it runs.
void add_lost_methods(
    const Catalogue& catalogue, const std::vector<TestCase>& before, std::vector<TestCase>& suite)
{
    std::set<CallableId> called;
    for (const TestCase& test : suite)
    {
        for (const Call& call : test.calls)
        {
            called.insert(call.callable);
        }
    }
    for (const TestCase& test : before)
    {
        for (std::size_t i = 0; i < test.length(); ++i)
        {
            const CallableId callable = test.calls[i].callable;
            if (catalogue[callable].is_under_test && called.insert(callable).second)
            {
                suite.push_back(made_alone(test, i));
            }
        }
    }
}

}  // namespace

void drop_chance(JavaProblem& problem, RunResult& result, const StopToken& stop)
{
    if (stop.stop_requested() || are_repeatable(problem, result.suite, stop))
    {
        return;
    }
    const OccasionAnswers answers = answers_of(problem, result.suite, stop);
    RunResult sure = result;
    withdraw_unsure(answers.unsure, sure);
    const std::vector<GoalId> spare = opened(result.answers, sure.answers);
    if (spare.empty() || stop.stop_requested())
    {
        return;
    }
    constexpr std::uint64_t most_executions = 2000;
    const MinimiseOptions options{
        .simplify_values = false, .max_executions = most_executions, .spare_goals = spare};
    Rng rng(1);
    auto minimised = minimise(problem, std::move(sure.suite), options, rng, stop);
    sure.suite.clear();
    for (auto& entry : minimised.tests)
    {
        sure.suite.push_back(std::move(entry.test));
    }
    add_lost_methods(problem.catalogue(), result.suite, sure.suite);
    const std::vector<GoalAnswer> before = sure.answers;
    if (Measurement<JavaProblem>(problem).run(sure, stop))
    {
        for (const GoalId goal : spare)
        {
            sure.answers[goal.index()] = before[goal.index()];
        }
        keep_answers(problem, before, sure);
        result = std::move(sure);
    }
}

}  // namespace sbst::jvm::detail
