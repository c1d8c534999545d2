// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/preference_sort.hpp>

#include <algorithm>
#include <cassert>
#include <numeric>

namespace sbst
{

namespace
{

// The preferred test of one goal. `order` lists the tests by ascending length, so the first test
// with key 0 is as short as any, and ties end where the length grows. Ranks are dense, so such a
// test exists.
std::size_t preferred_test(std::span<const OrderKey> keys, std::span<const std::size_t> order,
    std::span<const std::size_t> lengths, Rng& rng)
{
    std::size_t first = 0;
    while (keys[order[first]] != 0)
    {
        ++first;
    }
    const std::size_t shortest = lengths[order[first]];
    std::size_t ties = 1;
    for (std::size_t i = first + 1; i < order.size() && lengths[order[i]] == shortest; ++i)
    {
        ties += keys[order[i]] == 0 ? 1U : 0U;
    }
    if (ties == 1)
    {
        return order[first];
    }
    std::size_t chosen = rng.index(ties);
    std::size_t place = first;
    while (chosen > 0)
    {
        ++place;
        chosen -= keys[order[place]] == 0 ? 1U : 0U;
    }
    return order[place];
}

}  // namespace

std::vector<Front> preference_sort(
    const OrderMatrix& matrix, std::span<const std::size_t> lengths, std::size_t enough, Rng& rng)
{
    const std::size_t test_count = matrix.test_count();
    assert(lengths.size() == test_count);
    std::vector<std::size_t> order(test_count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (matrix.goal_count() == 0 || test_count == 0)
    {
        return test_count == 0 ? std::vector<Front>{} : std::vector<Front>{order};
    }
    // Sorted by length once, so that the shortest test of each goal is found without comparing
    // lengths (MOSA, preference criterion).
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return lengths[a] < lengths[b]; });
    std::vector<bool> is_preferred(test_count, false);
    for (std::size_t goal = 0; goal < matrix.goal_count(); ++goal)
    {
        is_preferred[preferred_test(matrix.column(goal), order, lengths, rng)] = true;
    }

    std::vector<Front> fronts(1);
    Front others;
    for (std::size_t test = 0; test < test_count; ++test)
    {
        (is_preferred[test] ? fronts[0] : others).push_back(test);
    }
    if (others.empty())
    {
        return fronts;
    }
    if (fronts[0].size() >= enough)
    {
        fronts.push_back(std::move(others));
        return fronts;
    }
    for (Front& front : non_dominated_sort(matrix, others, enough - fronts[0].size()))
    {
        fronts.push_back(std::move(front));
    }
    return fronts;
}

}  // namespace sbst
