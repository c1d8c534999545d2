// SPDX-License-Identifier: Apache-2.0
// Static state in which each test has to begin, whatever ran before it in its JVM: what a class of
// tests does for that.
#pragma once

#include "code.hpp"
#include "type_namer.hpp"

#include <sbst/jvm/render/java_suite.hpp>

#include <string_view>

namespace sbst::jvm::detail
{

/// Tells whether a member of the test class for static state has the name; no test has it.
[[nodiscard]] bool is_static_state_name(std::string_view name);

/// Writes a method that initialises JavaSuite::first_classes, one that empties
/// JavaSuite::reset_fields before each test, and one that restores what was there after it; nothing
/// if there are none.
void write_static_state(LineWriter& lines, TypeNamer& types, const JavaSuite& suite);

}  // namespace sbst::jvm::detail
