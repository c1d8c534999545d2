// SPDX-License-Identifier: Apache-2.0
// Tests that change what others run in (the default locale and time zone of the JVM, static
// fields): what a class of tests has to restore it.
#pragma once

#include "code.hpp"
#include "type_namer.hpp"

#include <sbst/jvm/render/java_suite.hpp>

#include <string_view>

namespace sbst::jvm::detail
{

/// The name of the method that restores; no test has it.
inline constexpr std::string_view restoring_method = "restoreSurroundings";

/// Writes what a test sets for itself.
void write_own(LineWriter& lines, TypeNamer& types, const OwnSurroundings& own);

/// Writes fields with the values that were there before each test, and a method that restores them
/// after it; nothing if no test changes any.
void write_surroundings(LineWriter& lines, TypeNamer& types, const JavaSuite& suite);

}  // namespace sbst::jvm::detail
