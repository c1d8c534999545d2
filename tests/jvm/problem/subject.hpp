// SPDX-License-Identifier: Apache-2.0
// The subject of these tests, with the tools of this build.
#pragma once

#include <sbst/jvm/generate.hpp>

#include <string>

namespace sbst::jvm
{

/// Of a class that is compiled for these tests.
[[nodiscard]] JavaProblemOptions options_of(const std::string& class_name);
[[nodiscard]] JavaProblemOptions ledger_options();
[[nodiscard]] RefereeTools referee_tools();

}  // namespace sbst::jvm
