// SPDX-License-Identifier: Apache-2.0
// MOSA: many-objective search over all uncovered goals at once; DynaMOSA's predecessor, and what
// DynaMOSA becomes where control dependencies are unknown. Next: dynamosa.hpp.
#pragma once

#include <sbst/search/population.hpp>

namespace sbst
{

/// Searches for tests that cover all sought goals, as dynamosa() does, but with every uncovered
/// goal active from the start, and a first front that is cut to the size of the population.
/// @throws ConfigError when the options are not usable, AdapterError when the adapter breaks.
/// Source: Panichella, Kifetew, Tonella, ICST 2015 (MOSA), the main loop. The steps are numbered as
/// in dynamosa(). We add new blood, as EvoSuite does.
template <Problem P, class Hooks>
[[nodiscard]] SearchResult<typename P::Test> mosa(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng, Hooks& hooks)
{
    validate(options);
    const SurvivalRule rule{options.population_size, false, options.diversity};

    // Step 1: every goal is active.
    Evaluator<P, Hooks> evaluator(problem, meter, all_targets, hooks);
    Breeder<P, Hooks> breeder(problem, options, rng, hooks);
    Population<P, Hooks> population;

    // Step 2: a random population; archive; standings.
    auto batch = breeder.make_random(options.population_size);
    evaluator.run(batch);
    population.renew(std::move(batch), rule, evaluator, rng);

    // Step 3: until the budget ends or nothing is left to seek.
    while (!evaluator.stop_reason())
    {
        // Step 4: offspring of the population, and new blood.
        auto offspring = breeder.breed(population.stock(evaluator));
        // Step 5: execute; archive.
        evaluator.run(offspring, population.members());
        meter.count_generation();
        // Step 6: preference sort of parents and offspring; front after front survives; of the
        // one that does not fit, the most diverse tests.
        population.renew(std::move(offspring), rule, evaluator, rng);
    }
    // Step 7: the archive is the test suite.
    return evaluator.finish(population.members());
}

/// The same without hooks.
template <Problem P>
[[nodiscard]] SearchResult<typename P::Test> mosa(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng)
{
    NoHooks hooks;
    return mosa(problem, options, meter, rng, hooks);
}

}  // namespace sbst
