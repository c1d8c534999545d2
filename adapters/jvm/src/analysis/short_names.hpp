// SPDX-License-Identifier: Apache-2.0
// Types and characters as labels have them. Next: condition_text.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sbst::jvm
{

/// A character between quotes, with the escapes of Java; those outside ASCII too.
[[nodiscard]] std::string character_text(std::int64_t character);

/// `Outer$Inner` of `p/Outer$Inner`.
[[nodiscard]] std::string_view name_without_package(std::string_view internal_name);
/// `Map$Entry[]` of `[Ljava/util/Map$Entry;`.
[[nodiscard]] std::string short_type(std::string_view descriptor);
/// `int, String` of `(ILjava/lang/String;)V`.
[[nodiscard]] std::string short_parameters(std::string_view descriptor);

}  // namespace sbst::jvm
