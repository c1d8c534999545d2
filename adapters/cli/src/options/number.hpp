// SPDX-License-Identifier: Apache-2.0
// Strict reading of numbers and switches. Boost.Program_options would read --seed=-1 as 2^64 - 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sbst::cli
{

/// Reads decimal digits and nothing else: no sign, space, point or exponent.
[[nodiscard]] std::optional<std::uint64_t> parse_whole(
    std::string_view text, std::uint64_t least, std::uint64_t most);

/// Reads a finite decimal number in [least, most].
[[nodiscard]] std::optional<double> parse_real(std::string_view text, double least, double most);

/// Reads `true` or `false`.
[[nodiscard]] std::optional<bool> parse_switch(std::string_view text);

}  // namespace sbst::cli
