// SPDX-License-Identifier: Apache-2.0
// The files that `sbst jvm generate` writes. Next: ../../console/files.hpp.
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

/// Checks that the tests will replace no file that another program or a person wrote.
/// @throws ConfigError naming it.
void check_places(const Settings& settings, const jvm::JavaProblem& problem);

/// Writes the chosen formats; tests go to the folder of their package. When test classes are
/// written, those of an earlier run that this run has no counterpart of are removed: suspicious
/// tests when this run has other tests, unproven tests always.
/// @returns what was written.
std::vector<std::string> write_results(
    const Settings& settings, const jvm::JavaProblem& problem, const jvm::ClassSuite& suite);

}  // namespace sbst::cli
