// SPDX-License-Identifier: Apache-2.0
// The commands of the JVM adapter; each in a file of its own. Next: generate.cpp.
#pragma once

#include "../../console/exit_code.hpp"
#include "../../options/command.hpp"

#include <span>

namespace sbst::cli
{

[[nodiscard]] std::span<const Command> jvm_commands();

[[nodiscard]] ExitCode run_jvm_generate(const Settings& settings);
[[nodiscard]] ExitCode run_jvm_analyze(const Settings& settings);

}  // namespace sbst::cli
