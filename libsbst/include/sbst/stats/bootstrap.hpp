// SPDX-License-Identifier: Apache-2.0
// Confidence intervals by resampling. Next: multiple.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace sbst::stats
{

struct BootstrapOptions
{
    /// Confidence level of the interval, in (0, 1).
    double level = 0.95;
    std::size_t resamples = 10'000;
    /// The same seed gives the same interval with every compiler.
    std::uint64_t seed = 1;
    /// Small samples have few resamples: up to this number, all of them are enumerated, and the
    /// seed does not matter.
    std::size_t enumerate_limit = 10'000;
};

/// A percentile interval.
struct Interval
{
    double low = 0.0;
    double high = 0.0;
    /// Standard error of the statistic over the resamples.
    double standard_error = 0.0;
    /// Number of resamples used.
    std::size_t resamples = 0;
    bool is_enumerated = false;
};

/// Maps a sample to a number.
using Statistic = std::function<double(std::span<const double>)>;
/// Maps two samples to a number.
using Statistic2 = std::function<double(std::span<const double>, std::span<const double>)>;

/// Percentile interval of the statistic of one sample, resampled with replacement; quantiles as
/// sbst::stats::quantile.
/// @throws std::invalid_argument when the sample is empty or holds a NaN, or the options are out
///   of range.
/// Source: Efron, Ann. Stat. 1979.
[[nodiscard]] Interval bootstrap(
    std::span<const double> values, const Statistic& statistic, const BootstrapOptions& = {});
/// The same for two samples that are resampled independently.
[[nodiscard]] Interval bootstrap(std::span<const double> x, std::span<const double> y,
    const Statistic2& statistic, const BootstrapOptions& = {});

/// Interval of A12. O((m + n) log(m + n)) per resample.
[[nodiscard]] Interval a12_interval(
    std::span<const double> x, std::span<const double> y, const BootstrapOptions& = {});

}  // namespace sbst::stats
