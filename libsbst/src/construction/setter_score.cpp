// SPDX-License-Identifier: Apache-2.0
#include <sbst/construction/setter_score.hpp>

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>

namespace sbst
{

double score_of(const WritePath& path)
{
    assert(!path.shares.empty());
    const double sum = std::accumulate(path.shares.begin(), path.shares.end(), 0.0);
    return (static_cast<double>(path.parameters) + 1) * sum /
           static_cast<double>(path.shares.size());
}

std::vector<ScoredMethod> score_methods(std::span<const WritePath> paths)
{
    std::map<std::size_t, double> best;
    for (const WritePath& path : paths)
    {
        double& known = best[path.method];
        known = std::max(known, score_of(path));
    }
    double sum = 0;
    for (const auto& [method, score] : best)
    {
        sum += score;
    }
    std::vector<ScoredMethod> methods;
    for (const auto& [method, score] : best)
    {
        const double even = 1.0 / static_cast<double>(best.size());
        methods.push_back({method, score, sum > 0 ? score / sum : even});
    }
    return methods;
}

}  // namespace sbst
