// SPDX-License-Identifier: Apache-2.0
#include "asking_calls.hpp"
#include "goal_reasons.hpp"

#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/evm/suite/mutation.hpp>
#include <sbst/output/killing_assertions.hpp>
#include <sbst/run/measurement.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
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

/// What is said of a call: its end, and its events.
bool is_same(const CallRecord& original, const CallRecord& mutant)
{
    return original.kind == mutant.kind && end_of(original) == end_of(mutant) &&
           original.events == mutant.events;
}

/// What a test sees of the mutant: `the result of call 3, withdraw: returns 4, not returns 3`;
/// nothing when it sees the same.
std::optional<std::string> difference(const ContractProblem& problem, const TestCase& test,
    const std::vector<CallRecord>& original, const std::vector<CallRecord>& mutant)
{
    for (std::size_t i = 0; i < original.size(); ++i)
    {
        if (is_same(original[i], mutant.at(i)))
        {
            continue;
        }
        const bool ends_alike =
            original[i].kind == mutant[i].kind && end_of(original[i]) == end_of(mutant[i]);
        const auto text_of = ends_alike ? events_of : end_of;
        return fmt::format("call {}, {}: {}; the original: {}", i + 1,
            problem.catalogue()[test.calls[i].callable].name, text_of(mutant[i]),
            text_of(original[i]));
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
        verdict.reason = "no test computes another state on it";
        for (std::size_t test = 0; test < m_result->suite.size(); ++test)
        {
            const std::vector<GoalId>& covered = m_result->covered_by_test.at(test);
            if (std::find(covered.begin(), covered.end(), goal) == covered.end())
            {
                continue;
            }
            if (verdict.fate == MutantFate::not_infected)
            {
                std::string why = m_problem->why_not_built(goal);
                if (!why.empty())
                {
                    verdict.fate = MutantFate::not_built;
                    verdict.reason = std::move(why);
                    return verdict;
                }
            }
            verdict.fate = MutantFate::survived;
            verdict.reason = "tests compute another state, and none sees it";
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

/// A test of the suite with everything that it could ask at its end.
struct Questions
{
    TestCase test;
    std::size_t first = 0;
    std::vector<CallRecord> original;
};

/// Chooses the questions that tell surviving mutants from the contract.
class QuestionChooser
{
public:
    QuestionChooser(const ContractProblem& problem, const RunResult& result)
      : m_problem(&problem), m_result(&result), m_questions(result.suite.size())
    {}

    /// Notes which questions tell the mutant.
    void ask(GoalId mutant)
    {
        for (std::size_t test = 0; test < m_questions.size(); ++test)
        {
            const std::vector<GoalId>& covered = m_result->covered_by_test.at(test);
            if (std::find(covered.begin(), covered.end(), mutant) == covered.end())
            {
                continue;
            }
            const Questions& questions = questions_of(test);
            const auto records = m_problem->observe_mutant(questions.test, mutant).calls;
            for (std::size_t i = questions.first; i < questions.original.size(); ++i)
            {
                if (!is_same(questions.original[i], records.at(i)))
                {
                    m_telling[{test, i}].push_back(mutant.index());
                }
            }
        }
    }

    /// Appends the chosen questions to the tests.
    /// @returns how many.
    std::size_t append_to(std::vector<TestCase>& suite) const
    {
        std::vector<KillingCandidate> candidates;
        for (const auto& [place, mutants] : m_telling)
        {
            candidates.push_back({.test = place.first,
                .assertion = {.kind = SuiteAssertion::Kind::equals, .call = place.second},
                .mutants = mutants});
        }
        const std::vector<std::size_t> chosen = choose_killing(candidates);
        for (const std::size_t one : chosen)
        {
            const KillingCandidate& candidate = candidates[one];
            suite[candidate.test].calls.push_back(
                m_questions[candidate.test]->test.calls[candidate.assertion.call]);
        }
        return chosen.size();
    }

private:
    /// A test and a call in it.
    using Place = std::pair<std::size_t, std::size_t>;

    const Questions& questions_of(std::size_t test)
    {
        std::optional<Questions>& questions = m_questions[test];
        if (!questions)
        {
            questions.emplace();
            questions->test = m_result->suite[test];
            questions->first = questions->test.length();
            for (Call& call : detail::asking_calls(*m_problem, questions->test))
            {
                questions->test.calls.push_back(std::move(call));
            }
            questions->original = m_problem->describe(questions->test);
        }
        return *questions;
    }

    const ContractProblem* m_problem;
    const RunResult* m_result;
    /// By test, made at the first need.
    std::vector<std::optional<Questions>> m_questions;
    /// The mutants that a question tells.
    std::map<Place, std::vector<std::size_t>> m_telling;
};

/// Answers for all goals of a suite that has grown.
void measure_anew(ContractProblem& problem, RunResult& result)
{
    const std::vector<GoalAnswer> before = result.answers;
    Measurement<ContractProblem> measurement(problem, detail::outcome_words(problem));
    measurement.run(result);
    for (std::size_t i = 0; i < before.size(); ++i)
    {
        // The search came nearer than its suite.
        if (result.answers[i].status == GoalStatus::open && before[i].status == GoalStatus::open)
        {
            result.answers[i] = before[i];
        }
    }
    apply_rule(detail::rules_of_tests(problem), result.answers);
}

}  // namespace

std::size_t ask_about_mutants(ContractProblem& problem, RunResult& result, const StopToken& stop)
{
    QuestionChooser chooser(problem, result);
    for (const MutantVerdict& verdict : run_mutants(problem, result, stop).mutants)
    {
        if (verdict.fate == MutantFate::survived && !stop.stop_requested())
        {
            chooser.ask(verdict.goal);
        }
    }
    const std::size_t appended = chooser.append_to(result.suite);
    if (appended > 0)
    {
        measure_anew(problem, result);
    }
    return appended;
}

MutationScore run_mutants(const ContractProblem& problem, const RunResult& result,
    const StopToken& stop, const MutationProgress& on_progress)
{
    const auto all = problem.goals().goals_of(WeakMutantCriterion::id);
    std::vector<GoalId> goals;
    std::copy_if(all.begin(), all.end(), std::back_inserter(goals),
        [&](GoalId goal) { return problem.goals()[goal].is_shown; });
    MutationScore score;
    MutantRunner runner(problem, result);
    for (const GoalId goal : goals)
    {
        if (stop.stop_requested())
        {
            score.mutants.push_back({.goal = goal, .reason = "the run ended before"});
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
