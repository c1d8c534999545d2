// SPDX-License-Identifier: Apache-2.0
#include "../problem/waits.hpp"
#include "goal_reasons.hpp"

#include <sbst/evm/suite/generate.hpp>
#include <sbst/run/generate.hpp>

#include <utility>

namespace sbst::evm
{

RunResult generate_suite(ContractProblem& problem, const RunSpec& spec, StopToken stop,
    const ProgressFunction& on_progress)
{
    GenerateOptions options{
        .words = detail::outcome_words(problem), .rule = detail::rules_of_tests(problem)};
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
        problem, std::move(suite), detail::outcome_words(problem), detail::rules_of_tests(problem));
}

}  // namespace sbst::evm
