// SPDX-License-Identifier: Apache-2.0
// DynaMOSA: many-objective search over the goals to which the way is open. Read it with
// dynamic_targets.hpp (which goals), preference_sort.hpp (what makes it many-objective) and
// evaluator.hpp (how tests are run and archived). Next: mosa.hpp, ../suite/minimise.hpp.
#pragma once

#include <sbst/search/population.hpp>

namespace sbst
{

/// Searches for tests that cover all sought goals; returns the best test of each, the nearest of
/// the others, and the log of the run. The same seed gives the same result under a budget of
/// executions. The references must outlive the call.
/// @throws ConfigError when the options are not usable, AdapterError when the adapter breaks.
/// Source: Panichella, Kifetew, Tonella, TSE 2018 (DynaMOSA), the main loop; AGSolT, section 4.2.2.
/// The steps are numbered by us. We add new blood, as EvoSuite does.
template <Problem P, class Hooks>
[[nodiscard]] SearchResult<typename P::Test> dynamosa(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng, Hooks& hooks)
{
    validate(options);
    const SurvivalRule rule{options.population_size, true, options.diversity};

    // Step 1: the first active goals are the roots (inside the evaluator, as every update below).
    Evaluator<P, Hooks> evaluator(problem, meter, dynamic_targets, hooks);
    Breeder<P, Hooks> breeder(problem, options, rng, hooks);
    Population<P, Hooks> population;

    // Step 2: a random population; archive; active goals; standings.
    auto batch = breeder.make_random(options.population_size);
    evaluator.run(batch);
    population.renew(std::move(batch), rule, evaluator, rng);

    // Step 3: until the budget ends or nothing is left to seek.
    while (!evaluator.stop_reason())
    {
        // Step 4: offspring of the population, and new blood.
        auto offspring = breeder.breed(population.stock(evaluator));
        // Step 5: execute; archive; goals whose way is open now become active.
        evaluator.run(offspring, population.members());
        meter.count_generation();
        // Step 6: preference sort of parents and offspring; front 0 survives whole, then front
        // after front; of the one that does not fit, the most diverse tests.
        population.renew(std::move(offspring), rule, evaluator, rng);
    }
    // Step 7: the archive is the test suite.
    return evaluator.finish(population.members());
}

/// The same without hooks.
template <Problem P>
[[nodiscard]] SearchResult<typename P::Test> dynamosa(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng)
{
    NoHooks hooks;
    return dynamosa(problem, options, meter, rng, hooks);
}

}  // namespace sbst
