// SPDX-License-Identifier: Apache-2.0
#include "../problem/waits.hpp"
#include "goal_reasons.hpp"

#include <sbst/evm/suite/generate.hpp>
#include <sbst/run/generate.hpp>

#include <string>
#include <utility>

namespace sbst::evm
{

namespace
{

std::string never(const ContractProblem& problem, GoalId goal)
{
    const CodeGoal& code = problem.goal_detail(goal);
    if (code.kind == CodeGoalKind::entry)
    {
        return "it was never entered";
    }
    switch (code.reading)
    {
        case Reading::condition:
            return code.holds ? "the condition was never true" : "the condition was never false";
        case Reading::check:
            return code.holds ? "the check never passed" : "the check never failed";
        case Reading::jump:
            break;
    }
    return code.edge.outcome ? "it never jumped" : "it always jumped";
}

OutcomeWords words_of(const ContractProblem& problem)
{
    OutcomeWords words;
    words.never = [&problem](GoalId goal) { return never(problem, goal); };
    return words;
}

}  // namespace

RunResult generate_suite(ContractProblem& problem, const RunSpec& spec, StopToken stop,
    const ProgressFunction& on_progress)
{
    GenerateOptions options{.words = words_of(problem), .rule = detail::rules_of_tests(problem)};
    options.minimise.make_up = [&problem](
                                   const TestCase& test, std::size_t deleted, TestCase& candidate) {
        return pass_on_wait(problem, test, deleted, candidate);
    };
    // The constructor's own branches are worth seeking even when it never succeeds.
    if (!problem.options().creation_goals)
    {
        options.cannot_start = [&problem] { return problem.deployment_failure().has_value(); };
    }
    return generate(problem, spec, options, stop, on_progress);
}

RunResult replay_suite(ContractProblem& problem, std::vector<TestCase> suite)
{
    return measure_suite(
        problem, std::move(suite), words_of(problem), detail::rules_of_tests(problem));
}

}  // namespace sbst::evm
