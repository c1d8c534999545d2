// SPDX-License-Identifier: Apache-2.0
// Micro loops: code that repeats one kind of instruction, and a token transfer. Next:
// bench_evm.cpp.
#pragma once

#include "watcher.hpp"

#include <filesystem>
#include <span>
#include <string_view>

namespace sbst::bench
{

/// Code that repeats a piece, the unit, on a stack whose top two words are `below` and `top`. The
/// unit keeps the height of the stack.
struct Loop
{
    std::string_view name;
    /// How one unit is measured: an operation includes the pushes that it needs.
    unsigned operations;  ///< in a unit
    unsigned steps;       ///< instructions in a unit
    unsigned units;       ///< in one iteration of the loop
    evm::Bytes unit;
    U256 below;
    U256 top;
    U256 (*after)(const U256& below, const U256& top);  ///< the top word after a unit
};

/// Returns the loops; the first one is empty.
[[nodiscard]] std::vector<Loop> micro_loops();

/// One loop as a contract on an executor of its own.
class LoopRunner
{
public:
    static constexpr std::uint64_t turns = 200;  ///< in a transaction

    explicit LoopRunner(const Loop& loop);

    /// Executes the loop `transactions` times.
    /// @throws std::runtime_error when steps or result are not what the loop's description says
    Cost measure(Watcher& watcher, int transactions);

    [[nodiscard]] const evm::CodePtr& subject() const noexcept { return m_subject; }

private:
    std::uint64_t m_steps;
    U256 m_expected;
    evm::Executor m_executor;
    evm::CodePtr m_subject;
    evm::WorldState::Snapshot m_fresh;
};

/// Transfers of a compiled token, one transaction each.
class TransferRunner
{
public:
    /// Deploys the artifact's `Token` and mints.
    explicit TransferRunner(const std::filesystem::path& artifact);

    /// Transfers one unit `transfers` times.
    /// @throws std::runtime_error when a transfer fails or the receiver's balance is wrong after
    /// all
    Cost measure(Watcher& watcher, int transfers);

    [[nodiscard]] const evm::CodePtr& subject() const noexcept { return m_subject; }

private:
    evm::Bytes call(std::string_view signature, std::initializer_list<U256> words) const;
    const evm::Result& send(const evm::Bytes& data);

    evm::Executor m_executor;
    evm::Transaction m_transaction;
    evm::CodePtr m_subject;
    evm::WorldState::Snapshot m_fresh;
};

}  // namespace sbst::bench
