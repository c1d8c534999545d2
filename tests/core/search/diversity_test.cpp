// SPDX-License-Identifier: Apache-2.0
#include "core/search/random_matrix.hpp"
#include "support/catch.hpp"

#include <sbst/search/diversity.hpp>
#include <sbst/search/selection.hpp>
#include <sbst/search/survival.hpp>

#include <limits>
#include <set>

using namespace sbst;
using namespace sbst::testing_support;

namespace
{

constexpr double infinity = std::numeric_limits<double>::infinity();

// Four tests, none of which dominates another; tenths.
OrderMatrix worked_front()
{
    return matrix_of({{1, 9, 5}, {4, 2, 5}, {3, 3, 1}, {2, 8, 6}});
}

}  // namespace

TEST_CASE("diversity: the worked front gives the published values of every measure",
    "[core][diversity][golden]")
{
    const OrderMatrix matrix = worked_front();
    const std::vector<std::size_t> front = all_rows(matrix);
    CHECK(sub_vector_dominance(matrix, front) == std::vector<std::uint32_t>{2, 2, 1, 2});
    CHECK(dual_sub_vector_dominance(matrix, front) == std::vector<double>{1, 1, 2, 1});
    CHECK(fast_epsilon_dominance(matrix, front) == std::vector<double>{0.75, 0.75, 0.75, 0.0});
    CHECK(crowding_distance(matrix, front) == std::vector<double>(4, infinity));
}

TEST_CASE("diversity: the common scale prefers the same test whichever direction a measure has",
    "[core][diversity][unit]")
{
    const OrderMatrix matrix = worked_front();
    const std::vector<std::size_t> front = all_rows(matrix);
    CHECK(spread(matrix, front, Diversity::sub_vector_dominance) ==
          std::vector<double>{-2, -2, -1, -2});
    CHECK(spread(matrix, front, Diversity::dual_sub_vector_dominance) ==
          std::vector<double>{1, 1, 2, 1});
}

TEST_CASE("diversity: a lone test is as diverse as can be", "[core][diversity][unit]")
{
    const OrderMatrix matrix = worked_front();
    const std::vector<std::size_t> lone{2};
    CHECK(sub_vector_dominance(matrix, lone) == std::vector<std::uint32_t>{0});
    CHECK(dual_sub_vector_dominance(matrix, lone) == std::vector<double>{infinity});
    CHECK(crowding_distance(matrix, lone) == std::vector<double>{infinity});
    CHECK(fast_epsilon_dominance(matrix, lone) == std::vector<double>{0.0});
    CHECK(fast_epsilon_dominance(matrix, {}).empty());
}

TEST_CASE("crowding: inner tests get the gap between neighbours, constant goals add nothing",
    "[core][diversity][unit]")
{
    // Keys of goal 0: 0 1 2 3; goal 1 is constant over the front.
    const OrderMatrix matrix = matrix_of({{1, 5}, {2, 5}, {30, 5}, {40, 5}});
    const std::vector<double> distances = crowding_distance(matrix, all_rows(matrix));
    CHECK(distances[0] == infinity);
    CHECK(distances[1] == Approx(2.0 / 3.0));
    CHECK(distances[2] == Approx(2.0 / 3.0));
    CHECK(distances[3] == infinity);
}

TEST_CASE("fast epsilon dominance: a goal that is constant over the front adds nothing",
    "[core][diversity][unit]")
{
    const OrderMatrix matrix = matrix_of({{4, 1}, {4, 2}, {4, 2}});
    const std::vector<double> distances = fast_epsilon_dominance(matrix, all_rows(matrix));
    CHECK(distances[0] == Approx(2.0 / 3.0));
    CHECK(distances[1] == 0.0);
    CHECK(distances[2] == 0.0);
}

TEST_CASE("rank selection: positions of the worked example", "[core][selection][golden]")
{
    const auto [uniform, place] = GENERATE(table<double, std::size_t>(
        {{0.0, 0}, {0.1, 3}, {0.25, 7}, {0.5, 17}, {0.75, 28}, {0.9, 38}, {0.99, 48}}));
    CHECK(rank_position(50, 1.7, uniform) == place);
}

TEST_CASE("rank selection: every position is inside the population", "[core][selection][property]")
{
    Rng rng(5);
    for (int i = 0; i < 1000; ++i)
    {
        const std::size_t size = 1 + rng.index(60);
        CHECK(rank_position(size, 1.01 + (0.99 * rng.real()), rng.real()) < size);
    }
    CHECK(rank_position(50, 2.0, 0.9999999999999999) < 50);
}

TEST_CASE("tournament: a large one nearly always finds the best, of size 1 it is uniform",
    "[core][selection][unit]")
{
    const std::vector<Standing> population{{1, 0.0}, {0, 1.0}, {0, 2.0}, {2, 9.0}};
    Rng rng(11);
    std::vector<int> wins(population.size(), 0);
    std::vector<int> drawn(population.size(), 0);
    for (int i = 0; i < 1000; ++i)
    {
        ++wins[select_by_tournament(population, 10, rng)];
        ++drawn[select_by_tournament(population, 1, rng)];
    }
    CHECK(wins[2] > 900);
    CHECK(wins[3] == 0);
    CHECK(*std::min_element(drawn.begin(), drawn.end()) > 200);
    CHECK(select_by_tournament(std::vector<Standing>(1), 10, rng) == 0);
}

TEST_CASE("sort_by_standing: rank first, then spread, equals by index", "[core][selection][unit]")
{
    const std::vector<Standing> population{{1, 5.0}, {0, 1.0}, {0, 2.0}, {1, 5.0}};
    CHECK(sort_by_standing(population) == std::vector<std::size_t>{2, 1, 0, 3});
}

TEST_CASE("survival: DynaMOSA keeps the whole first front, MOSA cuts it by diversity",
    "[core][survival][unit]")
{
    const OrderMatrix matrix = matrix_of({{1, 9, 9}, {9, 1, 9}, {9, 9, 1}, {5, 5, 5}});
    const std::vector<std::size_t> lengths(4, 3);
    Rng rng(2);
    SurvivalRule rule{.capacity = 2};
    CHECK(choose_survivors(matrix, lengths, rule, rng).tests == std::vector<std::size_t>{0, 1, 2});
    rule.keep_first_front = false;
    CHECK(choose_survivors(matrix, lengths, rule, rng).tests == std::vector<std::size_t>{0, 1});
}

TEST_CASE("survival: the most diverse tests of the front that does not fit survive",
    "[core][survival][unit]")
{
    // Front 0 is {4}; the worked front comes after it; test 2 is its most diverse.
    const OrderMatrix matrix = matrix_of({{1, 9, 5}, {4, 2, 5}, {3, 3, 2}, {2, 8, 6}, {1, 2, 1}});
    const std::vector<std::size_t> lengths{2, 2, 2, 2, 1};
    Rng rng(2);
    const Survivors survivors = choose_survivors(matrix, lengths, {.capacity = 2}, rng);
    CHECK(survivors.tests == std::vector<std::size_t>{4, 2});
    CHECK(survivors.standings[0].rank == 0);
    CHECK(survivors.standings[1].rank == 1);
}

TEST_CASE(
    "survival: without goals the first tests survive up to the capacity", "[core][survival][unit]")
{
    Rng rng(2);
    const std::vector<std::size_t> lengths(5, 1);
    const Survivors survivors = choose_survivors(OrderMatrix(5, 0), lengths, {.capacity = 3}, rng);
    CHECK(survivors.tests == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("survival: the same seed chooses the same tests", "[core][survival][property]")
{
    Rng source(9);
    const OrderMatrix matrix = random_matrix(60, 30, 4, source);
    const std::vector<std::size_t> lengths(60, 5);
    Rng first(4);
    Rng second(4);
    Rng other(5);
    const auto chosen = choose_survivors(matrix, lengths, {.capacity = 20}, first).tests;
    CHECK(chosen == choose_survivors(matrix, lengths, {.capacity = 20}, second).tests);
    CHECK(chosen != choose_survivors(matrix, lengths, {.capacity = 20}, other).tests);
    CHECK(std::set<std::size_t>(chosen.begin(), chosen.end()).size() == chosen.size());
}
