// SPDX-License-Identifier: Apache-2.0
// What tests print to the standard streams: what a class of tests has to read it.
#pragma once

#include "code.hpp"
#include "type_namer.hpp"

#include <sbst/jvm/render/java_suite.hpp>

#include <string_view>

namespace sbst::jvm::detail
{

/// The method of the test class that tells what the test printed so far.
inline constexpr std::string_view printed_method = "printed";

/// Tells whether a member of the test class for printed text has the name; no test has it.
[[nodiscard]] bool is_standard_output_name(std::string_view name);

/// Writes members that catch what tests print; nothing if no test asserts it.
void write_standard_output(LineWriter& lines, TypeNamer& types, const JavaSuite& suite);

}  // namespace sbst::jvm::detail
