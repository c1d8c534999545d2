// SPDX-License-Identifier: Apache-2.0
// The condition of a jump or switch, as the source may have it. Next: class_goals.cpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstdint>
#include <string>

namespace sbst::jvm
{

/// Tells whether the text of a jump's condition is the condition for jumping: so it is for backward
/// jumps at the end of loops (`do .. while`), and for comparisons whose negation would also be true
/// for NaN. Otherwise it is the condition for not jumping, because compilers jump over the guarded
/// code.
[[nodiscard]] bool is_condition_of_jump(const Code& code, std::uint32_t instruction);

/// The condition of a conditional jump (`n == 0` for `ifne`, see is_condition_of_jump), or the
/// selector of a switch. Operands that are not short expressions are `...`.
[[nodiscard]] std::string condition_text(
    const ClassFile& file, const Code& code, std::uint32_t instruction);

/// Tells whether a switch is over characters.
[[nodiscard]] bool is_over_characters(
    const ClassFile& file, const Code& code, std::uint32_t instruction);

}  // namespace sbst::jvm
