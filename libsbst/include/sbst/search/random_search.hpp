// SPDX-License-Identifier: Apache-2.0
// Random search: rounds of fresh tests, the baseline of every comparison. Next: mosa.hpp.
#pragma once

#include <sbst/search/breeding.hpp>
#include <sbst/search/evaluator.hpp>

namespace sbst
{

/// Draws rounds of `population_size` random tests until the budget ends or all sought goals are
/// covered. Of the options only `population_size` matters. The references must outlive the call.
/// @throws ConfigError when the options are not usable, AdapterError when the adapter breaks.
/// Source: AGSolT, section 5 (its fuzzer).
template <Problem P, class Hooks>
[[nodiscard]] SearchResult<typename P::Test> random_search(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng, Hooks& hooks)
{
    validate(options);
    Evaluator<P, Hooks> evaluator(problem, meter, dynamic_targets, hooks);
    Breeder<P, Hooks> breeder(problem, options, rng, hooks);
    const auto run_round = [&] {
        auto round = breeder.make_random(options.population_size);
        evaluator.run(round);
        for (auto& individual : round)
        {
            evaluator.recycle(individual);
        }
    };
    run_round();
    while (!evaluator.stop_reason())
    {
        run_round();
        meter.count_generation();
    }
    return evaluator.finish();
}

/// The same without hooks.
template <Problem P>
[[nodiscard]] SearchResult<typename P::Test> random_search(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng)
{
    NoHooks hooks;
    return random_search(problem, options, meter, rng, hooks);
}

}  // namespace sbst
