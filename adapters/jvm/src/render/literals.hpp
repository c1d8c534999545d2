// SPDX-License-Identifier: Apache-2.0
// Java literals as people write them, in ASCII.
#pragma once

#include <sbst/jvm/render/java_value.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

/// A literal of a primitive type that has exactly that type: `(byte) -1`, `5L`, `'\n'`,
/// `Integer.MIN_VALUE`, `Float.NaN`. Precondition: a literal, no string.
[[nodiscard]] std::string primitive_literal(const JavaValue& value);

/// The content of a string in escapes: the text between its quotes, in parts of at most `width`
/// columns (or one escape), cut after spaces and line ends where there are any. One part at least.
[[nodiscard]] std::vector<std::string> string_parts(std::u16string_view text, std::size_t width);

/// A whole string literal, with its quotes.
[[nodiscard]] std::string string_literal(std::u16string_view text);

/// The shortest part that makes the whole text when it is repeated. Empty when no part does, or
/// when it saves little.
[[nodiscard]] std::u16string_view repeated_part(std::u16string_view text);

/// ASCII as UTF-16.
[[nodiscard]] std::u16string widen(std::string_view ascii);

/// What a field of the type holds before anything is written into it; an int for the small
/// integers.
[[nodiscard]] std::string neutral_text(const std::string& descriptor);

}  // namespace sbst::jvm::detail
