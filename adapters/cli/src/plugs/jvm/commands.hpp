// SPDX-License-Identifier: Apache-2.0
// The commands of the JVM adapter; each in a file of its own. Next: generate.cpp.
#pragma once

#include "../../console/exit_code.hpp"
#include "../../options/settings.hpp"

namespace sbst::cli
{

[[nodiscard]] ExitCode run_jvm_generate(const Settings& settings);
[[nodiscard]] ExitCode run_jvm_analyze(const Settings& settings);

}  // namespace sbst::cli
