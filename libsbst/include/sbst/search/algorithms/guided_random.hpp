// SPDX-License-Identifier: Apache-2.0
// Guided random testing: rounds of tests made from sequences that ran before. Next:
// ../guided_sampling.hpp, which makes them, ../../guided/sequence_sampler.hpp, random_search.hpp.
#pragma once

#include <sbst/search/algorithm.hpp>
#include <sbst/search/algorithms/random_search.hpp>

#include <string_view>

namespace sbst
{

/// Rounds of `guided_batch_size` tests of the hook GuidedSampling, which must be switched on:
/// without it they are the adapter's random tests. The tests of a round do not see each other's
/// results. Uses no other option.
struct GuidedRandom
{
    static constexpr std::string_view name = "guided-random";
    static constexpr std::string_view summary =
        "guided random testing: calls on objects of a pool that grows";
    static constexpr std::string_view source = "Ma et al., ASE 2015 (GRT)";
    using Options = SearchOptions;

    template <Problem P, class Hooks>
    [[nodiscard]] static SearchResult<typename P::Test> search(
        SearchRun<P, Hooks> run, const Options& options)
    {
        return detail::search_in_rounds(run, options, options.guided_batch_size);
    }
};

/// search_with<GuidedRandom>.
template <Problem P, class... Hooks>
[[nodiscard]] SearchResult<typename P::Test> guided_random(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng, Hooks&... hooks)
{
    return search_with<GuidedRandom>(problem, options, meter, rng, hooks...);
}

}  // namespace sbst
