// SPDX-License-Identifier: Apache-2.0
#include "market.hpp"
#include "support/catch.hpp"

#include <sbst/evm/chain/state_root.hpp>

#include <vector>

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

TEST_CASE("settlement: a payment costs the base price at the effective price", "[evm][chain][unit]")
{
    Market market;
    const Receipt receipt =
        apply_transaction(market.world.executor, Market::payment(TransactionType::dynamic_fee));
    REQUIRE(receipt.result != nullptr);
    CHECK(receipt.result->gas_used == 21'000);
    // Base fee 7 and priority 2, though 10 are offered.
    CHECK(market.balance(alice) == U256{10'000'000 - 1000 - (21'000 * 9)});
    CHECK(market.balance(other) == U256{1000});
    CHECK(market.balance(miner) == U256{21'000 * 2});
}

TEST_CASE("settlement: a listener sees each instruction and changes nothing", "[evm][chain][unit]")
{
    Market watched;
    Market plain;
    for (Market* market : {&watched, &plain})
    {
        market->world.install(other, Bytecode{}.push(1).op(Op::pop).build());
    }
    std::vector<Step> steps;
    const Receipt receipt = apply_transaction(
        watched.world.executor, Market::payment(), [&](const Step& s) { steps.push_back(s); });
    static_cast<void>(apply_transaction(plain.world.executor, Market::payment()));
    REQUIRE(receipt.result != nullptr);
    CHECK(state_root(watched.world.executor.state()) == state_root(plain.world.executor.state()));
    REQUIRE(steps.size() == 3);
    CHECK(steps[0].gas == 100'000 - 21'000);
    CHECK(steps[1].opcode == static_cast<std::uint8_t>(Op::pop));
    CHECK_FALSE(steps[1].is_beyond_code);
    // The end of the code acts as a STOP.
    CHECK(steps[2].is_beyond_code);
    CHECK(steps[2].pc == 3);
}

TEST_CASE("settlement: the offered fee bounds the coinbase's part", "[evm][chain][unit]")
{
    Market market;
    ChainTransaction t = Market::payment(TransactionType::dynamic_fee);
    t.max_priority_fee = 9;
    static_cast<void>(apply_transaction(market.world.executor, t));
    CHECK(market.balance(alice) == U256{10'000'000 - 1000 - (21'000 * 10)});
    CHECK(market.balance(miner) == U256{21'000 * 3});
}

TEST_CASE("settlement: before London the coinbase earns the whole price", "[evm][chain][unit]")
{
    for (const Fork fork : {Fork::byzantium, Fork::berlin})
    {
        Market market{fork};
        static_cast<void>(apply_transaction(market.world.executor, Market::payment()));
        CHECK(market.balance(alice) == U256{10'000'000 - 1000 - 210'000});
        CHECK(market.balance(miner) == U256{210'000});
    }
}

TEST_CASE("settlement: blob gas is paid at the block's price and burned", "[evm][chain][unit]")
{
    Market market;
    const ChainTransaction t = market.blob_payment();
    static_cast<void>(apply_transaction(market.world.executor, t));
    CHECK(market.balance(alice) == U256{100'000'000 - 1000 - (21'000 * 9) - (131'072 * 3)});
    CHECK(market.balance(miner) == U256{21'000 * 2});
}

TEST_CASE(
    "settlement: a failed execution pays all its gas and keeps the value", "[evm][chain][unit]")
{
    Market market;
    market.world.install(other, Bytecode{}.op(Op::invalid).build());
    const Receipt receipt = apply_transaction(market.world.executor, Market::payment());
    CHECK(receipt.result->status == Status::invalid_instruction);
    CHECK(market.balance(alice) == U256{10'000'000 - (100'000 * 10)});
    CHECK(market.balance(other) == U256{});
    const WorldState& state = market.world.executor.state();
    CHECK(state.account(*state.find(alice)).nonce == 2);
}

TEST_CASE(
    "settlement: refunds come back, at most a fifth (half before London)", "[evm][chain][unit]")
{
    for (const Fork fork : {Fork::berlin, Fork::cancun})
    {
        Market market{fork};
        market.world.install(other, Bytecode{}.store(1, 0).op(Op::stop).build());
        market.world.executor.state().set_storage(other, 1, 1);
        const Receipt receipt = apply_transaction(market.world.executor, Market::payment());
        // 21,000 + two pushes + 2,100 cold + 2,900 reset.
        const std::uint64_t used = 26'006;
        const std::uint64_t refund = fork == Fork::berlin ? used / 2 : 4800;
        CHECK(receipt.result->gas_used == used - refund);
        CHECK(market.balance(alice) == U256{10'000'000 - 1000 - ((used - refund) * 10)});
    }
}

TEST_CASE("settlement: the price that contracts see is the effective one", "[evm][chain][unit]")
{
    Market market;
    market.world.install(
        other, Bytecode{}.op(Op::gasprice).push(0).op(Op::sstore).op(Op::stop).build());
    static_cast<void>(
        apply_transaction(market.world.executor, Market::payment(TransactionType::dynamic_fee)));
    CHECK(market.world.storage(0, other) == U256{9});
}

TEST_CASE("settlement: money in advance is not there during the execution", "[evm][chain][unit]")
{
    Market market;
    market.world.install(other,
        Bytecode{}.op(Op::origin).op(Op::balance).push(0).op(Op::sstore).op(Op::stop).build());
    static_cast<void>(apply_transaction(market.world.executor, Market::payment()));
    CHECK(market.world.storage(0, other) == U256{10'000'000 - 1000 - 1'000'000});
}

TEST_CASE("settlement: a coinbase that is destroyed loses what it earned", "[evm][chain][unit]")
{
    Market market{Fork::london};
    market.world.install(miner, Bytecode{}.push(0).op(Op::selfdestruct).build());
    ChainTransaction t = Market::payment();
    t.to = miner;
    static_cast<void>(apply_transaction(market.world.executor, t));
    CHECK(market.balance(miner) == U256{});
    CHECK(market.balance(Address{}) == U256{1000});
}

TEST_CASE("settlement: an empty coinbase that earns nothing is removed", "[evm][chain][unit]")
{
    Market market;
    WorldState& state = market.world.executor.state();
    const Hash256 without = state_root(state);
    state.keep_empty(state.find_or_add(miner));
    CHECK_FALSE(state_root(state) == without);
    ChainTransaction t = Market::payment(TransactionType::dynamic_fee);
    t.max_priority_fee = 0;
    static_cast<void>(apply_transaction(market.world.executor, t));
    CHECK_FALSE(state.account(*state.find(miner)).is_kept);
}
