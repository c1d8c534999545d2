// SPDX-License-Identifier: Apache-2.0
#include "core/search/random_matrix.hpp"
#include "support/catch.hpp"

#include <sbst/search/order_matrix.hpp>

#include <algorithm>

using namespace sbst;
using namespace sbst::testing_support;

namespace
{

Fitness random_fitness(Rng& rng)
{
    if (rng.chance(0.1))
    {
        return rng.chance(0.5) ? Fitness::covered() : Fitness::worst();
    }
    U256 whole = rng.chance(0.5) ? U256{rng.below(4)} : rng.word() >> rng.below(256);
    if (rng.chance(0.3))
    {
        whole = (U256::max() >> rng.below(256)) - U256{rng.below(2)};
    }
    return {true, static_cast<std::uint32_t>(rng.below(3)),
        Distance(whole, rng.chance(0.5) ? rng.below(3) : rng.next())};
}

}  // namespace

TEST_CASE("order matrix: covered comes before open, approach level before distance",
    "[core][order_matrix][unit]")
{
    OrderMatrix matrix(5, 1);
    const std::vector<Fitness> column{
        open_at(0, 1), open_at(7), Fitness::worst(), Fitness::covered(), open_at(7)};
    matrix.fill_column(0, column);
    const std::span<const OrderKey> keys = matrix.column(0);
    CHECK(std::vector<OrderKey>(keys.begin(), keys.end()) == std::vector<OrderKey>{2, 1, 3, 0, 1});
}

TEST_CASE("order matrix: an open test at distance 0 is not ranked as covered",
    "[core][order_matrix][unit]")
{
    OrderMatrix matrix(2, 1);
    matrix.fill_column(0, std::vector<Fitness>{open_at(0), Fitness::covered()});
    CHECK(matrix.key(0, 0) == 1);
    CHECK(matrix.key(1, 0) == 0);
}

TEST_CASE("order matrix: steps that doubles cannot tell apart keep their order",
    "[core][order_matrix][unit]")
{
    const U256 large = U256::power_of_two(200);
    std::vector<Fitness> column;
    for (std::uint64_t i = 0; i < 20; ++i)
    {
        column.push_back({true, 0, Distance(large + U256{19 - i})});
    }
    column.push_back({true, 0, Distance(large, 1)});
    OrderMatrix matrix(column.size(), 1);
    matrix.fill_column(0, column);
    CHECK(matrix.key(19, 0) == 0);
    CHECK(matrix.key(20, 0) == 1);
    CHECK(matrix.key(0, 0) == 20);
}

TEST_CASE("order matrix: keys order tests exactly as their fitness does and are dense",
    "[core][order_matrix][property]")
{
    for (std::uint64_t seed = 0; seed < 200; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        std::vector<Fitness> column(1 + rng.index(120));
        const std::size_t distinct = 1 + rng.index(30);
        std::vector<Fitness> values(distinct);
        std::generate(values.begin(), values.end(), [&] { return random_fitness(rng); });
        for (Fitness& fitness : column)
        {
            fitness = values[rng.index(distinct)];
        }
        OrderMatrix matrix(column.size(), 1);
        matrix.fill_column(0, column);
        bool is_exact = true;
        OrderKey largest = 0;
        for (std::size_t a = 0; a < column.size(); ++a)
        {
            largest = std::max(largest, matrix.key(a, 0));
            for (std::size_t b = 0; b < column.size(); ++b)
            {
                is_exact = is_exact &&
                           (matrix.key(a, 0) <=> matrix.key(b, 0)) == (column[a] <=> column[b]);
            }
        }
        CHECK(is_exact);
        std::sort(column.begin(), column.end());
        const auto end = std::unique(column.begin(), column.end());
        CHECK(largest + 1 == end - column.begin());
    }
}

TEST_CASE("order matrix: filling from rows picks the wanted places in their order",
    "[core][order_matrix][unit]")
{
    const std::vector<Fitness> a{open_at(1), open_at(9), open_at(5)};
    const std::vector<Fitness> b{open_at(2), open_at(3), open_at(5)};
    const std::vector<const Fitness*> rows{a.data(), b.data()};
    OrderMatrix matrix;
    matrix.fill(rows, std::vector<std::size_t>{2, 0, 1});
    REQUIRE(matrix.goal_count() == 3);
    CHECK((matrix.keys() == (OrderArray(2, 3) << 0, 0, 1, 0, 1, 0).finished()).all());
    CHECK(matrix.informative_columns() == std::vector<std::size_t>{1, 2});
}
