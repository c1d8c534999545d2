// SPDX-License-Identifier: Apache-2.0
// What methods of the JDK write to, as far as a table says. Next: purity.cpp.
#pragma once

#include "method_effect.hpp"

#include <string_view>

namespace sbst::jvm
{

/// `unknown_effect` for what is not in the table.
[[nodiscard]] MethodEffect jdk_effect(const MemberRef& method);

/// Tells whether a value of that type is turned into text without calling code of the subject: of
/// primitive types, String and the boxes.
[[nodiscard]] bool is_plain_type(std::string_view descriptor);

}  // namespace sbst::jvm
