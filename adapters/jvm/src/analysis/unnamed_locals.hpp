// SPDX-License-Identifier: Apache-2.0
// Variables that compilers add to those of the source, as far as debug information tells them
// apart. Next: condition_text.cpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstdint>
#include <optional>

namespace sbst::jvm
{

/// The variable that has a slot at an instruction; null where none has, or nothing tells.
[[nodiscard]] const LocalVariable* variable_at(
    const Code& code, std::uint32_t slot, std::uint32_t place);

/// What a variable without a name holds.
struct UnnamedValue
{
    /// The number of an element: `for (int x : array)`.
    bool is_counter = false;
    /// Behind the instructions that push its value; nothing = unknown.
    std::optional<std::uint32_t> end{};
};

/// @param load an instruction that loads a variable without a name. Nothing is known where no
/// variable of the code has one.
[[nodiscard]] UnnamedValue value_of_unnamed(
    const ClassFile& file, const Code& code, std::uint32_t load);

/// Tells whether no jump leads between two instructions: behind the first, up to the last.
[[nodiscard]] bool is_straight(const Code& code, std::uint32_t first, std::uint32_t last);

}  // namespace sbst::jvm
