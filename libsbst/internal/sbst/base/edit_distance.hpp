// SPDX-License-Identifier: Apache-2.0
// How many edits turn one text into another. Next: suggestion.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

namespace sbst
{

/// The cost of exchanging two neighbours.
enum class Swap
{
    /// Two substitutions. Source: Levenshtein, Soviet Physics Doklady 1966.
    two_edits,
    /// One edit; the exchanged units are not edited again ("optimal string alignment").
    one_edit
};

/// Insertions, deletions, substitutions and swaps that turn one text into the other. O(m n).
template <class Unit>
[[nodiscard]] std::size_t count_edits(
    std::basic_string_view<Unit> from, std::basic_string_view<Unit> to, Swap swap)
{
    std::vector<std::size_t> before(to.size() + 1);
    std::vector<std::size_t> above(to.size() + 1);
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i)
    {
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j)
        {
            const std::size_t substitution = from[i - 1] == to[j - 1] ? 0 : 1;
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + substitution});
            const bool is_swap = swap == Swap::one_edit && i > 1 && j > 1 &&
                                 from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            if (is_swap)
            {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        before.swap(above);
        above.swap(row);
    }
    return above.back();
}

}  // namespace sbst
