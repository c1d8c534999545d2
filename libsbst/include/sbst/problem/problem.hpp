// SPDX-License-Identifier: Apache-2.0
// The seam between search and adapters. An adapter is a type that satisfies `Problem`, or
// `SequenceProblem` when its tests are the core's call sequences. Next: trace.hpp for what an
// execution returns, ../search/algorithms/dynamosa.hpp for the caller, ../testing/conformance.hpp
// for the suite that every adapter passes.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/test/catalogue.hpp>
#include <sbst/test/change.hpp>
#include <sbst/test/test_case.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <string>

namespace sbst
{

/// One execution that the search wants.
template <class Test>
struct Request
{
    /// Never null; outlives the batch.
    const Test* test = nullptr;
    Record record = Record::coverage | Record::distances;
};

// clang-format off
/// What the search needs of an adapter. `Test` is a value: copyable, comparable, without pointers
/// into the problem.
///
/// - `goals()` the goal graph. Append-only; see below for when it grows.
/// - `generate(rng)` a random test.
/// - `mutate(test, rng)` changes a test in place and says what it changed.
/// - `crossover(a, b, rng)` makes two children in place of their parents; one Change per child.
/// - `length(test)` its length for a reader: calls, not literals.
/// - `execute(requests, traces, stop)` runs each request and fills the trace of the same index
///   (cleared by the adapter first; `requests.size() == traces.size()`). A request that the stop
///   token prevented leaves `was_run == false`. Each result depends only on its test: not on the
///   order, other requests or threads.
/// - `render(test)` a test as text, never empty.
///
/// Goals, and types and callables of a SequenceProblem, may grow during a run: inside `execute`, in
/// an order that depends on the requests alone (whatever the number of workers or threads), or
/// between two calls of it, by a hook. The search seeks new goals and calls new callables from the
/// next tests on. Ids stay what they are, and so does what a test does.
///
/// What the subject does wrong is in the trace; @throws AdapterError when the harness breaks.
template <class P>
concept Problem =
    std::regular<typename P::Test> &&
    requires(P& problem, const P& fixed, const typename P::Test& test, typename P::Test& changed,
        Rng& rng, std::span<const Request<typename P::Test>> requests, std::span<Trace> traces,
        StopToken stop)
{
    { fixed.goals() } -> std::convertible_to<const GoalGraph&>;
    { problem.generate(rng) } -> std::same_as<typename P::Test>;
    { problem.mutate(changed, rng) } -> std::same_as<Change>;
    { problem.crossover(changed, changed, rng) } -> std::same_as<ChangePair>;
    { fixed.length(test) } -> std::convertible_to<std::size_t>;
    { problem.execute(requests, traces, stop) };
    { fixed.render(test) } -> std::convertible_to<std::string>;
};

/// An optional member: `bool ends_normally(const Trace&) const` tells whether a test ran to its end.
/// With it, a test that does is preferred to one that an exception broke off, however short.
template <class P>
concept TellsEnds = requires(const P& problem, const Trace& trace)
{
    { problem.ends_normally(trace) } -> std::same_as<bool>;
};

/// An optional member: `std::size_t cost(const Test&) const` tells what a test costs its reader. With
/// it, the cheaper of two tests is preferred where otherwise the shorter one is.
template <class P>
concept TellsCost = requires(const P& problem, const typename P::Test& test)
{
    { problem.cost(test) } -> std::convertible_to<std::size_t>;
};

/// An optional member: `void execute_anew(std::span<const Request<Test>>, std::span<Trace>,
/// std::size_t occasion, StopToken)` runs tests that are not Trace::is_repeatable as execute() would
/// at another time, and with other numbers by chance. The search asks for the occasions 1 and 2, and
/// counts a goal of such a test only where all three runs cover it; SureCoverage has the exceptions.
template <class P>
concept RunsAnew = requires(P& problem, std::span<const Request<typename P::Test>> requests,
    std::span<Trace> traces, std::size_t occasion, StopToken stop)
{
    problem.execute_anew(requests, traces, occasion, stop);
};

/// A Problem whose tests are call sequences over a catalogue: minimisation, construction
/// graphs, guided random testing and symbolic execution need calls.
template <class P>
concept SequenceProblem =
    Problem<P> && std::same_as<typename P::Test, TestCase> &&
    requires(const P& fixed)
{
    { fixed.types() } -> std::convertible_to<const TypeUniverse&>;
    { fixed.catalogue() } -> std::convertible_to<const Catalogue&>;
};
// clang-format on

/// What a test costs its reader: its length unless the problem tells.
template <Problem P>
[[nodiscard]] std::size_t cost_of(const P& problem, const typename P::Test& test)
{
    if constexpr (TellsCost<P>)
    {
        return problem.cost(test);
    }
    else
    {
        return problem.length(test);
    }
}

/// How a test that was run ended.
template <Problem P>
[[nodiscard]] TestEnd end_of([[maybe_unused]] const P& problem, const Trace& trace)
{
    if (trace.is_unusable())
    {
        return TestEnd::unusable;
    }
    if constexpr (TellsEnds<P>)
    {
        if (!problem.ends_normally(trace))
        {
            return TestEnd::broken_off;
        }
    }
    return trace.is_repeatable ? TestEnd::normal : TestEnd::unrepeatable;
}

}  // namespace sbst
