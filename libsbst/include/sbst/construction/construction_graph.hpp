// SPDX-License-Identifier: Apache-2.0
// Object construction graphs: from the inputs of a method to the state that one of its branches
// depends on, in the order in which tests build it. Adapters slice their code; the graph is the
// same for all languages. Next: setter_score.hpp, how a leaf gets its value.
#pragma once

#include <sbst/id.hpp>
#include <sbst/numeric/korel.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sbst
{

/// What a value of a slice is.
enum class SliceKind : std::uint8_t
{
    /// A parameter of the method, the receiver, or what a call brings beside its arguments.
    input,
    constant,
    /// Part of the state of its first operand: a field, a place of storage.
    field,
    /// An element of its first operand, by its second one (an index, a key), or the one that equals
    /// its third one.
    element,
    /// What a call of its first operand returns, with the others as arguments.
    call,
    /// Whatever only passes its operands on: arithmetic, merges of ways, copies.
    passing
};

/// What a comparison on the way to the branch asks of a value.
struct AskedRelation
{
    Relation relation = Relation::eq;
    /// A number, signed, or a text: the name of a constant that the code names, such as
    /// `Phase.DONE`. It is only equal or unequal.
    Value constant{};

    friend bool operator==(const AskedRelation&, const AskedRelation&) = default;
};

/// True also where a number is compared with a name: nothing is known then.
[[nodiscard]] bool holds(const Value& value, const AskedRelation& asked);

/// The share of what is asked that a value has, in [0, 1]; 1 where nothing is. One of the constants
/// that it may equal is enough, and all of these count as one.
[[nodiscard]] double share_held(const std::vector<AskedRelation>& asked, const Value& value);
/// Tells whether a value is known to have all that is asked.
[[nodiscard]] bool surely_holds(const std::vector<AskedRelation>& asked, const Value& value);

struct SliceValue
{
    SliceKind kind = SliceKind::passing;
    /// Equal for what means the same: the number of an input, the id of a field, the call site.
    std::size_t subject = 0;
    /// For people: `players`.
    std::string name{};
    /// What it is made of, by index in the slice, in their roles: the owner first. Cycles are
    /// allowed.
    std::vector<std::size_t> operands{};
    /// Constants for which a comparison in the code goes the wanted way, or that stand beside it.
    std::vector<Value> compared{};
    /// By comparisons with constants that have one wanted outcome.
    std::vector<AskedRelation> asked{};
    /// Values that it should equal, by index in the slice.
    std::vector<std::size_t> equals{};
};

struct ConstructionTag;
/// A node of one graph.
using ConstructionId = StrongId<ConstructionTag>;

struct ConstructionParent
{
    ConstructionId node;
    /// Its place among the operands: 0 = the owner.
    std::size_t role = 0;

    friend auto operator<=>(const ConstructionParent&, const ConstructionParent&) = default;
};

struct ConstructionNode
{
    /// input, field, element or call.
    SliceKind kind = SliceKind::input;
    std::size_t subject = 0;
    std::string name{};
    /// Ascending by role. A missing role is a value of its own: a slot.
    std::vector<ConstructionParent> parents{};
    /// Ascending.
    std::vector<ConstructionId> children{};
    /// SliceValue::compared of its values, each once, in the order of the slice.
    std::vector<Value> compared{};
    /// SliceValue::asked likewise.
    std::vector<AskedRelation> asked{};
    /// Nodes that it should equal, ascending.
    std::vector<ConstructionId> equals{};
};

/// Nodes come after their parents.
class ConstructionGraph
{
public:
    /// The most nodes of a graph; what a larger one would have more is left out.
    static constexpr std::size_t max_nodes = 1000;

    ConstructionGraph() = default;

    /// Distils a slice: keeps what lies on a way from an input to a field or an element, and inputs
    /// that such a value should equal; takes out what only passes values on, and makes one node of
    /// equal ones. Ways round a cycle are followed once. A node whose owner may be several values
    /// becomes a node for each. O(values and operands) for slices without such choices. Source:
    /// EvoObj, section 3.1.2.
    [[nodiscard]] static ConstructionGraph distilled(std::span<const SliceValue> slice);

    [[nodiscard]] std::span<const ConstructionNode> nodes() const { return m_nodes; }
    [[nodiscard]] const ConstructionNode& operator[](ConstructionId id) const
    {
        return m_nodes[id.index()];
    }
    /// The nodes without children, ascending: fields and elements that get values, and inputs that
    /// such should equal. Evolved values go there.
    [[nodiscard]] std::vector<ConstructionId> leaves() const;

private:
    friend class Distiller;

    std::vector<ConstructionNode> m_nodes;
};

/// A line for each node, in their order, with the numbers of the parents:
/// `2 field players of 0`, `4 call player (0, 3)`; leaves end in ` = ?`.
[[nodiscard]] std::string to_text(const ConstructionGraph& graph);
/// For Graphviz.
[[nodiscard]] std::string to_dot(const ConstructionGraph& graph);

}  // namespace sbst
