// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/selection.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace sbst
{

std::size_t select_by_tournament(std::span<const Standing> population, std::size_t size, Rng& rng)
{
    assert(!population.empty() && size > 0);
    std::size_t winner = rng.index(population.size());
    for (std::size_t round = 1; round < size; ++round)
    {
        std::size_t rival = rng.index(population.size());
        if (rival == winner)
        {
            rival = (rival + 1) % population.size();
        }
        if (is_better(population[rival], population[winner]))
        {
            winner = rival;
        }
    }
    return winner;
}

std::size_t rank_position(std::size_t size, double bias, double uniform)
{
    assert(size > 0 && bias > 1.0);
    const double root = std::sqrt((bias * bias) - (4.0 * (bias - 1.0) * uniform));
    const double place = static_cast<double>(size) * (bias - root) / (2.0 * (bias - 1.0));
    return std::min(static_cast<std::size_t>(std::max(place, 0.0)), size - 1);
}

std::vector<std::size_t> sort_by_standing(std::span<const Standing> population)
{
    std::vector<std::size_t> order(population.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return is_better(population[a], population[b]); });
    return order;
}

}  // namespace sbst
