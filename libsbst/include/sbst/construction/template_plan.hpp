// SPDX-License-Identifier: Apache-2.0
// What a template is made of: a construction graph, and the calls that give its nodes their state.
// Adapters fill plans in. Next: template_builder.hpp, which makes tests of them.
#pragma once

#include <sbst/construction/construction_graph.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/test/catalogue.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace sbst
{

struct TemplatePlan;

/// A parameter of a writer that is what a node is: both mean the same place, or the same value.
struct SharedParameter
{
    std::size_t parameter = 0;
    ConstructionId node{};
};

/// A parameter that must be one value.
struct FixedParameter
{
    std::size_t parameter = 0;
    Value value{};
};

/// A call that gives a node its state. An opening is the one that the test begins with already:
/// nodes become what its arguments are.
struct StateWriter
{
    CallableId callable;
    /// The parameter that takes the object whose state it is; nothing where the call makes that
    /// object, or where state belongs to no object.
    std::optional<std::size_t> owner{};
    /// Parameters on which the written value depends, ascending.
    std::vector<std::size_t> values{};
    /// Parameters on which the index or key of an element depends, ascending.
    std::vector<std::size_t> keys{};
    /// Beside an element's key and what a node equals, which have members of their own.
    std::vector<SharedParameter> shared{};
    std::vector<FixedParameter> fixed{};
    /// For a maker: the node whose value is written.
    std::optional<ConstructionId> state{};
    /// See score_of(WritePath). 0: it writes what is not wanted, and is never called for the node.
    double score = 1.0;
    /// It writes the same each time, whatever its arguments.
    bool is_constant = false;
    /// It undoes what guards it, so that a second call on the same object fails: all its state
    /// comes from the first.
    bool is_once = false;
    /// What decides whether the call writes, as a plan whose inputs are its parameters; null where
    /// nothing does, or nothing is known.
    std::shared_ptr<const TemplatePlan> guards{};
};

/// A call that returns what a node is.
struct StateReader
{
    CallableId callable;
    /// The parameter that takes the object whose state it is. A call that is a node of its own
    /// takes each parent by its role.
    std::size_t owner = 0;
};

/// The calls for one node of a graph.
struct PlannedNode
{
    /// The node whose object writers and readers take.
    std::optional<ConstructionId> owner{};
    /// The node that is its key, if it is an element.
    std::optional<ConstructionId> key{};
    /// The node that it equals, if it is sought by its value.
    std::optional<ConstructionId> equal{};
    /// A key or an index that the code fixes, or the numbers of which both reader and writers
    /// compute it, in the order of their parameters (`cell(x, y)`).
    std::vector<Value> fixed_keys{};
    /// It is the number of elements of a collection or a list, or a counter: each write adds one,
    /// unless it is there already.
    bool is_count = false;
    /// A new object has what is asked of the node (ConstructionNode::asked).
    bool holds_at_first = false;
    std::vector<StateWriter> writers{};
    std::vector<StateReader> readers{};
    /// Calls that make the node's object with state that its children need.
    std::vector<StateWriter> makers{};
    /// Nodes whose writers may need the state that this one's write, but with another value: they
    /// come first where they can.
    std::vector<ConstructionId> after{};
    /// The class that its object must have, where code needs a narrower one than a parameter says.
    std::optional<TypeId> made_as{};
};

/// A parameter and values of which code asks one, whatever the state.
struct AskedParameter
{
    std::size_t parameter = 0;
    std::vector<Value> values{};
    /// A parameter that it should equal, where that has a value before.
    std::optional<std::size_t> same_as{};
};

struct TemplatePlan
{
    ConstructionGraph graph{};
    /// By node.
    std::vector<PlannedNode> nodes{};
    /// Calls that reach the branch, not empty; the subject of an input is the number of their
    /// parameter.
    std::vector<CallableId> calls{};
    /// Constants of the code that the graph was made of.
    ConstantPool constants;
    /// Parameters of the calls that no node gives a value.
    std::vector<AskedParameter> asked{};
    /// A call writes all its state at once, and mostly not twice: a node whose writer was called
    /// before, with the same keys (StateWriter::keys), takes what it needs from that call.
    bool writes_once = false;
};

/// Fills PlannedNode::after in: by callables that write a node, and stand in guards of another.
/// Nodes that lead to the other one keep their place.
void order_by_guards(TemplatePlan& plan);

}  // namespace sbst
