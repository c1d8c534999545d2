// SPDX-License-Identifier: Apache-2.0
// Breeding: makes the tests of a generation from parents, the archive, chance and hooks. Next:
// many_objective.hpp.
#pragma once

#include <sbst/problem/problem.hpp>
#include <sbst/search/archive.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/search/individual.hpp>
#include <sbst/search/options.hpp>
#include <sbst/search/selection.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst
{

/// The sources of a generation. Without open goals there is no ranking of the population: parents
/// then come from the archive, whose tests can still become shorter.
template <class Test>
struct BreedingStock
{
    std::span<const Individual<Test>> population;
    /// One per member of the population.
    std::span<const Standing> standings;
    const Archive<Test>& archive;
    std::span<const GoalId> active_goals;
};

/// Makes new tests; one per run. Keeps references to its arguments.
template <Problem P, class Hooks = NoHooks>
class Breeder
{
public:
    using Test = typename P::Test;

    Breeder(P& problem, const SearchOptions& options, Rng& rng, Hooks& hooks)
      : m_problem(problem), m_options(options), m_rng(rng), m_hooks(hooks)
    {}

    /// Random tests, from the hook `new_test` when it gives one.
    [[nodiscard]] Batch<Test> make_random(std::size_t count);

    /// The tests of the next generation, in this order: proposals of `refine`, children of the
    /// population, new blood. A child that equals its parent is mutated once more, and dropped if
    /// it still does; a generation that would be empty is random. O(population). Source: Panichella
    /// et al., ICST 2015 (MOSA); new blood as in EvoSuite's AbstractMOSA.
    [[nodiscard]] Batch<Test> breed(const BreedingStock<Test>& stock);

    /// Adds a random test, from the hook `new_test` when it gives one.
    void add_random(Batch<Test>& batch);
    /// Adds a mutated copy of a test, which is a member of the population at `parent` or none;
    /// false, and nothing is added, when two mutations did not change it.
    bool add_mutated(const Test& test, std::size_t parent, Batch<Test>& batch);
    /// The proposals of the hook `refine`.
    [[nodiscard]] Batch<Test> refined(const BreedingStock<Test>& stock);

private:
    void add_pair(const BreedingStock<Test>& stock, Batch<Test>& batch);
    void add_new_blood(const Archive<Test>& archive, Batch<Test>& batch);
    bool add_if_changed(Individual<Test> child, const Test& parent, Batch<Test>& batch);
    [[nodiscard]] std::size_t select(std::span<const Standing> standings);

    P& m_problem;
    const SearchOptions& m_options;
    Rng& m_rng;
    Hooks& m_hooks;
    std::vector<std::size_t> m_best_first;
};

template <Problem P, class Hooks>
Batch<typename P::Test> Breeder<P, Hooks>::make_random(std::size_t count)
{
    Batch<Test> batch;
    batch.reserve(count);
    while (batch.size() < count)
    {
        add_random(batch);
    }
    return batch;
}

template <Problem P, class Hooks>
Batch<typename P::Test> Breeder<P, Hooks>::breed(const BreedingStock<Test>& stock)
{
    Batch<Test> batch = refined(stock);
    const bool has_parents = stock.active_goals.empty() ? stock.archive.covering_test_count() > 0 :
                                                          !stock.population.empty();
    if (has_parents)
    {
        if (m_options.selection == Selection::rank)
        {
            m_best_first = sort_by_standing(stock.standings);
        }
        for (std::size_t i = 0; i < (m_options.population_size + 1) / 2; ++i)
        {
            add_pair(stock, batch);
        }
    }
    const auto new_blood = static_cast<std::size_t>(
        std::ceil(m_options.new_blood_share * static_cast<double>(m_options.population_size)));
    for (std::size_t i = 0; i < new_blood; ++i)
    {
        add_new_blood(stock.archive, batch);
    }
    return batch.empty() ? make_random(m_options.population_size) : std::move(batch);
}

template <Problem P, class Hooks>
void Breeder<P, Hooks>::add_random(Batch<Test>& batch)
{
    if constexpr (HasNewTest<Hooks, Test>)
    {
        if (std::optional<Test> test = m_hooks.new_test(m_rng))
        {
            batch.push_back(make_fresh(std::move(*test)));
            return;
        }
    }
    batch.push_back(make_fresh(m_problem.generate(m_rng)));
}

template <Problem P, class Hooks>
bool Breeder<P, Hooks>::add_mutated(const Test& test, std::size_t parent, Batch<Test>& batch)
{
    Individual<Test> clone;
    clone.test = test;
    clone.parent = parent;
    return add_if_changed(std::move(clone), test, batch);
}

template <Problem P, class Hooks>
Batch<typename P::Test> Breeder<P, Hooks>::refined(
    [[maybe_unused]] const BreedingStock<Test>& stock)
{
    Batch<Test> batch;
    if constexpr (HasRefine<Hooks, Test>)
    {
        const SearchState<Test> state{stock.archive, stock.active_goals, stock.population};
        for (Test& test : refined_by<Test>(m_hooks, state, m_rng))
        {
            batch.push_back(make_fresh(std::move(test)));
        }
    }
    return batch;
}

template <Problem P, class Hooks>
void Breeder<P, Hooks>::add_pair(const BreedingStock<Test>& stock, Batch<Test>& batch)
{
    std::pair<Individual<Test>, Individual<Test>> children;
    std::pair<const Test*, const Test*> parents;
    const auto choose = [&](Individual<Test>& child) {
        if (stock.active_goals.empty())
        {
            return &stock.archive.covering_test(m_rng.index(stock.archive.covering_test_count()));
        }
        child.parent = select(stock.standings);
        return &stock.population[child.parent].test;
    };
    parents.first = choose(children.first);
    parents.second = choose(children.second);
    children.first.test = *parents.first;
    children.second.test = *parents.second;
    if (m_rng.chance(m_options.crossover_prob))
    {
        ChangePair changes = m_problem.crossover(children.first.test, children.second.test, m_rng);
        children.first.change = std::move(changes.first);
        children.second.change = std::move(changes.second);
    }
    add_if_changed(std::move(children.first), *parents.first, batch);
    add_if_changed(std::move(children.second), *parents.second, batch);
}

template <Problem P, class Hooks>
void Breeder<P, Hooks>::add_new_blood(const Archive<Test>& archive, Batch<Test>& batch)
{
    if (archive.covering_test_count() == 0 || m_rng.chance(m_options.new_blood_random_prob))
    {
        add_random(batch);
        return;
    }
    add_mutated(archive.covering_test(m_rng.index(archive.covering_test_count())),
        Individual<Test>::no_parent, batch);
}

// Mutates and adds a child; one that still equals its parent has a second chance.
template <Problem P, class Hooks>
bool Breeder<P, Hooks>::add_if_changed(
    Individual<Test> child, const Test& parent, Batch<Test>& batch)
{
    for (int attempt = 0; attempt < 2; ++attempt)
    {
        child.change.accumulate(m_problem.mutate(child.test, m_rng));
        if (!child.change.is_empty() && child.test != parent)
        {
            batch.push_back(std::move(child));
            return true;
        }
    }
    return false;
}

template <Problem P, class Hooks>
std::size_t Breeder<P, Hooks>::select(std::span<const Standing> standings)
{
    if (m_options.selection == Selection::rank)
    {
        return m_best_first[rank_position(standings.size(), m_options.rank_bias, m_rng.real())];
    }
    return select_by_tournament(standings, m_options.tournament_size, m_rng);
}

}  // namespace sbst
