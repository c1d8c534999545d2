// SPDX-License-Identifier: Apache-2.0
// A small world in which the interpreter's fuzz target runs one transaction in every way there is.
// Next: interpreter_fuzz.cpp.
#pragma once

#include <sbst/evm/exec/executor.hpp>

#include <map>
#include <utility>
#include <vector>

namespace sbst::fuzz
{

/// One transaction and the world that it meets.
struct Scene
{
    evm::Fork fork{};
    bool creates{};  ///< `code` is creation code; otherwise it stands at the contract
    evm::SearchLogs logs;
    std::uint64_t gas{};
    U256 value;
    U256 stored;  ///< in slots 0 and 1 of the contract
    evm::Bytes input;
    evm::Bytes callee;  ///< code of the account 0xca
    evm::Bytes code;
};

/// What a run left, as values.
struct Watched
{
    evm::Status status{};
    std::uint64_t gas_used{};
    std::uint64_t gas_left{};
    std::uint64_t gas_refund{};
    std::uint64_t steps{};
    std::uint32_t halt_pc{};
    std::uint8_t halt_op{};
    evm::Bytes output;
    evm::Bytes logs;   ///< addresses, topics and data
    evm::Bytes state;  ///< every account and slot that was written

    friend bool operator==(const Watched&, const Watched&) = default;
};

/// Executed conditional jumps of the outermost frame: by pc, how often (not taken, taken).
using JumpCounts = std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>>;

/// An executor with a sender, a contract and a callee, set up anew before each run.
class World
{
public:
    explicit World(evm::Fork fork);

    [[nodiscard]] static evm::Address sender();
    [[nodiscard]] static evm::Address contract();

    /// Goes back to the first state and puts the scene's codes and storage there.
    void set_up(const Scene& scene);

    [[nodiscard]] Watched run_plain(const Scene& scene);
    /// Counts jumps, and checks the machine before each instruction.
    [[nodiscard]] Watched run_stepwise(const Scene& scene, JumpCounts& jumps);
    /// Checks the trace against the jumps that were counted.
    [[nodiscard]] Watched run_search(const Scene& scene, const JumpCounts& jumps);
    /// The same without distances and logs.
    [[nodiscard]] Watched run_coverage(const Scene& scene, const JumpCounts& jumps);

    [[nodiscard]] evm::Executor& executor() { return m_executor; }
    /// Tells whether an account asked to be destroyed in the latest transaction.
    [[nodiscard]] bool destructs() const;
    [[nodiscard]] U256 total_balance() const;
    /// Every account and slot that is not empty, but for the balances and nonces of those who pay
    /// and earn fees.
    [[nodiscard]] evm::Bytes accounts_but_fees() const;

private:
    Watched run_traced(const Scene& scene, const JumpCounts& jumps, evm::SearchTrace& trace);
    [[nodiscard]] evm::Transaction transaction_of(const Scene& scene) const;
    [[nodiscard]] Watched watch(const evm::Result& result) const;

    evm::Executor m_executor;
    evm::WorldState::Snapshot m_first;
    evm::WorldState::Snapshot m_before;
};

}  // namespace sbst::fuzz
