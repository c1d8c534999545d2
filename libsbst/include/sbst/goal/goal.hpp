// SPDX-License-Identifier: Apache-2.0
// Goals: what the search wants to cover, and the ids by which traces name it. Next: goal_graph.hpp;
// ../criteria/criteria.hpp for what can be wanted.
#pragma once

#include <sbst/id.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

struct GoalTag;
struct CriterionTag;
struct PredicateTag;
struct MethodTag;
struct ExceptionTag;
struct LineTag;
struct MutantTag;

/// Names a goal of one GoalGraph.
using GoalId = StrongId<GoalTag>;
/// Names a criterion: its place in the list of ../criteria/criteria.hpp.
using CriterionId = StrongId<CriterionTag>;
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

/// One goal: what a criterion wants of the subject. Criteria make them: branch_goal(),
/// method_entry_goal(), ...
struct Goal
{
    static constexpr std::size_t no_index = std::numeric_limits<std::size_t>::max();

    CriterionId criterion;
    /// What the criterion wants: its number for a branch's outcome, a method, an exception, ...
    std::size_t index = no_index;
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

/// A goal of that criterion; an id that names nothing has no index.
template <class Id>
[[nodiscard]] Goal goal_of(CriterionId criterion, Id id, std::string label)
{
    Goal goal;
    goal.criterion = criterion;
    goal.index = id.is_valid() ? id.index() : Goal::no_index;
    goal.label = std::move(label);
    return goal;
}

/// Says that a goal was proved infeasible although a test covers it: the proof is wrong.
[[nodiscard]] std::string infeasible_covered_text(const Goal& goal);

/// @throws AdapterError saying so, with that test.
[[noreturn]] void report_infeasible_covered(const Goal& goal, std::string_view rendered_test);

}  // namespace sbst
