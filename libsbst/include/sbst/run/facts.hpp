// SPDX-License-Identifier: Apache-2.0
// Facts: what an adapter can tell beside goals, types and callables. Each is an optional member of
// a SequenceProblem; its users work without it. Next: generate.hpp, which gives them to the hooks
// of a run; DescribesGoals of ../report/run_report.hpp is one more.
#pragma once

#include <sbst/construction/template_plan.hpp>
#include <sbst/guided/facts.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/search/refiner.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/operators.hpp>

#include <concepts>

namespace sbst
{

// clang-format off
/// `ConstantPool& constants()`: literals of the subject's code, from which the adapter's operators
/// draw. With it, values that tests compare become material for later tests.
template <class P>
concept HasConstants = requires(P& problem)
{
    { problem.constants() } -> std::same_as<ConstantPool&>;
};

/// `SequenceOperators& operators()`: what varies the tests. With it, mutation is directed.
template <class P>
concept HasOperators = requires(P& problem)
{
    { problem.operators() } -> std::same_as<SequenceOperators&>;
};

/// `bool may_decide(CallableId, GoalId) const`: tells whether a call of that callable can decide
/// that goal; cheap. With it, directed mutation changes the right calls sooner. It knows callables
/// and goals that came during the run.
template <class P>
concept KnowsDecidingCalls = requires(const P& problem, CallableId callable, GoalId goal)
{
    { problem.may_decide(callable, goal) } -> std::same_as<bool>;
};

/// `const TemplatePlan* construction(GoalId)`: what builds the state that a goal needs; null where
/// nothing is known. Valid until the next call; callables may come with it. Called between two
/// calls of execute(). With it, and operators(), templates can join the search.
template <class P>
concept TellsConstructions = requires(P& problem, GoalId goal)
{
    { problem.construction(goal) } -> std::same_as<const TemplatePlan*>;
};

/// `double template_rate() const`: templates for each generation where the options do not say, see
/// ConstructionOptions. Without it none.
template <class P>
concept TellsTemplateRate = requires(const P& problem)
{
    { problem.template_rate() } -> std::same_as<double>;
};

/// `void begin_measurement()`: called once, after the search and before the suite is minimised and
/// measured. Traces need to tell about goals that are only measured (Goal::is_measured) from then
/// on, so that a search does not pay for them. Ids stay what they are, and so does what a test does.
template <class P>
concept TellsMeasuredGoals = requires(P& problem)
{
    { problem.begin_measurement() } -> std::same_as<void>;
};

/// `bool tells_paths() const`: traces with Record::path hold the path's conditions as expressions.
/// With it, refiners join the search.
template <class P>
concept TellsPaths = requires(const P& problem)
{
    { problem.tells_paths() } -> std::same_as<bool>;
};

/// `const ClosedCallables& closed_callables() const`: with it, refiners that took every way through
/// a callable prove goals infeasible. It must not change during a run.
template <class P>
concept TellsClosedCallables = requires(const P& problem)
{
    { problem.closed_callables() } -> std::same_as<const ClosedCallables&>;
};

/// Refuses a member of a fact's name with another signature, which nothing would ever call.
template <class P>
constexpr bool facts_are_sound =
    (!requires { &P::constants; } || HasConstants<P>) &&
    (!requires { &P::operators; } || HasOperators<P>) &&
    (!requires { &P::may_decide; } || KnowsDecidingCalls<P>) &&
    (!requires { &P::construction; } || TellsConstructions<P>) &&
    (!requires { &P::template_rate; } || TellsTemplateRate<P>) &&
    (!requires { &P::tells_paths; } || TellsPaths<P>) &&
    (!requires { &P::closed_callables; } || TellsClosedCallables<P>) &&
    (!requires { &P::begin_measurement; } || TellsMeasuredGoals<P>) && guided_facts_are_sound<P>;
// clang-format on

/// The search is over: see TellsMeasuredGoals.
template <SequenceProblem P>
void begin_measurement([[maybe_unused]] P& problem)
{
    if constexpr (TellsMeasuredGoals<P>)
    {
        problem.begin_measurement();
    }
}

/// Templates for each generation where the options do not say.
template <SequenceProblem P>
[[nodiscard]] double template_rate([[maybe_unused]] const P& problem)
{
    if constexpr (TellsTemplateRate<P>)
    {
        return problem.template_rate();
    }
    else
    {
        return 0.0;
    }
}

/// Tells whether a call of that callable can decide that goal; any may where the adapter does not
/// know better.
template <SequenceProblem P>
[[nodiscard]] bool may_decide([[maybe_unused]] const P& problem,
    [[maybe_unused]] CallableId callable, [[maybe_unused]] GoalId goal)
{
    if constexpr (KnowsDecidingCalls<P>)
    {
        return problem.may_decide(callable, goal);
    }
    else
    {
        return true;
    }
}

}  // namespace sbst
