// SPDX-License-Identifier: Apache-2.0
// What a search algorithm is: a type that says its name, one sentence, its options and its source,
// and that searches. Next: algorithms/dynamosa.hpp for one, algorithms/list.hpp for all.
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

/// What every algorithm is given: what to test, what may be spent, chance, and who watches and
/// proposes.
template <Problem P, class Hooks = NoHooks>
struct SearchRun
{
    P& problem;
    BudgetMeter& meter;
    Rng& rng;
    Hooks& hooks;
};

// clang-format off
/// A type of constants about itself. Beside them it has
///
///     template <Problem P, class Hooks>
///     static SearchResult<typename P::Test> search(SearchRun<P, Hooks> run, const Options& options);
///
/// which executes tests until the budget ends or all sought goals are covered, and whose options
/// were validated.
template <class A>
concept SearchAlgorithm = requires(const typename A::Options& options)
{
    /// On the command line and in reports; lower case.
    { A::name } -> std::convertible_to<std::string_view>;
    /// For `sbst list`; without a full stop.
    { A::summary } -> std::convertible_to<std::string_view>;
    /// Authors, venue and year.
    { A::source } -> std::convertible_to<std::string_view>;
    validate(options);
};
// clang-format on

/// Searches for tests that cover all sought goals; returns the best test of each, the nearest of
/// the others, and the log of the run. The same seed gives the same result under a budget of
/// executions. Any number of hooks watches and proposes. The references must outlive the call.
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
