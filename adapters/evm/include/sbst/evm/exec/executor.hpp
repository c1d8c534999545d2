// SPDX-License-Identifier: Apache-2.0
// The in-process EVM: runs transactions on a world state, with or without a trace. Next:
// search_trace.hpp; the loop itself is in adapters/evm/src/exec/dispatch.hpp.
#pragma once

#include <sbst/evm/exec/code_analysis.hpp>
#include <sbst/evm/exec/fork.hpp>
#include <sbst/evm/exec/search_trace.hpp>
#include <sbst/evm/exec/transaction.hpp>
#include <sbst/evm/exec/world_state.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace sbst::evm
{

/// Limits of an executor.
struct ExecutorOptions
{
    Fork fork{Fork::cancun};
    std::size_t memory_limit{std::size_t{64} << 20U};   ///< bytes of EVM memory of all live frames
                                                        ///< together
    std::size_t code_capacity{std::size_t{64} << 20U};  ///< bytes for analyses of code
    /// The most accounts, slots and undoable changes that the state holds at once, as many as a
    /// transaction can pay for; about 100 bytes each.
    std::size_t state_limit{std::size_t{1} << 22U};
    /// The most work of a transaction, whatever its gas: one unit for an instruction, a copied word
    /// or a byte of creation code, six for a hashed word, eight for a gas of a precompile, 32 for a
    /// byte of an exponent. Beyond it the transaction fails.
    std::uint64_t work_limit{std::uint64_t{1} << 32U};
};

/// Checks the options.
/// @throws ConfigError when the memory limit is below one page (4,096) or above 4 GiB, or when
/// another limit is 0.
void validate(const ExecutorOptions& options);

/// The machine before one instruction. Views are valid only during the call.
struct Step
{
    std::uint32_t pc{};
    std::uint8_t opcode{};
    std::int64_t gas{};
    unsigned depth{};             ///< 0 = the transaction's own frame
    std::span<const U256> stack;  ///< bottom first
    std::size_t memory_size{};
    bool is_beyond_code{};  ///< the implicit STOP at the end of the code
};

using StepListener = std::function<void(const Step&)>;

/// Returns the gas that a transaction costs before its first instruction.
[[nodiscard]] std::uint64_t intrinsic_gas(Fork fork, const Transaction& transaction) noexcept;

/// Returns the least gas that a transaction uses, whatever it executes (EIP-7623); 0 before Prague.
[[nodiscard]] std::uint64_t floor_gas(Fork fork, const Transaction& transaction) noexcept;

struct Machine;
class MachineWatcher;

/// Runs transactions. Not shared between threads: each worker has its own, and equal calls give
/// equal results.
class Executor
{
public:
    /// @throws ConfigError as `validate`.
    explicit Executor(const ExecutorOptions& options = {});
    ~Executor();
    Executor(Executor&&) noexcept;
    Executor& operator=(Executor&&) noexcept;
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    [[nodiscard]] Fork fork() const noexcept;
    [[nodiscard]] Block& block() noexcept;
    [[nodiscard]] const Block& block() const noexcept;
    [[nodiscard]] WorldState& state() noexcept;
    [[nodiscard]] const WorldState& state() const noexcept;
    [[nodiscard]] CodeStore& codes() noexcept;

    /// Executes a transaction: nonce, value, creation or call, refund; no fee is charged. The
    /// result is valid until the next run. After success the changes stay in the state; after a
    /// failure only the sender's new nonce stays.
    const Result& run(const Transaction& transaction);

    /// The same, collecting a trace of the subject's frames.
    const Result& run(const Transaction& transaction, SearchTrace& trace);

    /// The same, telling the watcher, which is a thing of this library, before each instruction.
    const Result& run(const Transaction& transaction, SearchTrace& trace, MachineWatcher& watcher);
    /// For the watcher.
    [[nodiscard]] const Machine& machine() const noexcept;

    /// The same, calling the listener before each instruction. Slow: for tools and tests.
    const Result& run(const Transaction& transaction, const StepListener& listener);

private:
    std::unique_ptr<Machine> m_machine;
};

}  // namespace sbst::evm
