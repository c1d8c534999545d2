// SPDX-License-Identifier: Apache-2.0
// Spans of time as people write them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sbst
{

/// Reads a span of time in seconds, or with units: `90`, `1.5`, `2h`, `30 days`, `3 days 4 hours`.
///
/// Units are s, m, h, d, w, y and their words; a year has 365 days. Nothing for other texts, signs
/// and 2^53 seconds or more.
[[nodiscard]] std::optional<std::chrono::duration<double>> parse_duration(std::string_view text);

/// Writes a span of time in days, hours, minutes and seconds: `3 days 4 hours`, `1 second`;
/// `parse_duration` reads it back.
[[nodiscard]] std::string duration_text(std::uint64_t seconds);

}  // namespace sbst
