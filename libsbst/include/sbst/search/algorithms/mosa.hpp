// SPDX-License-Identifier: Apache-2.0
// MOSA: many-objective search over all uncovered goals at once; the predecessor of DynaMOSA, and
// equal to it where control dependencies are unknown. Next: ../many_objective.hpp for the loop,
// random_search.hpp.
#pragma once

#include <sbst/search/many_objective.hpp>

#include <string_view>

namespace sbst
{

/// The steps are those of many_objective_search().
struct Mosa
{
    static constexpr std::string_view name = "mosa";
    static constexpr std::string_view summary =
        "MOSA: many-objective search over all goals at once";
    static constexpr std::string_view source = "Panichella, Kifetew, Tonella, ICST 2015";
    using Options = SearchOptions;

    template <Problem P, class Hooks>
    [[nodiscard]] static SearchResult<typename P::Test> search(
        SearchRun<P, Hooks> run, const Options& options)
    {
        return many_objective_search(run, options,
            {// Steps 1 and 5: every uncovered goal is active.
                .targets = all_targets,
                // Step 6: even front 0 is cut to the size of the population.
                .keep_first_front = false});
    }
};

/// search_with<Mosa>.
template <Problem P, class... Hooks>
[[nodiscard]] SearchResult<typename P::Test> mosa(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng, Hooks&... hooks)
{
    return search_with<Mosa>(problem, options, meter, rng, hooks...);
}

}  // namespace sbst
