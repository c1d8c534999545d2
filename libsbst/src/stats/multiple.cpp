// SPDX-License-Identifier: Apache-2.0
#include <sbst/stats/multiple.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace sbst::stats
{

std::vector<double> holm(std::span<const double> p_values)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < p_values.size(); ++i)
    {
        if (p_values[i] < 0.0 || p_values[i] > 1.0)
        {
            throw std::invalid_argument("p-value " + std::to_string(i) + " is " +
                                        std::to_string(p_values[i]) + "; it lies in [0, 1]");
        }
        if (!std::isnan(p_values[i]))
        {
            order.push_back(i);
        }
    }
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
    std::vector<double> adjusted(p_values.begin(), p_values.end());
    double least = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i)
    {
        const auto left = static_cast<double>(order.size() - i);
        least = std::max(least, std::min(1.0, left * p_values[order[i]]));
        adjusted[order[i]] = least;
    }
    return adjusted;
}

double least_rank_sum_p(std::size_t m, std::size_t n)
{
    double choices = 1.0;
    for (std::size_t i = 1; i <= std::min(m, n); ++i)
    {
        choices *= static_cast<double>(m + n + 1 - i) / static_cast<double>(i);
    }
    return std::min(1.0, 2.0 / choices);
}

}  // namespace sbst::stats
