// SPDX-License-Identifier: Apache-2.0
#include <sbst/stats/ranks.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace sbst::stats
{

MidRanks mid_ranks(std::span<const double> values)
{
    if (std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }))
    {
        throw std::invalid_argument("values to be ranked hold a NaN");
    }
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });

    MidRanks result;
    result.ranks.resize(values.size());
    for (std::size_t first = 0; first < order.size();)
    {
        std::size_t end = first + 1;
        while (end < order.size() && values[order[end]] == values[order[first]])
        {
            ++end;
        }
        const auto tied = static_cast<double>(end - first);
        const double rank = static_cast<double>(first + end + 1) / 2.0;
        for (std::size_t i = first; i < end; ++i)
        {
            result.ranks[order[i]] = rank;
        }
        result.tie_term += tied * tied * tied - tied;
        first = end;
    }
    return result;
}

void require_sample(std::span<const double> values, const char* sample)
{
    if (values.empty())
    {
        throw std::invalid_argument(std::string{sample} + " is empty");
    }
    const auto nan =
        std::find_if(values.begin(), values.end(), [](double value) { return std::isnan(value); });
    if (nan != values.end())
    {
        throw std::invalid_argument(std::string{sample} + "[" +
                                    std::to_string(nan - values.begin()) +
                                    "] is NaN: leave missing values out");
    }
}

}  // namespace sbst::stats
