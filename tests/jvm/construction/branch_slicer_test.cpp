// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/construction/construction_graph.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/construction/branch_slicer.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// A branch of a method of the fixture, by its place among the method's branches; the last by
/// default.
ConstructionGraph construction_of(std::string_view name,
    std::optional<std::size_t> place = std::nullopt, std::optional<bool> jumps = std::nullopt)
{
    const ClassPath path{{SBST_CLASSES}};
    const ClassFile& file = path.at("construct/Rules");
    const auto method = std::find_if(file.methods.begin(), file.methods.end(),
        [name](const Method& one) { return one.name == name; });
    REQUIRE(method != file.methods.end());
    std::vector<std::uint32_t> branches;
    for (std::uint32_t i = 0; i < method->code->instructions.size(); ++i)
    {
        if (is_conditional_jump(method->code->instructions[i].opcode))
        {
            branches.push_back(i);
        }
    }
    BranchSlicer slicer(path);
    const std::uint32_t branch = place ? branches.at(*place) : branches.back();
    return ConstructionGraph::distilled(slicer.slice(file, *method, branch, jumps));
}

std::string graph_of(std::string_view name, std::optional<std::size_t> place = std::nullopt)
{
    return to_text(construction_of(name, place));
}

/// What a node of that name should be.
std::vector<Value> compared(const ConstructionGraph& graph, std::string_view name)
{
    const auto node = std::find_if(graph.nodes().begin(), graph.nodes().end(),
        [name](const ConstructionNode& one) { return one.name == name; });
    REQUIRE(node != graph.nodes().end());
    return node->compared;
}

}  // namespace

TEST_CASE("branch slicer: the paper's running example", "[jvm][construction]")
{
    // The second player decides only by being there: no state of his is read.
    CHECK(graph_of("checkRules") ==
          "0 input state\n"
          "1 field players of 0\n"
          "2 field length of 1 = ?\n"
          "3 input action\n"
          "4 field target of 3\n"
          "5 element [] of 1 (4) = ?\n"
          "6 field actor of 3\n"
          "7 element [] of 1 (6) = ?\n"
          "8 call player (0, 6)\n"
          "9 field action of 8 = ?\n");
    // The first branch is decided by nothing else.
    CHECK(graph_of("checkRules", 0) ==
          "0 input state\n"
          "1 field players of 0\n"
          "2 field length of 1 = ?\n"
          "3 input action\n"
          "4 field actor of 3\n"
          "5 element [] of 1 (4) = ?\n");
}

TEST_CASE("branch slicer: what decides between the ways of a value", "[jvm][construction]")
{
    // isActive is 0 or 1, by the player's action.
    CHECK(graph_of("isBig") == "0 input player\n1 field action of 0 = ?\n");
    // What a method returns is 0 or 1 as well.
    CHECK(graph_of("asked") == "0 input player\n1 field action of 0 = ?\n2 field isOn of 0 = ?\n");
}

TEST_CASE("branch slicer: lists, arrays, implementations and calls", "[jvm][construction]")
{
    CHECK(graph_of("depth") == "0 input player\n1 field next of 0 = ?\n");
    CHECK(graph_of("isFull") ==
          "0 input rows\n"
          "1 field length of 0 = ?\n"
          "2 element [1] of 0\n"
          "3 element [2] of 2 = ?\n");
    CHECK(graph_of("isHigh") == "0 input ranked\n1 field level of 0 = ?\n");
    CHECK(graph_of("doLoop") == "0 input player\n1 field next of 0\n2 field action of 1 = ?\n");
    // A default method, and not what overrides it in a class below.
    CHECK(graph_of("isDefault").empty());
    // Nothing is known of what a class of the JDK reads.
    CHECK(graph_of("isEqual").empty());
}

TEST_CASE("branch slicer: constants by the way that is wanted", "[jvm][construction]")
{
    // The way to the second branch asks for `action == 5`.
    CHECK(compared(construction_of("wanted"), "action") == std::vector<Value>{Value(5)});
    CHECK(compared(construction_of("wanted", 0, true), "action") == std::vector<Value>{Value(5)});
    CHECK(compared(construction_of("wanted", 0, false), "action") ==
          std::vector<Value>{Value(6), Value(4)});
    CHECK(compared(construction_of("wanted", 0), "action") ==
          std::vector<Value>{Value(5), Value(4), Value(6)});
    // `rank < 70L` of a long: the jump goes over the body.
    CHECK(compared(construction_of("wantedLong", std::nullopt, false), "rank") ==
          std::vector<Value>{Value(69)});
    // Through a getter; the constant is an argument.
    CHECK(compared(construction_of("wantedName"), "name") ==
          std::vector<Value>{Value(std::string("gold"))});
}

TEST_CASE("branch slicer: callees by what is asked of them", "[jvm][construction]")
{
    // Indices of the array, and what leads past both conditions.
    std::vector<Value> ids = compared(construction_of("found"), "id");
    const auto is_inside = [](const Value& value) { return value.word() < U256{128}; };
    CHECK(std::all_of(ids.begin(), ids.end(), is_inside));
    CHECK(std::find(ids.begin(), ids.end(), Value(127)) != ids.end());
    ids = compared(construction_of("found", 0, true), "id");
    CHECK_FALSE(ids.empty());
    CHECK(std::all_of(ids.begin(), ids.end(), is_inside));
    // The jump goes over `return 0`. Where null is wanted, nothing is known.
    ids = compared(construction_of("found", 0, false), "id");
    CHECK_FALSE(std::all_of(ids.begin(), ids.end(), is_inside));

    // `phase == 4` computed as a truth value: the jump of `? :` goes where it is false.
    CHECK(compared(construction_of("open", 0, false), "phase") == std::vector<Value>{Value(4)});
    CHECK(compared(construction_of("open", 0, true), "phase") ==
          std::vector<Value>{Value(5), Value(3)});
}

TEST_CASE("branch slicer: keys in boxes and keys that are constants", "[jvm][construction]")
{
    CHECK(graph_of("boxed") ==
          "0 input id\n"
          "1 input hall\n"
          "2 field names of 1\n"
          "3 element [] of 2 (0) = ?\n");
    CHECK(graph_of("fixed") ==
          "0 input hall\n"
          "1 field titles of 0\n"
          "2 element [\"tin\"] of 1\n"
          "3 field rank of 2 = ?\n"
          "4 element [\"gold\"] of 1\n"
          "5 field rank of 4 = ?\n");
}

TEST_CASE("branch slicer: what only some ways ask for excludes nothing", "[jvm][construction]")
{
    // Outside of the array the player is null, which is what the branch may want.
    const std::vector<Value> ids = compared(construction_of("guarded"), "id");
    CHECK(std::any_of(
        ids.begin(), ids.end(), [](const Value& value) { return value.word() >= U256{128}; }));
    const std::string kinds = graph_of("either");
    CHECK(kinds.find("first of 0") != std::string::npos);
    CHECK(kinds.find("second of 0") != std::string::npos);
}

TEST_CASE("branch slicer: members of a set by their values", "[jvm][construction]")
{
    const ConstructionGraph graph = construction_of("knows");
    std::vector<std::vector<std::size_t>> roles;
    std::vector<Value> values;
    for (const ConstructionNode& node : graph.nodes())
    {
        if (node.kind == SliceKind::element)
        {
            roles.emplace_back();
            for (const ConstructionParent& parent : node.parents)
            {
                roles.back().push_back(parent.role);
            }
            values.insert(values.end(), node.compared.begin(), node.compared.end());
        }
    }
    std::sort(roles.begin(), roles.end());
    // The collection; the collection and the name.
    CHECK(roles == std::vector<std::vector<std::size_t>>{{0}, {0, 2}});
    CHECK(std::find(values.begin(), values.end(), Value(std::string("gold"))) != values.end());
}

TEST_CASE("branch slicer: how many elements are asked for", "[jvm][construction]")
{
    // The way to `get(0)` asks for one that is there: the jump over `return 0`.
    CHECK(compared(construction_of("filled"), "length") == std::vector<Value>{Value(1)});
    CHECK(compared(construction_of("filled", 0, true), "length") == std::vector<Value>{Value(1)});
    CHECK(compared(construction_of("counted", 0, false), "length") == std::vector<Value>{Value(3)});
}

namespace
{

/// What leads to the last call of a method of the registry, or to its last branch as wanted.
ConstructionGraph registry_graph(std::string_view name, bool is_branch)
{
    const ClassPath path{{SBST_CLASSES}};
    const ClassFile& file = path.at("construct/Registry");
    const auto method = std::find_if(file.methods.begin(), file.methods.end(),
        [name](const Method& one) { return one.name == name; });
    REQUIRE(method != file.methods.end());
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < method->code->instructions.size(); ++i)
    {
        const Opcode opcode = method->code->instructions[i].opcode;
        const bool is_wanted = is_branch ? is_conditional_jump(opcode) : is_method_call(opcode);
        last = is_wanted ? i : last;
    }
    BranchSlicer slicer(path);
    // The jump goes where the comparison is false.
    return ConstructionGraph::distilled(is_branch ? slicer.slice(file, *method, last, false) :
                                                    slicer.slice_of_way(file, *method, last));
}

const ConstructionNode& node_of(const ConstructionGraph& graph, std::string_view name)
{
    const auto node = std::find_if(graph.nodes().begin(), graph.nodes().end(),
        [name](const ConstructionNode& one) { return one.name == name; });
    REQUIRE(node != graph.nodes().end());
    return *node;
}

using Asked = std::vector<AskedRelation>;

const AskedRelation is_not_null{Relation::ne, Value(std::string("null"))};

}  // namespace

TEST_CASE("branch slicer: what comparisons ask of state", "[jvm][construction]")
{
    const ConstructionGraph graph = registry_graph("tells", true);
    INFO(to_text(graph));
    CHECK(node_of(graph, "limit").asked == Asked{{Relation::gt, Value(3)}});
    CHECK(node_of(graph, "isClosed").asked == Asked{{Relation::ne, Value(0)}});
    // The element of the element.
    CHECK(node_of(graph, "[2]").asked == Asked{{Relation::eq, Value(4)}});
    CHECK(node_of(graph, "[1]").asked.empty());
}

TEST_CASE("branch slicer: a call before must return, and finds by a private method",
    "[jvm][construction]")
{
    const ConstructionGraph graph = registry_graph("close", false);
    INFO(to_text(graph));
    const ConstructionNode& element = node_of(graph, "[]");
    CHECK(element.asked == Asked{is_not_null});
    REQUIRE(element.parents.size() == 2);
    CHECK(graph[element.parents[0].node].name == "entries");
    CHECK(graph[element.parents[1].node].name == "key");
    // No call of find().
    CHECK(std::none_of(graph.nodes().begin(), graph.nodes().end(),
        [](const ConstructionNode& node) { return node.kind == SliceKind::call; }));
}
