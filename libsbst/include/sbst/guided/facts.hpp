// SPDX-License-Identifier: Apache-2.0
// What guided random testing wants to know from an adapter; each fact is optional, and a component
// without its fact works with what the catalogue says. Next: sequence_sampler.hpp.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/guided/mined_constants.hpp>
#include <sbst/guided/options.hpp>
#include <sbst/guided/sequence_slice.hpp>
#include <sbst/problem/problem.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace sbst
{

// clang-format off
/// `bool may_write(CallableId, std::size_t parameter) const`: tells whether a call of that callable
/// may change the object that it gets in that parameter. With it, only such calls change objects of
/// the pool, and sequences hold no others.
template <class P>
concept TellsWrites = requires(const P& problem, CallableId callable, std::size_t parameter)
{
    { problem.may_write(callable, parameter) } -> std::same_as<bool>;
};

/// `bool changes_state(CallableId) const`: tells whether a call may change the state that no object
/// has. With it, only such calls lead to new states of the pool.
template <class P>
concept TellsStateChanges = requires(const P& problem, CallableId callable)
{
    { problem.changes_state(callable) } -> std::same_as<bool>;
};

/// `MinedConstants& mined_constants()` and `std::size_t constant_document(CallableId) const`: the
/// constants of the code around the subject, and the document of a callable.
template <class P>
concept MinesConstants = requires(P& problem, const P& fixed, CallableId callable)
{
    { problem.mined_constants() } -> std::same_as<MinedConstants&>;
    { fixed.constant_document(callable) } -> std::same_as<std::size_t>;
};

/// `std::optional<CallableId> cast_between(TypeId from, TypeId to)`: a callable of kind cast for an
/// object that is known to be a `to`; added on demand. Called between two calls of execute().
template <class P>
concept CastsObjects = requires(P& problem, TypeId from, TypeId to)
{
    { problem.cast_between(from, to) } -> std::same_as<std::optional<CallableId>>;
};

/// `bool find_producers(TypeId)`: searches all visible code for what makes objects of a type, and
/// adds callables; tells whether it added one. Called once for a type, between two calls of
/// execute().
template <class P>
concept FindsProducers = requires(P& problem, TypeId type)
{
    { problem.find_producers(type) } -> std::same_as<bool>;
};

/// `std::span<const U256> units() const`: what integers of the subject are counted in, beside 1.
template <class P>
concept HasUnits = requires(const P& problem)
{
    { problem.units() } -> std::convertible_to<std::span<const U256>>;
};

/// Refuses a member of a fact's name with another signature, which nothing would ever call.
template <class P>
constexpr bool guided_facts_are_sound =
    (!requires { &P::may_write; } || TellsWrites<P>) &&
    (!requires { &P::changes_state; } || TellsStateChanges<P>) &&
    (!requires { &P::mined_constants; } || MinesConstants<P>) &&
    (!requires { &P::cast_between; } || CastsObjects<P>) &&
    (!requires { &P::find_producers; } || FindsProducers<P>) &&
    (!requires { &P::units; } || HasUnits<P>);
// clang-format on

/// The facts of one problem. An empty function or null = the problem does not know.
struct GuidedFacts
{
    /// Tells whether a call of the callable can decide the goal.
    std::function<bool(GoalId, CallableId)> may_decide{};
    MayWrite may_write{};
    std::function<bool(CallableId)> changes_state{};
    MinedConstants* constants = nullptr;
    std::function<std::size_t(CallableId)> document{};
    std::function<std::optional<CallableId>(TypeId, TypeId)> cast_between{};
    std::function<bool(TypeId)> find_producers{};
    std::span<const U256> units{};
};

/// What the problem tells for the components that are switched on, but for may_decide. The problem
/// must outlive it.
template <SequenceProblem P>
[[nodiscard]] GuidedFacts guided_facts_of(P& problem, const GuidedOptions& options)
{
    GuidedFacts facts;
    if constexpr (TellsWrites<P>)
    {
        facts.may_write = [&problem](CallableId callable, std::size_t parameter) {
            return problem.may_write(callable, parameter);
        };
    }
    if constexpr (TellsStateChanges<P>)
    {
        facts.changes_state = [&problem](
                                  CallableId callable) { return problem.changes_state(callable); };
    }
    if constexpr (MinesConstants<P>)
    {
        facts.constants = options.constant_mining ? &problem.mined_constants() : nullptr;
        facts.document = [&problem](
                             CallableId callable) { return problem.constant_document(callable); };
    }
    if constexpr (CastsObjects<P>)
    {
        facts.cast_between = [&problem](
                                 TypeId from, TypeId to) { return problem.cast_between(from, to); };
    }
    if constexpr (FindsProducers<P>)
    {
        facts.find_producers = [&problem](TypeId type) { return problem.find_producers(type); };
    }
    if constexpr (HasUnits<P>)
    {
        facts.units = problem.units();
    }
    return facts;
}

}  // namespace sbst
