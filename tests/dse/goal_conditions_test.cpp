// SPDX-License-Identifier: Apache-2.0
// Which condition of a path keeps its test from a goal.
#include "refinement/goal_conditions.hpp"

#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>

#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::dse;

/// Predicate 0 is a check that f and g share; predicate 1 is of f, and lies behind it.
struct Subject
{
    GoalGraph graph;
    GoalId checked = graph.add(branch_goal(PredicateId(0), true, "checked"));
    GoalId refused = graph.add(branch_goal(PredicateId(0), false, "refused"));
    GoalId behind = graph.add(branch_goal(PredicateId(1), true, "behind"));
    GoalId in_f = graph.add(context_branch_goal(graph[checked], ContextId(0), "in a call of f"));

    Subject() { graph.add_dependency(in_f, behind); }
};

PathCondition decision(std::uint32_t call, PredicateId predicate, bool outcome, ContextId context)
{
    return {.call = call,
        .predicate = predicate,
        .outcome = outcome,
        .context = context,
        .condition = symbolic::ExpressionId(call)};
}

}  // namespace

TEST_CASE("deciding_condition: a shared check counts in calls of the goal's function",
    "[dse][goal_conditions]")
{
    const Subject subject;
    const ContextId in_f(0);
    const ContextId in_g(1);
    const std::vector<PathCondition> path{
        decision(1, PredicateId(0), false, in_f), decision(2, PredicateId(0), false, in_g)};
    const auto deciding = deciding_condition(subject.behind, subject.graph, path);
    REQUIRE(deciding);
    CHECK(deciding->place == 0);
    CHECK(deciding->steps == 1);

    const std::vector<PathCondition> elsewhere{decision(1, PredicateId(0), false, in_g)};
    CHECK_FALSE(deciding_condition(subject.behind, subject.graph, elsewhere));
    // The branch itself is reached from either, the last evaluation first.
    CHECK(deciding_condition(subject.checked, subject.graph, path)->place == 1);
}

TEST_CASE("deciding_condition: the goal's own condition is nearer than what is before it",
    "[dse][goal_conditions]")
{
    const Subject subject;
    const std::vector<PathCondition> path{decision(1, PredicateId(0), true, ContextId(0)),
        decision(1, PredicateId(1), false, {}), decision(2, PredicateId(0), false, ContextId(0))};
    const auto deciding = deciding_condition(subject.behind, subject.graph, path);
    REQUIRE(deciding);
    CHECK(deciding->place == 1);
    CHECK(deciding->steps == 0);
}

TEST_CASE("conditions_for: on the way, then open sides, then all others from the last one back",
    "[dse][goal_conditions]")
{
    const Subject subject;
    std::vector<PathCondition> path{decision(1, PredicateId(5), false, {}),
        decision(1, PredicateId(0), false, ContextId(0)),
        decision(2, PredicateId(0), true, ContextId(1)), decision(2, PredicateId(6), false, {})};
    path.push_back(decision(3, PredicateId(7), false, {}));
    path.back().condition = {};
    const auto is_open = [&](GoalId goal) { return goal == subject.refused; };
    CHECK(conditions_for(subject.behind, subject.graph, path, is_open) ==
          std::vector<std::size_t>{1, 2, 3, 0});
    const auto nothing = [](GoalId) { return false; };
    CHECK(conditions_for(subject.behind, subject.graph, path, nothing) ==
          std::vector<std::size_t>{1, 3, 2, 0});
}
