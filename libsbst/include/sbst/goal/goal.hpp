// SPDX-License-Identifier: Apache-2.0
// Goals: what the search wants to cover, and the ids that traces use for it. Next: goal_graph.hpp;
// ../criteria/criteria.hpp for the kinds of goals.
#pragma once

#include <sbst/id.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
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
struct OutputTag;
struct MutantTag;
struct ContextTag;

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
/// Names a class of values that a call may return: an entry of an OutputTable.
using OutputId = StrongId<OutputTag>;
/// Names a mutant: one small change of the subject's code; dense within one problem.
using MutantId = StrongId<MutantTag>;
/// Names a predicate together with the function whose calls evaluate it; dense within one problem.
using ContextId = StrongId<ContextTag>;

/// Where a goal is; members that the adapter does not know stay empty.
struct GoalPlace
{
    /// The function or method that it belongs to.
    std::string function{};
    /// The program that contains it, when a subject has several: `creation`; empty = the main one.
    std::string program{};
    /// The language's unit for positions in code, such as `pc`, and the goal's position in it; an
    /// empty name = no position.
    std::string_view position_name{};
    std::uint32_t position = 0;
    /// Line 0 = the place in the source is unknown.
    std::string file{};
    std::size_t line = 0;
    /// The text of that line, without indentation; may be empty.
    std::string source{};
    /// The place as people read it, inside the function: `line 14`; may be empty.
    std::string name{};
};

/// What the source asks at the place of a branch.
struct GoalQuestion
{
    /// Whether the condition is true when the goal is covered; nothing when unknown.
    std::optional<bool> truth{};
    /// What `truth` is about (a condition, a check, only the jump); without a reading, reports
    /// write neither the truth nor the part.
    std::string_view reading{};
    /// The text of the part of a condition, when the branch asks only that part; of a mutant, the
    /// change.
    std::string part{};
};

/// One goal: one thing that a criterion wants. Criteria make goals: branch_goal(),
/// method_entry_goal(), ...
struct Goal
{
    static constexpr std::size_t no_index = std::numeric_limits<std::size_t>::max();

    CriterionId criterion;
    /// What the criterion wants, as a number: a branch's outcome, a method, an exception, ...
    std::size_t index = no_index;
    /// Where the index does not tell it: a branch in a context.
    PredicateId predicate{};
    /// As people read it; unique within a problem.
    std::string label;
    /// Why it exists (written by the user, added by a compiler, ...); empty = the class of its
    /// criterion.
    std::string goal_class{};
    /// The class under which totals count it (see GoalTotals); empty = its own class.
    std::string group{};
    GoalPlace place{};
    GoalQuestion question{};
    /// Hidden goals are never sought and never counted as shown, but stay in the graph: the goals
    /// behind them are reached through them.
    bool is_shown = true;
    /// Helper goals are sought although they are not shown: they lead a search to shown goals. No
    /// report counts them, no suite has a test for them, and no run goes on for them alone.
    bool is_helper = false;
    /// Measured goals are shown but not sought: only the finished suite is measured for them.
    bool is_measured = false;
    /// A measured goal that returns after the search: minimisation keeps what the suite covers of
    /// it.
    bool is_restored = false;
    /// Whatever covers it nearly always covers others of its criterion too, so that smart selection
    /// seeks it for them: the last line of a long block, a mutant that subsumes others.
    bool is_key = false;
    /// Name of the proof that no test covers this goal; empty = not proved.
    std::string infeasible_because;

    [[nodiscard]] bool is_infeasible() const { return !infeasible_because.empty(); }
    /// Shown, not only measured: a search keeps a test for it.
    [[nodiscard]] bool is_kept() const { return is_shown && !is_measured; }
    /// Minimisation keeps it covered.
    [[nodiscard]] bool is_preserved() const { return is_shown && (!is_measured || is_restored); }
    /// Kept and not proved infeasible: a run goes on for it.
    [[nodiscard]] bool is_wanted() const { return is_kept() && !is_infeasible(); }
    /// The search has it as an objective: wanted, or a helper that is not proved infeasible.
    [[nodiscard]] bool is_sought() const { return (is_kept() || is_helper) && !is_infeasible(); }
};

/// Makes a goal of that criterion; without an index when the id is not valid.
template <class Id>
[[nodiscard]] Goal goal_of(CriterionId criterion, Id id, std::string label)
{
    Goal goal;
    goal.criterion = criterion;
    goal.index = id.is_valid() ? id.index() : Goal::no_index;
    goal.label = std::move(label);
    return goal;
}

/// The message that a goal was proved infeasible although a test covers it: the proof is wrong.
[[nodiscard]] std::string infeasible_covered_text(const Goal& goal);

/// @throws AdapterError with that message and the test.
[[noreturn]] void report_infeasible_covered(const Goal& goal, std::string_view rendered_test);

}  // namespace sbst
