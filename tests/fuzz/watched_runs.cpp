// SPDX-License-Identifier: Apache-2.0
#include "watched_runs.hpp"

#include "fuzz.hpp"

#include <sbst/evm/exec/delegation.hpp>

#include <algorithm>
#include <optional>
#include <tuple>

namespace sbst::fuzz
{

namespace
{

using namespace evm;

constexpr std::size_t memory_limit = std::size_t{1} << 20U;
constexpr std::size_t code_capacity = std::size_t{1} << 17U;

// One byte, so that PUSH1 names it.
const Address callee_address = Address::from_word(U256{0xca});
const Address coinbase_address = Address::from_word(U256{0xc01b});

void append(Bytes& out, const U256& word)
{
    const auto bytes = word.to_be_bytes();
    out.insert(out.end(), bytes.begin(), bytes.end());
}

void append(Bytes& out, const Address& address)
{
    out.insert(out.end(), address.bytes.begin(), address.bytes.end());
}

void append_code(Bytes& out, const CodePtr& code)
{
    const BytesView bytes = code == nullptr ? BytesView{} : code->code();
    append(out, U256{bytes.size()});
    out.insert(out.end(), bytes.begin(), bytes.end());
}

Bytes to_bytes(const StateDelta& delta)
{
    Bytes out;
    for (const StateDelta::AccountChange& change : delta.accounts)
    {
        append(out, change.address);
        append(out, change.balance);
        append(out, U256{change.nonce});
        append_code(out, change.code);
        out.push_back(change.clears_storage ? 1 : 0);
    }
    for (const StateDelta::SlotChange& change : delta.slots)
    {
        append(out, change.address);
        append(out, change.key);
        append(out, change.value);
    }
    return out;
}

Bytes logs_of(const Result& result)
{
    Bytes out;
    for (const Log& log : result.logs)
    {
        append(out, log.address);
        for (std::size_t i = 0; i < log.topic_count; ++i)
        {
            append(out, log.topics.at(i));
        }
        const BytesView data = result.data_of(log);
        append(out, U256{data.size()});
        out.insert(out.end(), data.begin(), data.end());
    }
    return out;
}

void check_step(const Step& step)
{
    require(step.gas >= 0, "gas is never negative before an instruction");
    require(step.depth <= max_call_depth, "calls nest at most 1,024 deep");
    require(step.stack.size() <= max_stack_height, "a stack holds at most 1,024 words");
    require(step.memory_size <= memory_limit, "memory stays within the executor's limit");
}

void check_jump(const JumpiTrace& jump)
{
    require((jump.hits_true != 0) == is_zero(jump.least_true),
        "the distance to a jump is 0 exactly where it was taken");
    require((jump.hits_false != 0) == is_zero(jump.least_false),
        "the distance to falling through is 0 exactly where that happened");
}

}  // namespace

World::World(Fork fork)
  : m_executor{{.fork = fork, .memory_limit = memory_limit, .code_capacity = code_capacity}}
{
    WorldState& state = m_executor.state();
    state.set_balance(state.find_or_add(sender()), U256::power_of_two(100));
    state.set_nonce(state.find_or_add(sender()), 1);
    Block& block = m_executor.block();
    block.number = 20'000'000;
    block.timestamp = 1'800'000'000;
    block.coinbase = coinbase_address;
    block.base_fee = rules_of(fork).base_fee ? U256{7} : U256{};
    m_first = state.snapshot();
    m_before = m_first;
}

Address World::sender()
{
    return Address::from_word(U256{0xa11ce});
}

Address World::contract()
{
    return Address::from_word(U256{0xc0de});
}

void World::set_up(const Scene& scene)
{
    WorldState& state = m_executor.state();
    state.rollback(m_first);
    const AccountId id = state.find_or_add(contract());
    state.set_code(id, m_executor.codes().get(scene.code));
    state.set_balance(id, U256{1'000'000});
    for (std::uint64_t key = 0; key < 2; ++key)
    {
        state.set_value(id, state.slot(id, U256{key}), scene.stored);
    }
    const AccountId callee = state.find_or_add(callee_address);
    if (!scene.callee.empty())
    {
        state.set_code(callee, m_executor.codes().get(scene.callee));
    }
    m_before = state.snapshot();
}

Transaction World::transaction_of(const Scene& scene) const
{
    Transaction transaction;
    transaction.sender = sender();
    transaction.value = scene.value;
    transaction.gas = scene.gas;
    transaction.data = scene.creates ? scene.code : scene.input;
    if (!scene.creates)
    {
        transaction.to = contract();
    }
    return transaction;
}

Watched World::watch(const Result& result) const
{
    return {result.status, result.gas_used, result.gas_left, result.gas_refund, result.steps,
        result.halt_pc, result.halt_op, result.output, logs_of(result),
        to_bytes(m_executor.state().delta_since(m_before))};
}

Watched World::run_plain(const Scene& scene)
{
    set_up(scene);
    return watch(m_executor.run(transaction_of(scene)));
}

Watched World::run_stepwise(const Scene& scene, JumpCounts& jumps)
{
    set_up(scene);
    struct Jump
    {
        std::uint32_t pc;
        bool is_taken;
    };
    std::optional<Jump> last;
    const Result& result = m_executor.run(transaction_of(scene), [&](const Step& step) {
        check_step(step);
        const auto op = static_cast<Op>(step.opcode);
        // A jump that failed is followed by no step of its own frame.
        if (last && step.depth == 0)
        {
            auto& counts = jumps[last->pc];
            ++(last->is_taken ? counts.second : counts.first);
        }
        last.reset();
        if (step.depth == 0 && op == Op::jumpi && step.stack.size() >= 2)
        {
            last = Jump{step.pc, !is_zero(step.stack[step.stack.size() - 2])};
        }
    });
    return watch(result);
}

Watched World::run_search(const Scene& scene, const JumpCounts& jumps)
{
    const CodePtr code = std::make_shared<CodeAnalysis>(scene.code);
    SearchTrace trace{scene.creates ? nullptr : code, scene.creates ? code : nullptr};
    trace.logs = scene.logs;
    return run_traced(scene, jumps, trace);
}

Watched World::run_coverage(const Scene& scene, const JumpCounts& jumps)
{
    const CodePtr code = std::make_shared<CodeAnalysis>(scene.code);
    SearchTrace trace{scene.creates ? nullptr : code, scene.creates ? code : nullptr};
    trace.distances = false;
    return run_traced(scene, jumps, trace);
}

Watched World::run_traced(const Scene& scene, const JumpCounts& jumps, SearchTrace& trace)
{
    set_up(scene);
    const Watched watched = watch(m_executor.run(transaction_of(scene), trace));
    const CodeTrace& seen = scene.creates ? trace.creation() : trace.runtime();
    const bool delegates = delegate_of(scene.code).has_value();
    if (watched.status == Status::rejected || seen.code == nullptr || delegates)
    {
        return watched;
    }
    std::size_t executed = 0;
    for (const std::uint32_t jump : seen.touched_jumps)
    {
        if (trace.distances)
        {
            check_jump(seen.all(jump));
        }
        executed += seen.direct_jumps[jump].was_reached() ? 1U : 0U;
    }
    for (const auto& [pc, counts] : jumps)
    {
        const auto jump = seen.code->jumpi_at(pc);
        require(jump.has_value(), "an executed JUMPI has a number");
        const JumpiTrace& direct = seen.direct_jumps[*jump];
        require(std::pair(direct.hits_false, direct.hits_true) == counts,
            "the trace counts the jumps that were executed");
    }
    require(executed == jumps.size(), "the trace has no jump that was not executed");
    return watched;
}

bool World::destructs() const
{
    const WorldState& state = m_executor.state();
    for (AccountId id = 0; id < state.account_count(); ++id)
    {
        if (state.account(id).destructed_in != 0)
        {
            return true;
        }
    }
    return false;
}

U256 World::total_balance() const
{
    U256 total;
    const WorldState& state = m_executor.state();
    for (AccountId id = 0; id < state.account_count(); ++id)
    {
        total = total + state.account(id).balance;
    }
    return total;
}

Bytes World::accounts_but_fees() const
{
    const WorldState& state = m_executor.state();
    std::map<Address, Bytes> accounts;
    std::map<std::uint32_t, Address> owners;
    for (AccountId id = 0; id < state.account_count(); ++id)
    {
        const Account& account = state.account(id);
        const bool pays = account.address == sender() || account.address == coinbase_address;
        owners[account.storage_owner] = account.address;
        if (account.is_empty() || pays)
        {
            continue;
        }
        Bytes& out = accounts[account.address];
        append(out, account.address);
        append(out, account.balance);
        append(out, U256{account.nonce});
        append_code(out, account.code);
    }
    std::map<std::tuple<Address, Bytes>, U256> slots;
    for (SlotId id = 0; id < state.slots().size(); ++id)
    {
        const StorageSlot& slot = state.slots()[id];
        const auto owner = owners.find(slot.owner);
        if (owner == owners.end() || is_zero(slot.value))
        {
            continue;
        }
        Bytes key;
        append(key, slot.key);
        slots[{owner->second, key}] = slot.value;
    }
    Bytes out;
    for (const auto& [unused, bytes] : accounts)
    {
        out.insert(out.end(), bytes.begin(), bytes.end());
    }
    for (const auto& [key, value] : slots)
    {
        append(out, std::get<0>(key));
        out.insert(out.end(), std::get<1>(key).begin(), std::get<1>(key).end());
        append(out, value);
    }
    return out;
}

}  // namespace sbst::fuzz
