// SPDX-License-Identifier: Apache-2.0
// The effects of methods of the JDK, from a table. Next: purity.cpp.
#pragma once

#include "method_effect.hpp"

#include <string_view>

namespace sbst::jvm
{

/// `unknown_effect` for methods that are not in the table.
[[nodiscard]] MethodEffect jdk_effect(const MemberRef& method);

/// Tells whether a value of that type is turned into text without calling code of the subject:
/// primitive types, String and the boxes.
[[nodiscard]] bool is_plain_type(std::string_view descriptor);

}  // namespace sbst::jvm
