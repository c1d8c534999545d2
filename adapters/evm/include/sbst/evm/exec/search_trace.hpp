// SPDX-License-Identifier: Apache-2.0
// The trace of an execution of the subject for a search: outcomes of its conditional jumps with
// exact distances, entered blocks, and, on request, operands, storage and jumps. Next:
// executor.hpp.
#pragma once

#include <sbst/evm/base/address.hpp>
#include <sbst/evm/exec/active_mutant.hpp>
#include <sbst/evm/exec/code_analysis.hpp>
#include <sbst/evm/exec/mutant_sites.hpp>
#include <sbst/evm/exec/opcode.hpp>
#include <sbst/evm/exec/words.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sbst::evm
{

/// Outcomes of one conditional jump. A least distance is 0 exactly if that side was taken; 2^256
/// - 1 before the jump was reached.
struct JumpiTrace
{
    std::uint32_t hits_true{};   ///< times the jump was taken
    std::uint32_t hits_false{};  ///< times it fell through
    U256 least_true{U256::max()};
    U256 least_false{U256::max()};
    /// 0 = the distance is that of the condition itself. Otherwise the condition was a constant
    /// chosen by earlier jumps, and the distance is that of the latest such jump; the later it is
    /// in the code, the lower the level. Levels are compared before distances.
    std::uint32_t level_true{UINT32_MAX};
    std::uint32_t level_false{UINT32_MAX};

    [[nodiscard]] bool was_reached() const noexcept { return (hits_true | hits_false) != 0; }
};

/// Joins two records of the same jump: hits are added, the smaller distances are kept.
[[nodiscard]] JumpiTrace merge(const JumpiTrace& a, const JumpiTrace& b) noexcept;

/// Traces of one piece of code. Arrays have the sizes given by the analysis; only the listed
/// entries are meaningful.
struct CodeTrace
{
    enum Context : std::uint8_t
    {
        direct = 1,  ///< in the call made by the transaction
        nested = 2   ///< in a call made by a contract
    };

    CodePtr code;                              ///< null = this code is not traced
    std::vector<JumpiTrace> direct_jumps;      ///< by dense number of the jump
    std::vector<JumpiTrace> nested_jumps;      ///< likewise
    std::vector<std::uint32_t> touched_jumps;  ///< each number once, in order of first execution
    std::vector<std::uint8_t> jump_contexts;   ///< by jump: contexts in which it was executed
    std::vector<std::uint8_t>
        block_contexts;  ///< by block: contexts in which it was entered by a jump or a call
    std::vector<std::uint32_t> touched_blocks;

    /// Returns the record of both contexts together.
    [[nodiscard]] JumpiTrace all(std::uint32_t jump) const noexcept
    {
        return merge(direct_jumps[jump], nested_jumps[jump]);
    }

    /// Records that a block was entered.
    void enter_block(std::uint32_t block, std::uint8_t context)
    {
        if (block_contexts[block] == 0)
        {
            touched_blocks.push_back(block);
        }
        block_contexts[block] |= context;
    }

    /// Records that a jump was executed.
    void touch_jump(std::uint32_t jump, std::uint8_t context)
    {
        if (jump_contexts[jump] == 0)
        {
            touched_jumps.push_back(jump);
        }
        jump_contexts[jump] |= context;
    }

    /// Returns every block that was executed, ascending: those entered and those reached by falling
    /// through a jump.
    [[nodiscard]] std::vector<std::uint32_t> executed_blocks() const;
};

/// What a piece of code's trace holds, without what was not touched: to go on from there later.
struct SavedTrace
{
    struct Jump
    {
        std::uint32_t number{};
        std::uint8_t contexts{};
        JumpiTrace direct;
        JumpiTrace nested;
    };
    std::vector<Jump> jumps;
    /// Number and contexts.
    std::vector<std::pair<std::uint32_t, std::uint8_t>> blocks;
};

/// The logs to keep beside jumps and blocks; each log is capped.
struct SearchLogs
{
    bool values{};  ///< operands of comparisons
    bool state{};   ///< storage read and written
    bool edges{};   ///< jumps with their targets
    std::size_t max_values{4096};
    std::size_t max_state{4096};

    [[nodiscard]] bool any() const noexcept { return values || state || edges; }
};

/// One comparison in the subject's code; `a` was the top of the stack. ISZERO has b = 0.
struct ComparedValues
{
    std::uint32_t pc{};
    Op op{Op::eq};
    U256 a;
    U256 b;
    /// Dense number of the next conditional jump, which it probably decides; nothing when the call
    /// ended before.
    std::optional<std::uint32_t> jump{};
    bool is_creation{};  ///< in the creation code
};

/// One storage access by the subject's code.
struct StorageAccess
{
    std::uint32_t pc{};
    bool is_write{};
    Address account;
    U256 key;
    U256 value;  ///< read, or written
};

/// Collects over any number of transactions until `clear`. One per worker, reused for each test.
class SearchTrace
{
public:
    /// Prepares to trace every frame whose code has the subject's shape and, if given, transactions
    /// that create a contract by this creation code (arguments may follow it).
    explicit SearchTrace(CodePtr subject, CodePtr creation = nullptr);

    /// Clears the trace. O(touched entries).
    void clear();

    /// Takes the direct record of a jump of runtime code out, so that the next transaction begins
    /// with an empty one; and adds it again.
    [[nodiscard]] JumpiTrace take_direct(std::uint32_t jump)
    {
        return std::exchange(m_runtime.direct_jumps[jump], {});
    }
    void add_direct(std::uint32_t jump, const JumpiTrace& record)
    {
        JumpiTrace& now = m_runtime.direct_jumps[jump];
        now = merge(now, record);
    }

    /// Copies the traces of runtime and creation code, without logs and mutants. O(touched
    /// entries).
    [[nodiscard]] std::pair<SavedTrace, SavedTrace> save() const;
    /// Brings them back. Precondition: the trace is clear, and of the same code.
    void restore(const std::pair<SavedTrace, SavedTrace>& saved);

    [[nodiscard]] const CodeTrace& runtime() const noexcept { return m_runtime; }
    [[nodiscard]] const CodeTrace& creation() const noexcept { return m_creation; }

    [[nodiscard]] std::span<const ComparedValues> values() const noexcept
    {
        return {m_values.data(), m_value_count};
    }
    [[nodiscard]] const std::vector<StorageAccess>& accesses() const noexcept { return m_accesses; }
    /// Returns the distinct (pc of jump, pc of target) of runtime code, ascending.
    [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> edges() const;
    [[nodiscard]] bool values_truncated() const noexcept { return m_values_truncated; }
    [[nodiscard]] bool state_truncated() const noexcept { return m_state_truncated; }

    SearchLogs logs;  ///< may be changed between transactions
    /// False, with no logs, means jumps and blocks only, which is faster: distances of sides that
    /// were not taken do not change. May be changed between transactions.
    bool distances{true};

    /// Mutants of the subject's runtime code, in frames that are traced.
    [[nodiscard]] MutantRecord& mutants() noexcept { return m_mutants; }
    [[nodiscard]] const MutantRecord& mutants() const noexcept { return m_mutants; }
    /// While one is active, frames of the runtime code execute it, and leave no trace.
    [[nodiscard]] ActiveMutant& active_mutant() noexcept { return m_active_mutant; }

    // For the interpreter.

    /// Returns the trace for a frame, or null.
    [[nodiscard]] CodeTrace* trace_of(const CodeAnalysis& code, bool top_level_creation) noexcept;
    void log_values(std::uint32_t pc, Op op, const U256& a, const U256& b)
    {
        if (m_value_count >= logs.max_values)
        {
            m_values_truncated = true;
            return;
        }
        if (m_value_count == m_values.size())
        {
            make_room_for_values();
        }
        ComparedValues& seen = m_values[m_value_count++];
        seen.pc = pc;
        seen.op = op;
        assign(seen.a, a);
        assign(seen.b, b);
        seen.jump.reset();
        seen.is_creation = false;
    }
    /// Assigns the comparisons since the last conditional jump to this jump.
    void log_decision(const CodeTrace& trace, std::uint32_t jump) noexcept
    {
        for (; m_undecided < m_value_count; ++m_undecided)
        {
            m_values[m_undecided].jump = jump;
            m_values[m_undecided].is_creation = &trace == &m_creation;
        }
    }
    void log_access(const StorageAccess& access);
    void log_edge(std::uint32_t from, std::uint32_t to);

private:
    void make_room_for_values();

    CodeTrace m_runtime;
    CodeTrace m_creation;
    MutantRecord m_mutants;
    ActiveMutant m_active_mutant;
    std::vector<ComparedValues> m_values;  // the first m_value_count are valid
    std::size_t m_value_count{};
    std::size_t m_undecided{};  // the first of m_values without a jump
    std::vector<StorageAccess> m_accesses;
    std::unordered_set<std::uint64_t> m_edges;
    bool m_values_truncated{};
    bool m_state_truncated{};
};

}  // namespace sbst::evm
