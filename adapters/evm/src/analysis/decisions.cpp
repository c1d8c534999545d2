// SPDX-License-Identifier: Apache-2.0
#include "decisions.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace sbst::evm::analysis
{

namespace
{

/// A range of a node's parts; nothing when there are fewer.
std::optional<SourceRange> part_of(const SourceNode& node, std::size_t index)
{
    return index < node.parts.size() ? std::optional(node.parts[index]) : std::nullopt;
}

bool is_connective(const SourceNode& node)
{
    return node.type == "BinaryOperation" && (node.detail == "&&" || node.detail == "||");
}

std::optional<Decision> decision_of(const SourceNode& node)
{
    Decision decision{.node = &node,
        .condition = part_of(node, 0),
        .leaf = {},
        .when_true = {},
        .when_false = {}};
    if (node.type == "TryStatement")
    {
        decision.condition = std::nullopt;
        return decision;
    }
    if (!decision.condition)
    {
        return std::nullopt;
    }
    const bool is_loop = node.type == "WhileStatement" || node.type == "ForStatement" ||
                         node.type == "DoWhileStatement";
    if (node.type == "IfStatement" || node.type == "Conditional" || is_loop)
    {
        // Via IR the body of do-while also follows a jump that tests for the first iteration.
        if (node.type != "DoWhileStatement")
        {
            decision.when_true = part_of(node, 1);
            decision.when_false = part_of(node, 2);
        }
        decision.fails_when_true = node.detail == "fails";
        // One of several decisions of its statement.
        decision.is_part = node.type == "Conditional";
        return decision;
    }
    if (is_connective(node))
    {
        decision.is_part = true;
        (node.detail == "&&" ? decision.when_true : decision.when_false) = part_of(node, 1);
        return decision;
    }
    decision.fails_when_false =
        node.type == "FunctionCall" && (node.detail == "require" || node.detail == "assert");
    return decision.fails_when_false ? std::optional(decision) : std::nullopt;
}

}  // namespace

Decisions::Decisions(const ContractFacts& facts) : m_facts(&facts)
{
    for (const SourceNode& node : facts.source_nodes)
    {
        m_nodes_at[node.range].push_back(&node);
    }
    for (const SourceNode& node : facts.source_nodes)
    {
        if (std::optional<Decision> decision = decision_of(node))
        {
            strip(*decision);
            m_decisions.try_emplace(node.range, *decision);
        }
    }
    for (const auto& [range, decision] : m_decisions)
    {
        if (decision.leaf)
        {
            m_by_leaf.try_emplace(*decision.leaf, &decision);
        }
    }
}

const Decisions::Nodes& Decisions::nodes_at(const SourceRange& range) const
{
    static const Nodes none;
    const auto at = m_nodes_at.find(range);
    return at == m_nodes_at.end() ? none : at->second;
}

void Decisions::strip(Decision& decision) const
{
    decision.leaf = decision.condition;
    const auto wraps = [](const SourceNode* node) {
        return node->parts.size() == 1 &&
               (node->type == "TupleExpression" ||
                   (node->type == "UnaryOperation" && node->detail == "!"));
    };
    while (decision.leaf)
    {
        const Nodes& nodes = nodes_at(*decision.leaf);
        const auto outer = std::find_if(nodes.begin(), nodes.end(), wraps);
        // A part is smaller than the whole, or there is no tree.
        if (outer == nodes.end() || (*outer)->parts[0].length >= decision.leaf->length)
        {
            return;
        }
        decision.is_negated = decision.is_negated != ((*outer)->type == "UnaryOperation");
        decision.leaf = (*outer)->parts[0];
    }
}

const Decision* Decisions::at(const SourceRange& range) const
{
    const auto found = m_decisions.find(range);
    return found == m_decisions.end() ? nullptr : &found->second;
}

const Decision* Decisions::asking(const SourceRange& leaf) const
{
    const auto found = m_by_leaf.find(leaf);
    return found == m_by_leaf.end() ? nullptr : found->second;
}

const SourceNode* Decisions::comparison_at(const SourceRange& range) const
{
    const Nodes& nodes = nodes_at(range);
    const auto found = std::find_if(nodes.begin(), nodes.end(), [](const SourceNode* node) {
        return node->type == "BinaryOperation" && node->parts.size() == 2 && !is_connective(*node);
    });
    return found == nodes.end() ? nullptr : *found;
}

bool Decisions::is_literal(const SourceRange& range, char digit) const
{
    const Nodes& nodes = nodes_at(range);
    return std::any_of(nodes.begin(), nodes.end(), [&](const SourceNode* node) {
        return node->type == "Literal" && node->detail == std::string_view(&digit, 1);
    });
}

bool Decisions::is_plain_word(const SourceRange& range) const
{
    const Nodes& nodes = nodes_at(range);
    const bool is_read = std::any_of(nodes.begin(), nodes.end(), [](const SourceNode* node) {
        return node->type == "Identifier" || node->type == "MemberAccess" ||
               node->type == "IndexAccess";
    });
    return is_read && std::none_of(m_facts->source_nodes.begin(), m_facts->source_nodes.end(),
                          [&](const SourceNode& node) {
                              return node.type == "FunctionCall" && lies_within(node.range, range);
                          });
}

bool Decisions::has_inner_jumps(const SourceRange& range) const
{
    constexpr std::array<std::string_view, 4> plain_types{
        "Identifier", "Literal", "TupleExpression", "ElementaryTypeNameExpression"};
    constexpr std::array<std::string_view, 9> plain_operators{
        "!", "==", "!=", "<", "<=", ">", ">=", "&&", "||"};
    const auto has = [](const auto& all, std::string_view one) {
        return std::find(all.begin(), all.end(), one) != all.end();
    };
    // Only `&&`, `||` and comparisons of words have operands of their own in the tree.
    return std::any_of(
        m_facts->source_nodes.begin(), m_facts->source_nodes.end(), [&](const SourceNode& node) {
            if (!lies_within(node.range, range) || has(plain_types, node.type))
            {
                return false;
            }
            const bool is_operation =
                node.type == "BinaryOperation" || node.type == "UnaryOperation";
            return !is_operation || node.parts.empty() || !has(plain_operators, node.detail);
        });
}

bool lies_within(const SourceRange& inner, const SourceRange& outer)
{
    return inner.file == outer.file && inner.length > 0 && outer.start <= inner.start &&
           inner.start + inner.length <= outer.start + outer.length;
}

}  // namespace sbst::evm::analysis
