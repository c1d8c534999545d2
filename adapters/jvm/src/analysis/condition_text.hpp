// SPDX-License-Identifier: Apache-2.0
// The condition of a jump or switch, as the source may have it. Next: class_goals.cpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstdint>
#include <string>
#include <string_view>

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

/// `Outer$Inner` of `p/Outer$Inner`.
[[nodiscard]] std::string_view name_without_package(std::string_view internal_name);
/// `Map$Entry[]` of `[Ljava/util/Map$Entry;`.
[[nodiscard]] std::string short_type(std::string_view descriptor);
/// `int, String` of `(ILjava/lang/String;)V`.
[[nodiscard]] std::string short_parameters(std::string_view descriptor);

}  // namespace sbst::jvm
