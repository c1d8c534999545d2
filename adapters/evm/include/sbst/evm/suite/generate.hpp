// SPDX-License-Identifier: Apache-2.0
// One whole run: from a contract to a minimised suite and an answer for every goal. Next:
// ../render/report.hpp for what is written of it.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/run/run.hpp>

#include <vector>

namespace sbst::evm
{

/// Runs a search over `problem`, minimises what it found and answers for every goal; see
/// sbst::generate (sbst/run/generate.hpp).
[[nodiscard]] RunResult generate_suite(ContractProblem& problem, const RunSpec& spec,
    StopToken stop = {}, const ProgressFunction& on_progress = {});

/// Measures what a suite covers: executes it and answers for every goal, ignoring anything stored.
[[nodiscard]] RunResult replay_suite(ContractProblem& problem, std::vector<TestCase> suite);

}  // namespace sbst::evm
