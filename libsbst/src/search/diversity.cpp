// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/diversity.hpp>
#include <sbst/search/dominance.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace sbst
{

namespace
{

constexpr double infinity = std::numeric_limits<double>::infinity();

// Adds the share of one goal: ends are infinite, the others get the gap between their neighbours.
// `order` is scratch.
void add_crowding(std::span<const OrderKey> column, std::span<const std::size_t> front,
    std::vector<std::size_t>& order, std::vector<double>& distances)
{
    order.resize(front.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return column[front[a]] < column[front[b]]; });
    const double low = column[front[order.front()]];
    const double range = column[front[order.back()]] - low;
    if (range == 0.0)
    {
        return;
    }
    distances[order.front()] = infinity;
    distances[order.back()] = infinity;
    for (std::size_t i = 1; i + 1 < order.size(); ++i)
    {
        const double gap = column[front[order[i + 1]]] - column[front[order[i - 1]]];
        distances[order[i]] += gap / range;
    }
}

}  // namespace

std::string_view to_string(Diversity measure)
{
    switch (measure)
    {
        case Diversity::sub_vector_dominance:
            return "sub-vector-dominance";
        case Diversity::dual_sub_vector_dominance:
            return "dual-sub-vector-dominance";
        case Diversity::fast_epsilon:
            return "fast-epsilon";
        case Diversity::crowding:
            return "crowding";
    }
    return "unknown";
}

std::vector<std::uint32_t> sub_vector_dominance(
    const OrderMatrix& matrix, std::span<const std::size_t> front)
{
    const WinCounts counts(matrix, front);
    std::vector<std::uint32_t> worst(front.size(), 0);
    for (std::size_t q = 0; q < front.size(); ++q)
    {
        for (std::size_t p = 0; p < front.size(); ++p)
        {
            worst[p] = std::max(worst[p], counts.wins(q, p));
        }
    }
    return worst;
}

std::vector<double> dual_sub_vector_dominance(
    const OrderMatrix& matrix, std::span<const std::size_t> front)
{
    const WinCounts counts(matrix, front);
    std::vector<double> least(front.size(), infinity);
    for (std::size_t p = 0; p < front.size(); ++p)
    {
        for (std::size_t q = 0; q < front.size(); ++q)
        {
            if (q != p)
            {
                least[p] = std::min(least[p], static_cast<double>(counts.wins(p, q)));
            }
        }
    }
    return least;
}

std::vector<double> fast_epsilon_dominance(
    const OrderMatrix& matrix, std::span<const std::size_t> front)
{
    const auto size = static_cast<double>(front.size());
    std::vector<double> distances(front.size(), 0.0);
    for (std::size_t goal = 0; goal < matrix.goal_count() && !front.empty(); ++goal)
    {
        const std::span<const OrderKey> column = matrix.column(goal);
        OrderKey least = column[front[0]];
        for (const std::size_t test : front)
        {
            least = std::min(least, column[test]);
        }
        const auto best_count = std::count_if(
            front.begin(), front.end(), [&](std::size_t test) { return column[test] == least; });
        const double share = (size - static_cast<double>(best_count)) / size;
        for (std::size_t i = 0; i < front.size(); ++i)
        {
            if (column[front[i]] == least)
            {
                distances[i] = std::max(distances[i], share);
            }
        }
    }
    return distances;
}

std::vector<double> crowding_distance(const OrderMatrix& matrix, std::span<const std::size_t> front)
{
    std::vector<double> distances(front.size(), 0.0);
    if (front.size() <= 2)
    {
        std::fill(distances.begin(), distances.end(), infinity);
        return distances;
    }
    std::vector<std::size_t> order;
    for (std::size_t goal = 0; goal < matrix.goal_count(); ++goal)
    {
        add_crowding(matrix.column(goal), front, order, distances);
    }
    return distances;
}

std::vector<double> spread(
    const OrderMatrix& matrix, std::span<const std::size_t> front, Diversity measure)
{
    switch (measure)
    {
        case Diversity::sub_vector_dominance:
        {
            const std::vector<std::uint32_t> worst = sub_vector_dominance(matrix, front);
            std::vector<double> negated(worst.size());
            std::transform(worst.begin(), worst.end(), negated.begin(),
                [](std::uint32_t value) { return -static_cast<double>(value); });
            return negated;
        }
        case Diversity::dual_sub_vector_dominance:
            return dual_sub_vector_dominance(matrix, front);
        case Diversity::fast_epsilon:
            return fast_epsilon_dominance(matrix, front);
        case Diversity::crowding:
            return crowding_distance(matrix, front);
    }
    return {};
}

}  // namespace sbst
