// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/order_matrix.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace sbst
{

namespace
{

// Columns with at most this many distinct values are ranked without sorting the tests. Most tests
// do not come near most goals, so nearly all columns are of this kind.
constexpr std::size_t few = 8;

// A 48-bit key that never contradicts the exact order: when two keys differ, the fitness values
// differ in the same direction; when keys are equal, nothing follows. The low 16 bits are free for
// the test's index.
std::uint64_t coarse_key(const Fitness& fitness)
{
    if (fitness.is_covered())
    {
        return 0;
    }
    const std::uint64_t level = std::min<std::uint32_t>(fitness.approach_level, 0x7ff);
    // The distance as a number of 320 bits: its width (9 bits), then the 27 bits after the leading
    // one.
    const auto& limbs = fitness.distance.whole.limbs;
    const std::array<std::uint64_t, 6> words{
        0, fitness.distance.fraction, limbs[0], limbs[1], limbs[2], limbs[3]};
    std::size_t top = words.size() - 1;
    while (top > 1 && words[top] == 0)
    {
        --top;
    }
    std::uint64_t magnitude = 0;
    if (words[top] != 0)
    {
        const auto zeros = static_cast<unsigned>(std::countl_zero(words[top]));
        const std::uint64_t width = (64 * top) - zeros;
        std::uint64_t mantissa = words[top] << zeros;
        mantissa |= zeros == 0 ? 0 : words[top - 1] >> (64U - zeros);
        magnitude = (width << 27U) | ((mantissa & ~(std::uint64_t{1} << 63U)) >> 36U);
    }
    return (std::uint64_t{1} << 63U) | (level << 52U) | (magnitude << 16U);
}

}  // namespace

void OrderMatrix::resize(std::size_t tests, std::size_t goals)
{
    assert(tests <= max_tests);
    m_keys.resize(static_cast<Eigen::Index>(tests), static_cast<Eigen::Index>(goals));
    m_distinct.assign(goals, 1);
}

void OrderMatrix::fill_column(std::size_t goal, std::span<const Fitness> fitness)
{
    assert(fitness.size() == test_count());
    const std::span<OrderKey> keys(m_keys.data() + (goal * test_count()), test_count());
    m_distinct[goal] = static_cast<OrderKey>(rank(fitness, keys));
}

void OrderMatrix::fill(std::span<const Fitness* const> rows, std::span<const std::size_t> places)
{
    resize(rows.size(), places.size());
    m_column.resize(rows.size());
    for (std::size_t goal = 0; goal < places.size(); ++goal)
    {
        for (std::size_t test = 0; test < rows.size(); ++test)
        {
            m_column[test] = rows[test][places[goal]];
        }
        fill_column(goal, m_column);
    }
}

std::vector<std::size_t> OrderMatrix::informative_columns() const
{
    std::vector<std::size_t> columns;
    columns.reserve(goal_count());
    for (std::size_t goal = 0; goal < goal_count(); ++goal)
    {
        if (m_distinct[goal] > 1)
        {
            columns.push_back(goal);
        }
    }
    return columns;
}

std::size_t OrderMatrix::rank(std::span<const Fitness> fitness, std::span<OrderKey> keys)
{
    // A linear search in a few values beats a sort; most neighbours have the same fitness, so the
    // last hit is tried first.
    std::array<const Fitness*, few> seen{};
    std::size_t count = 0;
    std::size_t last = 0;
    for (std::size_t test = 0; test < fitness.size(); ++test)
    {
        if (count == 0 || fitness[test] != *seen[last])
        {
            last = 0;
            while (last < count && fitness[test] != *seen[last])
            {
                ++last;
            }
            if (last == count)
            {
                if (count == few)
                {
                    return rank_by_sorting(fitness, keys);
                }
                seen[count++] = &fitness[test];
            }
        }
        keys[test] = static_cast<OrderKey>(last);
    }
    if (count <= 1)
    {
        return count;
    }
    std::array<OrderKey, few> rank_of{};
    for (std::size_t i = 0; i < count; ++i)
    {
        for (std::size_t j = 0; j < count; ++j)
        {
            rank_of[i] = static_cast<OrderKey>(rank_of[i] + (*seen[j] < *seen[i] ? 1 : 0));
        }
    }
    for (OrderKey& key : keys)
    {
        key = rank_of[key];
    }
    return count;
}

std::size_t OrderMatrix::rank_by_sorting(std::span<const Fitness> fitness, std::span<OrderKey> keys)
{
    // 64-bit keys are sorted instead of exact fitness values, which only few pairs need.
    m_entries.clear();
    for (std::size_t test = 0; test < fitness.size(); ++test)
    {
        m_entries.push_back(coarse_key(fitness[test]) | test);
    }
    std::sort(m_entries.begin(), m_entries.end());
    const auto test_of = [](std::uint64_t entry) {
        return static_cast<std::size_t>(entry & 0xffffU);
    };
    std::size_t rank = 0;
    for (auto start = m_entries.begin(); start != m_entries.end();)
    {
        // Among equal coarse keys the exact values decide.
        const std::uint64_t coarse = *start >> 16U;
        const auto end = std::find_if(
            start, m_entries.end(), [&](std::uint64_t entry) { return entry >> 16U != coarse; });
        if (end - start > 1)
        {
            std::sort(start, end, [&](std::uint64_t a, std::uint64_t b) {
                return fitness[test_of(a)] < fitness[test_of(b)];
            });
        }
        for (auto entry = start; entry != end; ++entry)
        {
            if (entry != start && fitness[test_of(*entry)] != fitness[test_of(*(entry - 1))])
            {
                ++rank;
            }
            keys[test_of(*entry)] = static_cast<OrderKey>(rank);
        }
        ++rank;
        start = end;
    }
    return rank;
}

}  // namespace sbst
