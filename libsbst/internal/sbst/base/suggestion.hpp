// SPDX-License-Identifier: Apache-2.0
// "Did you mean": suggests known words for an unknown one.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

/// The words nearest to an unknown one, at most three that are equally near, each once, in their
/// order: words that differ only in case; otherwise those of the least edit distance, up to a third
/// of the length. The beginning of a word counts as two edits, another part of it as three. Leading
/// dashes are ignored.
[[nodiscard]] std::vector<std::string_view> nearest_words(
    std::string_view unknown, std::span<const std::string_view> known);

/// ` (did you mean 'A' or 'B'?)`; empty when there are no words.
[[nodiscard]] std::string did_you_mean(std::span<const std::string_view> words);

/// Both: ` (did you mean 'WORD'?)`, or empty when no word is near.
[[nodiscard]] std::string suggestion(
    std::string_view unknown, std::span<const std::string_view> known);

}  // namespace sbst
