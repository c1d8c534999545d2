// SPDX-License-Identifier: Apache-2.0
// Any algorithm of the list on the lock. Next: lock_problem.hpp.
#pragma once

#include "core/search/lock_problem.hpp"

#include <sbst/search/algorithms/list.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst::testing_support
{

inline SearchResult<LockProblem::Test> search(Algorithm algorithm, LockProblem& problem,
    const SearchOptions& options, BudgetMeter& meter, std::uint64_t seed)
{
    Rng rng(seed);
    return with_algorithm(
        algorithm, [&]<class A>(A) { return search_with<A>(problem, options, meter, rng); });
}

inline SearchResult<LockProblem::Test> search(Algorithm algorithm, const Budget& budget,
    std::uint64_t seed, const SearchOptions& options = {})
{
    LockProblem problem;
    BudgetMeter meter(budget);
    return search(algorithm, problem, options, meter, seed);
}

inline std::size_t covered_by(Algorithm algorithm, std::uint64_t executions, std::uint64_t seed)
{
    return search(algorithm, {.max_executions = executions}, seed).archive.covered_count();
}

/// Those that learn from the tests of the lock: all but random search, and guided random testing,
/// whose tests are call sequences.
inline std::vector<Algorithm> guided_algorithms()
{
    std::vector<Algorithm> guided(all_algorithms.begin(), all_algorithms.end());
    std::erase(guided, Algorithm::random);
    std::erase(guided, Algorithm::guided_random);
    return guided;
}

/// A hook that sees the state before each generation, and proposes nothing.
struct StateWatcher
{
    std::vector<std::vector<GoalId>> active;
    std::size_t largest_population = 0;

    std::vector<LockProblem::Test> refine(const SearchState<LockProblem::Test>& state, Rng&)
    {
        active.emplace_back(state.goals.begin(), state.goals.end());
        largest_population = std::max(largest_population, state.population.size());
        return {};
    }
};

}  // namespace sbst::testing_support
