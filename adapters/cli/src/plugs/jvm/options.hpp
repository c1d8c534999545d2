// SPDX-License-Identifier: Apache-2.0
// The rows that only commands of Java classes have. Next: commands.cpp.
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
/// How its tests are run and written.
[[nodiscard]] std::vector<Option> java_run_options();
/// What a configuration file may name.
[[nodiscard]] std::vector<Option> jvm_options();

}  // namespace sbst::cli
