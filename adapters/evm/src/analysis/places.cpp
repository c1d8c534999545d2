// SPDX-License-Identifier: Apache-2.0
#include "places.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace sbst::evm::analysis
{

namespace
{

constexpr std::array<std::string_view, 10> deciding_types{"IfStatement", "WhileStatement",
    "ForStatement", "DoWhileStatement", "Conditional", "TryStatement", "RevertStatement",
    "InlineAssembly", "TryCatchClause", "Throw"};
/// The node types to which instructions of a frame are mapped as a whole.
constexpr std::array<std::string_view, 4> frame_types{
    "SourceUnit", "ContractDefinition", "FunctionDefinition", "ModifierDefinition"};
/// Expressions that are computed without copying.
constexpr std::array<std::string_view, 5> plain_types{
    "BinaryOperation", "UnaryOperation", "Literal", "Identifier", "MemberAccess"};
/// Expressions that may be between a condition and a part of it.
constexpr std::array<std::string_view, 10> expression_types{"BinaryOperation", "UnaryOperation",
    "Literal", "Identifier", "MemberAccess", "IndexAccess", "TupleExpression", "FunctionCall",
    "Assignment", "ElementaryTypeNameExpression"};

bool is_one_of(std::span<const std::string_view> types, std::string_view type)
{
    return std::find(types.begin(), types.end(), type) != types.end();
}

bool is_requirement_node(const SourceNode& node)
{
    return node.type == "FunctionCall" && (node.detail == "require" || node.detail == "assert");
}

bool is_checked_node(const SourceNode& node)
{
    return node.type == "IndexAccess" ||
           (node.type == "BinaryOperation" && (node.detail == "/" || node.detail == "%"));
}

bool is_decision_node(const SourceNode& node)
{
    if (is_one_of(deciding_types, node.type) || node.type.rfind("Yul", 0) == 0)
    {
        return true;
    }
    if (node.type == "BinaryOperation")
    {
        return node.detail == "&&" || node.detail == "||";
    }
    return is_requirement_node(node);
}

bool encloses(const SourceRange& outer, const SourceRange& inner)
{
    return outer.file == inner.file && outer.length > inner.length && outer.start <= inner.start &&
           inner.start + inner.length <= outer.start + outer.length;
}

template <class Types>
bool has_type(const std::vector<const SourceNode*>& nodes, const Types& types)
{
    return std::any_of(nodes.begin(), nodes.end(),
        [&](const SourceNode* node) { return is_one_of(types, node->type); });
}

}  // namespace

Places::Places(const ContractFacts& facts, const Disassembly& disassembly)
  : m_facts(&facts), m_disassembly(&disassembly)
{
    for (const SourceNode& node : facts.source_nodes)
    {
        m_nodes_at[node.range].push_back(&node);
        m_files.insert(node.range.file);
    }
}

const SourceRange* Places::range_at(std::uint32_t pc) const
{
    const auto index = m_disassembly->index_at(pc);
    if (!index || *index >= m_facts->source_map.size() || m_nodes_at.empty())
    {
        return nullptr;
    }
    return &m_facts->source_map[*index];
}

const Places::Nodes* Places::nodes_at(const SourceRange& range) const
{
    const auto at = m_nodes_at.find(range);
    return at == m_nodes_at.end() ? nullptr : &at->second;
}

bool Places::is_in_condition(const SourceRange& range) const
{
    // Outwards over expressions to the node that contains them. The parts of a statement that are
    // not expressions, such as its body, are nodes of their own and end the walk.
    std::vector<const SourceNode*> around;
    for (const SourceNode& node : m_facts->source_nodes)
    {
        if (encloses(node.range, range))
        {
            around.push_back(&node);
        }
    }
    // Among nodes with the same range the outer one comes first.
    std::reverse(around.begin(), around.end());
    std::stable_sort(
        around.begin(), around.end(), [](const SourceNode* inner, const SourceNode* outer) {
            return inner->range.length < outer->range.length;
        });
    for (const SourceNode* node : around)
    {
        if (is_decision_node(*node))
        {
            return true;
        }
        if (!is_one_of(expression_types, node->type))
        {
            return false;
        }
    }
    return false;
}

Place Places::of(std::uint32_t pc) const
{
    const SourceRange* const range = range_at(pc);
    if (range == nullptr)
    {
        return Place::unknown;
    }
    if (range->file < 0)
    {
        return Place::frame;
    }
    if (!m_files.contains(range->file))
    {
        return Place::routine;
    }
    const Nodes* const nodes = nodes_at(*range);
    if (nodes == nullptr)
    {
        return is_in_condition(*range) ? Place::decision : Place::statement;
    }
    if (std::any_of(nodes->begin(), nodes->end(),
            [](const SourceNode* node) { return is_decision_node(*node); }))
    {
        return Place::decision;
    }
    if (has_type(*nodes, frame_types))
    {
        return Place::frame;
    }
    // A call in a condition is more than a part of it: the compiler encodes, calls and decodes.
    if (has_type(*nodes, std::array<std::string_view, 1>{"FunctionCall"}))
    {
        return Place::statement;
    }
    if (is_in_condition(*range))
    {
        return Place::decision;
    }
    return has_type(*nodes, plain_types) ? Place::expression : Place::statement;
}

bool Places::is_requirement(std::uint32_t pc) const
{
    return any_at(pc, is_requirement_node);
}

bool Places::is_checked_operation(std::uint32_t pc) const
{
    return any_at(pc, is_checked_node);
}

bool Places::any_at(std::uint32_t pc, bool (*is_wanted)(const SourceNode&)) const
{
    const SourceRange* const range = range_at(pc);
    const Nodes* const nodes = range == nullptr ? nullptr : nodes_at(*range);
    return nodes != nullptr && std::any_of(nodes->begin(), nodes->end(),
                                   [&](const SourceNode* node) { return is_wanted(*node); });
}

}  // namespace sbst::evm::analysis
