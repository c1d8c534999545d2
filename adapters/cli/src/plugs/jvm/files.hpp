// SPDX-License-Identifier: Apache-2.0
// What `sbst jvm generate` leaves on the disk. Next: console/files.hpp.
#pragma once

#include "../../options/settings.hpp"

#include <sbst/jvm/output/class_suite.hpp>
#include <sbst/jvm/problem/java_problem.hpp>

#include <string>
#include <vector>

namespace sbst::cli
{

/// The formats that will be written.
[[nodiscard]] std::vector<std::string> formats_of(const Settings& settings);

/// What they may write, as named in the output folder.
[[nodiscard]] std::vector<std::string> files_to_write(
    const Settings& settings, const jvm::JavaProblem& problem);

/// Where the tests will be written: of a file that somebody else wrote nothing is lost.
/// @throws ConfigError naming it.
void check_places(const Settings& settings, const jvm::JavaProblem& problem);

/// Writes the chosen formats; tests stand where their package says. With tests of a run, suspicious
/// tests of an earlier run go away when this one has others and none of them, unproven ones when
/// this one has none.
/// @returns what was written.
std::vector<std::string> write_results(
    const Settings& settings, const jvm::JavaProblem& problem, const jvm::ClassSuite& suite);

}  // namespace sbst::cli
