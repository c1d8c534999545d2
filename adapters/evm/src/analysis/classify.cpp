// SPDX-License-Identifier: Apache-2.0
#include "classify.hpp"

#include "patterns.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace sbst::evm::analysis
{

namespace
{

/// Codes of `Panic` for checks that a caller cannot trigger.
constexpr std::uint32_t panic_assert = 0x01;
constexpr std::uint32_t panic_stored_length = 0x22;
constexpr std::uint32_t panic_allocation = 0x41;

std::string_view word_reason(std::uint32_t truth)
{
    if ((truth & from_call) != 0)
    {
        return "call success";
    }
    if ((truth & from_create) != 0)
    {
        return "create success";
    }
    if ((truth & from_storage) != 0)
    {
        return "boolean word from storage";
    }
    if ((truth & from_memory) != 0)
    {
        return "boolean word from memory";
    }
    if ((truth & from_calldata) != 0)
    {
        return "boolean word from calldata";
    }
    return "boolean set by earlier branches";
}

/// Tells whether a tested word can only be 0 or 1, or is masked to one byte as a `bool` is.
bool is_boolean_word(const GraphView& view, ExprId id, const KnownRanges& known_ranges)
{
    const ExpressionTable& table = *view.table;
    while (table[id].kind == op_iszero)
    {
        id = table[id].args[0];
    }
    if (view.reasoner->range_of(id, known_ranges).unsigned_max() <= U256{1})
    {
        return true;
    }
    const Expression& node = table[id];
    if (node.kind == op_and)
    {
        return table.constant_value(node.args[1]) == U256{0xff};
    }
    // A word that went through memory or a merge has no known type; results of creations have one.
    return node.kind == expr_result && (node.origin == op_create || node.origin == op_create2);
}

/// Tells whether the first word is the second one, cleaned for some type.
bool is_cleaned(const ExpressionTable& table, ExprId cleaned, ExprId word)
{
    const Expression& node = table[cleaned];
    if (node.kind != op_and && node.kind != op_signextend && node.kind != op_iszero)
    {
        return false;
    }
    if (node.args[0] == word || node.args[1] == word)
    {
        return true;
    }
    const Expression& inner = table[node.args[0]];
    return node.kind == op_iszero && inner.kind == op_iszero && inner.args[0] == word;
}

}  // namespace

std::optional<std::string> flag_reason(const GraphView& view, const Branch& branch)
{
    if ((branch.truth & from_comparison) != 0)
    {
        return std::nullopt;
    }
    bool is_constant = true;
    bool is_boolean = true;
    for (const std::uint32_t id : branch.nodes)
    {
        const ContextNode& node = view.graph->nodes[id];
        is_constant = is_constant && view.table->is_constant(node.condition);
        is_boolean = is_boolean && is_boolean_word(view, node.condition, node.known_ranges);
    }
    if (is_constant)
    {
        return "constant condition";
    }
    if (!is_boolean)
    {
        return std::nullopt;
    }
    return std::string(word_reason(branch.truth));
}

Classifier::Classifier(const GraphView& view)
  : m_view(&view), m_places(*view.facts, view.program->disassembly())
{}

Place Classifier::place_of(const Branch& branch) const
{
    const Place place = m_places.of(branch.pc);
    return place == Place::frame && author_of(branch) ? Place::decision : place;
}

std::uint32_t Classifier::source_of(const Branch& branch) const
{
    if (m_places.of(branch.pc) != Place::frame)
    {
        return branch.pc;
    }
    return author_of(branch).value_or(branch.pc);
}

std::optional<std::uint32_t> Classifier::author_of(const Branch& branch) const
{
    // Via IR, `require` is a routine of the compiler, or the rest of it after inlining; its caller,
    // or the code that computes the condition, is the author's.
    const Block& block = m_view->program->blocks()[branch.block];
    const auto& code = m_view->program->instructions();
    const auto moves_words = [](std::uint8_t opcode) {
        return is_push(opcode) || (opcode >= op_dup1 && opcode <= op_swap16) ||
               opcode == op_iszero || opcode == op_pop || opcode == op_jumpdest;
    };
    for (std::size_t at = block.last - 1; at > block.first; --at)
    {
        const Instruction& before = code[at - 1];
        if (m_places.of(before.pc) == Place::decision)
        {
            return before.pc;
        }
        if (!moves_words(before.opcode))
        {
            return std::nullopt;
        }
    }
    std::set<std::uint32_t> callers;
    for (const std::uint32_t id : branch.nodes)
    {
        const auto& context = m_view->graph->nodes[id].context;
        if (context.empty() || !m_places.is_requirement(context.back()))
        {
            return std::nullopt;
        }
        callers.insert(context.back());
    }
    // A routine shared by several requirements is shown at its own place.
    return callers.size() == 1 ? *callers.begin() : branch.pc;
}

bool Classifier::has_side(const Branch& branch, BlockEnd end) const
{
    return branch.sides[0].end == end || branch.sides[1].end == end;
}

bool Classifier::panics_with(const Branch& branch, std::uint32_t code) const
{
    return std::any_of(branch.sides.begin(), branch.sides.end(), [&](const SideEnd& side) {
        return side.end == BlockEnd::panics && side.panic_code == code;
    });
}

bool Classifier::reverts_plainly(const Branch& branch) const
{
    return has_side(branch, BlockEnd::reverts_empty) || has_side(branch, BlockEnd::fails);
}

bool Classifier::fails_plainly(const Branch& branch) const
{
    return reverts_plainly(branch) || has_side(branch, BlockEnd::invalid);
}

bool Classifier::is_payable_check(const Branch& branch) const
{
    const auto is_payable = [&](std::uint32_t entry) {
        return m_view->facts->has_abi && m_view->entries->entries[entry].is_payable;
    };
    if (std::any_of(branch.entries.begin(), branch.entries.end(), is_payable))
    {
        return false;
    }
    return std::all_of(branch.nodes.begin(), branch.nodes.end(), [&](std::uint32_t id) {
        const ContextNode& node = m_view->graph->nodes[id];
        ExprId word = node.condition;
        bool value_side = true;
        while ((*m_view->table)[word].kind == op_iszero)
        {
            word = (*m_view->table)[word].args[0];
            value_side = !value_side;
        }
        if ((*m_view->table)[word].kind != op_callvalue || node.known_ranges.find(word) != nullptr)
        {
            return false;
        }
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

bool Classifier::is_compiler_check(const Branch& branch, Place place) const
{
    if (has_side(branch, BlockEnd::panics))
    {
        return !panics_with(branch, panic_assert);
    }
    if (has_side(branch, BlockEnd::invalid) && m_places.is_checked_operation(branch.pc))
    {
        return true;
    }
    if (place == Place::decision)
    {
        return false;
    }
    if (forwards_failure(branch))
    {
        return true;
    }
    return has_side(branch, BlockEnd::invalid) &&
           (place != Place::unknown || is_old_compiler_check(branch));
}

bool Classifier::forwards_failure(const Branch& branch) const
{
    // A callee's failure that the compiler passes on with the callee's data.
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
        {
            word = table[word].args[0];
        }
        const Expression& node = table[word];
        if (node.kind != op_eq && node.kind != op_sub && node.kind != op_xor)
        {
            return false;
        }
        return is_cleaned(table, node.args[0], node.args[1]) ||
               is_cleaned(table, node.args[1], node.args[0]);
    });
}

bool Classifier::is_calldata_check(const Branch& branch, Place place) const
{
    if (place == Place::decision || place == Place::expression)
    {
        return false;
    }
    if (is_decoder_allocation(branch, place))
    {
        return true;
    }
    // A routine that reverts without data could not decode its input.
    if (place == Place::routine && reverts_plainly(branch))
    {
        return true;
    }
    if (place != Place::statement)
    {
        return checks_decoded(branch, place);
    }
    if ((branch.sources & from_returndatasize) != 0)
    {
        return fails_plainly(branch) || !moves_data(*m_view, branch);
    }
    return fails_plainly(branch) && (tests_callee(branch) || is_validator(branch));
}

bool Classifier::tests_callee(const Branch& branch)
{
    return (branch.truth & from_extcodesize) != 0 && (branch.truth & from_comparison) == 0;
}

bool Classifier::checks_decoded(const Branch& branch, Place place) const
{
    const bool only_decodes = branch.phases == static_cast<std::uint8_t>(Phase::decode);
    const bool fails = fails_plainly(branch) || has_side(branch, BlockEnd::reverts_data);
    // Via IR a body has no frame: only its comparisons distinguish it from the decoder.
    if (fails && (only_decodes || place == Place::frame) && compares_decoded(branch))
    {
        return true;
    }
    const bool is_creation = m_view->facts->program == ProgramKind::creation;
    if (fails && only_decodes && is_creation)
    {
        return true;
    }
    if (!fails_plainly(branch))
    {
        return place == Place::frame && (branch.sources & from_returndatasize) != 0 &&
               !moves_data(*m_view, branch);
    }
    if (tests_callee(branch) || is_validator(branch) || (branch.sources & from_returndatasize) != 0)
    {
        return true;
    }
    // The decoder compares the size after the selector; an author compares the whole size.
    return (branch.sources & from_calldatasize) != 0 && compares_argument_size(*m_view, branch);
}

bool Classifier::compares_decoded(const Branch& branch) const
{
    // A constructor's arguments follow its code and are copied into memory.
    const bool is_creation = m_view->facts->program == ProgramKind::creation;
    const std::uint32_t size = is_creation ? from_environment : from_calldatasize;
    const std::uint32_t word = is_creation ? from_memory : from_calldata;
    if ((branch.sources & size) != 0 && compares_argument_size(*m_view, branch))
    {
        return true;
    }
    return (branch.sources & (size | word)) != 0 && compares_with_bound(*m_view, branch);
}

bool Classifier::is_decoder_allocation(const Branch& branch, Place place) const
{
    if (!panics_with(branch, panic_allocation))
    {
        return false;
    }
    if (branch.phases == static_cast<std::uint8_t>(Phase::decode))
    {
        return is_generated(place) || m_view->facts->program == ProgramKind::creation;
    }
    if (!is_generated(place))
    {
        return false;
    }
    // The decoder is called by frames and routines, never for a statement of the author.
    const Block& block = m_view->program->blocks()[branch.block];
    const auto& code = m_view->program->instructions();
    for (std::size_t i = block.first; i < block.last; ++i)
    {
        if (!is_generated(m_places.of(code[i].pc)))
        {
            return false;
        }
    }
    return std::all_of(branch.nodes.begin(), branch.nodes.end(), [&](std::uint32_t id) {
        const auto& context = m_view->graph->nodes[id].context;
        return !context.empty() &&
               std::all_of(context.begin(), context.end(),
                   [&](std::uint32_t back) { return is_generated(m_places.of(back)); });
    });
}

bool Classifier::is_data_copy(const Branch& branch, Place place) const
{
    if (place == Place::decision || place == Place::expression)
    {
        return false;
    }
    const bool fails = std::any_of(branch.sides.begin(), branch.sides.end(), [](const SideEnd& s) {
        return s.end == BlockEnd::panics || s.end == BlockEnd::reverts_data;
    });
    if (copies_data(*m_view, branch))
    {
        return true;
    }
    if (fails || fails_plainly(branch))
    {
        return false;
    }
    if (is_generated(place))
    {
        return tests_stored_flag(*m_view, branch) || moves_data(*m_view, branch);
    }
    if (fills_memory(*m_view, branch))
    {
        return true;
    }
    const std::uint32_t stores = from_storage | from_memory | from_returndatasize;
    return place == Place::statement && (branch.sources & stores) != 0 &&
           moves_data(*m_view, branch);
}

GoalClass Classifier::classify(const Branch& branch, bool is_guarded) const
{
    if (!is_guarded && is_payable_check(branch))
    {
        return GoalClass::payable_check;
    }
    if (branch.is_dispatcher)
    {
        return GoalClass::dispatcher;
    }
    const Place place = place_of(branch);
    if (is_calldata_check(branch, place))
    {
        return GoalClass::calldata_check;
    }
    if (is_getter(branch))
    {
        return GoalClass::getter;
    }
    // The length of a stored string or array of bytes: no call can make it invalid.
    if (panics_with(branch, panic_stored_length))
    {
        return GoalClass::data_copy;
    }
    if (is_compiler_check(branch, place))
    {
        return GoalClass::compiler_check;
    }
    return is_data_copy(branch, place) ? GoalClass::data_copy : GoalClass::user;
}

GoalClass Classifier::classify_entry(std::uint32_t entry, const std::vector<Branch>& branches) const
{
    const FunctionEntry& function = m_view->entries->entries[entry];
    if (function.kind == EntryKind::function)
    {
        return function.is_getter ? GoalClass::getter : GoalClass::user;
    }
    if (function.kind == EntryKind::program)
    {
        return GoalClass::user;
    }
    const bool is_declared = function.kind == EntryKind::receive || !m_view->facts->has_abi ||
                             m_view->facts->has_fallback;
    const bool branches_on = std::any_of(branches.begin(), branches.end(), [&](const Branch& b) {
        return std::find(b.entries.begin(), b.entries.end(), entry) != b.entries.end() &&
               !is_payable_check(b);
    });
    if (is_declared && (branches_on || has_effects(*m_view, entry)))
    {
        return GoalClass::user;
    }
    return GoalClass::empty_fallback;
}

}  // namespace sbst::evm::analysis
