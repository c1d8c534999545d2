// SPDX-License-Identifier: Apache-2.0
// The commands of the EVM adapter; each in a file of its own. Next: generate.cpp.
#pragma once

#include "../../console/exit_code.hpp"
#include "../../options/command.hpp"
#include "settings.hpp"

#include <sbst/evm/artifact/artifact.hpp>

#include <span>
#include <string>

namespace sbst::cli
{

/// The adapter's options from the settings.
[[nodiscard]] evm::ProblemOptions problem_options_of(const Settings& settings);

/// Loads an artifact from a file or a stream: `-`, a pipe.
/// @throws ParseError, ConfigError (see evm::load_artifact).
[[nodiscard]] evm::Artifact load_input(const std::string& name, const std::string& contract);

[[nodiscard]] std::span<const Command> evm_commands();

[[nodiscard]] ExitCode run_evm_generate(const Settings& settings);
[[nodiscard]] ExitCode run_evm_analyze(const Settings& settings);
[[nodiscard]] ExitCode run_evm_replay(const Settings& settings);
[[nodiscard]] ExitCode run_evm_statetest(const Settings& settings);

}  // namespace sbst::cli
