// SPDX-License-Identifier: Apache-2.0
#include <sbst/stats/bootstrap.hpp>
#include <sbst/stats/descriptive.hpp>
#include <sbst/stats/ranks.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace sbst::stats
{

namespace
{

/// Uniform below `bound`. The standard fixes the engine's numbers, but not the distributions.
std::size_t draw(std::mt19937_64& engine, std::size_t bound)
{
    // Numbers beyond the last whole multiple of the bound are drawn again.
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t limit = most - most % bound;
    std::uint64_t number = engine();
    while (number >= limit)
    {
        number = engine();
    }
    return static_cast<std::size_t>(number % bound);
}

void check(const BootstrapOptions& options)
{
    if (!(options.level > 0.0 && options.level < 1.0) || options.resamples == 0)
    {
        throw std::invalid_argument("a bootstrap of level " + std::to_string(options.level) +
                                    " with " + std::to_string(options.resamples) +
                                    " resamples was requested; the level must be in (0, 1), and "
                                    "there must be at least one resample");
    }
}

/// base to the power of exponent, or limit + 1 when that is more than the limit.
std::size_t power_up_to(std::size_t base, std::size_t exponent, std::size_t limit)
{
    std::size_t result = 1;
    for (std::size_t i = 0; i < exponent; ++i)
    {
        if (result > limit / base)
        {
            return limit + 1;
        }
        result *= base;
    }
    return result;
}

/// Goes to the next choice of indices below `bound`, like a counter; false after the last.
bool advance(std::span<std::size_t> indices, std::size_t bound)
{
    for (std::size_t& index : indices)
    {
        if (++index < bound)
        {
            return true;
        }
        index = 0;
    }
    return false;
}

Interval interval_of(std::vector<double> values, double level, bool is_enumerated)
{
    std::sort(values.begin(), values.end());
    Interval result;
    result.low = sorted_quantile(values, (1.0 - level) / 2.0);
    result.high = sorted_quantile(values, (1.0 + level) / 2.0);
    const double middle = mean(values);
    double squares = 0.0;
    for (const double value : values)
    {
        squares += (value - middle) * (value - middle);
    }
    result.standard_error = std::sqrt(squares / static_cast<double>(values.size()));
    result.resamples = values.size();
    result.is_enumerated = is_enumerated;
    return result;
}

/// Calls `evaluate` with the indices of each resample, those of x first, then those of y.
template <class Evaluate>
Interval resample(
    std::size_t m, std::size_t n, const BootstrapOptions& options, const Evaluate& evaluate)
{
    check(options);
    const std::size_t limit = options.enumerate_limit;
    const std::size_t of_x = power_up_to(m, m, limit);
    const std::size_t of_y = power_up_to(n, n, limit);
    std::vector<std::size_t> indices(m + n, 0);
    const std::span<std::size_t> x_indices = std::span{indices}.first(m);
    const std::span<std::size_t> y_indices = std::span{indices}.subspan(m);
    std::vector<double> values;
    if (of_x <= limit && of_y <= limit / of_x)
    {
        values.reserve(of_x * of_y);
        do
        {
            values.push_back(evaluate(x_indices, y_indices));
        } while (advance(x_indices, m) || advance(y_indices, n));
        return interval_of(std::move(values), options.level, true);
    }
    std::mt19937_64 engine{options.seed};
    values.reserve(options.resamples);
    for (std::size_t i = 0; i < options.resamples; ++i)
    {
        std::generate(x_indices.begin(), x_indices.end(), [&] { return draw(engine, m); });
        std::generate(y_indices.begin(), y_indices.end(), [&] { return draw(engine, n); });
        values.push_back(evaluate(x_indices, y_indices));
    }
    return interval_of(std::move(values), options.level, false);
}

void pick(std::span<const double> sample, std::span<const std::size_t> indices,
    std::vector<double>& picked)
{
    picked.clear();
    for (const std::size_t index : indices)
    {
        picked.push_back(sample[index]);
    }
}

}  // namespace

Interval bootstrap(
    std::span<const double> values, const Statistic& statistic, const BootstrapOptions& options)
{
    require_sample(values, "the sample");
    std::vector<double> picked;
    return resample(values.size(), 0, options,
        [&](std::span<const std::size_t> indices, std::span<const std::size_t>) {
            pick(values, indices, picked);
            return statistic(picked);
        });
}

Interval bootstrap(std::span<const double> x, std::span<const double> y,
    const Statistic2& statistic, const BootstrapOptions& options)
{
    require_sample(x, "x");
    require_sample(y, "y");
    std::vector<double> picked_x;
    std::vector<double> picked_y;
    return resample(x.size(), y.size(), options,
        [&](std::span<const std::size_t> x_indices, std::span<const std::size_t> y_indices) {
            pick(x, x_indices, picked_x);
            pick(y, y_indices, picked_y);
            return statistic(picked_x, picked_y);
        });
}

Interval a12_interval(
    std::span<const double> x, std::span<const double> y, const BootstrapOptions& options)
{
    require_sample(x, "x");
    require_sample(y, "y");
    // Dense codes of the pooled values, so that a resample is counted instead of sorted.
    std::vector<double> distinct(x.begin(), x.end());
    distinct.insert(distinct.end(), y.begin(), y.end());
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    const auto codes = [&](std::span<const double> sample) {
        std::vector<std::size_t> result;
        for (const double value : sample)
        {
            result.push_back(static_cast<std::size_t>(
                std::lower_bound(distinct.begin(), distinct.end(), value) - distinct.begin()));
        }
        return result;
    };
    const std::vector<std::size_t> x_codes = codes(x);
    const std::vector<std::size_t> y_codes = codes(y);
    std::vector<double> x_counts(distinct.size());
    std::vector<double> y_counts(distinct.size());
    return resample(x.size(), y.size(), options,
        [&](std::span<const std::size_t> x_indices, std::span<const std::size_t> y_indices) {
            std::fill(x_counts.begin(), x_counts.end(), 0.0);
            std::fill(y_counts.begin(), y_counts.end(), 0.0);
            for (const std::size_t index : x_indices)
            {
                ++x_counts[x_codes[index]];
            }
            for (const std::size_t index : y_indices)
            {
                ++y_counts[y_codes[index]];
            }
            double y_below = 0.0;
            double wins = 0.0;
            for (std::size_t code = 0; code < distinct.size(); ++code)
            {
                wins += x_counts[code] * (y_below + y_counts[code] / 2.0);
                y_below += y_counts[code];
            }
            return wins / (static_cast<double>(x.size()) * static_cast<double>(y.size()));
        });
}

}  // namespace sbst::stats
