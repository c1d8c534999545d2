// SPDX-License-Identifier: Apache-2.0
// Conversion between Java's strings (UTF-16) and texts of the core's values (bytes). Next:
// java_callable.hpp.
#pragma once

#include <string>
#include <string_view>

namespace sbst::jvm
{

/// UTF-8 to UTF-16. A byte outside well-formed sequences means the character of that number, so
/// that any bytes are a string.
[[nodiscard]] std::u16string to_utf16(std::string_view text);

/// UTF-16 to UTF-8, such that `to_utf16` gives the same string back; an unpaired surrogate, which
/// UTF-8 cannot encode, becomes `?`.
[[nodiscard]] std::string to_utf8(std::u16string_view text);

}  // namespace sbst::jvm
