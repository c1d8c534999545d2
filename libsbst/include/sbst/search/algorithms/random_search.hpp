// SPDX-License-Identifier: Apache-2.0
// Random search: rounds of fresh tests, the baseline of every comparison. Next: mosa.hpp.
#pragma once

#include <sbst/search/algorithm.hpp>
#include <sbst/search/breeding.hpp>
#include <sbst/search/evaluator.hpp>

#include <cstddef>
#include <string_view>

namespace sbst
{

namespace detail
{

/// Random search by rounds of that many tests.
template <Problem P, class Hooks>
[[nodiscard]] SearchResult<typename P::Test> search_in_rounds(
    SearchRun<P, Hooks> run, const SearchOptions& options, std::size_t round_size)
{
    Evaluator<P, Hooks> evaluator(run.problem, run.meter, dynamic_targets, run.hooks);
    Breeder<P, Hooks> breeder(run.problem, options, run.rng, run.hooks);
    const auto run_round = [&] {
        auto round = breeder.make_random(round_size);
        evaluator.run(round);
        for (auto& individual : round)
        {
            evaluator.recycle(individual);
        }
    };
    evaluator.prepare(run.rng);
    run_round();
    while (!evaluator.stop_reason())
    {
        evaluator.explore({}, run.rng);
        if (evaluator.stop_reason())
        {
            break;
        }
        run_round();
        run.meter.count_generation();
    }
    return evaluator.finish();
}

}  // namespace detail

/// Draws rounds of `population_size` random tests. Uses no other option.
struct RandomSearch
{
    static constexpr std::string_view name = "random";
    static constexpr std::string_view summary = "random search: new tests only, the baseline";
    static constexpr std::string_view source = "AGSolT, section 5 (its fuzzer)";
    using Options = SearchOptions;

    template <Problem P, class Hooks>
    [[nodiscard]] static SearchResult<typename P::Test> search(
        SearchRun<P, Hooks> run, const Options& options)
    {
        return detail::search_in_rounds(run, options, options.population_size);
    }
};

/// search_with<RandomSearch>.
template <Problem P, class... Hooks>
[[nodiscard]] SearchResult<typename P::Test> random_search(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng, Hooks&... hooks)
{
    return search_with<RandomSearch>(problem, options, meter, rng, hooks...);
}

}  // namespace sbst
