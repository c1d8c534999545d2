// SPDX-License-Identifier: Apache-2.0
// Where the programs and jars are that run and prove tests of Java classes. Next: subject.hpp.
#pragma once

#include "../../options/settings.hpp"
#include "settings.hpp"

#include <filesystem>
#include <vector>

namespace sbst::cli
{

struct JvmTools
{
    std::filesystem::path java_home;
    std::filesystem::path worker;
    std::filesystem::path launcher;
    std::filesystem::path runtime_jar;
    std::filesystem::path referee_jar;
    /// Folder of the jars of others.
    std::filesystem::path jars;
    std::vector<std::filesystem::path> asm_jars;
};

/// Finds them: where the options say, else in the build tree or the installation that this program
/// is part of. The JDK is the one that the options name, else the first of jvm::find_jdks with a
/// compiler.
/// @throws ConfigError saying what is missing and where it was looked for.
[[nodiscard]] JvmTools find_jvm_tools(const JvmSettings& settings);

}  // namespace sbst::cli
