// SPDX-License-Identifier: Apache-2.0
// Order matrices for the tests of sorting and diversity: from tables, and random ones.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/search/order_matrix.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace sbst::testing_support
{

[[nodiscard]] inline Fitness open_at(std::uint64_t distance, std::uint32_t level = 0)
{
    return {true, level, Distance(U256{distance})};
}

/// Rows of the table are tests; entries are distances, 0 = covered.
[[nodiscard]] inline OrderMatrix matrix_of(const std::vector<std::vector<std::uint64_t>>& table)
{
    OrderMatrix matrix(table.size(), table.empty() ? 0 : table[0].size());
    for (std::size_t goal = 0; goal < matrix.goal_count(); ++goal)
    {
        std::vector<Fitness> column;
        for (const std::vector<std::uint64_t>& row : table)
        {
            column.push_back(row[goal] == 0 ? Fitness::covered() : open_at(row[goal]));
        }
        matrix.fill_column(goal, column);
    }
    return matrix;
}

/// Distances below `values`: small ones give ties, equal rows and dominated tests.
[[nodiscard]] inline OrderMatrix random_matrix(
    std::size_t tests, std::size_t goals, std::uint64_t values, Rng& rng)
{
    OrderMatrix matrix(tests, goals);
    std::vector<Fitness> column(tests);
    for (std::size_t goal = 0; goal < goals; ++goal)
    {
        for (Fitness& fitness : column)
        {
            fitness = open_at(rng.below(values));
        }
        matrix.fill_column(goal, column);
    }
    return matrix;
}

[[nodiscard]] inline std::vector<std::size_t> all_rows(const OrderMatrix& matrix)
{
    std::vector<std::size_t> rows(matrix.test_count());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    return rows;
}

}  // namespace sbst::testing_support
