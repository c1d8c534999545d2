// SPDX-License-Identifier: Apache-2.0
// From settings to a class that can be searched, or a message that says why not. Next:
// generate.cpp, analyze.cpp.
#pragma once

#include "../../options/settings.hpp"
#include "tools.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/problem/options.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sbst::cli
{

/// The jars and folders of --class-path, apart. @throws ParseError naming one that is not there.
[[nodiscard]] std::vector<std::filesystem::path> class_path_entries(
    const std::vector<std::string>& texts);

/// What the adapter is told. The class is looked at first: cheaper than to start workers, and its
/// neighbours are known for a suggestion.
/// @throws ConfigError: no class path, no class, one that is not there.
/// @throws ParseError: a class path or a class that cannot be read, a class without code.
[[nodiscard]] jvm::JavaProblemOptions java_problem_options(
    const Settings& settings, const JvmTools& tools, const std::filesystem::path& scratch);

/// Starts the workers of a problem. @returns nothing when `options.start_stop` asked before they
/// were ready.
[[nodiscard]] std::unique_ptr<jvm::JavaProblem> start_problem(
    const jvm::JavaProblemOptions& options);

}  // namespace sbst::cli
