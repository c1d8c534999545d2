// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/evm/suite/mutation.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sbst::evm
{

namespace
{

std::string end_of(const CallRecord& record)
{
    switch (record.kind)
    {
        case OutcomeKind::returned:
            return record.results.empty() ?
                       "returns" :
                       fmt::format("returns {}", fmt::join(record.results, ", "));
        case OutcomeKind::not_reached:
            return "is not reached";
        default:
            return record.failure;
    }
}

std::string events_of(const CallRecord& record)
{
    return record.events.empty() ? "emits nothing" :
                                   fmt::format("emits {}", fmt::join(record.events, ", "));
}

/// What a test sees of the mutant: `the result of call 3, withdraw: returns 4, not returns 3`;
/// nothing when it sees the same.
std::optional<std::string> difference(const ContractProblem& problem, const TestCase& test,
    const std::vector<CallRecord>& original, const std::vector<CallRecord>& mutant)
{
    for (std::size_t i = 0; i < original.size(); ++i)
    {
        std::string was = end_of(original[i]);
        std::string is = end_of(mutant.at(i));
        if (original[i].kind == mutant[i].kind && was == is)
        {
            was = events_of(original[i]);
            is = events_of(mutant[i]);
        }
        if (original[i].kind != mutant[i].kind || was != is)
        {
            return fmt::format("call {}, {}: {}; the original: {}", i + 1,
                problem.catalogue()[test.calls[i].callable].name, is, was);
        }
    }
    return std::nullopt;
}

class MutantRunner
{
public:
    MutantRunner(const ContractProblem& problem, const RunResult& result)
      : m_problem(&problem), m_result(&result), m_original(result.suite.size())
    {}

    MutantVerdict judge(GoalId goal)
    {
        MutantVerdict verdict{.goal = goal};
        const GoalAnswer& answer = m_result->answers.at(goal.index());
        if (answer.status == GoalStatus::infeasible)
        {
            verdict.fate = MutantFate::equivalent;
            verdict.reason = answer.reason;
            return verdict;
        }
        verdict.fate = MutantFate::not_infected;
        for (std::size_t test = 0; test < m_result->suite.size(); ++test)
        {
            const std::vector<GoalId>& covered = m_result->covered_by_test.at(test);
            if (std::find(covered.begin(), covered.end(), goal) == covered.end())
            {
                continue;
            }
            if (verdict.fate == MutantFate::not_infected)
            {
                verdict.reason = m_problem->why_not_built(goal);
                if (!verdict.reason.empty())
                {
                    verdict.fate = MutantFate::not_built;
                    return verdict;
                }
            }
            verdict.fate = MutantFate::survived;
            if (run(test, verdict))
            {
                return verdict;
            }
        }
        return verdict;
    }

    [[nodiscard]] std::uint64_t executions() const { return m_executions; }

private:
    bool run(std::size_t number, MutantVerdict& verdict)
    {
        const TestCase& test = m_result->suite[number];
        std::vector<CallRecord>& original = m_original[number];
        if (original.empty())
        {
            original = m_problem->describe(test);
        }
        ++m_executions;
        auto seen = difference(
            *m_problem, test, original, m_problem->observe_mutant(test, verdict.goal).calls);
        if (!seen)
        {
            return false;
        }
        verdict.fate = MutantFate::killed;
        verdict.killer = number;
        verdict.reason = std::move(*seen);
        return true;
    }

    const ContractProblem* m_problem;
    const RunResult* m_result;
    /// By test; empty = not run yet.
    std::vector<std::vector<CallRecord>> m_original;
    std::uint64_t m_executions = 0;
};

}  // namespace

MutationScore run_mutants(const ContractProblem& problem, const RunResult& result,
    const StopToken& stop, const MutationProgress& on_progress)
{
    const auto goals = problem.goals().goals_of(WeakMutantCriterion::id);
    MutationScore score;
    MutantRunner runner(problem, result);
    for (const GoalId goal : goals)
    {
        if (!problem.goals()[goal].is_shown)
        {
            continue;
        }
        if (stop.stop_requested())
        {
            score.mutants.push_back({.goal = goal});
            continue;
        }
        if (on_progress)
        {
            on_progress(score.mutants.size(), goals.size());
        }
        score.mutants.push_back(runner.judge(goal));
    }
    score.executions = runner.executions();
    return score;
}

}  // namespace sbst::evm
