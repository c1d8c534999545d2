// SPDX-License-Identifier: Apache-2.0
// The rows of commands for Java classes. Next: commands.cpp.
#pragma once

#include "../../options/option.hpp"

#include <vector>

namespace sbst::cli
{

/// The heading of its own.
struct JvmTopic
{
    static constexpr Heading java{"Java", 70};
};

/// The class under test, and the JDK that runs it.
[[nodiscard]] std::vector<Option> java_subject_options();
/// What analyze shows.
[[nodiscard]] std::vector<Option> java_analysis_options();
/// How tests are run and written.
[[nodiscard]] std::vector<Option> java_run_options();
/// All of these: the keys of a configuration file.
[[nodiscard]] std::vector<Option> jvm_options();

}  // namespace sbst::cli
