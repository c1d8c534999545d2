// SPDX-License-Identifier: Apache-2.0
// Measures a suite: which goals each test covers, and an answer for every goal. Next: generate.hpp.
#pragma once

#include <sbst/error.hpp>
#include <sbst/fitness/scorer.hpp>
#include <sbst/fitness/trace_index.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/run/facts.hpp>
#include <sbst/run/run.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace sbst
{

/// Executes tests and answers for the goals of a problem, which must outlive it.
template <SequenceProblem P>
class Measurement
{
public:
    explicit Measurement(P& problem, OutcomeWords words = {})
      : m_problem(&problem), m_words(std::move(words)), m_scorer(problem.goals())
    {}

    /// Fills answers and covered goals of a result from its suite, ignoring their old values.
    /// @return false when `stop` asked, or the adapter broke (see failure()), before all tests were
    /// run: the result is then unchanged.
    /// @throws AdapterError when a test covers a goal that was proved infeasible.
    bool run(RunResult& result, const StopToken& stop = {})
    {
        const std::vector<Trace> traces = execute(result.suite, stop);
        if (!std::all_of(
                traces.begin(), traces.end(), [](const Trace& trace) { return trace.was_run; }))
        {
            return false;
        }
        result.answers = answers_before_search(goals());
        result.covered_by_test.clear();
        for (std::size_t i = 0; i < traces.size(); ++i)
        {
            note_covered(result, i, traces[i]);
        }
        for (const Trace& trace : traces)
        {
            approach(result, trace);
        }
        return true;
    }

    /// Takes into account tests that are not in the suite; they only affect open goals.
    void add_near_misses(
        RunResult& result, const std::vector<TestCase>& tests, const StopToken& stop = {})
    {
        const std::vector<Trace> traces = execute(tests, stop);
        std::vector<GoalAnswer> answers = answers_before_search(goals());
        std::move(result.answers.begin(), result.answers.end(), answers.begin());
        result.answers = std::move(answers);
        for (const Trace& trace : traces)
        {
            approach(result, trace);
        }
    }

    /// What broke in the adapter; empty when nothing did.
    [[nodiscard]] const std::string& failure() const { return m_failure; }

private:
    [[nodiscard]] const GoalGraph& goals() const { return m_problem->goals(); }

    std::vector<Trace> execute(const std::vector<TestCase>& tests, const StopToken& stop)
    {
        std::vector<Request<TestCase>> requests;
        requests.reserve(tests.size());
        for (const TestCase& test : tests)
        {
            requests.push_back({.test = &test});
        }
        std::vector<Trace> traces(tests.size());
        const std::exception_ptr broken =
            failure_of_harness([&] { m_problem->execute(requests, traces, stop); });
        if (broken)
        {
            m_failure = text_of(broken);
            traces.assign(tests.size(), {});
        }
        // Executing may have added goals.
        m_scorer.refresh();
        return traces;
    }

    void note_covered(RunResult& result, std::size_t test, const Trace& trace)
    {
        std::vector<GoalId> covered;
        m_scorer.append_covered(trace, covered);
        for (const GoalId goal : covered)
        {
            GoalAnswer& answer = result.answers[goal.index()];
            if (answer.status == GoalStatus::infeasible)
            {
                report_infeasible_covered(goals()[goal], m_problem->render(result.suite[test]));
            }
            if (answer.status == GoalStatus::open)
            {
                answer.status = GoalStatus::covered;
                answer.test = test;
            }
        }
        result.covered_by_test.push_back(std::move(covered));
    }

    void approach(RunResult& result, const Trace& trace)
    {
        m_index.reset(trace, goals());
        for (std::size_t i = 0; i < goals().size(); ++i)
        {
            GoalAnswer& answer = result.answers[i];
            if (answer.status != GoalStatus::open || !m_index.is_usable())
            {
                continue;
            }
            const GoalId goal(i);
            const Fitness fitness = m_scorer.score(goal, m_index);
            if (!fitness.is_covered() && (!answer.nearest || fitness < *answer.nearest))
            {
                answer.nearest = fitness;
                answer.reason = explain_open_goal(
                    goals(), goal, fitness, m_scorer.blocker(goal, m_index), m_words);
            }
        }
    }

    P* m_problem;
    OutcomeWords m_words;
    Scorer m_scorer;
    TraceIndex m_index;
    std::string m_failure;
};

/// Measures what a suite covers, ignoring anything stored.
/// @throws AdapterError when the adapter breaks.
template <SequenceProblem P>
[[nodiscard]] RunResult measure_suite(P& problem, std::vector<TestCase> suite,
    const OutcomeWords& words = {}, const ReasonRule& rule = {})
{
    RunResult result;
    result.suite = std::move(suite);
    result.executions = result.suite.size();
    for (const TestCase& test : result.suite)
    {
        result.calls += test.length();
    }
    begin_measurement(problem);
    Measurement<P> measurement(problem, words);
    if (!measurement.run(result))
    {
        throw AdapterError(measurement.failure().empty() ? "the suite was not run as a whole" :
                                                           measurement.failure());
    }
    apply_rule(rule, result.answers);
    return result;
}

}  // namespace sbst
