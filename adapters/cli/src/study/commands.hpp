// SPDX-License-Identifier: Apache-2.0
// The commands of studies; each in a file of its own. Next: load.hpp.
#pragma once

#include "../console/exit_code.hpp"
#include "../options/command.hpp"

#include <span>

namespace sbst::cli
{

[[nodiscard]] std::span<const Command> study_commands();

[[nodiscard]] ExitCode run_study_init(const Settings& settings);
[[nodiscard]] ExitCode run_study_plan(const Settings& settings);
[[nodiscard]] ExitCode run_study_run(const Settings& settings);
[[nodiscard]] ExitCode run_study_status(const Settings& settings);
[[nodiscard]] ExitCode run_study_export(const Settings& settings);
[[nodiscard]] ExitCode run_study_verify(const Settings& settings);
[[nodiscard]] ExitCode run_study_report(const Settings& settings);

}  // namespace sbst::cli
