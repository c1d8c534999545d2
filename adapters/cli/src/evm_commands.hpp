// SPDX-License-Identifier: Apache-2.0
// The commands of the EVM adapter; each in a file of its own. Next: evm_generate.cpp.
#pragma once

#include "exit_code.hpp"
#include "settings.hpp"

namespace sbst::cli
{

/// What the adapter is told of them.
[[nodiscard]] evm::ProblemOptions problem_options_of(const Settings& settings);

[[nodiscard]] ExitCode run_evm_generate(const Settings& settings);
[[nodiscard]] ExitCode run_evm_analyze(const Settings& settings);
[[nodiscard]] ExitCode run_evm_replay(const Settings& settings);
[[nodiscard]] ExitCode run_evm_statetest(const Settings& settings);

}  // namespace sbst::cli
