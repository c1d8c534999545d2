// SPDX-License-Identifier: Apache-2.0
// Cost of one generation's mathematics: preference sort, sub-vector dominance and the choice of 50
// out of 100 tests over many goals, and the order matrix before it.
#include "bench.hpp"

#include <sbst/random/rng.hpp>
#include <sbst/search/order_matrix.hpp>
#include <sbst/search/survival.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst::bench
{

namespace
{

constexpr std::size_t test_count = 100;

// How the fitness values of a column are spread.
enum class Shape
{
    // Every test has its own distance.
    distinct,
    // As in a real run: most columns distinguish few tests, some all.
    mixed
};

Fitness draw_fitness(Shape shape, bool is_flat, Rng& rng)
{
    if (shape == Shape::mixed && is_flat)
    {
        return {true, rng.chance(0.05) ? 1U : 2U, Distance(U256{1 + rng.below(2)})};
    }
    return {true, 0, Distance(rng.word() >> rng.below(256))};
}

std::vector<std::vector<Fitness>> draw_rows(std::size_t goal_count, Shape shape, Rng& rng)
{
    std::vector<std::vector<Fitness>> rows(test_count, std::vector<Fitness>(goal_count));
    for (std::size_t goal = 0; goal < goal_count; ++goal)
    {
        const bool is_flat = rng.chance(0.8);
        for (std::vector<Fitness>& row : rows)
        {
            row[goal] = draw_fitness(shape, is_flat, rng);
        }
    }
    return rows;
}

void bench_goals(std::size_t goal_count, Shape shape, const Effort& effort)
{
    Rng rng(goal_count);
    const std::vector<std::vector<Fitness>> rows = draw_rows(goal_count, shape, rng);
    std::vector<const Fitness*> starts;
    std::vector<std::size_t> lengths;
    for (const std::vector<Fitness>& row : rows)
    {
        starts.push_back(row.data());
        lengths.push_back(1 + rng.index(40));
    }
    std::vector<std::size_t> places(goal_count);
    for (std::size_t goal = 0; goal < goal_count; ++goal)
    {
        places[goal] = goal;
    }
    const std::string suffix = fmt::format("{}/tests={},goals={}",
        shape == Shape::distinct ? "distinct" : "mixed", test_count, goal_count);

    OrderMatrix matrix;
    report("core/order_matrix/" + suffix,
        median_seconds(effort, [&] { matrix.fill(starts, places); }));
    std::size_t survivor_count = 0;
    const SurvivalRule rule{.capacity = 50, .keep_first_front = false};
    report("core/preference_sort+sub_vector_dominance+choice/" + suffix,
        median_seconds(effort,
            [&] { survivor_count += choose_survivors(matrix, lengths, rule, rng).tests.size(); }));
    keep(survivor_count);
}

}  // namespace

void bench_search(const Effort& effort)
{
    for (const Shape shape : {Shape::distinct, Shape::mixed})
    {
        for (const std::size_t goal_count : {100U, 1000U, 10000U})
        {
            bench_goals(goal_count, shape, effort);
        }
    }
}

}  // namespace sbst::bench
