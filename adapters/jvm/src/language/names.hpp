// SPDX-License-Identifier: Apache-2.0
// Which words are identifiers of Java.
#pragma once

#include <string_view>

namespace sbst::jvm::detail
{

/// Words that no identifier may be, literals and contextual keywords included.
[[nodiscard]] bool is_java_keyword(std::string_view word);
/// A name that Java's grammar takes; of letters beyond ASCII the compiler knows more.
[[nodiscard]] bool is_identifier(std::string_view word);

}  // namespace sbst::jvm::detail
