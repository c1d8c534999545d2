// SPDX-License-Identifier: Apache-2.0
#include "core/search/random_matrix.hpp"
#include "support/catch.hpp"

#include <sbst/search/dominance.hpp>
#include <sbst/search/non_dominated_sort.hpp>
#include <sbst/search/preference_sort.hpp>

#include <algorithm>
#include <set>

using namespace sbst;
using namespace sbst::testing_support;

namespace
{

bool dominates_naively(const OrderMatrix& matrix, std::size_t one, std::size_t other)
{
    bool is_better = false;
    for (std::size_t goal = 0; goal < matrix.goal_count(); ++goal)
    {
        if (matrix.key(one, goal) > matrix.key(other, goal))
        {
            return false;
        }
        is_better = is_better || matrix.key(one, goal) < matrix.key(other, goal);
    }
    return is_better;
}

// The oracle: peel off, again and again, the tests that no remaining test dominates.
std::vector<Front> sort_naively(const OrderMatrix& matrix, std::vector<std::size_t> remaining)
{
    std::vector<Front> fronts;
    while (!remaining.empty())
    {
        Front front;
        for (const std::size_t test : remaining)
        {
            const bool is_dominated = std::any_of(remaining.begin(), remaining.end(),
                [&](std::size_t rival) { return dominates_naively(matrix, rival, test); });
            if (!is_dominated)
            {
                front.push_back(test);
            }
        }
        std::vector<std::size_t> rest;
        std::set_difference(remaining.begin(), remaining.end(), front.begin(), front.end(),
            std::back_inserter(rest));
        remaining = std::move(rest);
        fronts.push_back(std::move(front));
    }
    return fronts;
}

}  // namespace

TEST_CASE("win counts: they equal counting goal by goal, for few tests and for many",
    "[core][dominance][property]")
{
    const auto [tests, goals, values] = GENERATE(table<std::size_t, std::size_t, std::uint64_t>(
        {{1, 5, 3}, {7, 1, 2}, {40, 33, 3}, {100, 300, 1000}, {129, 64, 200}, {256, 40, 5000},
            {257, 40, 5000}, {20, 5000, 4}, {3, 9000, 2}}));
    Rng rng(tests + goals);
    const OrderMatrix matrix = random_matrix(tests, goals, values, rng);
    std::vector<std::size_t> rows = all_rows(matrix);
    rng.shuffle(std::span(rows));
    rows.resize((rows.size() + 1) / 2);
    const WinCounts counts(matrix, rows);
    bool is_equal = true;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        for (std::size_t j = 0; j < rows.size(); ++j)
        {
            std::uint32_t wins = 0;
            for (std::size_t goal = 0; goal < goals; ++goal)
            {
                wins += matrix.key(rows[i], goal) < matrix.key(rows[j], goal) ? 1U : 0U;
            }
            is_equal = is_equal && counts.wins(i, j) == wins &&
                       counts.dominates(i, j) == dominates_naively(matrix, rows[i], rows[j]);
        }
    }
    CHECK(is_equal);
}

TEST_CASE("non-dominated sort: fronts equal those of the naive cubic sort",
    "[core][non_dominated_sort][property]")
{
    for (std::uint64_t seed = 0; seed < 60; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        const std::size_t goals = 1 + rng.index(4);
        const OrderMatrix matrix = random_matrix(1 + rng.index(40), goals, 2 + rng.index(6), rng);
        const std::vector<std::size_t> rows = all_rows(matrix);
        CHECK(non_dominated_sort(matrix, rows, rows.size()) == sort_naively(matrix, rows));
    }
}

TEST_CASE("non-dominated sort: it stops as soon as enough tests are ranked",
    "[core][non_dominated_sort][unit]")
{
    const OrderMatrix matrix = matrix_of({{1}, {2}, {2}, {3}});
    const std::vector<std::size_t> rows = all_rows(matrix);
    CHECK(non_dominated_sort(matrix, rows, 2) == std::vector<Front>{{0}, {1, 2}});
    CHECK(non_dominated_sort(matrix, rows, 1) == std::vector<Front>{{0}});
    CHECK(non_dominated_sort(matrix, {}, 1).empty());
}

TEST_CASE("preference_sort: a test best for one goal is in front 0 though others dominate it",
    "[core][preference_sort][unit]")
{
    // Test 1 is best for goal 1 only through its length: test 0 dominates it.
    const OrderMatrix matrix = matrix_of({{1, 1, 1}, {2, 1, 2}, {3, 3, 3}});
    Rng rng(1);
    CHECK(preference_sort(matrix, std::vector<std::size_t>{5, 2, 1}, 3, rng) ==
          std::vector<Front>{{0, 1}, {2}});
}

TEST_CASE("preference_sort: when front 0 has enough tests all others share front 1",
    "[core][preference_sort][unit]")
{
    const OrderMatrix matrix = matrix_of({{1, 9}, {9, 1}, {2, 2}, {5, 5}, {3, 3}});
    const std::vector<std::size_t> lengths(5, 1);
    Rng rng(1);
    CHECK(preference_sort(matrix, lengths, 2, rng) == std::vector<Front>{{0, 1}, {2, 3, 4}});
    CHECK(preference_sort(matrix, lengths, 5, rng) == std::vector<Front>{{0, 1}, {2}, {4}, {3}});
    CHECK(preference_sort(matrix, lengths, 3, rng) == std::vector<Front>{{0, 1}, {2}});
}

TEST_CASE("preference_sort: exact ties are broken by a fair draw", "[core][preference_sort][unit]")
{
    const OrderMatrix matrix = matrix_of({{3}, {1}, {1}, {1}});
    const std::vector<std::size_t> lengths{1, 4, 4, 5};
    Rng rng(7);
    std::size_t first = 0;
    constexpr std::size_t draws = 2000;
    for (std::size_t i = 0; i < draws; ++i)
    {
        const std::size_t chosen = preference_sort(matrix, lengths, 1, rng)[0].at(0);
        REQUIRE((chosen == 1 || chosen == 2));
        first += chosen == 1 ? 1U : 0U;
    }
    CHECK(first > 900);
    CHECK(first < 1100);
}

TEST_CASE("preference_sort: without goals all tests are in one front and nothing is drawn",
    "[core][preference_sort][unit]")
{
    Rng rng(3);
    const Rng before = rng;
    CHECK(preference_sort(OrderMatrix(3, 0), std::vector<std::size_t>{1, 2, 3}, 2, rng) ==
          std::vector<Front>{{0, 1, 2}});
    CHECK(preference_sort(OrderMatrix(0, 0), {}, 2, rng).empty());
    CHECK(rng == before);
}
