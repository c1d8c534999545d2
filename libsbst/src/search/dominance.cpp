// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/dominance.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

// Two versions of the hot kernel, chosen when the program is loaded; without them the compiler's
// baseline serves.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
#define SBST_KERNEL __attribute__((target_clones("avx2", "default")))
#else
#define SBST_KERNEL
#endif

namespace sbst
{

namespace
{

constexpr std::size_t lanes = 32;
// Number of goals packed at a time: a block of 100 tests stays in the second-level cache.
constexpr std::size_t block_goals = 2048;
static_assert(block_goals % lanes == 0);

struct PairWins
{
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};

using Bytes __attribute__((vector_size(lanes))) = signed char;
using Words __attribute__((vector_size(lanes))) = std::uint16_t;

// Counts the places where a < b and where b < a. A comparison yields -1 per lane, so byte counters
// suffice for 127 vectors; then they are added to 16-bit counters.
SBST_KERNEL PairWins count_pair(const signed char* a, const signed char* b, std::size_t vectors)
{
    Words sum_first{};
    Words sum_second{};
    while (vectors > 0)
    {
        const std::size_t run = std::min<std::size_t>(vectors, 127);
        Bytes first{};
        Bytes second{};
        for (std::size_t i = 0; i < run; ++i)
        {
            Bytes x;
            Bytes y;
            std::memcpy(&x, a + (i * lanes), lanes);
            std::memcpy(&y, b + (i * lanes), lanes);
            first -= reinterpret_cast<Bytes>(x < y);
            second -= reinterpret_cast<Bytes>(y < x);
        }
        // Folding after 127 vectors: a signed byte cannot count further.
        const auto wide_first = reinterpret_cast<Words>(first);
        const auto wide_second = reinterpret_cast<Words>(second);
        sum_first += (wide_first & 0xff) + (wide_first >> 8);
        sum_second += (wide_second & 0xff) + (wide_second >> 8);
        a += run * lanes;
        b += run * lanes;
        vectors -= run;
    }
    PairWins wins;
    for (std::size_t i = 0; i < lanes / 2; ++i)
    {
        wins.first += sum_first[i];
        wins.second += sum_second[i];
    }
    return wins;
}

// Transposes some columns into rows of signed bytes; the rest of the last vector is 0 in all rows.
void pack(const OrderMatrix& matrix, std::span<const std::size_t> tests,
    std::span<const std::size_t> columns, std::span<signed char> packed)
{
    const std::size_t stride = packed.size() / tests.size();
    std::array<const OrderKey*, lanes> sources{};
    for (std::size_t start = 0; start < stride; start += lanes)
    {
        const std::size_t width = std::min(lanes, columns.size() - start);
        for (std::size_t i = 0; i < width; ++i)
        {
            sources[i] = matrix.column(columns[start + i]).data();
        }
        for (std::size_t row = 0; row < tests.size(); ++row)
        {
            signed char* const target = packed.data() + (row * stride) + start;
            const std::size_t test = tests[row];
            for (std::size_t i = 0; i < width; ++i)
            {
                target[i] = static_cast<signed char>(static_cast<int>(sources[i][test]) - 128);
            }
            std::fill(target + width, target + lanes, static_cast<signed char>(0));
        }
    }
}

}  // namespace

WinCounts::WinCounts(const OrderMatrix& matrix, std::span<const std::size_t> tests)
{
    const auto size = static_cast<Eigen::Index>(tests.size());
    m_wins.setZero(size, size);
    if (tests.size() < 2)
    {
        return;
    }
    if (matrix.test_count() <= 256)
    {
        count_bytes(matrix, tests);
    }
    else
    {
        count_words(matrix, tests);
    }
}

void WinCounts::count_bytes(const OrderMatrix& matrix, std::span<const std::size_t> tests)
{
    const std::vector<std::size_t> columns = matrix.informative_columns();
    std::vector<signed char> packed;
    for (std::size_t start = 0; start < columns.size(); start += block_goals)
    {
        const std::size_t width = std::min(block_goals, columns.size() - start);
        const std::size_t vectors = (width + lanes - 1) / lanes;
        const std::size_t stride = vectors * lanes;
        packed.resize(stride * tests.size());
        pack(matrix, tests, std::span(columns).subspan(start, width), packed);
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            for (std::size_t j = i + 1; j < tests.size(); ++j)
            {
                const PairWins wins =
                    count_pair(packed.data() + (i * stride), packed.data() + (j * stride), vectors);
                m_wins(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) += wins.first;
                m_wins(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) += wins.second;
            }
        }
    }
}

// Large populations: ranks may need 16 bits. Each column adds to all pairs.
void WinCounts::count_words(const OrderMatrix& matrix, std::span<const std::size_t> tests)
{
    std::vector<OrderKey> keys(tests.size());
    for (const std::size_t goal : matrix.informative_columns())
    {
        const std::span<const OrderKey> column = matrix.column(goal);
        std::transform(tests.begin(), tests.end(), keys.begin(),
            [&](std::size_t test) { return column[test]; });
        for (std::size_t i = 0; i < keys.size(); ++i)
        {
            const OrderKey mine = keys[i];
            std::uint32_t* const row = &m_wins(static_cast<Eigen::Index>(i), 0);
            for (std::size_t j = 0; j < keys.size(); ++j)
            {
                row[j] += mine < keys[j] ? 1U : 0U;
            }
        }
    }
}

}  // namespace sbst
