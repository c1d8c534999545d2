// SPDX-License-Identifier: Apache-2.0
// Follows the calls of a test beside the machine and knows each word as an expression over the
// literals of the test: stack, memory, call data, returned data, code, storage, balances. Next:
// shadow_machine.cpp, then shadow_instructions.cpp and shadow_calls.cpp;
// ../problem/call_literals.hpp makes the inputs.
#pragma once

#include "../exec/machine.hpp"
#include "hashed_bytes.hpp"
#include "seen_decisions.hpp"
#include "shadow_bytes.hpp"
#include "shadow_state.hpp"
#include "shadow_words.hpp"
#include "slot_keys.hpp"

#include <sbst/symbolic/path.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace sbst::evm
{

/// The literals of one transaction; what is invalid or empty hangs on none.
struct TransactionShadow
{
    /// That of the call data, or of the creation code with its arguments.
    ShadowBytes data;
    ExpressionId sender;
    ExpressionId value;
    ExpressionId timestamp;
    ExpressionId number;
    /// The bytes of the call data that texts take, filled up as they are encoded.
    ExpressionId text_bytes;
    /// As the run has them.
    std::uint64_t text_byte_count = 0;
};

/// A decision of a transaction, or what its later values take for granted.
struct ShadowCondition
{
    /// The traced code and its dense number of the jump; null = other code, or no jump.
    const CodeTrace* trace = nullptr;
    std::uint32_t jump = 0;
    bool outcome = false;
    /// In the call that the transaction made.
    bool is_direct = false;
    /// Invalid for a decision of traced code that hangs on no literal.
    ExpressionId condition{};
    bool is_decision = true;
};

/// A word of storage or a balance that any code of a test read or wrote.
struct ShadowAccess
{
    ShadowState::Place place;
    bool is_write = false;
    U256 value;  ///< read, or written
};

/// One for each runner; begins anew with each test.
class ShadowMachine final : public MachineWatcher
{
public:
    /// Forgets the test before. The run must outlive the test.
    /// @param notes_accesses whether accesses() tells anything
    void begin_test(symbolic::SymbolicRun& run, bool notes_accesses);
    /// A transaction begins; the machine has the state before it.
    void begin(TransactionShadow shadow, const Machine& machine, const Transaction& transaction);
    void before(const Machine& machine) override;
    /// The transaction ended.
    void end(const Machine& machine);

    /// What the last transaction returned. Precondition: that is something.
    [[nodiscard]] const ShadowBytes& output() const { return m_frames[0].output; }
    /// See slot_of_place.
    [[nodiscard]] std::string slot_of(const U256& place) const
    {
        return slot_of_place(m_hashes, place);
    }
    /// Those of the last transaction, in order.
    [[nodiscard]] const std::vector<ShadowCondition>& conditions() const { return m_conditions; }
    /// Those of the last transaction, in order, those of calls that failed too: storage of all
    /// accounts, balances that decide or were asked for, and transfers of ether.
    [[nodiscard]] const std::vector<ShadowAccess>& accesses() const { return m_accesses; }

private:
    /// Operations of a run beyond which nothing more is followed.
    static constexpr std::size_t max_nodes = 100'000;
    static constexpr std::size_t max_conditions = 4'096;
    static constexpr std::size_t max_accesses = 4'096;

    /// A call or creation that the last instruction made.
    struct PendingCall
    {
        Op op = Op::call;
        ShadowBytes input;
        std::size_t return_offset = 0;
        std::size_t return_size = 0;
        U256 target;
        U256 value;
        ExpressionId value_expression;
        /// The caller's before the call.
        U256 balance;
        ExpressionId balance_expression;
    };
    /// The code of an account that hangs on literals: accounts of the same bytes may differ in it.
    struct KnownCode
    {
        const CodeAnalysis* code = nullptr;
        ShadowBytes shadow;
    };
    struct ShadowFrame
    {
        std::vector<ExpressionId> stack;
        ShadowBytes memory;
        ShadowBytes data;
        /// What the last call returned.
        ShadowBytes returned;
        /// What the frame returns.
        ShadowBytes output;
        ShadowBytes own_code;  // of a creation
        const ShadowBytes* code = nullptr;
        ExpressionId caller;
        ExpressionId value;
        std::size_t checkpoint = 0;
        bool is_creation = false;
        U256 self;
        /// What called it.
        PendingCall call;
    };
    enum class Pending : std::uint8_t
    {
        nothing,
        hash,
        hash_of_bytes,
        call
    };

    [[nodiscard]] ExpressionGraph& graph() { return m_run->graph; }
    [[nodiscard]] ShadowFrame& frame() { return *m_frame; }
    void go_to(std::size_t depth)
    {
        m_depth = depth;
        m_frame = &m_frames[depth];
    }
    ShadowFrame& push_frame(std::size_t depth);

    // What the last instruction did.
    void follow_frames(const Machine& m);
    void enter_child(const Machine& m);
    void leave_child(const Machine& m);
    void finish_call_without_frame(const Machine& m);
    void set_created(std::size_t top, const PendingCall& call, const ShadowBytes& code);
    void take_returned(const Machine& m, std::size_t size);
    void learn_hash(const Machine& m);
    void transfer(const PendingCall& call, const U256& from, const U256& to, const Machine& m);
    [[nodiscard]] ExpressionId success_of(const PendingCall& call, bool succeeded);
    void keep_code(const Machine& m, const U256& account, const ShadowBytes& code);
    /// What the code of an account hangs on; null = on nothing, or it is that of another account
    /// which this one delegates to.
    [[nodiscard]] const ShadowBytes* code_of(const U256& account, const CodeAnalysis* code) const;

    // What the next instruction will do.
    void execute(const Machine& m, const Frame& f, Op op, std::size_t height);
    void compute(const Frame& f, Op op, std::size_t height);
    bool execute_environment(const Machine& m, const Frame& f, Op op, std::size_t height);
    bool execute_memory(const Machine& m, const Frame& f, Op op, std::size_t height);
    bool execute_storage(const Machine& m, const Frame& f, Op op, std::size_t height);
    bool execute_copy(const Machine& m, const Frame& f, Op op, std::size_t height);
    [[nodiscard]] ExpressionId read_state(const ShadowState::Place& where, const U256& value);
    void destroy(const Machine& m, const Frame& f, std::size_t height);
    [[nodiscard]] ExpressionId size_of_call_data(const Frame& f);
    void push_code(const Frame& f, std::size_t height, std::size_t size);
    void load_call_data(const Frame& f, std::size_t height);
    void hash_memory(const Frame& f, std::size_t height);
    [[nodiscard]] ExpressionId hash_words(const Frame& f, std::size_t from, std::size_t words);
    void hash_bytes(const Frame& f, std::size_t from, std::size_t size);
    /// The comparison of two words that may be hashes.
    [[nodiscard]] std::optional<ExpressionId> equality_of_hashes(
        const Frame& f, std::size_t height);
    void decide(const Frame& f, std::size_t height);
    void keep_output(const Frame& f, std::size_t height);
    void prepare_call(const Machine& m, const Frame& f, Op op, std::size_t height);
    void prepare_creation(const Machine& m, const Frame& f, Op op, std::size_t height);

    [[nodiscard]] ExpressionId at(std::size_t index) { return frame().stack[index]; }
    void set(std::size_t index, ExpressionId expression)
    {
        frame().stack[index] =
            expression.is_valid() && graph().is_constant(expression) ? ExpressionId{} : expression;
    }
    [[nodiscard]] ExpressionId as_expression(ExpressionId expression, const U256& word);
    /// The n-th word from the top as a number that the run cannot do without; what its expression
    /// is from now on taken for granted. Nothing for numbers too large for any place.
    [[nodiscard]] std::optional<std::size_t> place(
        const Frame& f, std::size_t height, std::size_t n);
    /// What the machine has at a place of its memory; zeros follow.
    [[nodiscard]] static BytesView memory_at(const Frame& f, std::size_t at, std::size_t size);
    void take_for_granted(ExpressionId expression, const U256& word);
    void add_condition(const ShadowCondition& condition);
    void add_access(const ShadowState::Place& place, bool is_write, const U256& value);
    void count(symbolic::Concretised kind);
    [[nodiscard]] bool is_full() const { return m_run->graph.size() > max_nodes; }
    [[nodiscard]] ExpressionId balance_of(const U256& account, const U256& balance);
    /// The same for code that asks for it.
    [[nodiscard]] ExpressionId asked_balance(const U256& account, const U256& balance);
    /// The same for the call or creation that it makes.
    [[nodiscard]] ExpressionId balance_to_pay(const U256& account);

    symbolic::SymbolicRun* m_run = nullptr;
    TransactionShadow m_transaction;
    std::deque<ShadowFrame> m_frames;  // they refer to their own code
    std::size_t m_depth = 0;
    ShadowFrame* m_frame = nullptr;  // that of the depth
    bool m_has_begun = false;
    bool m_is_creation = false;
    Pending m_pending = Pending::nothing;
    PendingCall m_call;
    // What the last instruction hashes.
    std::vector<U256> m_hashed;
    ShadowBytes m_hashed_shadow;
    Bytes m_hashed_bytes;
    ShadowState m_state;
    std::size_t m_checkpoint = 0;
    /// Accounts that asked in this transaction to be removed at its end.
    std::vector<U256> m_destroyed;
    KnownHashes m_hashes;
    HashedBytes m_hashes_of_bytes;
    std::map<U256, KnownCode> m_codes;  // by account
    std::vector<ShadowCondition> m_conditions;
    std::vector<ShadowAccess> m_accesses;
    bool m_notes_accesses = false;
    /// Decisions of the transaction that hang on no literal.
    SeenDecisions m_concrete;
    std::set<ExpressionId> m_granted;
};

}  // namespace sbst::evm
