// SPDX-License-Identifier: Apache-2.0
// The data of the interpreter: state, block, frames, arenas, the transaction's result. Next:
// context.hpp, then calls.hpp.
#pragma once

#include "frame.hpp"
#include "provenance.hpp"

#include <sbst/evm/exec/executor.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst::evm
{

struct Machine;

/// Follows a transaction from outside, such as a shadow of it in expressions.
class MachineWatcher
{
public:
    virtual ~MachineWatcher() = default;

    /// Before each instruction; the registers of the running frame are written back.
    virtual void before(const Machine& machine) = 0;

protected:
    MachineWatcher() = default;
    MachineWatcher(const MachineWatcher&) = default;
    MachineWatcher& operator=(const MachineWatcher&) = default;
};

/// The executor's internals. Its frames are a separate stack, so nested calls use no host stack.
struct Machine
{
    explicit Machine(const ExecutorOptions& options_in);

    ExecutorOptions options;
    const ForkRules& rules;
    Block block;
    WorldState state;
    CodeStore codes;
    Result result;

    std::vector<Frame> frames;
    std::size_t depth{};  ///< index of the running frame
    Arena<U256> stack_arena;
    Arena<Tag> tag_arena;
    Arena<std::uint8_t> memory_arena;

    Bytes return_data;  ///< data of the running frame's latest call
    std::uint64_t steps{};
    std::int64_t refund{};
    bool is_exhausted{};  ///< permanent: the whole transaction fails with `Status::work_limit`
    /// The rest of the work limit, without instructions. These are compared with it at each
    /// JUMPDEST and when a frame begins or continues, so that they exceed it by at most one code.
    std::uint64_t work_left{};

    const Transaction* transaction{};
    SearchTrace* trace{};
    const StepListener* listener{};
    MachineWatcher* watcher{};
    Provenance provenance;

    [[nodiscard]] Frame& frame() noexcept { return frames[depth]; }
    [[nodiscard]] const Frame& frame() const noexcept { return frames[depth]; }

    /// Accounts for work in advance; false when it is too much.
    [[nodiscard]] bool spend(std::uint64_t units) noexcept
    {
        is_exhausted = is_exhausted || units > work_left;
        work_left = is_exhausted ? 0 : work_left - units;
        return !is_exhausted;
    }

    /// Tells whether the state may grow by a few more records.
    [[nodiscard]] bool has_room() const noexcept
    {
        return state.record_count() < options.state_limit;
    }
};

/// Runs one transaction to its end, with the machine's `trace` or `listener` if set.
void run_transaction(Machine& machine, const Transaction& transaction);

// The loops, one for each way to watch. Each runs the machine's top frame until it halts or enters
// another one.
Flow interpret_plain(Machine& machine);
Flow interpret_coverage(Machine& machine);
Flow interpret_search(Machine& machine);
Flow interpret_logging(Machine& machine);
Flow interpret_mutants(Machine& machine);
Flow interpret_active_mutant(Machine& machine);
Flow interpret_stepwise(Machine& machine);
Flow interpret_watched(Machine& machine);
Flow interpret_watched_search(Machine& machine);

}  // namespace sbst::evm
