// SPDX-License-Identifier: Apache-2.0
// Many-objective search: the loop that MOSA and DynaMOSA share. Read it with preference_sort.hpp
// (what makes it many-objective), dynamic_targets.hpp (the active goals) and evaluator.hpp (how
// tests are run and archived). Next: algorithms/dynamosa.hpp, algorithms/mosa.hpp.
#pragma once

#include <sbst/search/algorithm.hpp>
#include <sbst/search/options.hpp>
#include <sbst/search/population.hpp>

#include <utility>

namespace sbst
{

/// The differences between many-objective algorithms.
struct ManyObjectiveRule
{
    /// The active goals, one objective each.
    TargetRule targets = all_targets;
    /// The best test of every active goal survives, even beyond the size of the population.
    bool keep_first_front = false;
};

/// Evolves a population of tests whose objectives are the distances to the active goals.
/// Source: Panichella, Kifetew, Tonella, ICST 2015 (MOSA) and TSE 2018 (DynaMOSA), the main loops;
/// AGSolT, section 4.2.2. The numbers of the steps are ours. Like EvoSuite, we add new blood.
template <Problem P, class Hooks>
[[nodiscard]] SearchResult<typename P::Test> many_objective_search(
    SearchRun<P, Hooks> run, const SearchOptions& options, ManyObjectiveRule rule)
{
    auto& [problem, meter, rng, hooks] = run;
    const SurvivalRule survival{.capacity = options.population_size,
        .keep_first_front = rule.keep_first_front,
        .diversity = options.diversity};

    // Step 1: the first active goals (inside the evaluator, as every update below).
    Evaluator<P, Hooks> evaluator(problem, meter, std::move(rule.targets), hooks);
    Breeder<P, Hooks> breeder(problem, options, rng, hooks);
    Population<P, Hooks> population;

    // Step 2: what hooks prepare; a random population; archive; active goals; standings.
    evaluator.prepare(rng);
    auto batch = breeder.make_random(options.population_size);
    evaluator.run(batch);
    population.renew(std::move(batch), survival, evaluator, rng);

    // Step 3: until the budget ends or nothing is left to seek.
    while (!evaluator.stop_reason())
    {
        // Step 4: tests run by hooks; offspring of the population, and new blood.
        evaluator.explore(population.members(), rng);
        if (evaluator.stop_reason())
        {
            break;
        }
        auto offspring = breeder.breed(population.stock(evaluator));
        // Step 5: execute; archive; the rule chooses the active goals again.
        evaluator.run(offspring, population.members());
        meter.count_generation();
        // Step 6: preference sort of parents and offspring; front after front survives; from the
        // front that does not fit, the most diverse tests.
        population.renew(std::move(offspring), survival, evaluator, rng);
    }
    // Step 7: the archive is the test suite.
    return evaluator.finish(population.members());
}

}  // namespace sbst
