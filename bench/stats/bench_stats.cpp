// SPDX-License-Identifier: Apache-2.0
// Rank tests of random samples with many ties: exact p-values against full enumeration, and, with
// --csv, samples and p-values for compare_with_r.
//
//   bench_stats [--samples N] [--csv FILE]
#include <sbst/stats/rank_sum.hpp>
#include <sbst/stats/ranks.hpp>
#include <sbst/stats/signed_rank.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace
{

using namespace sbst::stats;
using Values = std::vector<double>;

constexpr RankTestOptions plain{.method = Method::normal, .is_continuity_corrected = false};
constexpr RankTestOptions corrected{.method = Method::normal};
constexpr RankTestOptions exact{.method = Method::exact};

/// Few distinct values, so that there are many ties; sizes differ unless `size` is given.
Values draw(std::mt19937_64& engine, std::size_t size)
{
    const std::uint64_t distinct = 2 + engine() % 12;
    Values values;
    for (std::size_t i = 0; i < size; ++i)
    {
        values.push_back(static_cast<double>(engine() % distinct) / 8.0);
    }
    return values;
}

double sum_of(const Values& ranks, std::uint32_t chosen)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < ranks.size(); ++i)
    {
        sum += (chosen >> i & 1U) != 0 ? ranks[i] : 0.0;
    }
    return sum;
}

/// The share of outcomes at least as far from the middle, among those that `counts` selects.
template <class Counts>
double share(const Values& ranks, double observed, double middle, const Counts& counts)
{
    double all = 0.0;
    double as_far = 0.0;
    for (std::uint32_t chosen = 0; chosen < (1U << ranks.size()); ++chosen)
    {
        if (counts(chosen))
        {
            all += 1.0;
            const double distance = std::abs(sum_of(ranks, chosen) - middle);
            as_far += distance >= std::abs(observed - middle) ? 1.0 : 0.0;
        }
    }
    return as_far / all;
}

double enumerated_rank_sum(const Values& x, const Values& y)
{
    Values pooled = x;
    pooled.insert(pooled.end(), y.begin(), y.end());
    const Values ranks = mid_ranks(pooled).ranks;
    const auto m = static_cast<double>(x.size());
    return share(ranks, sum_of(ranks, (1U << x.size()) - 1U),
        m * static_cast<double>(pooled.size() + 1) / 2.0,
        [&x](std::uint32_t chosen) { return std::popcount(chosen) == static_cast<int>(x.size()); });
}

double enumerated_signed_rank(const Values& x, const Values& y)
{
    Values sizes;
    std::uint32_t positive = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
    {
        if (x[i] != y[i])
        {
            positive |= x[i] > y[i] ? 1U << sizes.size() : 0U;
            sizes.push_back(std::abs(x[i] - y[i]));
        }
    }
    const Values ranks = mid_ranks(sizes).ranks;
    double middle = 0.0;
    for (const double rank : ranks)
    {
        middle += rank / 2.0;
    }
    return share(ranks, sum_of(ranks, positive), middle, [](std::uint32_t) { return true; });
}

std::string joined(const Values& values)
{
    std::string text;
    for (const double value : values)
    {
        text += fmt::format("{}{}", text.empty() ? "" : " ", value);
    }
    return text;
}

/// One pair of samples under one test.
struct Row
{
    std::string_view kind;
    Values x;
    Values y;
    double p_plain = 1.0;
    double p_corrected = 1.0;
    double p_exact = 1.0;
    double p_enumerated = 1.0;
};

Row rank_sum_row(const Values& x, const Values& y)
{
    return {"rank-sum", x, y, rank_sum(x, y, plain).p_two_sided,
        rank_sum(x, y, corrected).p_two_sided, rank_sum(x, y, exact).p_two_sided,
        enumerated_rank_sum(x, y)};
}

Row signed_rank_row(const Values& x, const Values& y)
{
    constexpr ZeroPolicy drop = ZeroPolicy::drop;
    return {"signed-rank", x, y, signed_rank(x, y, drop, plain).p_two_sided,
        signed_rank(x, y, drop, corrected).p_two_sided, signed_rank(x, y, drop, exact).p_two_sided,
        enumerated_signed_rank(x, y)};
}

void write(std::ofstream& csv, const Row& row)
{
    csv << fmt::format("{},{},{},{},{},{}\n", row.kind, joined(row.x), joined(row.y), row.p_plain,
        row.p_corrected, row.p_exact);
}

}  // namespace

int main(int argc, char** argv)
{
    std::size_t samples = 1000;
    std::string csv_file;
    for (int i = 1; i + 1 < argc; i += 2)
    {
        const std::string_view name = argv[i];
        if (name == "--samples")
        {
            samples = std::strtoul(argv[i + 1], nullptr, 10);
        }
        else if (name == "--csv")
        {
            csv_file = argv[i + 1];
        }
        else
        {
            fmt::print(stderr, "usage: bench_stats [--samples N] [--csv FILE]\n");
            return 2;
        }
    }
    // The same samples every time. NOLINTNEXTLINE(cert-msc32-c,cert-msc51-cpp)
    std::mt19937_64 engine{20261120};
    std::ofstream csv(csv_file);
    csv << "kind,x,y,p_plain,p_corrected,p_exact\n";
    double largest = 0.0;
    for (std::size_t i = 0; i < samples; ++i)
    {
        const std::size_t size = 3 + engine() % 7;
        const Values x = draw(engine, size);
        for (const Row& row : {rank_sum_row(x, draw(engine, 3 + engine() % 7)),
                 signed_rank_row(x, draw(engine, size))})
        {
            largest = std::max(largest, std::abs(row.p_exact - row.p_enumerated));
            write(csv, row);
        }
    }
    fmt::print(
        "{} samples with ties: largest difference of exact p-values from enumeration {:.3g}\n",
        samples, largest);
    constexpr double allowed = 1e-12;
    return largest <= allowed ? 0 : 1;
}
