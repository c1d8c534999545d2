// SPDX-License-Identifier: Apache-2.0
// What a jump or switch decides, as the source may have written it. Next: class_goals.cpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace sbst::jvm
{

/// Tells whether the condition of a jump is the one under which it jumps: of a jump back, as loops
/// end with (`do .. while`), and of a comparison with NaN whose opposite would be true for NaN too.
/// Otherwise it is the one under which it does not, as compilers jump over what a condition guards.
[[nodiscard]] bool is_condition_of_jump(const Code& code, std::uint32_t instruction);

/// Of a conditional jump its condition (`n == 0` for `ifne`, see is_condition_of_jump); of a switch
/// what it chooses by. Operands that are no short expression are `...`.
[[nodiscard]] std::string condition_text(
    const ClassFile& file, const Code& code, std::uint32_t instruction);

/// `Outer$Inner` of `p/Outer$Inner`.
[[nodiscard]] std::string_view name_without_package(std::string_view internal_name);
/// `Map$Entry[]` of `[Ljava/util/Map$Entry;`.
[[nodiscard]] std::string short_type(std::string_view descriptor);
/// `int, String` of `(ILjava/lang/String;)V`.
[[nodiscard]] std::string short_parameters(std::string_view descriptor);

}  // namespace sbst::jvm
