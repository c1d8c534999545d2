// SPDX-License-Identifier: Apache-2.0
// Finds the programs and jars that run and prove tests of Java classes. Next: subject.hpp.
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
    /// Home of the newest Java, unless it is as old as the JDK or older: empty then.
    std::filesystem::path newer_java;
    std::filesystem::path worker;
    std::filesystem::path launcher;
    std::filesystem::path runtime_jar;
    std::filesystem::path referee_jar;
    /// Folder of third-party jars.
    std::filesystem::path jars;
    std::vector<std::filesystem::path> asm_jars;
};

/// Tells whether it is the home of a JDK that this program can use, with a compiler.
[[nodiscard]] bool is_jdk(const std::filesystem::path& home);

/// Finds them in the places given by options, else in the build tree or the installation of this
/// program. The JDK is the one given by options, else the first of jvm::find_jdks with a compiler.
/// @throws ConfigError with the missing item and the searched places.
[[nodiscard]] JvmTools find_jvm_tools(const JvmSettings& settings);

}  // namespace sbst::cli
