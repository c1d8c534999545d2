// SPDX-License-Identifier: Apache-2.0
#include "waits.hpp"

#include <sbst/evm/generate.hpp>
#include <sbst/suite/generate.hpp>

#include <utility>

namespace sbst::evm
{
namespace
{
// A predicate of the goals is a conditional jump.
constexpr OutcomeWords jump_words{.is_true = "jumped", .is_false = "fell through"};
}  // namespace

RunResult generate_suite(ContractProblem& problem, const RunSpec& spec, StopToken stop,
    const ProgressFunction& on_progress)
{
    GenerateOptions options{.words = jump_words};
    options.minimise.make_up = [&problem](
                                   const TestCase& test, std::size_t deleted, TestCase& candidate) {
        return pass_on_wait(problem, test, deleted, candidate);
    };
    return generate(problem, spec, options, stop, on_progress);
}

RunResult replay_suite(ContractProblem& problem, std::vector<TestCase> suite)
{
    return measure_suite(problem, std::move(suite), jump_words);
}
}  // namespace sbst::evm
