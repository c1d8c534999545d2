// SPDX-License-Identifier: Apache-2.0
// What an instruction takes from the stack and leaves there, as values: a long or a double is one
// value of two slots. Next: code_walk.hpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

struct Operands
{
    /// Slots of each value that is taken, the deepest first: a call's receiver, then its arguments.
    std::vector<std::uint8_t> taken;
    /// Slots of the value that is left; 0 = none.
    std::uint8_t given = 0;
};

/// Slots of a value of this type: 0 for `V`.
[[nodiscard]] std::uint8_t slots_of(std::string_view descriptor);

/// Fills `operands` for an instruction that does not only move values: no load, store, `iinc`, nor
/// `pop` to `swap`.
/// @returns false for subroutines (`jsr`, `ret`) and for what only moves values.
[[nodiscard]] bool find_operands(
    const ClassConstants& pool, const Instruction& instruction, Operands& operands);

}  // namespace sbst::jvm
