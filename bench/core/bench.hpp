// SPDX-License-Identifier: Apache-2.0
// Measuring: the median of repeated runs, and one printed line per figure.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace sbst::bench
{

/// How long to measure.
struct Effort
{
    /// Number of repeats, whose median is taken.
    std::size_t repeats = 51;
    /// One repeat runs the code until this number of seconds has passed.
    double seconds_a_repeat = 0.01;
};

/// One repeat that runs everything once, so that benchmarks cannot rot.
inline constexpr Effort quick_effort{1, 0.0};

/// Prevents the optimiser from removing a result.
template <class T>
void keep(const T& value)
{
    const volatile T sink = value;
    static_cast<void>(sink);
}

/// Seconds of one call: the median of the repeats' means.
template <class Code>
double median_seconds(const Effort& effort, Code&& code)
{
    using Clock = std::chrono::steady_clock;
    std::vector<double> means;
    for (std::size_t repeat = 0; repeat < effort.repeats; ++repeat)
    {
        const auto start = Clock::now();
        std::size_t calls = 0;
        double seconds = 0.0;
        do
        {
            code();
            ++calls;
            seconds = std::chrono::duration<double>(Clock::now() - start).count();
        } while (seconds < effort.seconds_a_repeat);
        means.push_back(seconds / static_cast<double>(calls));
    }
    const auto middle = means.begin() + static_cast<std::ptrdiff_t>(means.size() / 2);
    std::nth_element(means.begin(), middle, means.end());
    return *middle;
}

/// Prints `name: microseconds and rate`.
inline void report(const std::string& name, double seconds, double items = 1.0)
{
    fmt::print("{:<78} {:>12.3f} us {:>14.0f} /s\n", name, seconds * 1e6, items / seconds);
}

void bench_search(const Effort& effort);
void bench_operators(const Effort& effort);
void bench_scoring(const Effort& effort);
void bench_growth(const Effort& effort);

}  // namespace sbst::bench
