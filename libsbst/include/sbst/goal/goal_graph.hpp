// SPDX-License-Identifier: Apache-2.0
// The goal graph: which goal opens the way to which. Several roots, cycles and self-edges are
// legal; goals may be added between batches. Next: ../problem/problem.hpp.
#pragma once

#include <sbst/goal/goal.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst
{

/// Goals and the control dependencies between them; append-only.
///
/// An edge `parent -> child` means that the child's node (its predicate, its method) is control
/// dependent on the outcome that covers the parent. A goal with several parents is reached through
/// any of them. A goal is a root when it was marked as one or has no parent other than itself.
///
/// Source: Panichella et al., DynaMOSA (TSE 2018), as used by AGSolT, section 4.2.
class GoalGraph
{
public:
    /// Adds a goal with the next id. Precondition: the graph has no goal of that criterion and
    /// index.
    GoalId add(Goal goal);
    /// Adds an edge once; repeated edges are dropped.
    void add_dependency(GoalId parent, GoalId child);
    /// Marks a goal that is reachable from the start although it has parents (a loop header).
    void mark_root(GoalId goal);
    void mark_infeasible(GoalId goal, std::string proof);
    /// Shows the goal no more; a goal that was shown may stay sought, as a helper.
    void hide(GoalId goal, bool as_helper = false);
    /// The search seeks a shown goal no more, but as a helper; the suite is measured for it.
    void only_measure(GoalId goal, bool as_helper, bool is_restored);
    /// Says that goals are added while tests run, as exceptions are: a search that has covered all
    /// goals may still find more.
    void mark_growing() { m_may_grow = true; }
    [[nodiscard]] bool may_grow() const { return m_may_grow; }

    [[nodiscard]] std::size_t size() const { return m_goals.size(); }
    [[nodiscard]] const Goal& operator[](GoalId id) const { return m_goals[id.index()]; }
    /// In the order of addition; valid until the graph grows.
    [[nodiscard]] std::span<const GoalId> parents(GoalId id) const;
    [[nodiscard]] std::span<const GoalId> children(GoalId id) const;
    [[nodiscard]] bool is_root(GoalId id) const;

    /// The goal of that criterion and index, if there is one; O(1). Criteria offer the same for
    /// their own ids: find_branch(), find_method_entry(), ...
    [[nodiscard]] std::optional<GoalId> find(CriterionId criterion, std::size_t index) const;
    /// The goals of a criterion, indexed by Goal::index; an invalid id where there is no goal.
    /// Valid until the graph grows.
    [[nodiscard]] std::span<const GoalId> goals_of(CriterionId criterion) const;

    /// Number of distinct edges; with `size()` it tells whether the graph has grown.
    [[nodiscard]] std::size_t dependency_count() const { return m_dependency_count; }

private:
    std::vector<Goal> m_goals;
    std::vector<std::vector<GoalId>> m_parents;
    std::vector<std::vector<GoalId>> m_children;
    std::vector<bool> m_is_root;
    std::vector<std::vector<GoalId>> m_by_criterion;  // [criterion][index]
    std::size_t m_dependency_count = 0;
    bool m_may_grow = false;
};

}  // namespace sbst
