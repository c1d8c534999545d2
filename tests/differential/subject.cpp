// SPDX-License-Identifier: Apache-2.0
#include "subject.hpp"

#include <sbst/evm/chain/apply.hpp>
#include <sbst/evm/chain/state_root.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace sbst::evm::differential
{

namespace
{

Ending ending_of(Status status)
{
    if (status == Status::success)
    {
        return Ending::success;
    }
    // Limits are this executor's own: the peer has none.
    const bool is_ours = status == Status::memory_limit || status == Status::work_limit;
    return is_ours ? Ending::broken : Ending::failure;
}

bool calls(Op op)
{
    return op == Op::call || op == Op::callcode || op == Op::delegatecall || op == Op::staticcall;
}

/// Writes a step as the peer does and counts it.
void record(const Step& step, std::string& trace, Reach& reach)
{
    if (step.is_beyond_code)
    {
        return;  // the peer shows no such step
    }
    const std::string top = step.stack.empty() ? "" : step.stack.back().to_hex().substr(2);
    fmt::format_to(std::back_inserter(trace), "{} {} {} {} {} {} {}\n", step.pc, step.opcode,
        step.gas, step.depth, step.memory_size / 32, step.stack.size(), top);
    ++reach.opcodes[step.opcode];
    ++reach.steps;
    reach.greatest_depth = std::max(reach.greatest_depth, step.depth);
    if (!calls(static_cast<Op>(step.opcode)) || step.stack.size() < 2)
    {
        return;
    }
    const U256& callee = step.stack[step.stack.size() - 2];
    if (callee < U256{reach.precompiles.size()})
    {
        ++reach.precompiles[low64(callee)];
    }
}

Accounts accounts_of(const WorldState& state)
{
    Accounts accounts;
    std::map<std::uint32_t, AccountView*> owners;
    for (AccountId id = 0; id < state.account_count(); ++id)
    {
        const Account& account = state.account(id);
        if (account.is_empty() && !account.is_kept)
        {
            continue;
        }
        AccountView view{account.balance, account.nonce, {}, {}};
        if (account.code != nullptr)
        {
            view.code.assign(account.code->code().begin(), account.code->code().end());
        }
        owners[account.storage_owner] = &(accounts[account.address] = std::move(view));
    }
    const SlotTable& slots = state.slots();
    for (SlotId id = 0; id < slots.size(); ++id)
    {
        const auto owner = owners.find(slots[id].owner);
        if (owner != owners.end() && !is_zero(slots[id].value))
        {
            owner->second->storage[slots[id].key] = slots[id].value;
        }
    }
    return accounts;
}

void describe(const Result& result, Observation& seen)
{
    seen.ending = ending_of(result.status);
    if (seen.ending != Ending::success)
    {
        seen.kind = to_string(result.status);
    }
    seen.gas_used = result.gas_used;
    seen.output = result.output;
    seen.created = result.created;
    for (const Log& log : result.logs)
    {
        LogView view{log.address, {}, {}};
        view.topics.assign(log.topics.begin(), log.topics.begin() + log.topic_count);
        const BytesView data = result.data_of(log);
        view.data.assign(data.begin(), data.end());
        seen.logs.push_back(std::move(view));
    }
}
/// The result of a transaction, without its steps.
Observation outcome_of(const Receipt& receipt, const Executor& executor)
{
    Observation seen;
    if (receipt.result != nullptr)
    {
        describe(*receipt.result, seen);
    }
    else
    {
        seen.ending = Ending::rejected;
    }
    if (receipt.rejection)
    {
        seen.kind = to_string(*receipt.rejection);
    }
    seen.root = state_root(executor.state());
    return seen;
}

/// The same program by the unwatched loop, which executes some instructions together.
bool is_equal_unwatched(const Program& program, const SubjectRun& watched, std::uint64_t steps)
{
    Executor executor = prepare_world(program.fork, program.block, program.accounts);
    const Receipt receipt = apply_transaction(executor, program.transaction);
    const Observation seen = outcome_of(receipt, executor);
    const auto outcome = [](const Observation& o) {
        return std::tie(o.ending, o.kind, o.gas_used, o.output, o.created, o.root);
    };
    return outcome(seen) == outcome(watched.seen) && seen.logs == watched.seen.logs &&
           (receipt.result == nullptr || receipt.result->steps == steps);
}

}  // namespace

SubjectRun run_subject(const Program& program, Reach& reach)
{
    Executor executor = prepare_world(program.fork, program.block, program.accounts);
    SubjectRun run;
    const Receipt receipt = apply_transaction(executor, program.transaction,
        [&](const Step& step) { record(step, run.seen.trace, reach); });
    std::string trace = std::move(run.seen.trace);
    run.seen = outcome_of(receipt, executor);
    run.seen.trace = std::move(trace);
    if (!is_equal_unwatched(program, run, receipt.result == nullptr ? 0 : receipt.result->steps))
    {
        run.seen.ending = Ending::broken;
        run.seen.kind = "not as without a listener";
    }
    run.accounts = accounts_of(executor.state());
    ++reach.endings[std::string{
        run.seen.kind.empty() ? to_string(run.seen.ending) : std::string_view{run.seen.kind}}];
    return run;
}

}  // namespace sbst::evm::differential
