// SPDX-License-Identifier: Apache-2.0
// Dominance: in how many goals one test beats another, counted once for every pair; dominance and
// the sub-vector measures are read from these counts. Next: non_dominated_sort.hpp.
#pragma once

#include <sbst/search/order_matrix.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <span>

namespace sbst
{

/// How often each of the chosen tests beats each other one.
class WinCounts
{
public:
    /// Counts over all goals of `matrix`. `tests` lists rows; the other members name a test by its
    /// place in `tests`. O(n^2 m) byte comparisons for n tests and m goals in which tests differ
    /// (16-bit comparisons for more than 256 tests).
    WinCounts(const OrderMatrix& matrix, std::span<const std::size_t> tests);

    [[nodiscard]] std::size_t test_count() const { return static_cast<std::size_t>(m_wins.rows()); }

    /// The number of goals for which `winner` is strictly better than `loser`.
    [[nodiscard]] std::uint32_t wins(std::size_t winner, std::size_t loser) const
    {
        return m_wins(static_cast<Eigen::Index>(winner), static_cast<Eigen::Index>(loser));
    }

    /// Tells whether `one` is never worse, and better for some goal.
    [[nodiscard]] bool dominates(std::size_t one, std::size_t other) const
    {
        return wins(one, other) > 0 && wins(other, one) == 0;
    }

private:
    void count_bytes(const OrderMatrix& matrix, std::span<const std::size_t> tests);
    void count_words(const OrderMatrix& matrix, std::span<const std::size_t> tests);

    Eigen::Array<std::uint32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> m_wins;
};

}  // namespace sbst
