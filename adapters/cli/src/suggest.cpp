// SPDX-License-Identifier: Apache-2.0
#include "suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

namespace sbst::cli
{

namespace
{

/// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(std::string_view from, std::string_view to)
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
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
            {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        before.swap(above);
        above.swap(row);
    }
    return above.back();
}

}  // namespace

std::string suggestion(std::string_view unknown, std::span<const std::string_view> known)
{
    constexpr std::size_t longest_word = 64;
    if (unknown.empty() || unknown.size() > longest_word)
    {
        return {};
    }
    std::string_view nearest;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const std::string_view word : known)
    {
        const bool is_beginning = unknown.size() > 2 && word.starts_with(unknown);
        const std::size_t distance = is_beginning ? 1 : edit_distance(unknown, word);
        if (distance < least && distance <= std::max<std::size_t>(1, unknown.size() / 3))
        {
            least = distance;
            nearest = word;
        }
    }
    return nearest.empty() ? std::string() : fmt::format(" (did you mean '{}'?)", nearest);
}

}  // namespace sbst::cli
