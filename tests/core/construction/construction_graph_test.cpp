// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/construction/construction_graph.hpp>
#include <sbst/random/rng.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace sbst;

namespace
{

constexpr std::size_t action = 1;
constexpr std::size_t state = 2;

/// The slice of the paper's listing 2, as its figure 5 has it: the branch on actor.getAction(),
/// which depends on the tests of actor and target for null. Numbers of fields and call sites: 10
/// Action.actor, 11 Action.target, 12 GameState.players, 13 Player.action.
std::vector<SliceValue> running_example()
{
    return {
        {.kind = SliceKind::input, .subject = action, .name = "action"},                // 0
        {.kind = SliceKind::input, .subject = state, .name = "state"},                  // 1
        {.kind = SliceKind::field, .subject = 10, .name = "actor", .operands = {0}},    // 2
        {.kind = SliceKind::field, .subject = 11, .name = "target", .operands = {0}},   // 3
        {.kind = SliceKind::field, .subject = 12, .name = "players", .operands = {1}},  // 4
        {.kind = SliceKind::element, .subject = 0, .name = "[]", .operands = {4, 2}},   // 5
        {.kind = SliceKind::element, .subject = 0, .name = "[]", .operands = {4, 3}},   // 6
        {.kind = SliceKind::passing, .name = "astore actor", .operands = {5}},          // 7
        {.kind = SliceKind::passing, .name = "astore target", .operands = {6}},         // 8
        {.kind = SliceKind::field, .subject = 13, .name = "action", .operands = {7}},   // 9
        {.kind = SliceKind::constant, .name = "1"},                                     // 10
        {.kind = SliceKind::passing, .name = "if_icmpne", .operands = {9, 10}},         // 11
        {.kind = SliceKind::passing, .name = "ifnonnull", .operands = {8}},             // 12
    };
}

std::string text_of(const std::vector<SliceValue>& slice)
{
    return to_text(ConstructionGraph::distilled(slice));
}

}  // namespace

TEST_CASE("construction graph: the paper's running example", "[core][construction]")
{
    const ConstructionGraph graph = ConstructionGraph::distilled(running_example());
    INFO(to_text(graph));
    // Both elements are of the same array, by the index that the action names.
    std::vector<std::string> edges;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i)
    {
        const ConstructionNode& node = graph.nodes()[i];
        std::string edge = node.name + " <-";
        for (const ConstructionParent& parent : node.parents)
        {
            edge += " " + graph[parent.node].name;
        }
        edges.push_back(edge);
    }
    std::sort(edges.begin(), edges.end());
    CHECK(edges == std::vector<std::string>{"[] <- players actor", "[] <- players target",
                       "action <-", "action <- []", "actor <- action", "players <- state",
                       "state <-", "target <- action"});
    std::vector<std::string> leaves;
    for (const ConstructionId leaf : graph.leaves())
    {
        leaves.push_back(graph[leaf].name);
    }
    std::sort(leaves.begin(), leaves.end());
    CHECK(leaves == std::vector<std::string>{"[]", "action"});
}

TEST_CASE("construction graph: constants, and what leads to no state, go", "[core][construction]")
{
    // if (first.size() > 3 && second > 4): a call that reads nothing, a number.
    CHECK(text_of({{.kind = SliceKind::input, .subject = 0, .name = "first"},
                      {.kind = SliceKind::input, .subject = 1, .name = "second"},
                      {.kind = SliceKind::call, .subject = 7, .name = "size", .operands = {0}},
                      {.kind = SliceKind::constant, .name = "3"},
                      {.kind = SliceKind::passing, .operands = {2, 3}},
                      {.kind = SliceKind::passing, .operands = {1, 3}}})
              .empty());
    // A field of a constant is no state of an input.
    CHECK(text_of({{.kind = SliceKind::constant, .name = "0"},
                      {.kind = SliceKind::field, .subject = 1, .name = "x", .operands = {0}}})
              .empty());
    // A call whose object is an input, and whose result has the state.
    CHECK(text_of({{.kind = SliceKind::input, .subject = 0, .name = "this"},
              {.kind = SliceKind::call, .subject = 7, .name = "owner", .operands = {0}},
              {.kind = SliceKind::field, .subject = 1, .name = "level", .operands = {1}}}) ==
          "0 input this\n1 call owner (0)\n2 field level of 1 = ?\n");
}

TEST_CASE(
    "construction graph: equal nodes are one, several owners have one each", "[core][construction]")
{
    // a.x is read twice; (a or b).y once.
    const std::vector<SliceValue> slice{{.kind = SliceKind::input, .subject = 0, .name = "a"},
        {.kind = SliceKind::input, .subject = 1, .name = "b"},
        {.kind = SliceKind::field, .subject = 5, .name = "x", .operands = {0}},
        {.kind = SliceKind::field, .subject = 5, .name = "x", .operands = {0}},
        {.kind = SliceKind::passing, .operands = {0, 1}},
        {.kind = SliceKind::field, .subject = 6, .name = "y", .operands = {4}}};
    const ConstructionGraph graph = ConstructionGraph::distilled(slice);
    INFO(to_text(graph));
    CHECK(graph.nodes().size() == 5);
    CHECK(graph.leaves().size() == 3);
    const auto count = [&graph](std::string_view name) {
        return std::count_if(graph.nodes().begin(), graph.nodes().end(),
            [name](const ConstructionNode& node) { return node.name == name; });
    };
    CHECK(count("x") == 1);
    CHECK(count("y") == 2);
}

TEST_CASE("construction graph: a cycle is followed once", "[core][construction]")
{
    // at = this; while (...) at = at.next; at.level
    const std::vector<SliceValue> slice{{.kind = SliceKind::input, .subject = 0, .name = "this"},
        {.kind = SliceKind::passing, .name = "at", .operands = {0, 2}},
        {.kind = SliceKind::field, .subject = 5, .name = "next", .operands = {1}},
        {.kind = SliceKind::field, .subject = 6, .name = "level", .operands = {1}}};
    const std::string text = text_of(slice);
    INFO(text);
    CHECK(text.find("field next of 0 = ?") != std::string::npos);
    CHECK(text.find("field level of 0 = ?") != std::string::npos);

    // do at = at.next; while (...): in any order of the slice.
    const std::vector<SliceValue> loop{
        {.kind = SliceKind::field, .subject = 6, .name = "level", .operands = {1}},
        {.kind = SliceKind::field, .subject = 5, .name = "next", .operands = {2}},
        {.kind = SliceKind::passing, .name = "at", .operands = {3, 1}},
        {.kind = SliceKind::input, .subject = 0, .name = "this"}};
    std::vector<std::size_t> order{0, 1, 2, 3};
    do
    {
        std::vector<SliceValue> permuted(loop.size());
        for (std::size_t i = 0; i < loop.size(); ++i)
        {
            permuted[order[i]] = loop[i];
            for (std::size_t& operand : permuted[order[i]].operands)
            {
                operand = order[operand];
            }
        }
        CHECK(text_of(permuted) == "0 input this\n1 field next of 0\n2 field level of 1 = ?\n");
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("construction graph: any slice makes a sound graph", "[core][construction]")
{
    Rng rng(7);
    for (int round = 0; round < 2000; ++round)
    {
        std::vector<SliceValue> slice(1 + rng.index(40));
        for (SliceValue& value : slice)
        {
            value.kind = static_cast<SliceKind>(rng.index(6));
            value.subject = rng.index(3);
            value.name = std::to_string(rng.index(3));
            const bool is_leaf =
                value.kind == SliceKind::input || value.kind == SliceKind::constant;
            for (std::size_t i = is_leaf ? 0 : rng.index(4); i > 0; --i)
            {
                value.operands.push_back(rng.index(slice.size()));
            }
        }
        const ConstructionGraph graph = ConstructionGraph::distilled(slice);
        bool is_sound = true;
        for (std::size_t i = 0; i < graph.nodes().size(); ++i)
        {
            const ConstructionNode& node = graph.nodes()[i];
            is_sound = is_sound && node.kind != SliceKind::constant &&
                       node.kind != SliceKind::passing &&
                       (node.kind == SliceKind::input) == node.parents.empty() &&
                       std::is_sorted(node.children.begin(), node.children.end());
            for (const ConstructionParent& parent : node.parents)
            {
                const auto& children = graph[parent.node].children;
                is_sound = is_sound && parent.node.index() < i &&
                           std::find(children.begin(), children.end(), ConstructionId(i)) !=
                               children.end();
            }
        }
        REQUIRE(is_sound);
        CHECK(to_text(graph) == to_text(ConstructionGraph::distilled(slice)));
    }
}

TEST_CASE("construction graph: the form for Graphviz", "[core][construction]")
{
    const ConstructionGraph graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 0, .name = "a\"b"},
            {.kind = SliceKind::field, .subject = 1, .name = "x", .operands = {0}}});
    CHECK(to_dot(graph) ==
          "digraph construction {\n"
          "  n0 [label=\"a\\\"b\", shape=box];\n"
          "  n1 [label=\"x\", shape=oval];\n"
          "  n0 -> n1;\n"
          "}\n");
}

TEST_CASE(
    "construction graph: constants belong to what they are compared with", "[core][construction]")
{
    // `state.phase + x == 3`, through a sum; twice the same, and one beside an input.
    const ConstructionGraph graph = ConstructionGraph::distilled(std::vector<SliceValue>{
        {.kind = SliceKind::input, .subject = state, .name = "state", .compared = {Value(5)}},
        {.kind = SliceKind::field, .subject = 1, .name = "phase", .operands = {0}},
        {.kind = SliceKind::constant, .name = "x"},
        {.kind = SliceKind::passing,
            .name = "iadd",
            .operands = {1, 2},
            .compared = {Value(3), Value(3), Value(4)}}});
    REQUIRE(graph.nodes().size() == 2);
    CHECK(graph.nodes()[0].compared == std::vector<Value>{Value(5)});
    CHECK(graph.nodes()[1].compared == std::vector<Value>{Value(3), Value(4)});
}

TEST_CASE("construction graph: what comparisons ask of values", "[core][construction]")
{
    const AskedRelation below{Relation::lt, Value(10)};
    CHECK(holds(Value(-1), below));
    CHECK_FALSE(holds(Value(10), below));
    CHECK(holds(Value(10), AskedRelation{Relation::ge, Value(10)}));
    CHECK_FALSE(holds(Value(10), AskedRelation{Relation::gt, Value(10)}));
    CHECK(holds(Value(10), AskedRelation{Relation::le, Value(10)}));
    const AskedRelation named{Relation::eq, Value(std::string("Phase.DONE"))};
    CHECK(holds(Value(std::string("Phase.DONE")), named));
    CHECK_FALSE(holds(Value(std::string("Phase.NEW")), named));
    // Nothing is known.
    CHECK(holds(Value(3), named));

    CHECK(share_held({}, Value(3)) == 1.0);
    // One of the constants is enough.
    const AskedRelation one{Relation::eq, Value(1)};
    const AskedRelation two{Relation::eq, Value(2)};
    CHECK(share_held({one, two}, Value(2)) == 1.0);
    CHECK(share_held({one, two}, Value(3)) == 0.0);
    CHECK(share_held({one, below}, Value(3)) == 0.5);
}

TEST_CASE("construction graph: what is asked on two ways, and what should be equal",
    "[core][construction]")
{
    const AskedRelation is_one{Relation::eq, Value(1)};
    const AskedRelation is_not_one{Relation::ne, Value(1)};
    const AskedRelation is_two{Relation::eq, Value(2)};
    const AskedRelation is_small{Relation::lt, Value(5)};
    const AskedRelation is_large{Relation::ge, Value(5)};
    const ConstructionGraph graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 0, .name = "this"},
            {.kind = SliceKind::input, .subject = 1, .name = "pin", .equals = {3}},
            {.kind = SliceKind::input, .subject = 2, .name = "other"},
            {.kind = SliceKind::field, .subject = 1, .name = "pin", .operands = {0}, .equals = {1}},
            {.kind = SliceKind::field,
                .subject = 2,
                .name = "phase",
                .operands = {0},
                .asked = {is_one, is_small}},
            {.kind = SliceKind::field,
                .subject = 2,
                .name = "phase",
                .operands = {0},
                .asked = {is_not_one, is_two, is_large}}});
    // An input that state should equal is a node, another one is not.
    REQUIRE(graph.nodes().size() == 4);
    const auto node = [&graph](std::string_view name, SliceKind kind) {
        const auto found = std::find_if(graph.nodes().begin(), graph.nodes().end(),
            [&](const ConstructionNode& one) { return one.name == name && one.kind == kind; });
        REQUIRE(found != graph.nodes().end());
        return static_cast<std::size_t>(found - graph.nodes().begin());
    };
    const std::size_t input = node("pin", SliceKind::input);
    const std::size_t field = node("pin", SliceKind::field);
    CHECK(graph.nodes()[input].equals == std::vector{ConstructionId(field)});
    CHECK(graph.nodes()[field].equals == std::vector{ConstructionId(input)});
    // Where one way asks for 1 and the other one for something else, 1 is kept.
    CHECK(graph.nodes()[node("phase", SliceKind::field)].asked == std::vector{is_one, is_two});
}
