// SPDX-License-Identifier: Apache-2.0
// Conversion between Java's strings (UTF-16) and texts of the core's values (bytes). Next:
// java_callable.hpp.
#pragma once

#include <string>
#include <string_view>

namespace sbst::jvm
{

/// UTF-8 to UTF-16. A surrogate in three bytes is that one unit; another byte outside well-formed
/// sequences means the character of that number. So any bytes are a string, and any string is some
/// bytes.
[[nodiscard]] std::u16string to_utf16(std::string_view text);

/// UTF-16 to UTF-8 that people and files get; an unpaired surrogate, which UTF-8 cannot encode,
/// becomes `?`.
[[nodiscard]] std::string to_utf8(std::u16string_view text);

/// UTF-16 to the bytes of a value, from which `to_utf16` gives the same string back: UTF-8, and
/// three bytes for an unpaired surrogate.
[[nodiscard]] std::string to_value_text(std::u16string_view text);

}  // namespace sbst::jvm
