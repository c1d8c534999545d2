// SPDX-License-Identifier: Apache-2.0
// Guided random testing of a problem, with any components. Next: components_test.cpp.
#pragma once

#include <sbst/guided/facts.hpp>
#include <sbst/search/algorithms/guided_random.hpp>
#include <sbst/search/guided_sampling.hpp>

#include <cstdint>
#include <utility>

namespace sbst::testing_support
{

/// The components of guided random testing, by number.
inline bool GuidedOptions::*const components[] = {&GuidedOptions::constant_mining,
    &GuidedOptions::impurity, &GuidedOptions::elephant_brain, &GuidedOptions::detective,
    &GuidedOptions::orienteering, &GuidedOptions::bloodhound};

[[nodiscard]] inline GuidedOptions with_all_but(bool GuidedOptions::*component)
{
    GuidedOptions options;
    options.*component = false;
    return options;
}

[[nodiscard]] inline GuidedOptions with_only(bool GuidedOptions::*wanted)
{
    GuidedOptions options;
    for (bool GuidedOptions::*const component : components)
    {
        options.*component = component == wanted;
    }
    return options;
}

template <SequenceProblem P>
[[nodiscard]] SearchResult<TestCase> run_guided(P& problem, const GuidedOptions& options,
    std::uint64_t executions, std::uint64_t seed, const SearchOptions& search = {})
{
    BudgetMeter meter(Budget{.max_executions = executions});
    Rng rng(seed);
    GuidedSampling sampling(problem.operators(), problem.goals(), guided_facts_of(problem, options),
        options, {.is_on = true});
    return search_with<GuidedRandom>(problem, search, meter, rng, sampling);
}

}  // namespace sbst::testing_support
