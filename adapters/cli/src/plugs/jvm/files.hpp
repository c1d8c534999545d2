// SPDX-License-Identifier: Apache-2.0
// What `sbst jvm generate` leaves on the disk. Next: console/files.hpp.
#pragma once

#include "../../options/settings.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/report/report.hpp>
#include <sbst/jvm/suite/generate.hpp>

#include <string>
#include <vector>

namespace sbst::cli
{

/// Where the tests will be written: of a file that somebody else wrote nothing is lost.
/// @throws ConfigError naming it.
void check_places(const Settings& settings, const jvm::JavaProblem& problem);

/// Writes the tests where their package says, and the report. Suspicious tests of an earlier run go
/// away when this one has others and none of them, unproven ones when this one has none.
/// @returns what was written.
std::vector<std::string> write_results(const Settings& settings, const jvm::JavaProblem& problem,
    const jvm::ProvenSuite& proven, const jvm::JavaReport& report);

}  // namespace sbst::cli
