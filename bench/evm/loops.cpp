// SPDX-License-Identifier: Apache-2.0
#include "loops.hpp"

#include "evm/exec/bytecode.hpp"

#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/base/keccak.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace sbst::bench
{

namespace
{

using evm::Op;
using evm::test::Bytecode;

const evm::Address sender = evm::Address::from_word(U256{0xa11ce});
const evm::Address receiver = evm::Address::from_word(U256{0xb0b});
const evm::Address contract = evm::Address::from_word(U256{0xc0de});

// Instructions around the units: three pushes, an iteration's jump destination and countdown, the
// return.
constexpr std::uint64_t steps_before = 3;
constexpr std::uint64_t steps_a_turn = 9;
constexpr std::uint64_t steps_after = 5;

U256 same(const U256& /*below*/, const U256& top)
{
    return top;
}

/// Pushes the number of iterations, `below` and `top`; repeats the units; returns the top word.
evm::Bytes assemble(const Loop& loop)
{
    Bytecode code;
    code.push(LoopRunner::turns).push(loop.below).push(loop.top).label("turn");
    for (unsigned unit = 0; unit < loop.units; ++unit)
    {
        for (const std::uint8_t byte : loop.unit)
        {
            code.byte(byte);
        }
    }
    code.push(1).ops({Op::dup4, Op::sub, Op::swap3, Op::pop, Op::dup3}).jump_if("turn");
    return code.return_top().build();
}

Bytecode hashing(std::uint64_t bytes)
{
    return Bytecode{}.push(bytes).push(0).ops({Op::keccak256, Op::pop});
}

evm::Transaction message(const evm::Address& to)
{
    evm::Transaction transaction;
    transaction.sender = sender;
    transaction.to = to;
    transaction.gas = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return transaction;
}

[[noreturn]] void fail(const evm::Result& result, std::string_view expected)
{
    throw std::runtime_error{fmt::format("{} after {} steps, output 0x{}; expected {}",
        to_string(result.status), result.steps, evm::to_hex(result.output), expected)};
}

}  // namespace

std::vector<Loop> micro_loops()
{
    const U256 wide = (U256::power_of_two(255) + U256::power_of_two(77)) + U256{0x1234567};
    const U256 narrow = U256::power_of_two(127) + U256{0x89abcd};
    const U256 slot{5};
    const auto add = [](const U256& below, const U256& top) { return below + top; };
    const auto mul = [](const U256& below, const U256& top) { return below * top; };
    const auto div = [](const U256& below, const U256& top) { return below / top; };
    const auto dup2 = [](Op op) { return Bytecode{}.op(Op::dup2).op(op).build(); };
    const auto memory = Bytecode{}.push(0).op(Op::mstore).push(0).op(Op::mload).build();
    const auto write =
        Bytecode{}.push(7).ops({Op::dup2, Op::sstore}).push(8).ops({Op::dup2, Op::sstore}).build();
    return {
        {"empty", 1, 0, 0, {}, wide, narrow, same},
        {"add", 1, 2, 64, dup2(Op::add), wide, narrow, add},
        {"mul", 1, 2, 64, dup2(Op::mul), wide, narrow, mul},
        {"div", 1, 2, 64, dup2(Op::div), wide, narrow, div},
        {"mstore_mload", 2, 4, 64, memory, wide, narrow, same},
        {"sload", 1, 1, 64, Bytecode{}.op(Op::sload).build(), wide, slot, same},
        {"sstore", 2, 6, 32, write, wide, slot, same},
        {"keccak256_64", 1, 4, 8, hashing(64).build(), wide, narrow, same},
        {"keccak256_4096", 1, 4, 1, hashing(4096).build(), wide, narrow, same},
    };
}

LoopRunner::LoopRunner(const Loop& loop)
  : m_steps{steps_before + (turns * (steps_a_turn + (std::uint64_t{loop.units} * loop.steps))) +
            steps_after},
    m_expected{loop.top},
    m_subject{m_executor.codes().get(assemble(loop))}
{
    for (std::uint64_t unit = 0; unit < turns * loop.units; ++unit)
    {
        m_expected = loop.after(loop.below, m_expected);
    }
    evm::WorldState& state = m_executor.state();
    state.set_code(state.find_or_add(contract), m_subject);
    state.set_storage(contract, loop.top, loop.top);
    m_fresh = state.snapshot();
}

Cost LoopRunner::measure(Watcher& watcher, int transactions)
{
    Cost cost;
    const evm::Transaction transaction = message(contract);
    for (int i = 0; i < transactions; ++i)
    {
        const double start = cpu_seconds();
        const evm::Result& result = watcher.run(m_executor, transaction);
        cost += {cpu_seconds() - start, result.steps, 1};
        if (!result.succeeded() || result.steps != m_steps ||
            U256::from_be_bytes(result.output) != m_expected)
        {
            fail(result, fmt::format("{} after {} steps", m_expected.to_hex(), m_steps));
        }
        watcher.clear();
        m_executor.state().rollback(m_fresh);
    }
    return cost;
}

TransferRunner::TransferRunner(const std::filesystem::path& artifact)
{
    const U256 all = U256::power_of_two(64);
    evm::Bytes creation = evm::load_artifact(artifact, "Token").creation.bytes;
    const evm::Bytes cap = evm::test::words({all});
    creation.insert(creation.end(), cap.begin(), cap.end());
    m_transaction = message(contract);
    m_transaction.to.reset();
    const evm::Result& deployed = send(creation);
    if (!deployed.created)
    {
        fail(deployed, "a token");
    }
    m_transaction.to = deployed.created;
    const evm::WorldState& state = m_executor.state();
    m_subject = state.account(*state.find(*m_transaction.to)).code;
    send(call("mint(address,uint256)", {sender.to_word(), all}));
    m_fresh = state.snapshot();
}

Cost TransferRunner::measure(Watcher& watcher, int transfers)
{
    Cost cost;
    const evm::Bytes data = call("transfer(address,uint256)", {receiver.to_word(), U256{1}});
    m_transaction.data = data;
    const double start = cpu_seconds();
    for (int i = 0; i < transfers; ++i)
    {
        const evm::Result& result = watcher.run(m_executor, m_transaction);
        if (!result.succeeded() || result.logs.size() != 1)
        {
            fail(result, "success and one event");
        }
        cost += {0, result.steps, 1};
        watcher.clear();
    }
    cost.seconds = cpu_seconds() - start;
    const evm::Result& asked = send(call("balanceOf(address)", {receiver.to_word()}));
    if (asked.output != evm::test::words({U256{cost.transactions}}))
    {
        fail(asked, fmt::format("a balance of {}", transfers));
    }
    m_executor.state().rollback(m_fresh);
    return cost;
}

evm::Bytes TransferRunner::call(std::string_view signature, std::initializer_list<U256> words) const
{
    const std::uint32_t selector = evm::to_selector(signature);
    evm::Bytes data;
    for (unsigned shift = 32; shift > 0; shift -= 8)
    {
        data.push_back(static_cast<std::uint8_t>(selector >> (shift - 8)));
    }
    const evm::Bytes arguments = evm::test::words(words);
    data.insert(data.end(), arguments.begin(), arguments.end());
    return data;
}

const evm::Result& TransferRunner::send(const evm::Bytes& data)
{
    m_transaction.data = data;
    const evm::Result& result = m_executor.run(m_transaction);
    if (!result.succeeded())
    {
        fail(result, "success");
    }
    return result;
}

}  // namespace sbst::bench
