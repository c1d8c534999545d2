// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/goal/goal_graph.hpp>

#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

namespace
{

using namespace sbst;

GoalId add_branch(GoalGraph& graph, std::size_t predicate, bool outcome)
{
    return graph.add(branch_goal(
        PredicateId{predicate}, outcome, std::to_string(predicate) + (outcome ? "+" : "-")));
}

std::vector<GoalId> copy(std::span<const GoalId> ids)
{
    return {ids.begin(), ids.end()};
}

TEST_CASE("StrongId: a default id names nothing and equals only itself", "[core][id][unit]")
{
    CHECK_FALSE(GoalId{}.is_valid());
    CHECK(GoalId{} == GoalId{});
    CHECK(GoalId{3}.is_valid());
    CHECK(GoalId{3}.index() == 3);
    CHECK(GoalId{3} < GoalId{4});
    CHECK(GoalId{4} < GoalId{});
    CHECK(std::unordered_set<GoalId>{GoalId{1}, GoalId{1}, GoalId{2}}.size() == 2);
}

TEST_CASE("GoalGraph: ids are dense in the order of addition", "[core][goal_graph][unit]")
{
    GoalGraph graph;
    CHECK(graph.size() == 0);
    CHECK(add_branch(graph, 5, true) == GoalId{0});
    CHECK(graph.add(method_entry_goal(MethodId{2}, "m")) == GoalId{1});
    CHECK(graph.add(exception_goal(ExceptionId{0}, "e")) == GoalId{2});
    CHECK(graph.size() == 3);
    CHECK(graph[GoalId{0}].label == "5+");
    CHECK(graph[GoalId{1}].criterion == MethodEntryCriterion::id);
    CHECK(graph[GoalId{2}].criterion == ExceptionCriterion::id);
    CHECK(predicate_count(graph) == 6);
    CHECK(method_count(graph) == 3);
    CHECK(exception_count(graph) == 1);
}

TEST_CASE("GoalGraph: goals are found by the ids in traces", "[core][goal_graph][unit]")
{
    GoalGraph graph;
    const GoalId yes = add_branch(graph, 7, true);
    const GoalId entry = graph.add(method_entry_goal(MethodId{1}, "m"));
    const GoalId thrown = graph.add(exception_goal(ExceptionId{4}, "e"));
    CHECK(find_branch(graph, PredicateId{7}, true) == yes);
    CHECK_FALSE(find_branch(graph, PredicateId{7}, false).has_value());
    CHECK_FALSE(find_branch(graph, PredicateId{6}, true).has_value());
    CHECK_FALSE(find_branch(graph, PredicateId{8}, true).has_value());
    CHECK_FALSE(find_branch(graph, PredicateId{}, true).has_value());
    CHECK(find_method_entry(graph, MethodId{1}) == entry);
    CHECK_FALSE(find_method_entry(graph, MethodId{0}).has_value());
    CHECK_FALSE(find_method_entry(graph, MethodId{2}).has_value());
    CHECK(find_exception(graph, ExceptionId{4}) == thrown);
    CHECK_FALSE(find_exception(graph, ExceptionId{3}).has_value());
    const GoalId no = add_branch(graph, 7, false);
    CHECK(find_branch(graph, PredicateId{7}, false) == no);
}

TEST_CASE("GoalGraph: dependencies are kept once, in order, in both directions",
    "[core][goal_graph][unit]")
{
    GoalGraph graph;
    const GoalId a = add_branch(graph, 0, true);
    const GoalId b = add_branch(graph, 0, false);
    const GoalId c = add_branch(graph, 1, true);
    graph.add_dependency(b, c);
    graph.add_dependency(a, c);
    graph.add_dependency(b, c);
    graph.add_dependency(a, c);
    CHECK(copy(graph.parents(c)) == std::vector<GoalId>{b, a});
    CHECK(copy(graph.children(a)) == std::vector<GoalId>{c});
    CHECK(copy(graph.children(b)) == std::vector<GoalId>{c});
    CHECK(graph.parents(a).empty());
    CHECK(graph.dependency_count() == 2);
}

TEST_CASE("GoalGraph: a repeated edge is dropped from either end", "[core][goal_graph][unit]")
{
    GoalGraph graph;
    const GoalId hub = add_branch(graph, 0, true);
    std::vector<GoalId> leaves;
    for (std::size_t i = 1; i <= 5; ++i)
    {
        leaves.push_back(add_branch(graph, i, true));
    }
    for (int round = 0; round < 2; ++round)
    {
        for (const GoalId leaf : leaves)
        {
            graph.add_dependency(hub, leaf);  // few parents, many children
            graph.add_dependency(leaf, hub);  // many parents, few children
        }
    }
    CHECK(graph.dependency_count() == 10);
    CHECK(copy(graph.children(hub)) == leaves);
    CHECK(copy(graph.parents(hub)) == leaves);
}

TEST_CASE("GoalGraph: roots are goals without a parent but themselves, and marked ones",
    "[core][goal_graph][unit]")
{
    GoalGraph graph;
    const GoalId lonely = add_branch(graph, 0, true);
    const GoalId loop = add_branch(graph, 1, true);
    const GoalId child = add_branch(graph, 2, true);
    graph.add_dependency(loop, loop);
    graph.add_dependency(loop, child);
    CHECK(graph.is_root(lonely));
    CHECK(graph.is_root(loop));
    CHECK_FALSE(graph.is_root(child));
    graph.mark_root(child);
    CHECK(graph.is_root(child));
}

TEST_CASE("GoalGraph: a cycle has no root of its own", "[core][goal_graph][unit]")
{
    GoalGraph graph;
    const GoalId a = add_branch(graph, 0, true);
    const GoalId b = add_branch(graph, 1, true);
    graph.add_dependency(a, b);
    graph.add_dependency(b, a);
    CHECK_FALSE(graph.is_root(a));
    CHECK_FALSE(graph.is_root(b));
}

TEST_CASE("GoalGraph: growing keeps ids, edges and marks", "[core][goal_graph][unit]")
{
    GoalGraph graph;
    const GoalId a = add_branch(graph, 0, true);
    const GoalId b = add_branch(graph, 1, true);
    graph.add_dependency(a, b);
    graph.mark_root(b);
    for (std::size_t i = 2; i < 1000; ++i)
    {
        graph.add_dependency(b, add_branch(graph, i, false));
    }
    CHECK(find_branch(graph, PredicateId{0}, true) == a);
    CHECK(copy(graph.parents(b)) == std::vector<GoalId>{a});
    CHECK(graph.is_root(b));
    CHECK(graph.children(b).size() == 998);
    CHECK(graph.dependency_count() == 999);
}

TEST_CASE("GoalGraph: infeasible and hidden goals are not sought", "[core][goal_graph][unit]")
{
    GoalGraph graph;
    const GoalId shown = add_branch(graph, 0, true);
    Goal secret = branch_goal(PredicateId{0}, false, "hidden");
    secret.is_shown = false;
    const GoalId hidden = graph.add(secret);
    CHECK(graph[shown].is_sought());
    CHECK_FALSE(graph[hidden].is_sought());
    graph.mark_infeasible(shown, "constant condition");
    CHECK(graph[shown].is_infeasible());
    CHECK(graph[shown].infeasible_because == "constant condition");
    CHECK_FALSE(graph[shown].is_sought());
}

TEST_CASE("GoalGraph: a helper is sought and not wanted", "[core][goal_graph][unit]")
{
    GoalGraph graph;
    const GoalId helper = add_branch(graph, 0, true);
    const GoalId hidden = add_branch(graph, 0, false);
    CHECK(graph[helper].is_wanted());
    graph.hide(helper, true);
    graph.hide(hidden);
    CHECK_FALSE(graph[helper].is_shown);
    CHECK_FALSE(graph[helper].is_wanted());
    CHECK(graph[helper].is_sought());
    CHECK_FALSE(graph[hidden].is_sought());
    // What was not shown cannot become a helper.
    graph.hide(hidden, true);
    CHECK_FALSE(graph[hidden].is_sought());
    graph.mark_infeasible(helper, "constant condition");
    CHECK_FALSE(graph[helper].is_sought());
    CHECK_FALSE(graph.may_grow());
    graph.mark_growing();
    CHECK(graph.may_grow());
}

}  // namespace
