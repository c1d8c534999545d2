// SPDX-License-Identifier: Apache-2.0
// From the goals of branch coverage to those that were asked for: adapters call this once their
// goal graph has its branches and entries. Next: criteria.hpp.
#pragma once

#include <sbst/criteria/coverage.hpp>
#include <sbst/goal/goal_graph.hpp>

#include <functional>
#include <vector>

namespace sbst
{

/// Tells whether a branch and a goal that depends on it belong to one callable.
using SameCallable = std::function<bool(GoalId parent, GoalId child)>;

/// Adds a direct goal for each branch and each entry, with the class, place, proof and visibility
/// of that goal. A direct goal depends on the direct goals of the branches of its own callable, and
/// on the same goals as its branch beyond it: the approach level is its own.
/// @return for each added goal, in order, the branch or entry that it was made from.
std::vector<GoalId> add_direct_goals(GoalGraph& graph, const SameCallable& is_same_callable);

/// Adds goals of top-level methods: a call by the test (Coverage::method), and behind it a call
/// that returns (Coverage::method_without_exception), as far as asked for.
/// @param about the goal from which class, group, place and visibility are taken; its index is the
/// method, its label the name of the method.
void add_method_goals(GoalGraph& graph, const CriteriaChoice& wanted, const Goal& about);

/// Hides the goals whose criterion has no part in the choice, and lets those be measured only that
/// it does not seek. With `as_helpers` branches and entries among both become helpers: a search for
/// lines or mutants still gets to them branch by branch.
void select_goals(GoalGraph& graph, const CriteriaChoice& choice, bool as_helpers);

/// The same for one goal, which a run adds.
void select_goal(Goal& goal, const CriteriaChoice& choice);

}  // namespace sbst
