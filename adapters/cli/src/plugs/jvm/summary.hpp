// SPDX-License-Identifier: Apache-2.0
// The summary of a run that `sbst jvm generate` prints on standard output. Next:
// ../../run/search_run.hpp.
#pragma once

#include "../../options/settings.hpp"

#include <sbst/jvm/report/report.hpp>

#include <string>
#include <vector>

namespace sbst::cli
{

/// Prints the summary; `files` are the written files.
void print_summary(
    const Settings& settings, const jvm::JavaReport& report, const std::vector<std::string>& files);

}  // namespace sbst::cli
