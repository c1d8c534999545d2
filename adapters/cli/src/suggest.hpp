// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known word nearest to an unknown one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sbst::cli
{

/// Returns ` (did you mean 'WORD'?)` for the nearest word, or nothing when none is near: an edit
/// distance of at most a third of the length, or a beginning of a known word.
[[nodiscard]] std::string suggestion(
    std::string_view unknown, std::span<const std::string_view> known);

}  // namespace sbst::cli
