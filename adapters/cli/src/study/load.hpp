// SPDX-License-Identifier: Apache-2.0
// Loads a runnable study for the command line. Next: run.cpp.
#pragma once

#include "../options/plug.hpp"
#include "../options/settings.hpp"

#include <sbst/problem/stop_token.hpp>
#include <sbst/study/plan.hpp>
#include <sbst/study/process_pool.hpp>
#include <sbst/study/store.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// The study that the command names.
/// @throws ConfigError: not readable, no study, adapter unknown.
[[nodiscard]] study::StudySpec load_study_file(const Settings& settings);

/// The plug of the adapter that a study names. @throws ConfigError naming the existing ones.
[[nodiscard]] const Plug& plug_of(const study::StudySpec& spec);

/// The study with all its cells.
/// @throws ConfigError as load_study_file; ParseError when data or parts are missing.
[[nodiscard]] study::Plan load_plan(const Settings& settings, study::PlanOptions options = {});
/// The same for a study that is already read. Searches for trivial subjects whose results are in
/// `folder` are not made again, and stderr tells of the others. Known results and build are filled
/// in.
/// @throws ParseError when data or parts are missing.
[[nodiscard]] study::Plan plan_of(const Settings& settings, study::StudySpec spec,
    const std::string& folder, study::PlanOptions options = {});

/// Why a study cannot run here: data that was not given, parts that libsbst does not have yet;
/// empty when it can.
[[nodiscard]] std::string missing_text(const study::StudySpec& spec);

/// Folder of the results.
[[nodiscard]] std::string study_folder(const Settings& settings, const study::StudySpec& spec);

/// The folder, which must exist. @throws ConfigError saying that nothing was run yet.
[[nodiscard]] study::Store open_store(const Settings& settings, const study::StudySpec& spec);

/// Tells on stderr of results in the folder that this plan does not have.
void note_other_results(const study::Plan& plan, const study::Store& store);

/// This program, for the records.
[[nodiscard]] study::BuildInfo build_info();

/// `3 failed: sbst study run ... --retry-failed`: the command line of a study, for people.
[[nodiscard]] std::string study_command(const Settings& settings, std::string_view verb);

/// `90 s`, `12 min`, `3.5 h`, `2.1 days`.
[[nodiscard]] std::string span_text(double seconds);

}  // namespace sbst::cli
