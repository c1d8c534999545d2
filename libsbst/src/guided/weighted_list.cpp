// SPDX-License-Identifier: Apache-2.0
#include <sbst/guided/weighted_list.hpp>

#include <algorithm>
#include <bit>

namespace sbst
{

namespace
{

std::size_t lowest_bit(std::size_t number)
{
    return number & (~number + 1);
}

/// After that number of changes the sums are made anew: rounding would add up.
constexpr std::size_t most_changes = 4096;

}  // namespace

std::size_t WeightedList::add(double weight)
{
    m_weights.push_back(weight);
    const std::size_t at = m_weights.size();
    m_sums.push_back(sum_before(at - 1) - sum_before(at - lowest_bit(at)) + weight);
    return at - 1;
}

void WeightedList::set(std::size_t place, double weight)
{
    const double step = weight - m_weights[place];
    m_weights[place] = weight;
    if (++m_changes >= std::max(most_changes, m_weights.size()))
    {
        rebuild();
        return;
    }
    for (std::size_t i = place + 1; i < m_sums.size(); i += lowest_bit(i))
    {
        m_sums[i] += step;
    }
}

std::size_t WeightedList::draw(Rng& rng) const
{
    const double all = sum_before(m_weights.size());
    if (!(all > 0.0))
    {
        return rng.index(m_weights.size());
    }
    double left = rng.real() * all;
    std::size_t before = 0;
    for (std::size_t step = std::bit_floor(m_weights.size()); step > 0; step /= 2)
    {
        if (before + step < m_sums.size() && m_sums[before + step] <= left)
        {
            before += step;
            left -= m_sums[before];
        }
    }
    // Rounding may lead behind the last one, or to a weight of 0.
    before = std::min(before, m_weights.size() - 1);
    while (before > 0 && m_weights[before] == 0.0)
    {
        --before;
    }
    return before;
}

double WeightedList::sum_before(std::size_t end) const
{
    double sum = 0.0;
    for (std::size_t i = end; i > 0; i -= lowest_bit(i))
    {
        sum += m_sums[i];
    }
    return sum;
}

void WeightedList::rebuild()
{
    m_changes = 0;
    std::fill(m_sums.begin(), m_sums.end(), 0.0);
    for (std::size_t i = 1; i < m_sums.size(); ++i)
    {
        m_sums[i] += m_weights[i - 1];
        const std::size_t parent = i + lowest_bit(i);
        if (parent < m_sums.size())
        {
            m_sums[parent] += m_sums[i];
        }
    }
}

}  // namespace sbst
