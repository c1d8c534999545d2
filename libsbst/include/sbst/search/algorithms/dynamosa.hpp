// SPDX-License-Identifier: Apache-2.0
// DynaMOSA: many-objective search over the goals that can be reached now. Next:
// ../many_objective.hpp for the loop, ../dynamic_targets.hpp for the goals, mosa.hpp.
#pragma once

#include <sbst/search/many_objective.hpp>

#include <string_view>

namespace sbst
{

/// MOSA with targets that follow the goal graph. The steps are those of many_objective_search().
struct Dynamosa
{
    static constexpr std::string_view name = "dynamosa";
    static constexpr std::string_view summary =
        "DynaMOSA: many-objective search with targets chosen as it goes";
    static constexpr std::string_view source = "Panichella, Kifetew, Tonella, IEEE TSE 2018";
    using Options = SearchOptions;

    template <Problem P, class Hooks>
    [[nodiscard]] static SearchResult<typename P::Test> search(
        SearchRun<P, Hooks> run, const Options& options)
    {
        return many_objective_search(run, options,
            {// Step 1: the roots. Step 5: goals whose way is open now become active.
                .targets = dynamic_targets,
                // Step 6: the whole front 0 survives.
                .keep_first_front = true});
    }
};

/// search_with<Dynamosa>.
template <Problem P, class... Hooks>
[[nodiscard]] SearchResult<typename P::Test> dynamosa(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng, Hooks&... hooks)
{
    return search_with<Dynamosa>(problem, options, meter, rng, hooks...);
}

}  // namespace sbst
