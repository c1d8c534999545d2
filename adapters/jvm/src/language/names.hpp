// SPDX-License-Identifier: Apache-2.0
// Which words are identifiers of Java.
#pragma once

#include <string_view>

namespace sbst::jvm::detail
{

/// Tells whether the word cannot be an identifier; includes literals and contextual keywords.
[[nodiscard]] bool is_java_keyword(std::string_view word);
/// Tells whether Java's grammar accepts the name; for letters beyond ASCII the compiler is
/// stricter.
[[nodiscard]] bool is_identifier(std::string_view word);

}  // namespace sbst::jvm::detail
