// SPDX-License-Identifier: Apache-2.0
#include "flow_builder.hpp"
#include "support/catch.hpp"

#include <sbst/fitness/control_dependence.hpp>
#include <sbst/fitness/dominators.hpp>

#include <cstddef>
#include <functional>
#include <set>
#include <vector>

namespace
{

using namespace sbst;
using sbst::testing::edge;
using sbst::testing::FlowBuilder;
using sbst::testing::random_flow;

using Edges = std::vector<ControllingEdge>;

Edges depends(const ControlDependence& dependence, std::size_t node)
{
    const auto edges = dependence.of(FlowNode{node});
    return {edges.begin(), edges.end()};
}

TEST_CASE("ControlDependence: a loop with a nested branch and an early return",
    "[core][control_dependence][golden]")
{
    // 0; while (p1) { if (p2) { if (p3) return 7; } else { 4 } 5 }  6
    FlowBuilder flow{8};
    flow.go(0, 1).ask(1, 2, 6).ask(2, 3, 4).ask(3, 7, 5).go(4, 5).go(5, 1);
    const ControlDependence dependence{flow.graph()};
    CHECK(depends(dependence, 0).empty());
    CHECK(depends(dependence, 1) == Edges{edge(2, false), edge(3, false)});
    CHECK(depends(dependence, 2) == Edges{edge(1, true)});
    CHECK(depends(dependence, 3) == Edges{edge(2, true)});
    CHECK(depends(dependence, 4) == Edges{edge(2, false)});
    CHECK(depends(dependence, 5) == Edges{edge(2, false), edge(3, false)});
    CHECK(depends(dependence, 6) == Edges{edge(1, false)});
    CHECK(depends(dependence, 7) == Edges{edge(3, true)});
    for (std::size_t i = 0; i < 8; ++i)
    {
        INFO("node " << i);
        CHECK(dependence.depends_on_entry(FlowNode{i}) == (i < 2));
        CHECK(dependence.is_reachable(FlowNode{i}));
    }
}

TEST_CASE("ControlDependence: a loop header depends on itself and on the entry",
    "[core][control_dependence][golden]")
{
    FlowBuilder flow{4};
    flow.go(0, 1).ask(1, 2, 3).go(2, 1);
    const ControlDependence dependence{flow.graph()};
    CHECK(depends(dependence, 1) == Edges{edge(1, true)});
    CHECK(dependence.depends_on_entry(FlowNode{1}));
    CHECK(depends(dependence, 2) == Edges{edge(1, true)});
    CHECK_FALSE(dependence.depends_on_entry(FlowNode{2}));
    CHECK(depends(dependence, 3).empty());
    CHECK(dependence.depends_on_entry(FlowNode{3}));
}

TEST_CASE("ControlDependence: an endless loop has dependences inside",
    "[core][control_dependence][golden]")
{
    FlowBuilder flow{4};
    flow.go(0, 1).ask(1, 2, 3).go(2, 1).go(3, 1);
    const ControlDependence dependence{flow.graph()};
    CHECK(depends(dependence, 2) == Edges{edge(1, true)});
    CHECK(depends(dependence, 3) == Edges{edge(1, false)});
    CHECK(dependence.depends_on_entry(FlowNode{1}));
}

TEST_CASE("ControlDependence: code after an unlabelled jump has the dependences of the jump",
    "[core][control_dependence][golden]")
{
    // if (p0) switch (2, 3, 4) else 5; nested: 4 is a jump to 6 or 7.
    FlowBuilder flow{9};
    flow.ask(0, 1, 5).go(1, 2).go(1, 3).go(1, 4).go(4, 6).go(4, 7);
    for (const std::size_t from : {2U, 3U, 5U, 6U, 7U})
    {
        flow.go(from, 8);
    }
    const ControlDependence dependence{flow.graph()};
    for (const std::size_t node : {1U, 2U, 3U, 4U, 6U, 7U})
    {
        INFO("node " << node);
        CHECK(depends(dependence, node) == Edges{edge(0, true)});
        CHECK_FALSE(dependence.depends_on_entry(FlowNode{node}));
    }
    CHECK(depends(dependence, 5) == Edges{edge(0, false)});
    CHECK(dependence.depends_on_entry(FlowNode{8}));
}

TEST_CASE("ControlDependence: a jump without labels that runs anyway passes the entry on",
    "[core][control_dependence][unit]")
{
    FlowBuilder flow{4};
    flow.go(0, 1).go(0, 2).ask(1, 3, 2);
    const ControlDependence dependence{flow.graph()};
    CHECK(depends(dependence, 1).empty());
    CHECK(dependence.depends_on_entry(FlowNode{1}));
    CHECK(depends(dependence, 2) == Edges{edge(1, false)});
    CHECK(dependence.depends_on_entry(FlowNode{2}));
    CHECK(depends(dependence, 3) == Edges{edge(1, true)});
    CHECK_FALSE(dependence.depends_on_entry(FlowNode{3}));
}

TEST_CASE("ControlDependence: unlabelled jumps around a loop share the dependences of its entrance",
    "[core][control_dependence][unit]")
{
    // if (p0) { do { jump 1 -> 2, 3; jump 2 -> 1, 3 } }  3
    FlowBuilder flow{5};
    flow.ask(0, 1, 4).go(1, 2).go(1, 3).go(2, 1).go(2, 3).go(3, 4);
    const ControlDependence dependence{flow.graph()};
    CHECK(depends(dependence, 1) == Edges{edge(0, true)});
    CHECK(depends(dependence, 2) == Edges{edge(0, true)});
    CHECK(depends(dependence, 3) == Edges{edge(0, true)});
}

TEST_CASE(
    "ControlDependence: both ways to one place decide nothing", "[core][control_dependence][unit]")
{
    FlowBuilder flow{2};
    flow.ask(0, 1, 1);
    const ControlDependence dependence{flow.graph()};
    CHECK(depends(dependence, 1).empty());
    CHECK(dependence.depends_on_entry(FlowNode{1}));
}

TEST_CASE("ControlDependence: unreachable nodes depend on nothing and decide nothing",
    "[core][control_dependence][unit]")
{
    FlowBuilder flow{5};
    flow.go(0, 1).ask(2, 1, 3).go(3, 4);
    const ControlDependence dependence{flow.graph()};
    for (std::size_t i = 0; i < 5; ++i)
    {
        INFO("node " << i);
        CHECK(depends(dependence, i).empty());
        CHECK(dependence.is_reachable(FlowNode{i}) == (i < 2));
        CHECK(dependence.depends_on_entry(FlowNode{i}) == (i < 2));
    }
}

/// Dependences by definition; an absent edge means the entry.
struct Naive
{
    explicit Naive(const FlowGraph& graph)
      : flow(graph), post(post_dominators(graph)), is_reachable(graph.reachable())
    {}

    [[nodiscard]] bool decides(FlowNode branch, FlowNode to, FlowNode node) const
    {
        const bool is_certain_before = node != branch && post.dominates(node, branch);
        return post.dominates(node, to) && !is_certain_before;
    }

    void collect(FlowNode node, std::set<ControllingEdge>& edges, bool& on_entry,
        std::set<FlowNode>& seen) const
    {
        if (!seen.insert(node).second)
        {
            return;
        }
        // Every path from the entry passes its post-dominators.
        on_entry = on_entry || post.dominates(node, flow.entry());
        for (std::size_t i = 0; i < flow.size(); ++i)
        {
            for (const FlowEdge& out : flow.edges(FlowNode{i}))
            {
                if (is_reachable[i] && decides(FlowNode{i}, out.to, node))
                {
                    if (out.label.has_value())
                    {
                        edges.insert(ControllingEdge{FlowNode{i}, *out.label});
                    }
                    else
                    {
                        collect(FlowNode{i}, edges, on_entry, seen);
                    }
                }
            }
        }
    }

    const FlowGraph& flow;
    DominatorTree post;
    std::vector<bool> is_reachable;
};

TEST_CASE("ControlDependence: equals the definition on random graphs",
    "[core][control_dependence][property]")
{
    for (std::uint64_t seed = 0; seed < 500; ++seed)
    {
        Rng rng{seed};
        const FlowGraph graph = random_flow(rng, 20);
        const ControlDependence dependence{graph};
        const Naive naive{graph};
        for (std::size_t i = 0; i < graph.size(); ++i)
        {
            INFO("seed " << seed << ", node " << i);
            std::set<ControllingEdge> edges;
            std::set<FlowNode> seen;
            bool on_entry = false;
            if (naive.is_reachable[i])
            {
                naive.collect(FlowNode{i}, edges, on_entry, seen);
            }
            CHECK(depends(dependence, i) == Edges{edges.begin(), edges.end()});
            CHECK(dependence.depends_on_entry(FlowNode{i}) == on_entry);
            CHECK(dependence.is_reachable(FlowNode{i}) == naive.is_reachable[i]);
            // Everything that runs does so because of something.
            CHECK((on_entry || !edges.empty()) == naive.is_reachable[i]);
        }
    }
}

TEST_CASE("ControlDependence: 20,000 nodes of nested loops and branches",
    "[core][control_dependence][unit]")
{
    // Groups of five: while (p) { if (q) a else b }  next
    constexpr std::size_t groups = 4000;
    FlowBuilder flow{5 * groups + 1};
    for (std::size_t i = 0; i < 5 * groups; i += 5)
    {
        flow.ask(i, i + 1, i + 5)
            .ask(i + 1, i + 2, i + 3)
            .go(i + 2, i + 4)
            .go(i + 3, i + 4)
            .go(i + 4, i);
    }
    const ControlDependence dependence{flow.graph()};
    const std::size_t last = 5 * (groups - 1);
    CHECK(depends(dependence, last) == Edges{edge(last, true)});
    CHECK(depends(dependence, last + 2) == Edges{edge(last + 1, true)});
    CHECK(depends(dependence, last + 4) == Edges{edge(last, true)});
    CHECK(dependence.depends_on_entry(FlowNode{last + 5}));
}

}  // namespace
