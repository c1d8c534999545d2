// SPDX-License-Identifier: Apache-2.0
// Goals: what the search wants to cover, and the ids by which traces name it. Next: goal_graph.hpp.
#pragma once

#include <sbst/id.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

struct GoalTag;
struct PredicateTag;
struct MethodTag;
struct ExceptionTag;
struct LineTag;
struct MutantTag;

/// Names a goal of one GoalGraph.
using GoalId = StrongId<GoalTag>;
/// Names a two-way branch of the subject; dense within one problem.
using PredicateId = StrongId<PredicateTag>;
/// Names a method or function of the subject; dense within one problem.
using MethodId = StrongId<MethodTag>;
/// Names an exception (type, revert reason, ...) of the subject; found while running.
using ExceptionId = StrongId<ExceptionTag>;
/// Names a source line; dense within one problem.
using LineId = StrongId<LineTag>;
/// Names a mutant of the subject; dense within one problem.
using MutantId = StrongId<MutantTag>;

enum class GoalKind
{
    /// `predicate` is evaluated to `outcome`.
    branch,
    /// `method` is entered.
    method_entry,
    /// A statement of the test ends with `exception`.
    exception
};

/// One goal. Only the members that its kind names are read.
struct Goal
{
    GoalKind kind = GoalKind::branch;
    PredicateId predicate;
    bool outcome = false;
    MethodId method;
    ExceptionId exception;
    /// As reports write it; unique within a problem.
    std::string label;
    /// Hidden goals are never sought and never counted as shown, but stay in the graph: the goals
    /// behind them are reached through them.
    bool is_shown = true;
    /// Name of the proof that no test covers this goal; empty = not proved.
    std::string infeasible_because;

    [[nodiscard]] bool is_infeasible() const { return !infeasible_because.empty(); }
    /// Sought by the search: shown and not proved infeasible.
    [[nodiscard]] bool is_sought() const { return is_shown && !is_infeasible(); }
};

[[nodiscard]] inline Goal branch_goal(PredicateId predicate, bool outcome, std::string label)
{
    Goal goal;
    goal.predicate = predicate;
    goal.outcome = outcome;
    goal.label = std::move(label);
    return goal;
}

[[nodiscard]] inline Goal method_entry_goal(MethodId method, std::string label)
{
    Goal goal;
    goal.kind = GoalKind::method_entry;
    goal.method = method;
    goal.label = std::move(label);
    return goal;
}

[[nodiscard]] inline Goal exception_goal(ExceptionId exception, std::string label)
{
    Goal goal;
    goal.kind = GoalKind::exception;
    goal.exception = exception;
    goal.label = std::move(label);
    return goal;
}

/// Says that a goal was proved infeasible although a test covers it: the proof is wrong.
[[nodiscard]] std::string infeasible_covered_text(const Goal& goal);

/// @throws AdapterError saying so, with that test.
[[noreturn]] void report_infeasible_covered(const Goal& goal, std::string_view rendered_test);

}  // namespace sbst
