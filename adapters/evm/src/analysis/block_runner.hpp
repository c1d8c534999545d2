// SPDX-License-Identifier: Apache-2.0
// BlockRunner: executes one basic block on a state. Next: machine.hpp.
#pragma once

#include "blocks.hpp"
#include "state.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sbst::evm::analysis
{

/// How a path ends or continues after a block.
enum class BlockEnd : std::uint8_t
{
    falls,
    jumps,
    branches,
    stops,
    returns,
    /// REVERT without data.
    reverts_empty,
    reverts_data,
    /// REVERT with `Panic(code)`.
    panics,
    invalid,
    self_destructs,
    /// Stack underflow, an invalid destination, an undefined opcode.
    fails
};

/// What an instruction does with words outside of the stack.
enum class AccessKind : std::uint8_t
{
    storage_read,
    storage_write,
    memory_read,
    /// CODECOPY: `key` is its destination.
    code_copy
};

/// One access in one context.
struct WordAccess
{
    AccessKind kind = AccessKind::storage_read;
    std::uint32_t pc = 0;
    /// Key of storage, address in memory.
    ExprId key = 0;
    /// What is read or written; unused for code_copy.
    ExprId word = 0;
};

/// The result of one block.
struct BlockResult
{
    BlockEnd end = BlockEnd::fails;
    ExprId target = 0;
    ExprId condition = 0;
    /// Known ranges when the jump is taken, and when it is not; nothing = impossible.
    std::optional<KnownRanges> taken;
    std::optional<KnownRanges> not_taken;
    std::uint32_t panic_code = 0;
};

/// Executes instructions; holds references only.
class BlockRunner
{
public:
    BlockRunner(
        const Program& program, ExpressionTable& table, const Reasoner& reasoner, Joiner& joiner)
      : m_program(&program), m_table(&table), m_reasoner(&reasoner), m_joiner(&joiner)
    {}

    /// Takes both outcomes of every condition, even impossible ones.
    void keep_impossible_paths() { m_prunes = false; }

    /// From now on accesses are appended to that list; null = to none.
    void log_to(std::vector<WordAccess>* log) { m_log = log; }

    /// Executes a block of node `node`; `state` becomes the state after it.
    BlockResult run(const Block& block, std::uint32_t node, State& state);

private:
    void execute(std::size_t index);
    void execute_other(const Instruction& instruction);
    void execute_memory(const Instruction& instruction);
    void execute_call(const Instruction& instruction);
    void execute_arithmetic(const Instruction& instruction);
    void execute_branch(BlockResult& result);
    void finish(const Block& block, BlockResult& result);
    void finish_revert(const Block& block, BlockResult& result);

    ExprId pop();
    void push(ExprId word) { m_state->stack.push_back(word); }
    void need(std::size_t count);
    ExprId result_of(const Instruction& instruction, std::uint32_t which = 0);
    ExprId simplified(std::uint16_t opcode, ExprId a, ExprId b);
    void forget_written(ExprId begin, ExprId length);
    void load_memory(const Instruction& instruction);
    void store_memory(bool is_byte);
    void load_storage(const Instruction& instruction);
    void store_storage(const Instruction& instruction);
    void log(AccessKind kind, const Instruction& instruction, ExprId key, ExprId word);
    void hash_memory(const Instruction& instruction);
    [[nodiscard]] bool are_different_keys(ExprId a, ExprId b) const;

    const Program* m_program;
    ExpressionTable* m_table;
    const Reasoner* m_reasoner;
    Joiner* m_joiner;
    // State of the current block.
    State* m_state = nullptr;
    std::vector<WordAccess>* m_log = nullptr;
    std::uint32_t m_node = 0;
    bool m_failed = false;
    bool m_prunes = true;
    bool m_tests_flag = false;
};

}  // namespace sbst::evm::analysis
