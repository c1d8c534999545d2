// SPDX-License-Identifier: Apache-2.0
// The referee's tools on this machine: a JDK, our Java program, and jars. Next: referee.hpp.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

namespace sbst::jvm
{

class KeptReferee;

struct RefereeTools
{
    /// Home of a JDK, 17 or later: the folder with bin/java and bin/javac.
    std::filesystem::path java_home;
    /// sbst-jvm-referee.jar.
    std::filesystem::path program;
    /// Folder with the jars that scripts/install-jars downloads.
    std::filesystem::path jars;
    /// Home of another Java, in which the run abroad happens; empty = that of the JDK.
    std::filesystem::path other_java{};
    /// Scratch folders are made, and removed, in here; empty = the system's temporary folder.
    std::filesystem::path scratch{};
    /// sbst-jvm-launcher, which isolates tests from the network, from other processes, and from all
    /// files outside their own folder; empty = tests run as the user, with plain java.
    std::filesystem::path launcher{};
    /// Where a judgement leaves the referee's program and finds that of the one before; null if it
    /// ends with the judgement. It must end before `scratch` is removed.
    std::shared_ptr<KeptReferee> kept{};
};

/// Finds the only jar `ARTIFACT-VERSION.jar` of a folder.
/// @throws ConfigError when there is none, or more than one.
[[nodiscard]] std::filesystem::path find_jar(
    const std::filesystem::path& folder, std::string_view artifact);

}  // namespace sbst::jvm
