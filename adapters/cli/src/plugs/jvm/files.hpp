// SPDX-License-Identifier: Apache-2.0
// The files that `sbst jvm generate` writes. Next: ../../console/files.hpp.
#pragma once

#include "../../options/settings.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/report/report.hpp>
#include <sbst/jvm/suite/generate.hpp>

#include <string>
#include <vector>

namespace sbst::cli
{

/// Checks the files to be written: files that sbst did not write are not overwritten.
/// @throws ConfigError naming it.
void check_places(const Settings& settings, const jvm::JavaProblem& problem);

/// Writes the tests in the folder of their package, and the report. Suspicious tests of an earlier
/// run are removed when this run has tests but no suspicious ones, unproven ones when this run has
/// no unproven ones.
/// @returns the written files.
std::vector<std::string> write_results(const Settings& settings, const jvm::JavaProblem& problem,
    const jvm::ProvenSuite& proven, const jvm::JavaReport& report);

}  // namespace sbst::cli
