// SPDX-License-Identifier: Apache-2.0
#include <sbst/guided/method_weights.hpp>

#include <algorithm>
#include <cmath>

namespace sbst
{

double method_weight(const MethodFacts& facts, std::uint64_t most, const MethodWeighting& weighting)
{
    const double successes = static_cast<double>(facts.successes) / static_cast<double>(most);
    return weighting.uncovered_weight * facts.open_share +
           (1.0 - weighting.uncovered_weight) * (1.0 - successes);
}

double drawn_factor(std::uint64_t k, std::size_t methods, const MethodWeighting& weighting)
{
    if (k == 0)
    {
        return 1.0;
    }
    const auto times = static_cast<double>(k);
    const double falling =
        -3.0 / std::log(1.0 - weighting.decay) * std::pow(weighting.decay, times) / times;
    return std::max(falling, 1.0 / std::log(static_cast<double>(methods) + 3.0));
}

void MethodWeights::update(std::span<const MethodFacts> methods)
{
    std::uint64_t most = 1;
    for (const MethodFacts& method : methods)
    {
        most = std::max(most, method.successes);
    }
    m_first.clear();
    for (const MethodFacts& method : methods)
    {
        m_first.push_back(method_weight(method, most, m_weighting));
    }
    m_weights = m_first;
    m_times.assign(methods.size(), 0);
}

std::size_t MethodWeights::draw(Rng& rng)
{
    const std::size_t drawn = rng.weighted(m_weights);
    m_weights[drawn] =
        drawn_factor(++m_times[drawn], m_weights.size(), m_weighting) * m_first[drawn];
    return drawn;
}

}  // namespace sbst
