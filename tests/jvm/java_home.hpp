// SPDX-License-Identifier: Apache-2.0
// Which JDK a test runs: tests/jvm/on_other_jdks runs the same tests again on every further one.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace sbst::jvm
{

/// What SBST_TEST_JAVA_HOME names, otherwise the JDK of the build.
inline std::filesystem::path test_java_home(const std::filesystem::path& of_build)
{
    const char* other = std::getenv("SBST_TEST_JAVA_HOME");
    return other == nullptr ? of_build : std::filesystem::path(other);
}

}  // namespace sbst::jvm
