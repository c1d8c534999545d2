// SPDX-License-Identifier: Apache-2.0
// A search algorithm is a type with a name, a one-sentence summary, options, a source and a search
// function. Next: algorithms/dynamosa.hpp for one, algorithms/list.hpp for all.
#pragma once

#include <sbst/problem/budget.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/search/hook_chain.hpp>
#include <sbst/search/individual.hpp>

#include <concepts>
#include <string_view>

namespace sbst
{

/// The inputs of every algorithm: the problem, the budget, the random numbers, and the hooks.
template <Problem P, class Hooks = NoHooks>
struct SearchRun
{
    P& problem;
    BudgetMeter& meter;
    Rng& rng;
    Hooks& hooks;
};

// clang-format off
/// A type whose constants describe it. It also has
///
///     template <Problem P, class Hooks>
///     static SearchResult<typename P::Test> search(SearchRun<P, Hooks> run, const Options& options);
///
/// which executes tests until the budget ends or all sought goals are covered. Its options are
/// already validated.
template <class A>
concept SearchAlgorithm = requires(const typename A::Options& options)
{
    /// Its name on the command line and in reports; lower case.
    { A::name } -> std::convertible_to<std::string_view>;
    /// One sentence for `sbst list`, without a full stop.
    { A::summary } -> std::convertible_to<std::string_view>;
    /// Authors, venue and year.
    { A::source } -> std::convertible_to<std::string_view>;
    validate(options);
};
// clang-format on

/// Searches for tests that cover all sought goals; returns the best test for each covered goal, the
/// nearest test for each open one, and the log of the run. The same seed gives the same result
/// under a budget of executions. Any number of hooks may watch the run and propose tests. The
/// references must outlive the call.
/// @throws ConfigError when the options are not usable, AdapterError when the adapter breaks.
template <SearchAlgorithm A, Problem P, class... Hooks>
[[nodiscard]] SearchResult<typename P::Test> search_with(
    P& problem, const typename A::Options& options, BudgetMeter& meter, Rng& rng, Hooks&... hooks)
{
    validate(options);
    HookChain<typename P::Test, Hooks...> chain(hooks...);
    return A::search(SearchRun<P, decltype(chain)>{problem, meter, rng, chain}, options);
}

}  // namespace sbst
