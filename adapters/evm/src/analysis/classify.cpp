// SPDX-License-Identifier: Apache-2.0
#include "classify.hpp"

#include "patterns.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace sbst::evm::analysis
{
namespace
{
bool is_user_node(const SourceNode& node)
{
    constexpr std::array<std::string_view, 10> statements{"IfStatement", "WhileStatement",
        "ForStatement", "DoWhileStatement", "Conditional", "TryStatement", "RevertStatement",
        "InlineAssembly", "TryCatchClause", "Throw"};
    if (std::find(statements.begin(), statements.end(), node.type) != statements.end())
        return true;
    if (node.type.rfind("Yul", 0) == 0)
        return true;
    if (node.type == "BinaryOperation")
        return node.detail == "&&" || node.detail == "||";
    return node.type == "FunctionCall" && (node.detail == "require" || node.detail == "assert");
}

std::string_view word_reason(std::uint32_t truth)
{
    if ((truth & from_call) != 0)
        return "call success";
    if ((truth & from_create) != 0)
        return "create success";
    if ((truth & from_storage) != 0)
        return "boolean word from storage";
    if ((truth & from_memory) != 0)
        return "boolean word from memory";
    if ((truth & from_calldata) != 0)
        return "boolean word from calldata";
    return "boolean set by earlier branches";
}

/// Tells whether a tested word can only be 0 or 1, or is masked to one byte as a `bool` is.
bool is_boolean_word(const GraphView& view, ExprId id, const Facts& facts)
{
    const ExpressionTable& table = *view.table;
    while (table[id].kind == op_iszero)
        id = table[id].args[0];
    if (view.reasoner->range_of(id, facts).unsigned_max() <= U256{1})
        return true;
    const Expression& node = table[id];
    if (node.kind == op_and)
        return table.constant_value(node.args[1]) == U256{0xff};
    // A word that went through memory or a merge says nothing of its type; results of creations do.
    return node.kind == expr_result && (node.origin == op_create || node.origin == op_create2);
}
}  // namespace

std::optional<std::string> flag_reason(const GraphView& view, const Branch& branch)
{
    if ((branch.truth & from_comparison) != 0)
        return std::nullopt;
    bool is_constant = true;
    bool is_boolean = true;
    for (const std::uint32_t id : branch.nodes)
    {
        const ContextNode& node = view.graph->nodes[id];
        is_constant = is_constant && view.table->is_constant(node.condition);
        is_boolean = is_boolean && is_boolean_word(view, node.condition, node.facts);
    }
    if (is_constant)
        return "constant condition";
    if (!is_boolean)
        return std::nullopt;
    return std::string(word_reason(branch.truth));
}

Classifier::Classifier(const GraphView& view) : m_view(&view)
{
    for (const SourceNode& node : view.facts->source_nodes)
        m_nodes_at[node.range].push_back(&node);
}

Classifier::Origin Classifier::origin_of(const Branch& branch) const
{
    const auto index = m_view->program->disassembly().index_at(branch.pc);
    if (!index || *index >= m_view->facts->source_map.size() || m_nodes_at.empty())
        return Origin::unknown;
    const auto at = m_nodes_at.find(m_view->facts->source_map[*index]);
    if (at == m_nodes_at.end())
        return Origin::compiler;
    const bool is_user = std::any_of(at->second.begin(), at->second.end(),
        [](const SourceNode* node) { return is_user_node(*node); });
    return is_user ? Origin::user : Origin::compiler;
}

bool Classifier::has_side(const Branch& branch, BlockEnd end) const
{
    return branch.sides[0].end == end || branch.sides[1].end == end;
}

bool Classifier::fails_plainly(const Branch& branch) const
{
    return has_side(branch, BlockEnd::reverts_empty) || has_side(branch, BlockEnd::invalid) ||
           has_side(branch, BlockEnd::fails);
}

bool Classifier::is_payable_check(const Branch& branch) const
{
    const auto is_payable = [&](std::uint32_t entry) {
        return m_view->facts->has_abi && m_view->entries->entries[entry].is_payable;
    };
    if (std::any_of(branch.entries.begin(), branch.entries.end(), is_payable))
        return false;
    return std::all_of(branch.nodes.begin(), branch.nodes.end(), [&](std::uint32_t id) {
        const ContextNode& node = m_view->graph->nodes[id];
        ExprId word = node.condition;
        bool value_side = true;
        while ((*m_view->table)[word].kind == op_iszero)
        {
            word = (*m_view->table)[word].args[0];
            value_side = !value_side;
        }
        if ((*m_view->table)[word].kind != op_callvalue || node.facts.find(word) != nullptr)
            return false;
        const BlockEnd end = branch.sides.at(value_side ? 1 : 0).end;
        return end == BlockEnd::reverts_empty || end == BlockEnd::invalid || end == BlockEnd::fails;
    });
}

bool Classifier::is_getter(const Branch& branch) const
{
    return !branch.entries.empty() &&
           std::all_of(branch.entries.begin(), branch.entries.end(),
               [&](std::uint32_t entry) { return m_view->entries->entries[entry].is_getter; });
}

bool Classifier::is_compiler_check(const Branch& branch, Origin origin) const
{
    for (const SideEnd& side : branch.sides)
        if (side.end == BlockEnd::panics)
            return side.panic_code != 1;
    if (origin == Origin::user)
        return false;
    if (forwards_failure(branch))
        return true;
    return has_side(branch, BlockEnd::invalid) &&
           (origin == Origin::compiler || is_old_compiler_check(branch));
}

bool Classifier::forwards_failure(const Branch& branch) const
{
    // Failure of a callee that the compiler passes on with the callee's data.
    return (branch.truth & from_call) != 0 && has_side(branch, BlockEnd::reverts_data) &&
           forwards_returned_data(*m_view, branch);
}

bool Classifier::is_old_compiler_check(const Branch& branch) const
{
    return guards_division(*m_view, branch) || guards_index(*m_view, branch) ||
           guards_enumeration(*m_view, branch);
}

bool Classifier::is_validator(const Branch& branch) const
{
    // x == clean(x): the decoder checks that a word fits its type.
    const ExpressionTable& table = *m_view->table;
    return std::all_of(branch.nodes.begin(), branch.nodes.end(), [&](std::uint32_t id) {
        ExprId word = m_view->graph->nodes[id].condition;
        while (table[word].kind == op_iszero && table[table[word].args[0]].kind != expr_constant &&
               table.is_boolean(table[word].args[0]))
            word = table[word].args[0];
        const Expression& node = table[word];
        if (node.kind != op_eq && node.kind != op_sub && node.kind != op_xor)
            return false;
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
        {
            const Expression& cleaned = table[node.args.at(side)];
            const ExprId x = node.args.at(1 - side);
            const bool cleans = cleaned.kind == op_and || cleaned.kind == op_signextend ||
                                cleaned.kind == op_iszero;
            if (!cleans)
                continue;
            if (cleaned.args[0] == x || cleaned.args[1] == x)
                return true;
            const Expression& inner = table[cleaned.args[0]];
            if (cleaned.kind == op_iszero && inner.kind == op_iszero && inner.args[0] == x)
                return true;
        }
        return false;
    });
}

bool Classifier::is_calldata_check(const Branch& branch, Origin origin) const
{
    const bool only_decodes = branch.phases == static_cast<std::uint8_t>(Phase::decode);
    if (only_decodes && (branch.sources & from_storage) == 0 &&
        (fails_plainly(branch) || has_side(branch, BlockEnd::reverts_data)) &&
        (branch.sources & (from_calldata | from_calldatasize)) != 0 && origin != Origin::user)
        return true;
    if (!fails_plainly(branch))
        return false;
    const std::uint32_t boundary = from_extcodesize | from_returndatasize;
    if ((branch.truth & from_extcodesize) != 0 && (branch.truth & from_comparison) == 0)
        return true;
    if (is_validator(branch))
        return true;
    if (origin == Origin::compiler)
        return (branch.sources & (from_calldata | from_calldatasize | boundary)) != 0;
    if ((branch.sources & from_returndatasize) != 0)
        return true;
    // The decoder compares what lies behind the selector; a user compares the whole size.
    return (branch.sources & from_calldatasize) != 0 && compares_argument_size(*m_view, branch);
}

bool Classifier::is_data_copy(const Branch& branch) const
{
    return branch.phases == static_cast<std::uint8_t>(Phase::encode) ||
           copies_data(*m_view, branch);
}

GoalClass Classifier::classify(const Branch& branch, bool is_guarded) const
{
    if (!is_guarded && is_payable_check(branch))
        return GoalClass::payable_check;
    if (branch.is_dispatcher)
        return GoalClass::dispatcher;
    const Origin origin = origin_of(branch);
    if (is_calldata_check(branch, origin))
        return GoalClass::calldata_check;
    if (is_getter(branch))
        return GoalClass::getter;
    if (is_compiler_check(branch, origin))
        return GoalClass::compiler_check;
    if (origin == Origin::user)
        return GoalClass::user;
    if (is_data_copy(branch) || origin == Origin::compiler)
        return GoalClass::data_copy;
    return GoalClass::user;
}

GoalClass Classifier::classify_entry(std::uint32_t entry, const std::vector<Branch>& branches) const
{
    const FunctionEntry& function = m_view->entries->entries[entry];
    if (function.kind == EntryKind::function)
        return function.is_getter ? GoalClass::getter : GoalClass::user;
    if (function.kind == EntryKind::program)
        return GoalClass::user;
    const bool is_declared = function.kind == EntryKind::receive || !m_view->facts->has_abi ||
                             m_view->facts->has_fallback;
    const bool branches_on = std::any_of(branches.begin(), branches.end(), [&](const Branch& b) {
        return std::find(b.entries.begin(), b.entries.end(), entry) != b.entries.end() &&
               !is_payable_check(b);
    });
    if (is_declared && (branches_on || has_effects(*m_view, entry)))
        return GoalClass::user;
    return GoalClass::empty_fallback;
}

}  // namespace sbst::evm::analysis
