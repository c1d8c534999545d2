// SPDX-License-Identifier: Apache-2.0
// Makes a searchable class from settings, or explains why that is impossible. Next: generate.cpp,
// analyze.cpp.
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

/// The single jars and folders of --class-path; `lib/*` is all jars of a folder. @throws ParseError
/// naming one that does not exist.
[[nodiscard]] std::vector<std::filesystem::path> class_path_entries(
    const std::vector<std::string>& texts);

/// The adapter's options. The class is checked first: that is cheaper than starting workers, and
/// near names are known for a suggestion.
/// @throws ConfigError: no class path, no class, a class that does not exist.
/// @throws ParseError: a class path or a class that cannot be read, a class without code.
/// @param read what an earlier problem read; used where it is of the same class path.
[[nodiscard]] jvm::JavaProblemOptions java_problem_options(const Settings& settings,
    const JvmTools& tools, const std::filesystem::path& scratch,
    std::shared_ptr<jvm::ReadClasses> read = nullptr);

/// Starts the workers of a problem. @returns nothing when `options.start_stop` fired before they
/// were ready.
[[nodiscard]] std::unique_ptr<jvm::JavaProblem> start_problem(
    const jvm::JavaProblemOptions& options);

}  // namespace sbst::cli
