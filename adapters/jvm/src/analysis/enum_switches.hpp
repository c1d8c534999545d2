// SPDX-License-Identifier: Apache-2.0
// Switches over enumerations: compilers number the constants in a table of their own. Next:
// class_goals.cpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace sbst::jvm
{

/// Tells whether a static field is a table from the ordinals of an enumeration to the keys of a
/// switch, as javac makes them.
[[nodiscard]] bool is_switch_map(const MemberRef& field);

/// The table that a switch reads; null for switches over something else.
[[nodiscard]] const MemberRef* switch_map_of(
    const ClassFile& file, const Code& code, std::uint32_t a_switch);

/// The names of constants by their numbers in a table.
/// @param initialiser the code that fills the table: of the static initialiser of its owner `file`.
[[nodiscard]] std::map<std::int32_t, std::string> numbered_constants(
    const ClassFile& file, const Code& initialiser, std::string_view table);

}  // namespace sbst::jvm
