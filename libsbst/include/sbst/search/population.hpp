// SPDX-License-Identifier: Apache-2.0
// The population: the parents of the next generation, and their standings. Next:
// many_objective.hpp.
#pragma once

#include <sbst/search/breeding.hpp>
#include <sbst/search/evaluator.hpp>
#include <sbst/search/individual.hpp>
#include <sbst/search/order_matrix.hpp>
#include <sbst/search/survival.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace sbst
{

/// Executed tests with their standings.
template <Problem P, class Hooks = NoHooks>
class Population
{
public:
    using Test = typename P::Test;

    [[nodiscard]] std::span<Individual<Test>> members() { return m_members; }

    [[nodiscard]] BreedingStock<Test> stock(const Evaluator<P, Hooks>& evaluator) const
    {
        return {m_members, m_standings, evaluator.archive(), evaluator.columns().goals()};
    }

    /// Joins executed tests and keeps those that the rule lets survive. Without active goals there
    /// is no ranking: the members stay and the newcomers are dropped.
    void renew(
        Batch<Test> newcomers, const SurvivalRule& rule, Evaluator<P, Hooks>& evaluator, Rng& rng);

private:
    Batch<Test> m_members;
    std::vector<Standing> m_standings;

    // Reused buffers.
    OrderMatrix m_matrix;
    std::vector<const Fitness*> m_rows;
    std::vector<std::size_t> m_lengths;
};

template <Problem P, class Hooks>
void Population<P, Hooks>::renew(
    Batch<Test> newcomers, const SurvivalRule& rule, Evaluator<P, Hooks>& evaluator, Rng& rng)
{
    if (evaluator.columns().goals().empty() && !m_members.empty())
    {
        for (Individual<Test>& newcomer : newcomers)
        {
            evaluator.recycle(newcomer);
        }
        return;
    }
    for (Individual<Test>& newcomer : newcomers)
    {
        m_members.push_back(std::move(newcomer));
    }
    // Parents and offspring are ranked together, as in NSGA-II (Deb et al., section III.C): a good
    // parent is never lost.
    m_rows.clear();
    m_lengths.clear();
    for (const Individual<Test>& member : m_members)
    {
        m_rows.push_back(member.scores.data());
        m_lengths.push_back(member.length);
    }
    m_matrix.fill(m_rows, evaluator.columns().places());
    Survivors survivors = choose_survivors(m_matrix, m_lengths, rule, rng);
    Batch<Test> next;
    next.reserve(survivors.tests.size());
    std::vector<bool> survives(m_members.size(), false);
    for (const std::size_t test : survivors.tests)
    {
        survives[test] = true;
        next.push_back(std::move(m_members[test]));
    }
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        if (!survives[i])
        {
            evaluator.recycle(m_members[i]);
        }
    }
    m_members = std::move(next);
    m_standings = std::move(survivors.standings);
}

}  // namespace sbst
