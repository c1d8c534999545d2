// SPDX-License-Identifier: Apache-2.0
// Dominance against its definition: nodes that are unreachable without a node are dominated by it.
#include "flow_builder.hpp"
#include "support/catch.hpp"

#include <sbst/fitness/dominators.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace
{

using namespace sbst;
using sbst::testing::FlowBuilder;
using sbst::testing::random_flow;

using Adjacency = std::vector<std::vector<std::size_t>>;

Adjacency successors(const FlowGraph& graph)
{
    Adjacency result(graph.size());
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        for (const FlowEdge& edge : graph.edges(FlowNode{i}))
        {
            result[i].push_back(edge.to.index());
        }
    }
    return result;
}

/// The nodes reached from `start` without `removed`, in preorder.
std::vector<std::size_t> reach(
    const Adjacency& next, std::size_t start, std::size_t removed, std::vector<bool>& seen)
{
    std::vector<std::size_t> order;
    const std::function<void(std::size_t)> visit = [&](std::size_t node) {
        if (node == removed || seen[node])
        {
            return;
        }
        seen[node] = true;
        order.push_back(node);
        for (const std::size_t to : next[node])
        {
            visit(to);
        }
    };
    visit(start);
    return order;
}

std::vector<bool> reached(const Adjacency& next, std::size_t start, std::size_t removed)
{
    std::vector<bool> seen(next.size(), false);
    reach(next, start, removed, seen);
    return seen;
}

constexpr std::size_t no_node = static_cast<std::size_t>(-1);

void check_tree(const DominatorTree& tree, const Adjacency& next, std::size_t root)
{
    const std::vector<bool> is_reached = reached(next, root, no_node);
    for (std::size_t upper = 0; upper < next.size(); ++upper)
    {
        const std::vector<bool> without = reached(next, root, upper);
        CHECK(tree.contains(FlowNode{upper}) == is_reached[upper]);
        for (std::size_t lower = 0; lower < next.size(); ++lower)
        {
            INFO("nodes " << upper << " and " << lower);
            CHECK(tree.dominates(FlowNode{upper}, FlowNode{lower}) ==
                  (is_reached[upper] && is_reached[lower] && !without[lower]));
        }
    }
    // The parent is the strict dominator that all others dominate.
    for (std::size_t node = 0; node < next.size(); ++node)
    {
        const auto parent = tree.parent(FlowNode{node});
        REQUIRE(parent.has_value() == (is_reached[node] && node != root));
        for (std::size_t other = 0; parent.has_value() && other < next.size(); ++other)
        {
            if (other != node && tree.dominates(FlowNode{other}, FlowNode{node}))
            {
                CHECK(tree.dominates(FlowNode{other}, *parent));
            }
        }
    }
}

/// The nodes with a virtual edge to the exit, by the definition of the header.
std::vector<std::size_t> naive_exiting(const FlowGraph& graph)
{
    const Adjacency next = successors(graph);
    std::vector<std::vector<bool>> reaches;
    for (std::size_t i = 0; i < next.size(); ++i)
    {
        reaches.push_back(reached(next, i, no_node));
    }
    const auto is_last = [&](std::size_t node) {
        for (std::size_t other = 0; other < next.size(); ++other)
        {
            if (reaches[node][other] && !reaches[other][node])
            {
                return false;
            }
        }
        return true;
    };
    std::vector<bool> seen(next.size(), false);
    std::vector<std::size_t> order = reach(next, graph.entry().index(), no_node, seen);
    for (std::size_t i = 0; i < next.size(); ++i)
    {
        const std::vector<std::size_t> more = reach(next, i, no_node, seen);
        order.insert(order.end(), more.begin(), more.end());
    }
    std::vector<std::size_t> result;
    for (const std::size_t node : order)
    {
        if (is_last(node) && std::none_of(result.begin(), result.end(), [&](std::size_t other) {
                return reaches[node][other] && reaches[other][node];
            }))
        {
            result.push_back(node);
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// All edges turned round, and the exit as the root.
Adjacency reversed(const FlowGraph& graph)
{
    Adjacency result(graph.size() + 1);
    const Adjacency next = successors(graph);
    for (std::size_t from = 0; from < next.size(); ++from)
    {
        for (const std::size_t to : next[from])
        {
            result[to].push_back(from);
        }
    }
    for (const std::size_t node : naive_exiting(graph))
    {
        result[graph.size()].push_back(node);
    }
    return result;
}

TEST_CASE("dominators: equal the definition on random graphs", "[core][dominators][property]")
{
    for (std::uint64_t seed = 0; seed < 300; ++seed)
    {
        INFO("seed " << seed);
        Rng rng{seed};
        const FlowGraph graph = random_flow(rng, 16);
        Adjacency next = successors(graph);
        next.emplace_back();  // the exit, which nothing reaches here
        check_tree(dominators(graph), next, graph.entry().index());
    }
}

TEST_CASE("post_dominators: equal the definition on random graphs", "[core][dominators][property]")
{
    for (std::uint64_t seed = 0; seed < 300; ++seed)
    {
        INFO("seed " << seed);
        Rng rng{seed};
        const FlowGraph graph = random_flow(rng, 16);
        std::vector<std::size_t> exiting;
        for (const FlowNode node : graph.exiting_nodes())
        {
            exiting.push_back(node.index());
        }
        CHECK(exiting == naive_exiting(graph));
        const DominatorTree tree = post_dominators(graph);
        check_tree(tree, reversed(graph), graph.exit().index());
        for (std::size_t i = 0; i < graph.size(); ++i)
        {
            CHECK(tree.contains(FlowNode{i}));
        }
    }
}

TEST_CASE("dominators: a diamond", "[core][dominators][unit]")
{
    FlowBuilder flow{5};
    flow.ask(0, 1, 2).go(1, 3).go(2, 3).go(4, 3);
    const DominatorTree tree = dominators(flow.graph());
    CHECK(tree.parent(FlowNode{3}) == FlowNode{0});
    CHECK_FALSE(tree.parent(FlowNode{0}).has_value());
    CHECK_FALSE(tree.contains(FlowNode{4}));
    CHECK_FALSE(tree.parent(FlowNode{4}).has_value());
    const DominatorTree post = post_dominators(flow.graph());
    CHECK(post.parent(FlowNode{0}) == FlowNode{3});
    CHECK(post.parent(FlowNode{3}) == flow.graph().exit());
    CHECK(post.parent(FlowNode{4}) == FlowNode{3});
    CHECK_FALSE(post.parent(flow.graph().exit()).has_value());
}

TEST_CASE("dominators: an endless loop leaves from its header", "[core][dominators][unit]")
{
    // The header has the highest number: the order of numbers does not matter.
    FlowBuilder flow{4};
    flow.go(0, 3).go(3, 1).go(1, 2).go(2, 3);
    CHECK(flow.graph().exiting_nodes() == std::vector<FlowNode>{FlowNode{3}});
    const DominatorTree post = post_dominators(flow.graph());
    CHECK(post.parent(FlowNode{2}) == FlowNode{3});
    CHECK(post.parent(FlowNode{3}) == flow.graph().exit());
}

TEST_CASE("dominators: graphs without nodes have an exit alone", "[core][dominators][unit]")
{
    const FlowGraph graph;
    CHECK(graph.exit() == FlowNode{0});
    CHECK(graph.exiting_nodes().empty());
    CHECK(post_dominators(graph).contains(graph.exit()));
    CHECK_FALSE(dominators(graph).contains(graph.exit()));
}

/// The same graph with enough unreachable nodes that recursion is avoided.
FlowGraph padded(const FlowGraph& graph)
{
    FlowGraph result = graph;
    FlowNode last = result.add_node();
    for (int i = 0; i < 5000; ++i)
    {
        const FlowNode next = result.add_node();
        result.add_edge(next, last);
        last = next;
    }
    result.add_edge(last, graph.entry());
    return result;
}

TEST_CASE("dominators: nodes that are not reached change nothing, however many they are",
    "[core][dominators][property]")
{
    for (std::uint64_t seed = 0; seed < 60; ++seed)
    {
        Rng rng{seed};
        const FlowGraph graph = random_flow(rng, 24);
        const FlowGraph large = padded(graph);
        const DominatorTree small_tree = dominators(graph);
        const DominatorTree large_tree = dominators(large);
        const DominatorTree small_post = post_dominators(graph);
        const DominatorTree large_post = post_dominators(large);
        for (std::size_t i = 0; i < graph.size(); ++i)
        {
            INFO("seed " << seed << ", node " << i);
            const FlowNode node{i};
            CHECK(large_tree.parent(node) == small_tree.parent(node));
            const FlowNode parent = small_post.parent(node).value();
            CHECK(large_post.parent(node) == (parent == graph.exit() ? large.exit() : parent));
        }
        CHECK_FALSE(large_tree.contains(FlowNode{graph.size()}));
        CHECK(large_post.contains(FlowNode{graph.size()}));
    }
}

TEST_CASE("dominators: 200,000 nodes in one long loop", "[core][dominators][unit]")
{
    constexpr std::size_t size = 200000;
    FlowBuilder flow{size + 1};
    for (std::size_t i = 1; i < size; ++i)
    {
        flow.go(i - 1, i);
    }
    flow.ask(size - 1, 1, size);
    const DominatorTree tree = dominators(flow.graph());
    CHECK(tree.dominates(FlowNode{1}, FlowNode{size}));
    CHECK(tree.parent(FlowNode{size / 2}) == FlowNode{size / 2 - 1});
    const DominatorTree post = post_dominators(flow.graph());
    CHECK(post.dominates(FlowNode{size}, FlowNode{0}));
    CHECK(post.parent(FlowNode{size / 2}) == FlowNode{size / 2 + 1});
}

}  // namespace
