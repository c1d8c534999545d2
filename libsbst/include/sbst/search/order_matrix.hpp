// SPDX-License-Identifier: Apache-2.0
// The order matrix: small integers in the order of the exact fitness, so that sorting and diversity
// work on bytes without loss. Next: dominance.hpp, preference_sort.hpp.
#pragma once

#include <sbst/fitness/fitness.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sbst
{

/// Dense rank of a fitness within its column: 0 is the best.
using OrderKey = std::uint16_t;
/// Rows = tests, columns = active goals; a column is contiguous.
using OrderArray = Eigen::Array<OrderKey, Eigen::Dynamic, Eigen::Dynamic>;

/// Dense ranks of exact fitness, column by column.
///
/// Two tests have the same key in a column exactly when their fitness for that goal is equal; a
/// smaller key is a smaller (better) fitness. Keys of different columns cannot be compared.
class OrderMatrix
{
public:
    /// The most tests that a matrix holds.
    static constexpr std::size_t max_tests = 65535;

    OrderMatrix() = default;
    OrderMatrix(std::size_t tests, std::size_t goals) { resize(tests, goals); }

    /// Sets the shape; the contents are lost, capacity is kept where it suffices. Precondition:
    /// tests <= max_tests.
    void resize(std::size_t tests, std::size_t goals);

    /// Ranks one column. `fitness` holds one entry per test. O(n) for few distinct values, else O(n
    /// log n).
    void fill_column(std::size_t goal, std::span<const Fitness> fitness);

    /// Fills all columns from rows that may hold more than is needed: column j is made of
    /// `rows[i][places[j]]`. Shape: `rows.size()` tests, `places.size()` goals.
    void fill(std::span<const Fitness* const> rows, std::span<const std::size_t> places);

    [[nodiscard]] std::size_t test_count() const { return static_cast<std::size_t>(m_keys.rows()); }
    [[nodiscard]] std::size_t goal_count() const { return static_cast<std::size_t>(m_keys.cols()); }
    [[nodiscard]] OrderKey key(std::size_t test, std::size_t goal) const
    {
        return m_keys(static_cast<Eigen::Index>(test), static_cast<Eigen::Index>(goal));
    }
    [[nodiscard]] std::span<const OrderKey> column(std::size_t goal) const
    {
        return {m_keys.data() + (goal * test_count()), test_count()};
    }
    [[nodiscard]] const OrderArray& keys() const { return m_keys; }
    /// Columns in which some tests differ, ascending; all tests are equal in the others.
    [[nodiscard]] std::vector<std::size_t> informative_columns() const;

private:
    /// Returns the number of distinct values.
    std::size_t rank(std::span<const Fitness> fitness, std::span<OrderKey> keys);
    std::size_t rank_by_sorting(std::span<const Fitness> fitness, std::span<OrderKey> keys);

    OrderArray m_keys;
    std::vector<OrderKey> m_distinct;
    std::vector<std::uint64_t> m_entries;
    std::vector<Fitness> m_column;
};

}  // namespace sbst
