// SPDX-License-Identifier: Apache-2.0
#include "truths.hpp"

#include "condition_word.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sbst::evm::analysis
{

namespace
{

// Contexts of a branch that are followed, and blocks of each way.
constexpr std::size_t max_contexts = 16;
constexpr int max_blocks = 16;

bool fails(const SideEnd& side)
{
    return side.end == BlockEnd::panics || side.end == BlockEnd::invalid ||
           side.end == BlockEnd::reverts_empty || side.end == BlockEnd::reverts_data ||
           side.end == BlockEnd::fails;
}

/// Tells whether jumping avoids the failure; nothing unless exactly one side fails.
std::optional<bool> jump_avoids_failure(const Branch& branch)
{
    const bool fall_fails = fails(branch.sides[0]);
    return fall_fails == fails(branch.sides[1]) ? std::nullopt : std::optional(fall_fails);
}

bool is_check(GoalClass goal_class)
{
    return goal_class == GoalClass::compiler_check || goal_class == GoalClass::payable_check ||
           goal_class == GoalClass::calldata_check;
}

bool is_equality(std::string_view operation)
{
    return operation == "==" || operation == "!=";
}

/// Tells whether the comparison holds when the result of the opcode is not zero; nothing when the
/// opcode does not implement the operator.
std::optional<bool> holds_where_set(std::string_view operation, std::uint16_t opcode)
{
    if (is_equality(operation))
    {
        if (opcode != op_eq && opcode != op_sub && opcode != op_xor)
        {
            return std::nullopt;
        }
        return (opcode == op_eq) == (operation == "==");
    }
    if (opcode < op_lt || opcode > op_sgt)
    {
        return std::nullopt;
    }
    return operation == "<" || operation == ">";
}

std::size_t count_negations(const GraphView& view, const std::vector<std::size_t>& steps)
{
    return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(),
        [&](std::size_t i) { return view.program->instructions()[i].opcode == op_iszero; }));
}
/// The negated word of `iszero(x)`, or of `x == 0` as in a switch; nothing for other expressions.
std::optional<ExprId> negated_word(const ExpressionTable& table, ExprId word)
{
    const Expression& node = table[word];
    if (node.kind == op_iszero)
    {
        return node.args[0];
    }
    for (const std::size_t zero : {0U, 1U})
    {
        if (node.kind == op_eq && table.constant_value(node.args.at(zero)) == U256{})
        {
            return node.args.at(1 - zero);
        }
    }
    return std::nullopt;
}

/// A condition without its negations; true: the condition holds when the word is set.
std::pair<ExprId, bool> tested_word(const ExpressionTable& table, ExprId condition)
{
    bool is_set = true;
    while (const std::optional<ExprId> inner = negated_word(table, condition))
    {
        condition = *inner;
        is_set = !is_set;
    }
    return {condition, is_set};
}

}  // namespace

TruthFinder::TruthFinder(const GraphView& view)
  : m_view(&view), m_places(*view.facts, view.program->disassembly()), m_decisions(*view.facts)
{}

Truth TruthFinder::of(const Branch& branch, GoalClass goal_class, std::uint32_t source_pc) const
{
    if (is_check(goal_class))
    {
        const std::optional<bool> passes = jump_avoids_failure(branch);
        return passes ? Truth{Reading::check, *passes, {}} : Truth{};
    }
    if (m_view->facts->source_map.empty() || m_view->facts->source_nodes.empty())
    {
        return {};
    }
    return read_decision(branch, source_pc);
}

Truth TruthFinder::read_decision(const Branch& branch, std::uint32_t source_pc) const
{
    const Decision* decision = decision_of(branch, source_pc);
    const std::optional<LeafTruth> word = from_word(branch, decision);
    if (decision == nullptr && word)
    {
        decision = m_decisions.asking(word->leaf);
    }
    if (decision == nullptr)
    {
        if (word)
        {
            return {Reading::condition, word->when_jumped, word->leaf};
        }
        const std::optional<bool> passes =
            is_shared_requirement(branch) ? jump_avoids_failure(branch) : std::nullopt;
        return passes ? Truth{Reading::check, *passes, {}} : Truth{};
    }
    if (!is_decided_here(branch, *decision, word, source_pc))
    {
        return {};
    }
    std::vector<bool> opinions;
    for (const std::optional<bool>& opinion :
        {from_ways(branch, *decision), from_failure(branch, *decision)})
    {
        if (opinion)
        {
            opinions.push_back(*opinion);
        }
    }
    if (word && decision->leaf == word->leaf)
    {
        opinions.push_back(word->when_jumped != decision->is_negated);
    }
    else if (word && opinions.empty())
    {
        return {Reading::condition, word->when_jumped, word->leaf};
    }
    else if (word)
    {
        return {};
    }
    if (!decision->condition)
    {
        if (const std::optional<bool> succeeds = from_call(branch))
        {
            opinions.push_back(*succeeds);
        }
    }
    const bool is_agreed =
        !opinions.empty() && std::all_of(opinions.begin(), opinions.end(),
                                 [&](bool opinion) { return opinion == opinions.front(); });
    if (!is_agreed)
    {
        return {};
    }
    return {Reading::condition, opinions.front(),
        decision->is_part ? *decision->condition : SourceRange{}};
}

// The compiler adds jumps inside a leaf that calls, decodes or computes something that may fail:
// for the gas of a call, a failing callee, an index out of range. Such a jump may test a word that
// the compiler maps to the whole leaf, and may fail where the statement fails. Therefore the word
// alone decides only if it is the leaf's comparison; otherwise the sides must agree as well, and
// for a jump that is not mapped to the statement both sides must.
bool TruthFinder::is_decided_here(const Branch& branch, const Decision& decision,
    const std::optional<LeafTruth>& word, std::uint32_t source_pc) const
{
    if (!decision.leaf || (word && word->is_comparison) ||
        !m_decisions.has_inner_jumps(*decision.leaf))
    {
        return true;
    }
    const bool do_ways_tell = from_ways(branch, decision).has_value();
    const SourceRange& statement = decision.node->range;
    if (range_at(branch.pc) != statement && range_at(source_pc) != statement)
    {
        return word && do_ways_tell;
    }
    // Only their own end gives the word of `&&`, `||` and `? :`.
    const bool is_joined = m_decisions.at(*decision.leaf) != nullptr;
    return do_ways_tell || from_failure(branch, decision).has_value() || (word && is_joined);
}

const Decision* TruthFinder::decision_of(const Branch& branch, std::uint32_t source_pc) const
{
    for (const std::uint32_t pc : {branch.pc, source_pc})
    {
        const SourceRange range = range_at(pc);
        if (const Decision* const decision = m_decisions.at(range))
        {
            return decision;
        }
    }
    return m_decisions.asking(range_at(source_pc));
}

std::optional<TruthFinder::LeafTruth> TruthFinder::from_word(
    const Branch& branch, const Decision* decision) const
{
    const auto steps = condition_steps(*m_view->program, m_view->program->blocks()[branch.block]);
    if (steps.empty())
    {
        return std::nullopt;
    }
    if (const auto found = from_comparison(branch, steps))
    {
        return found;
    }
    if (decision == nullptr || !decision->leaf)
    {
        return std::nullopt;
    }
    if (const auto found = from_expression(branch, *decision))
    {
        return found;
    }
    // The result of a call or a connective is on top when the program returns from it.
    const std::size_t last = steps.back();
    if (opcode_of(last) == op_jumpdest && range_of(last) == *decision->leaf)
    {
        return LeafTruth{*decision->leaf, count_negations(*m_view, steps) % 2 == 0};
    }
    return from_read(steps, *decision->leaf);
}

std::optional<TruthFinder::LeafTruth> TruthFinder::from_comparison(
    const Branch& branch, const std::vector<std::size_t>& steps) const
{
    const SourceRange range = range_of(steps.back());
    const SourceNode* const node = m_decisions.comparison_at(range);
    if (node == nullptr || (opcode_of(steps.back()) == op_eq && !compares_two_words(branch)))
    {
        return std::nullopt;
    }
    const auto holds = holds_where_set(node->detail, opcode_of(steps.back()));
    if (!holds)
    {
        return std::nullopt;
    }
    return LeafTruth{range, *holds == (count_negations(*m_view, steps) % 2 == 0), true};
}

// Via IR `if .. else` is a switch, which compares the condition with 0; that is not a `==` of the
// source.
bool TruthFinder::compares_two_words(const Branch& branch) const
{
    const ExpressionTable& table = *m_view->table;
    return std::all_of(branch.nodes.begin(), branch.nodes.end(), [&](std::uint32_t id) {
        return table[tested_word(table, m_view->graph->nodes[id].condition).first].kind == op_eq;
    });
}

// Via IR the comparison may be in another block. `require` and `try` are left out: the compiler
// maps further jumps to them.
std::optional<TruthFinder::LeafTruth> TruthFinder::from_expression(
    const Branch& branch, const Decision& decision) const
{
    const SourceNode* const node =
        decision.leaf ? m_decisions.comparison_at(*decision.leaf) : nullptr;
    if (node == nullptr || decision.fails_when_false)
    {
        return std::nullopt;
    }
    const ExpressionTable& table = *m_view->table;
    std::optional<bool> answer;
    for (const std::uint32_t id : branch.nodes)
    {
        const auto [word, is_set] = tested_word(table, m_view->graph->nodes[id].condition);
        const std::uint16_t kind = table[word].kind;
        std::optional<bool> holds;
        if (is_comparison(kind) || kind == op_sub || kind == op_xor)
        {
            holds = holds_where_set(node->detail, kind);
        }
        else if (kind <= UINT8_MAX && !table.is_boolean(word))
        {
            holds = holds_for_number(*node);
        }
        if (!holds || (answer && *answer != (*holds == is_set)))
        {
            return std::nullopt;
        }
        answer = *holds == is_set;
    }
    return answer ? std::optional(LeafTruth{*decision.leaf, *answer}) : std::nullopt;
}

// The optimizer turns a comparison with zero (`x == 0`, `x > 0`, `x < 1`) into negations of x:
// tells whether it is true when x is set.
std::optional<bool> TruthFinder::holds_for_number(const SourceNode& comparison) const
{
    const std::string_view operation = comparison.detail;
    if (is_equality(operation))
    {
        return operation == "!=";
    }
    // Operators for x on the left: above 0, at least 1, below 1, at most 0.
    using Operators = std::array<std::string_view, 4>;
    const auto ask = [&](const SourceRange& bound, const Operators& is) -> std::optional<bool> {
        if (m_decisions.is_literal(bound, '0') && (operation == is[0] || operation == is[3]))
        {
            return operation == is[0];
        }
        if (m_decisions.is_literal(bound, '1') && (operation == is[1] || operation == is[2]))
        {
            return operation == is[1];
        }
        return std::nullopt;
    };
    const auto found = ask(comparison.parts[1], {">", ">=", "<", "<="});
    return found ? found : ask(comparison.parts[0], {"<", "<=", ">", ">="});
}

std::optional<TruthFinder::LeafTruth> TruthFinder::from_read(
    const std::vector<std::size_t>& steps, const SourceRange& leaf) const
{
    const auto read = std::find_if(steps.begin(), steps.end(),
        [&](std::size_t i) { return opcode_of(i) != op_iszero && lies_within(range_of(i), leaf); });
    if (read == steps.end() || is_comparison(opcode_of(*read)) || !m_decisions.is_plain_word(leaf))
    {
        return std::nullopt;
    }
    return LeafTruth{leaf, count_negations(*m_view, {steps.begin(), read}) % 2 == 0};
}

std::optional<bool> TruthFinder::from_ways(const Branch& branch, const Decision& decision) const
{
    if (!decision.when_true && !decision.when_false)
    {
        return std::nullopt;
    }
    std::optional<bool> answer;
    for (std::size_t i = 0; i < std::min(branch.nodes.size(), max_contexts); ++i)
    {
        const std::optional<bool> falling = way_of(branch.nodes[i], false, decision);
        const std::optional<bool> jumping = way_of(branch.nodes[i], true, decision);
        if (falling == jumping)
        {
            continue;
        }
        const bool jump_holds = jumping ? *jumping : !*falling;
        if (answer && *answer != jump_holds)
        {
            return std::nullopt;
        }
        answer = jump_holds;
    }
    return answer;
}

// Follows a side until it branches: tells whether the first decisive code is executed only when the
// condition is true, or only when it is false.
std::optional<bool> TruthFinder::way_of(
    std::uint32_t node, bool outcome, const Decision& decision) const
{
    const auto& nodes = m_view->graph->nodes;
    const auto& edges = nodes[node].successors;
    const auto side = std::find_if(edges.begin(), edges.end(),
        [&](const ContextEdge& edge) { return edge.is_jump == outcome; });
    if (side == edges.end())
    {
        return std::nullopt;
    }
    std::uint32_t at = side->node;
    for (int step = 0; step < max_blocks; ++step)
    {
        const Block& block = m_view->program->blocks()[nodes[at].block];
        for (std::size_t i = block.first; i < block.last; ++i)
        {
            const SourceRange range = range_of(i);
            if (decision.when_true && lies_within(range, *decision.when_true))
            {
                return true;
            }
            if (decision.when_false && lies_within(range, *decision.when_false))
            {
                return false;
            }
        }
        const bool goes_on = nodes[at].end == BlockEnd::falls || nodes[at].end == BlockEnd::jumps;
        if (!goes_on || nodes[at].successors.size() != 1)
        {
            return std::nullopt;
        }
        at = nodes[at].successors.front().node;
    }
    return std::nullopt;
}

std::optional<bool> TruthFinder::from_failure(const Branch& branch, const Decision& decision) const
{
    if (!decision.fails_when_false && !decision.fails_when_true)
    {
        return std::nullopt;
    }
    const std::optional<bool> avoids = jump_avoids_failure(branch);
    return avoids ? std::optional(*avoids == decision.fails_when_false) : std::nullopt;
}

std::optional<bool> TruthFinder::from_call(const Branch& branch) const
{
    std::optional<bool> answer;
    for (const std::uint32_t id : branch.nodes)
    {
        const ExpressionTable& table = *m_view->table;
        const auto [word, succeeds] = tested_word(table, m_view->graph->nodes[id].condition);
        const std::uint16_t origin = table[word].kind == expr_result ? table[word].origin : 0U;
        const bool is_call = origin == op_call || origin == op_callcode ||
                             origin == op_delegatecall || origin == op_staticcall ||
                             origin == op_create || origin == op_create2;
        if (!is_call || (answer && *answer != succeeds))
        {
            return std::nullopt;
        }
        answer = succeeds;
    }
    return answer;
}

bool TruthFinder::is_shared_requirement(const Branch& branch) const
{
    return std::all_of(branch.nodes.begin(), branch.nodes.end(), [&](std::uint32_t id) {
        const auto& context = m_view->graph->nodes[id].context;
        return !context.empty() && m_places.is_requirement(context.back());
    });
}

SourceRange TruthFinder::range_of(std::size_t instruction) const
{
    const auto& map = m_view->facts->source_map;
    return instruction < map.size() ? map[instruction] : SourceRange{};
}

SourceRange TruthFinder::range_at(std::uint32_t pc) const
{
    const auto index = m_view->program->disassembly().index_at(pc);
    return index ? range_of(*index) : SourceRange{};
}

std::uint8_t TruthFinder::opcode_of(std::size_t instruction) const
{
    return m_view->program->instructions()[instruction].opcode;
}

}  // namespace sbst::evm::analysis
