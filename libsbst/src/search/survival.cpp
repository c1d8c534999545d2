// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/preference_sort.hpp>
#include <sbst/search/survival.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace sbst
{

Survivors choose_survivors(const OrderMatrix& matrix, std::span<const std::size_t> lengths,
    const SurvivalRule& rule, Rng& rng)
{
    const std::vector<Front> fronts = preference_sort(matrix, lengths, rule.capacity, rng);
    std::size_t places = rule.capacity;
    if (rule.keep_first_front && matrix.goal_count() > 0 && !fronts.empty())
    {
        places = std::max(places, fronts[0].size());
    }
    Survivors survivors;
    for (std::size_t rank = 0; rank < fronts.size() && places > 0; ++rank)
    {
        const Front& front = fronts[rank];
        const std::vector<double> spreads = spread(matrix, front, rule.diversity);
        std::vector<std::size_t> order(front.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (front.size() > places)
        {
            std::stable_sort(order.begin(), order.end(),
                [&](std::size_t a, std::size_t b) { return spreads[a] > spreads[b]; });
            order.resize(places);
        }
        for (const std::size_t i : order)
        {
            survivors.tests.push_back(front[i]);
            survivors.standings.push_back({static_cast<std::uint32_t>(rank), spreads[i]});
        }
        places -= order.size();
    }
    return survivors;
}

}  // namespace sbst
