// SPDX-License-Identifier: Apache-2.0
#include "block_runner.hpp"

#include <sbst/evm/exec/opcode.hpp>

#include <algorithm>

namespace sbst::evm::analysis
{

namespace
{

constexpr std::uint8_t max_depth = 24;
constexpr std::size_t max_storage_words = 24;
constexpr std::size_t max_memory_words = 64;
constexpr std::uint64_t free_memory_pointer = 0x40;
constexpr std::uint64_t panic_selector = 0x4e487b71;

}  // namespace

ExprId BlockRunner::pop()
{
    return m_state->pop(*m_table, m_failed);
}

void BlockRunner::need(std::size_t count)
{
    if (m_state->stack.size() >= count)
    {
        return;
    }
    if (!m_state->rest)
    {
        m_failed = true;
        m_state->stack.resize(count, m_table->anonymous());
        return;
    }
    m_state->stack.insert(m_state->stack.begin(), count - m_state->stack.size(), *m_state->rest);
}

ExprId BlockRunner::result_of(const Instruction& instruction, std::uint32_t which)
{
    const std::size_t known = m_table->size();
    const ExprId symbol =
        m_table->symbol(expr_result, instruction.opcode, {m_node, instruction.pc, which});
    if (symbol < known)
    {
        m_state->forget_symbol(*m_table, symbol);
    }
    return symbol;
}

BlockResult BlockRunner::run(const Block& block, std::uint32_t node, State& state)
{
    m_state = &state;
    m_node = node;
    m_failed = false;
    m_tests_flag = block.tested_slot == std::size_t{0};
    BlockResult result;
    for (std::size_t i = block.first; i + 1 < block.last && !m_failed; ++i)
    {
        execute(i);
    }
    if (!m_failed)
    {
        finish(block, result);
    }
    if (m_failed)
    {
        result = BlockResult{};
    }
    return result;
}

void BlockRunner::finish(const Block& block, BlockResult& result)
{
    const Instruction& tail = m_program->tail(block);
    switch (tail.opcode)
    {
        case op_stop:
            result.end = BlockEnd::stops;
            return;
        case op_return:
            result.end = BlockEnd::returns;
            return;
        case op_revert:
            finish_revert(block, result);
            return;
        case op_selfdestruct:
            result.end = BlockEnd::self_destructs;
            return;
        case op_invalid:
            result.end = BlockEnd::invalid;
            return;
        case op_jump:
            result.end = BlockEnd::jumps;
            result.target = pop();
            return;
        case op_jumpi:
            execute_branch(result);
            return;
        default:
            break;
    }
    if (!opcode_info(tail.opcode).is_defined())
    {
        result.end = BlockEnd::fails;
        return;
    }
    execute(block.last - 1);
    // After the last byte of the code there is an implicit STOP.
    const bool at_end = block.last == m_program->instructions().size();
    result.end = at_end ? BlockEnd::stops : BlockEnd::falls;
}

void BlockRunner::execute_branch(BlockResult& result)
{
    result.end = BlockEnd::branches;
    result.target = pop();
    result.condition = pop();
    if (!m_prunes)
    {
        // Flags of `&&`, `||` and `try` are constants on the stack: the other side of their test
        // would continue with a stack that does not fit.
        const auto flag = m_tests_flag ? m_table->constant_value(result.condition) : std::nullopt;
        if (!flag || !is_zero(*flag))
        {
            result.taken = m_state->known_ranges;
        }
        if (!flag || is_zero(*flag))
        {
            result.not_taken = m_state->known_ranges;
        }
        return;
    }
    KnownRanges taken = m_state->known_ranges;
    if (m_reasoner->refine(result.condition, true, taken))
    {
        result.taken = std::move(taken);
    }
    KnownRanges not_taken = m_state->known_ranges;
    if (m_reasoner->refine(result.condition, false, not_taken))
    {
        result.not_taken = std::move(not_taken);
    }
}

void BlockRunner::finish_revert(const Block& block, BlockResult& result)
{
    const ExprId offset = pop();
    const ExprId length = pop();
    result.end = BlockEnd::reverts_data;
    const auto size = m_table->constant_value(length);
    const auto begin = m_table->constant_value(offset);
    if (size && is_zero(*size))
    {
        result.end = BlockEnd::reverts_empty;
    }
    if (!size || *size != U256{0x24} || !begin || !fits_u64(*begin))
    {
        return;
    }
    const auto code = m_state->memory_word(low64(*begin) + 4);
    const auto value = code ? m_table->constant_value(*code) : std::nullopt;
    if (!value || !(*value < U256{256}))
    {
        return;
    }
    for (std::size_t i = block.first; i < block.last; ++i)
    {
        const U256& pushed = m_program->instructions()[i].immediate;
        if (pushed == U256{panic_selector} || pushed == U256{panic_selector} << 224U)
        {
            result.end = BlockEnd::panics;
            result.panic_code = static_cast<std::uint32_t>(low64(*value));
        }
    }
}

void BlockRunner::execute(std::size_t index)
{
    const Instruction& instruction = m_program->instructions()[index];
    const std::uint8_t opcode = instruction.opcode;
    if (is_push(opcode))
    {
        if (m_program->is_unknown_push(index))
        {
            push(m_table->symbol(expr_result, opcode, {UINT32_MAX, instruction.pc, 0}));
        }
        else if (m_program->is_tag_push(index))
        {
            push(m_table->tag(instruction.immediate));
        }
        else
        {
            push(m_table->constant(instruction.immediate));
        }
    }
    else if (is_dup(opcode))
    {
        const std::size_t n = opcode - op_dup1 + 1U;
        need(n);
        push(m_state->stack[m_state->stack.size() - n]);
    }
    else if (is_swap(opcode))
    {
        const std::size_t n = opcode - op_swap1 + 2U;
        need(n);
        std::swap(m_state->stack.back(), m_state->stack[m_state->stack.size() - n]);
    }
    else if (opcode >= op_add && opcode <= op_sar)
    {
        execute_arithmetic(instruction);
    }
    else if (opcode >= op_create && opcode != op_return)
    {
        execute_call(instruction);
    }
    else
    {
        execute_other(instruction);
    }
}

void BlockRunner::execute_arithmetic(const Instruction& instruction)
{
    const std::uint8_t opcode = instruction.opcode;
    const ExprId a = pop();
    const bool unary = opcode == op_iszero || opcode == op_not;
    const ExprId b = unary ? m_table->anonymous() : pop();
    const bool ternary = opcode == op_addmod || opcode == op_mulmod;
    const ExprId c = ternary ? pop() : m_table->anonymous();
    // Arithmetic that packs pointers to functions.
    if (opcode == op_and || opcode == op_or || opcode == op_mul || opcode == op_shl)
    {
        m_joiner->note_escape(a);
        m_joiner->note_escape(b);
    }
    ExprId word = ternary ? m_table->operation(opcode, a, b, c) : simplified(opcode, a, b);
    if ((*m_table)[word].depth > max_depth)
    {
        const Range range = m_reasoner->range_of(word, m_state->known_ranges);
        word = result_of(instruction);
        if (!range.is_full())
        {
            m_state->known_ranges.set(word, range);
        }
    }
    push(word);
}

ExprId BlockRunner::simplified(std::uint16_t opcode, ExprId a, ExprId b)
{
    // Operations that do not change a word of a known range keep the word's identity.
    const auto range = [&](ExprId id) { return m_reasoner->range_of(id, m_state->known_ranges); };
    if (opcode == op_and)
    {
        for (const auto& [mask, word] : {std::pair{a, b}, std::pair{b, a}})
        {
            const auto value = m_table->constant_value(mask);
            if (value && is_low_mask(*value) && range(word).unsigned_max() <= *value)
            {
                return word;
            }
        }
    }
    if (opcode == op_signextend && m_table->is_constant(a))
    {
        const Range before = range(b);
        if (apply(op_signextend, Range::exactly((*m_table)[a].value), Range{}).contains(before))
        {
            return b;
        }
    }
    if (opcode == op_iszero && (*m_table)[a].kind == op_iszero)
    {
        const ExprId inner = (*m_table)[a].args[0];
        if (range(inner).unsigned_max() <= U256{1})
        {
            return inner;
        }
    }
    return m_table->operation(opcode, a, b);
}

void BlockRunner::execute_other(const Instruction& instruction)
{
    const std::uint8_t opcode = instruction.opcode;
    switch (opcode)
    {
        case op_jumpdest:
            return;
        case op_pop:
            pop();
            return;
        case op_pc:
            push(m_table->constant(U256{instruction.pc}));
            return;
        case op_calldataload:
        case op_blockhash:
        case op_blobhash:
            push(m_table->operation(opcode, pop()));
            return;
        case op_balance:
        case op_extcodesize:
        case op_extcodehash:
        case op_tload:
            pop();
            push(result_of(instruction));
            return;
        case op_returndatasize:
        case op_selfbalance:
        case op_msize:
        case op_gas:
            push(result_of(instruction));
            return;
        default:
            break;
    }
    const OpcodeInfo& effect = opcode_info(opcode);
    if (effect.pops == 0 && effect.pushes == 1)  // inputs that stay the same during a call
    {
        push(m_table->operation(opcode));
    }
    else
    {
        execute_memory(instruction);
    }
}

void BlockRunner::execute_memory(const Instruction& instruction)
{
    switch (instruction.opcode)
    {
        case op_mload:
            load_memory(instruction);
            return;
        case op_mstore:
        case op_mstore8:
            store_memory(instruction.opcode == op_mstore8);
            return;
        case op_sload:
            load_storage(instruction);
            return;
        case op_sstore:
            store_storage(instruction);
            return;
        case op_keccak256:
            hash_memory(instruction);
            return;
        case op_extcodecopy:
            pop();
            [[fallthrough]];
        case op_calldatacopy:
        case op_codecopy:
        case op_returndatacopy:
        case op_mcopy:
        {
            const ExprId destination = pop();
            pop();
            if (instruction.opcode == op_codecopy)
            {
                log(AccessKind::code_copy, instruction, destination, m_table->anonymous());
            }
            forget_written(destination, pop());
            return;
        }
        default:
        {
            const OpcodeInfo& effect = opcode_info(instruction.opcode);
            for (std::size_t i = 0; i < effect.pops; ++i)
            {
                pop();
            }
            for (std::size_t i = 0; i < effect.pushes; ++i)
            {
                push(result_of(instruction));
            }
        }
    }
}

void BlockRunner::forget_written(ExprId begin, ExprId length)
{
    // No gas pays for more: a longer copy never ends.
    if (!m_reasoner->assume(
            length, Range::at_most(m_reasoner->max_data_size()), m_state->known_ranges))
    {
        m_failed = true;
        return;
    }
    const Range bytes = m_reasoner->range_of(length, m_state->known_ranges);
    if (bytes.is_zero_only())
    {
        return;
    }
    const Range where = m_reasoner->range_of(begin, m_state->known_ranges);
    m_state->forget_memory(
        where.unsigned_min(), saturating_add(where.unsigned_max(), bytes.unsigned_max()));
}

void BlockRunner::load_memory(const Instruction& instruction)
{
    const ExprId address = pop();
    const auto where = m_table->constant_value(address);
    const bool is_near = where && *where < U256{UINT32_MAX};
    if (is_near)
    {
        if (const auto word = m_state->memory_word(low64(*where)))
        {
            push(*word);
            return;
        }
    }
    const Range reach = Range::at_most(m_reasoner->max_data_size());
    if (!m_reasoner->assume(address, reach, m_state->known_ranges))
    {
        m_failed = true;  // no gas pays for that much memory
        return;
    }
    const ExprId word = result_of(instruction);
    log(AccessKind::memory_read, instruction, address, word);
    if (is_near && m_state->memory.size() < max_memory_words)
    {
        m_state->store_word(low64(*where), word);
    }
    push(word);
}

void BlockRunner::store_memory(bool is_byte)
{
    const ExprId address = pop();
    const ExprId word = pop();
    if (m_table->constant_value(address) != U256{free_memory_pointer})
    {
        m_joiner->note_escape(word);
    }
    const Range reach = Range::at_most(m_reasoner->max_data_size());
    if (!m_reasoner->assume(address, reach, m_state->known_ranges))
    {
        m_failed = true;
        return;
    }
    const Range where = m_reasoner->range_of(address, m_state->known_ranges);
    const U256 size{is_byte ? 1U : 32U};
    m_state->forget_memory(where.unsigned_min(), where.unsigned_max() + size);
    if (!is_byte && where.is_exact() && m_state->memory.size() < max_memory_words)
    {
        m_state->store_word(low64(where.lo), word);
    }
}

void BlockRunner::hash_memory(const Instruction& instruction)
{
    const auto begin = m_table->constant_value(pop());
    const auto size = m_table->constant_value(pop());
    if (begin && size && *begin < U256{UINT32_MAX})
    {
        const auto first = m_state->memory_word(low64(*begin));
        const auto second = m_state->memory_word(low64(*begin) + 32);
        if (*size == U256{32} && first)
        {
            push(m_table->hash(*first));
            return;
        }
        if (*size == U256{64} && first && second)
        {
            push(m_table->hash(*first, *second));
            return;
        }
    }
    push(result_of(instruction));
}

bool BlockRunner::are_different_keys(ExprId a, ExprId b) const
{
    const Expression& x = (*m_table)[a];
    const Expression& y = (*m_table)[b];
    if (x.kind == expr_constant && y.kind == expr_constant)
    {
        return x.value != y.value;
    }
    // Keccak-256 has no collisions, neither among its results nor with small slots.
    const auto is_small = [](const Expression& node) {
        return node.kind == expr_constant && fits_u64(node.value);
    };
    if ((x.kind == expr_hash && is_small(y)) || (y.kind == expr_hash && is_small(x)))
    {
        return true;
    }
    if (x.kind != expr_hash || y.kind != expr_hash)
    {
        return false;
    }
    if (x.origin != y.origin)
    {
        return true;
    }
    for (std::size_t i = 0; i < x.origin; ++i)
    {
        if (are_different_keys(x.args.at(i), y.args.at(i)))
        {
            return true;
        }
    }
    return false;
}

void BlockRunner::log(AccessKind kind, const Instruction& instruction, ExprId key, ExprId word)
{
    if (m_log != nullptr)
    {
        m_log->push_back({kind, instruction.pc, key, word});
    }
}

void BlockRunner::load_storage(const Instruction& instruction)
{
    const ExprId key = pop();
    auto& words = m_state->storage;
    const auto known = std::find_if(
        words.begin(), words.end(), [&](const State::Word& word) { return word.first == key; });
    if (known != words.end())
    {
        push(known->second);
        return;
    }
    const ExprId word = result_of(instruction);
    log(AccessKind::storage_read, instruction, key, word);
    push(word);
    if (!(*m_table)[key].is_identified || m_table->mentions(key, word))
    {
        return;
    }
    if (words.size() >= max_storage_words)
    {
        words.erase(words.begin());
    }
    words.emplace_back(key, word);
}

void BlockRunner::store_storage(const Instruction& instruction)
{
    const ExprId key = pop();
    const ExprId word = pop();
    log(AccessKind::storage_write, instruction, key, word);
    m_joiner->note_escape(word);
    auto& words = m_state->storage;
    const auto may_change = [&](const State::Word& known) {
        return !are_different_keys(known.first, key);
    };
    words.erase(std::remove_if(words.begin(), words.end(), may_change), words.end());
    if (!(*m_table)[key].is_identified || !(*m_table)[word].is_identified)
    {
        return;
    }
    if (words.size() >= max_storage_words)
    {
        words.erase(words.begin());
    }
    words.emplace_back(key, word);
}

void BlockRunner::execute_call(const Instruction& instruction)
{
    const std::uint8_t opcode = instruction.opcode;
    const OpcodeInfo& effect = opcode_info(opcode);
    std::vector<ExprId> operands;
    for (std::size_t i = 0; i < effect.pops; ++i)
    {
        operands.push_back(pop());
    }
    const bool is_create = opcode == op_create || opcode == op_create2;
    if (!is_create && operands.size() >= 6)
    {
        forget_written(operands[operands.size() - 2], operands.back());
    }
    if (opcode != op_staticcall)
    {
        m_state->storage.clear();
    }
    push(result_of(instruction));
}

}  // namespace sbst::evm::analysis
