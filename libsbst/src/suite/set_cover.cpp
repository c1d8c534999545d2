// SPDX-License-Identifier: Apache-2.0
#include <sbst/suite/set_cover.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>

namespace sbst
{

namespace
{

// Candidates of the exact search are bits of a word.
constexpr std::size_t max_exact_limit = 32;
// After this many nodes the exact search returns the best cover found so far.
constexpr std::size_t max_nodes = 200'000;

class Bits
{
public:
    explicit Bits(std::size_t size) : m_words((size + 63) / 64, 0) {}

    void set(std::size_t i) { m_words[i / 64] |= std::uint64_t{1} << (i % 64); }
    [[nodiscard]] bool has(std::size_t i) const
    {
        return ((m_words[i / 64] >> (i % 64)) & 1U) != 0;
    }
    void add(const Bits& other)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
        {
            m_words[i] |= other.m_words[i];
        }
    }
    void remove(const Bits& other)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
        {
            m_words[i] &= ~other.m_words[i];
        }
    }
    [[nodiscard]] std::size_t count_common(const Bits& other) const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_words.size(); ++i)
        {
            count += static_cast<std::size_t>(std::popcount(m_words[i] & other.m_words[i]));
        }
        return count;
    }
    [[nodiscard]] bool is_subset_of(const Bits& other, const Bits& within) const
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
        {
            if ((m_words[i] & within.m_words[i] & ~other.m_words[i]) != 0)
            {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] bool is_empty() const
    {
        return std::all_of(
            m_words.begin(), m_words.end(), [](std::uint64_t word) { return word == 0; });
    }

private:
    std::vector<std::uint64_t> m_words;
};

struct Price
{
    std::size_t sets = 0;
    std::size_t cost = 0;
    friend auto operator<=>(const Price&, const Price&) = default;
};

class Cover
{
public:
    Cover(const std::vector<std::vector<std::size_t>>& sets, std::span<const std::size_t> costs)
      : m_elements(sets), m_costs(costs), m_size(element_count(sets)), m_left(m_size)
    {
        for (std::size_t i = 0; i < sets.size(); ++i)
        {
            Bits& bits = m_sets.emplace_back(m_size);
            for (const std::size_t element : sets[i])
            {
                bits.set(element);
            }
            m_left.add(bits);
            m_candidates.push_back(i);
        }
    }

    std::vector<std::size_t> solve(std::size_t exact_limit)
    {
        while (drop_dominated() || take_forced())
        {
        }
        std::vector<std::size_t> rest = choose_greedily();
        if (!m_left.is_empty() && m_candidates.size() <= exact_limit)
        {
            m_best = rest;
            m_best_price = price_of(rest);
            find_demands();
            search(0, {});
            rest = m_best;
        }
        m_taken.insert(m_taken.end(), rest.begin(), rest.end());
        std::sort(m_taken.begin(), m_taken.end());
        return m_taken;
    }

private:
    static std::size_t element_count(const std::vector<std::vector<std::size_t>>& sets)
    {
        std::size_t count = 0;
        for (const std::vector<std::size_t>& set : sets)
        {
            for (const std::size_t element : set)
            {
                count = std::max(count, element + 1);
            }
        }
        return count;
    }

    [[nodiscard]] Price price_of(const std::vector<std::size_t>& chosen) const
    {
        Price price{chosen.size(), 0};
        for (const std::size_t i : chosen)
        {
            price.cost += m_costs[i];
        }
        return price;
    }

    // A set is never needed if another set of no greater cost has all its open elements.
    bool drop_dominated()
    {
        const auto is_dominated = [&](std::size_t i) {
            return m_sets[i].count_common(m_left) == 0 ||
                   std::any_of(m_candidates.begin(), m_candidates.end(), [&](std::size_t j) {
                       if (i == j || m_costs[j] > m_costs[i] ||
                           !m_sets[i].is_subset_of(m_sets[j], m_left))
                       {
                           return false;
                       }
                       // If two sets dominate each other, the first stays.
                       return j < i || m_costs[j] < m_costs[i] ||
                              !m_sets[j].is_subset_of(m_sets[i], m_left);
                   });
        };
        std::vector<std::size_t> kept;
        std::copy_if(m_candidates.begin(), m_candidates.end(), std::back_inserter(kept),
            [&](std::size_t i) { return !is_dominated(i); });
        const bool has_dropped = kept.size() < m_candidates.size();
        m_candidates = std::move(kept);
        return has_dropped;
    }

    // An element that only one set has forces that set.
    bool take_forced()
    {
        constexpr std::size_t several = SIZE_MAX - 1;
        constexpr std::size_t no_holder = SIZE_MAX;
        std::vector<std::size_t> holder(m_size, no_holder);
        for (const std::size_t i : m_candidates)
        {
            for (const std::size_t element : m_elements[i])
            {
                holder[element] =
                    holder[element] == no_holder || holder[element] == i ? i : several;
            }
        }
        bool has_taken = false;
        for (std::size_t element = 0; element < m_size; ++element)
        {
            const std::size_t i = holder[element];
            if (m_left.has(element) && i != several)
            {
                m_taken.push_back(i);
                m_left.remove(m_sets[i]);
                std::erase(m_candidates, i);
                has_taken = true;
            }
        }
        return has_taken;
    }

    [[nodiscard]] std::vector<std::size_t> choose_greedily() const
    {
        std::vector<std::size_t> chosen;
        Bits left = m_left;
        while (!left.is_empty())
        {
            std::size_t best = m_candidates.front();
            std::size_t best_gain = 0;
            for (const std::size_t i : m_candidates)
            {
                const std::size_t gain = m_sets[i].count_common(left);
                if (gain > best_gain || (gain == best_gain && m_costs[i] < m_costs[best]))
                {
                    best = i;
                    best_gain = gain;
                }
            }
            chosen.push_back(best);
            left.remove(m_sets[best]);
        }
        drop_redundant(chosen);
        return chosen;
    }

    void drop_redundant(std::vector<std::size_t>& chosen) const
    {
        std::vector<std::size_t> by_cost = chosen;
        std::stable_sort(by_cost.begin(), by_cost.end(),
            [&](std::size_t a, std::size_t b) { return m_costs[a] > m_costs[b]; });
        for (const std::size_t candidate : by_cost)
        {
            Bits others(m_size);
            for (const std::size_t i : chosen)
            {
                if (i != candidate)
                {
                    others.add(m_sets[i]);
                }
            }
            if (m_left.is_subset_of(others, m_left))
            {
                std::erase(chosen, candidate);
            }
        }
    }

    // Finds the candidates that hold each open element; an element can be skipped if all its
    // holders hold another one too.
    void find_demands()
    {
        std::vector<std::uint32_t> holders(m_size, 0);
        for (std::size_t place = 0; place < m_candidates.size(); ++place)
        {
            for (const std::size_t element : m_elements[m_candidates[place]])
            {
                holders[element] |= std::uint32_t{1} << place;
            }
        }
        for (std::size_t element = 0; element < m_size; ++element)
        {
            if (m_left.has(element))
            {
                m_demands.push_back(holders[element]);
            }
        }
        std::sort(m_demands.begin(), m_demands.end(), [](std::uint32_t a, std::uint32_t b) {
            const auto a_holders = std::popcount(a);
            const auto b_holders = std::popcount(b);
            return a_holders != b_holders ? a_holders < b_holders : a < b;
        });
        std::vector<std::uint32_t> minimal;
        for (const std::uint32_t demand : m_demands)
        {
            const bool is_implied = std::any_of(minimal.begin(), minimal.end(),
                [&](std::uint32_t other) { return (other & ~demand) == 0; });
            if (!is_implied)
            {
                minimal.push_back(demand);
            }
        }
        m_demands = std::move(minimal);
    }

    // Branches on the first open demand, which has the fewest holders.
    void search(std::uint32_t chosen, Price price)
    {
        if (++m_nodes > max_nodes || price >= m_best_price)
        {
            return;
        }
        const auto open = std::find_if(m_demands.begin(), m_demands.end(),
            [&](std::uint32_t demand) { return (demand & chosen) == 0; });
        if (open == m_demands.end())
        {
            m_best.clear();
            for (std::size_t place = 0; place < m_candidates.size(); ++place)
            {
                if (((chosen >> place) & 1U) != 0)
                {
                    m_best.push_back(m_candidates[place]);
                }
            }
            m_best_price = price;
            return;
        }
        for (std::size_t place = 0; place < m_candidates.size(); ++place)
        {
            if (((*open >> place) & 1U) != 0)
            {
                search(chosen | (std::uint32_t{1} << place),
                    {price.sets + 1, price.cost + m_costs[m_candidates[place]]});
            }
        }
    }

    const std::vector<std::vector<std::size_t>>& m_elements;
    std::span<const std::size_t> m_costs;
    std::size_t m_size;
    Bits m_left;
    std::vector<Bits> m_sets;
    std::vector<std::size_t> m_candidates;
    std::vector<std::size_t> m_taken;
    std::vector<std::uint32_t> m_demands;
    std::vector<std::size_t> m_best;
    Price m_best_price;
    std::size_t m_nodes = 0;
};

}  // namespace

std::vector<std::size_t> choose_cover(const std::vector<std::vector<std::size_t>>& sets,
    std::span<const std::size_t> costs, std::size_t exact_limit)
{
    assert(sets.size() == costs.size());
    return Cover(sets, costs).solve(std::min(exact_limit, max_exact_limit));
}

}  // namespace sbst
