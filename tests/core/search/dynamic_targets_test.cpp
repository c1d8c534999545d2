// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/method_entry.hpp>
#include <sbst/search/dynamic_targets.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;

namespace
{

// Goals 0 to n-1 with dependencies parent -> child.
GoalGraph graph_of(std::size_t size, const std::vector<std::pair<std::size_t, std::size_t>>& edges,
    const std::vector<std::size_t>& hidden = {})
{
    GoalGraph graph;
    for (std::size_t i = 0; i < size; ++i)
    {
        Goal goal = method_entry_goal(MethodId(i), "m" + std::to_string(i));
        goal.is_shown = std::find(hidden.begin(), hidden.end(), i) == hidden.end();
        graph.add(goal);
    }
    for (const auto& [parent, child] : edges)
    {
        graph.add_dependency(GoalId(parent), GoalId(child));
    }
    return graph;
}

std::vector<std::size_t> targets(
    const GoalGraph& graph, const std::vector<std::size_t>& covered = {})
{
    std::vector<bool> flags(graph.size(), false);
    for (const std::size_t goal : covered)
    {
        flags[goal] = true;
    }
    std::vector<std::size_t> active;
    for (const GoalId goal : dynamic_targets(graph, flags))
    {
        active.push_back(goal.index());
    }
    return active;
}

using Indices = std::vector<std::size_t>;

}  // namespace

TEST_CASE("dynamic_targets: roots first, then the children of covered goals",
    "[core][dynamic_targets][unit]")
{
    const GoalGraph graph = graph_of(6, {{0, 2}, {0, 3}, {3, 4}, {1, 5}});
    CHECK(targets(graph) == Indices{0, 1});
    CHECK(targets(graph, {0}) == Indices{1, 2, 3});
    CHECK(targets(graph, {0, 3, 1}) == Indices{2, 4, 5});
    CHECK(targets(graph, {0, 1, 2, 3, 4, 5}).empty());
}

TEST_CASE(
    "dynamic_targets: a child covered early opens its own way", "[core][dynamic_targets][unit]")
{
    const GoalGraph graph = graph_of(4, {{0, 1}, {1, 2}, {2, 3}});
    CHECK(targets(graph, {2}) == Indices{0, 3});
}

TEST_CASE(
    "dynamic_targets: goals that the flags do not reach are open", "[core][dynamic_targets][unit]")
{
    const GoalGraph graph = graph_of(3, {{0, 2}});
    CHECK(dynamic_targets(graph, {}) == std::vector<GoalId>{GoalId(0), GoalId(1)});
    CHECK(dynamic_targets(graph, {true}) == std::vector<GoalId>{GoalId(1), GoalId(2)});
    CHECK(all_targets(graph, {true}) == std::vector<GoalId>{GoalId(1), GoalId(2)});
}

TEST_CASE(
    "dynamic_targets: one covered parent of several suffices", "[core][dynamic_targets][unit]")
{
    const GoalGraph graph = graph_of(3, {{0, 2}, {1, 2}});
    CHECK(targets(graph, {1}) == Indices{0, 2});
}

TEST_CASE("dynamic_targets: self-edges and cycles do no harm", "[core][dynamic_targets][unit]")
{
    GoalGraph graph = graph_of(4, {{0, 0}, {0, 1}, {1, 2}, {2, 1}, {2, 3}});
    CHECK(targets(graph) == Indices{0});
    CHECK(targets(graph, {0}) == Indices{1});
    CHECK(targets(graph, {0, 1}) == Indices{2});
    graph.mark_root(GoalId(2));
    CHECK(targets(graph) == Indices{0, 2});
}

TEST_CASE(
    "dynamic_targets: a cycle without entrance is not forgotten", "[core][dynamic_targets][unit]")
{
    const GoalGraph graph = graph_of(4, {{1, 2}, {2, 1}, {2, 3}});
    CHECK(targets(graph) == Indices{0, 1});
    CHECK(targets(graph, {0, 1}) == Indices{2});
}

TEST_CASE("dynamic_targets: hidden goals are passed through and never active",
    "[core][dynamic_targets][unit]")
{
    const GoalGraph graph = graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, {0, 1, 3});
    CHECK(targets(graph) == Indices{2});
    CHECK(targets(graph, {2}) == Indices{4});
    CHECK(targets(graph, {0, 1}) == Indices{2});
}

TEST_CASE("dynamic_targets: a hidden goal behind an open one opens nothing",
    "[core][dynamic_targets][unit]")
{
    const GoalGraph graph = graph_of(3, {{0, 1}, {1, 2}}, {1});
    CHECK(targets(graph) == Indices{0});
}

TEST_CASE("dynamic_targets: an infeasible goal is never active and opens no way",
    "[core][dynamic_targets][unit]")
{
    // 3 can be reached through 1, but not through 2.
    GoalGraph graph = graph_of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
    graph.mark_infeasible(GoalId(2), "constant condition");
    CHECK(targets(graph) == Indices{0});
    CHECK(targets(graph, {0}) == Indices{1});
    CHECK(targets(graph, {0, 1}) == Indices{3});
}

TEST_CASE("dynamic_targets: a goal with only infeasible ways is active, goals behind it wait",
    "[core][dynamic_targets][unit]")
{
    GoalGraph graph = graph_of(4, {{0, 1}, {1, 2}, {2, 3}});
    graph.mark_infeasible(GoalId(1), "unreachable block");
    CHECK(targets(graph) == Indices{0, 2});
    CHECK(targets(graph, {0, 2}) == Indices{3});

    GoalGraph root_gone = graph_of(2, {{0, 1}});
    root_gone.mark_infeasible(GoalId(0), "unreachable block");
    CHECK(targets(root_gone) == Indices{1});
}

TEST_CASE("dynamic_targets: every sought goal gets its turn", "[core][dynamic_targets][property]")
{
    // Covering whatever is active, again and again, ends with all sought goals covered.
    std::size_t state = 12345;
    const auto draw = [&](std::size_t bound) {
        state = (state * 6364136223846793005U) + 1442695040888963407U;
        return (state >> 33U) % bound;
    };
    for (int round = 0; round < 200; ++round)
    {
        const std::size_t size = 1 + draw(15);
        std::vector<std::pair<std::size_t, std::size_t>> edges;
        for (std::size_t i = draw(2 * size); i > 0; --i)
        {
            edges.emplace_back(draw(size), draw(size));
        }
        GoalGraph graph = graph_of(size, edges, {draw(size), draw(size)});
        graph.mark_infeasible(GoalId(draw(size)), "proof");
        std::vector<bool> covered(size, false);
        std::size_t turns = 0;
        for (auto active = dynamic_targets(graph, covered); !active.empty();
             active = dynamic_targets(graph, covered))
        {
            for (const GoalId goal : active)
            {
                REQUIRE(graph[goal].is_sought());
                REQUIRE_FALSE(covered[goal.index()]);
                covered[goal.index()] = true;
            }
            ++turns;
            REQUIRE(turns <= size);
        }
        CHECK(all_targets(graph, covered).empty());
    }
}
