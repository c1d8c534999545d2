// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "world.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

std::uint64_t gas_of(Fork fork, const Bytecode& code)
{
    World world{fork};
    const Result& result = world.run(code);
    REQUIRE(result.status == Status::success);
    return execution_gas(result);
}

/// One line of the tables in EIP-1283, EIP-2200 and EIP-3529: writes to a slot that held
/// `original`.
struct WriteCase
{
    unsigned original;
    std::vector<unsigned> writes;
    std::array<std::uint64_t, 3> gas;     ///< Constantinople, Istanbul, London (slot warm)
    std::array<std::uint64_t, 3> refund;  ///< likewise
};

const std::vector<WriteCase> write_cases{
    {0, {0, 0}, {412, 1612, 212}, {0, 0, 0}},
    {0, {0, 1}, {20212, 20812, 20112}, {0, 0, 0}},
    {0, {1, 0}, {20212, 20812, 20112}, {19800, 19200, 19900}},
    {0, {1, 2}, {20212, 20812, 20112}, {0, 0, 0}},
    {0, {1, 1}, {20212, 20812, 20112}, {0, 0, 0}},
    {1, {0, 0}, {5212, 5812, 3012}, {15000, 15000, 4800}},
    {1, {0, 1}, {5212, 5812, 3012}, {4800, 4200, 2800}},
    {1, {0, 2}, {5212, 5812, 3012}, {0, 0, 0}},
    {1, {2, 0}, {5212, 5812, 3012}, {15000, 15000, 4800}},
    {1, {2, 3}, {5212, 5812, 3012}, {0, 0, 0}},
    {1, {2, 1}, {5212, 5812, 3012}, {4800, 4200, 2800}},
    {1, {2, 2}, {5212, 5812, 3012}, {0, 0, 0}},
    {1, {1, 0}, {5212, 5812, 3012}, {15000, 15000, 4800}},
    {1, {1, 2}, {5212, 5812, 3012}, {0, 0, 0}},
    {1, {1, 1}, {412, 1612, 212}, {0, 0, 0}},
    {0, {1, 0, 1}, {40218, 40818, 40118}, {19800, 19200, 19900}},
    {1, {0, 1, 0}, {10218, 10818, 5918}, {19800, 19200, 7600}},
};

/// Executes the writes; the transaction carries enough call data that no refund is cut.
Result run_writes(Fork fork, const WriteCase& c)
{
    World world{fork};
    world.executor.state().set_storage(contract, 0, c.original);
    Bytecode code;
    for (const unsigned value : c.writes)
    {
        code.store(0, value);
    }
    world.install(contract, code.build());
    const Bytes data(6000, 1);
    const std::vector<AccessListEntry> list{{contract, {U256{0}}}};
    Transaction t = world.transaction(data);
    if (fork >= Fork::berlin)
    {
        t.access_list = list;
    }
    Result result = world.executor.run(t);
    result.gas_used -= intrinsic_gas(fork, t);
    return result;
}

}  // namespace

TEST_CASE("gas: storage writes cost and refund what the three tables say", "[evm][exec][golden]")
{
    const std::array<Fork, 3> forks{Fork::constantinople, Fork::istanbul, Fork::london};
    for (std::size_t fork = 0; fork < forks.size(); ++fork)
    {
        for (const WriteCase& c : write_cases)
        {
            const Result result = run_writes(forks[fork], c);
            INFO(to_string(forks[fork])
                 << " original " << c.original << " then " << Catch::Detail::stringify(c.writes));
            CHECK(result.status == Status::success);
            CHECK(result.gas_refund == c.refund[fork]);
            CHECK(result.gas_used + result.gas_refund == c.gas[fork]);
        }
    }
}

TEST_CASE("gas: Byzantium and Petersburg look at the present value only", "[evm][exec][golden]")
{
    for (const Fork fork : {Fork::byzantium, Fork::petersburg})
    {
        const Result result = run_writes(fork, {0, {1, 0, 1}, {}, {}});
        CHECK(result.gas_used + result.gas_refund == 20000 + 5000 + 20000 + 18);
        CHECK(result.gas_refund == 15000);
    }
}

TEST_CASE("gas: a cold slot costs 2,100 more on a write", "[evm][exec][golden]")
{
    CHECK(gas_of(Fork::istanbul, Bytecode{}.store(0, 1)) == 20006);
    CHECK(gas_of(Fork::berlin, Bytecode{}.store(0, 1)) == 22106);
    CHECK(gas_of(Fork::london, Bytecode{}.store(0, 0)) == 2206);
}

TEST_CASE("gas: a write needs more than the stipend from Istanbul on", "[evm][exec][unit]")
{
    const Bytecode code = Bytecode{}.store(0, 0);
    World world{Fork::istanbul};
    CHECK(world.run(code, {}, 21000 + 6 + 2300).status == Status::out_of_gas);
    CHECK(world.run(code, {}, 21000 + 6 + 2301).status == Status::success);
    World older{Fork::petersburg};
    CHECK(older.run(code, {}, 21000 + 6 + 5000).status == Status::success);
}

TEST_CASE("gas: the price of reading the world changed by fork", "[evm][exec][golden]")
{
    const Bytecode sload = Bytecode{}.push(0).op(Op::sload);
    CHECK(gas_of(Fork::byzantium, sload) == 203);
    CHECK(gas_of(Fork::istanbul, sload) == 803);
    CHECK(gas_of(Fork::berlin, sload) == 2103);
    CHECK(gas_of(Fork::berlin, Bytecode{sload}.append(sload)) == 2103 + 103);

    const Bytecode balance = Bytecode{}.push(0xdead).op(Op::balance);
    CHECK(gas_of(Fork::byzantium, balance) == 403);
    CHECK(gas_of(Fork::istanbul, balance) == 703);
    CHECK(gas_of(Fork::berlin, balance) == 2603);
    CHECK(gas_of(Fork::berlin, Bytecode{balance}.append(balance)) == 2603 + 103);
    // Precompiles, the sender and the called contract are warm from the start.
    CHECK(gas_of(Fork::berlin, Bytecode{}.push(4).op(Op::balance)) == 103);
    CHECK(gas_of(Fork::berlin, Bytecode{}.push(alice.to_word()).op(Op::balance)) == 103);
    CHECK(gas_of(Fork::berlin, Bytecode{}.op(Op::address).op(Op::balance)) == 102);
    CHECK(gas_of(Fork::paris, Bytecode{}.op(Op::coinbase).op(Op::balance)) == 2602);
    CHECK(gas_of(Fork::shanghai, Bytecode{}.op(Op::coinbase).op(Op::balance)) == 102);
}

TEST_CASE("gas: warmth made by a reverted call is forgotten", "[evm][exec][unit]")
{
    World world{Fork::berlin};
    world.install(other, Bytecode{}.push(0xdead).op(Op::balance).revert_top().build());
    const Bytecode ask = Bytecode{}.push(0xdead).op(Op::balance);
    const std::uint64_t alone = execution_gas(world.run(Bytecode{}.call(other.to_word())));
    const std::uint64_t both =
        execution_gas(world.run(Bytecode{}.call(other.to_word()).append(ask)));
    CHECK(both - alone == 2603);
}

TEST_CASE("gas: memory costs three a word and a square beyond", "[evm][exec][golden]")
{
    const auto touch = [](std::uint64_t offset) {
        return gas_of(Fork::cancun, Bytecode{}.push(offset).op(Op::mload)) - 6;
    };
    CHECK(touch(0) == 3);
    CHECK(touch(1) == 6);
    CHECK(touch(31 * 32) == 32 * 3 + 2);
    CHECK(touch(1023 * 32) == 1024 * 3 + 2048);
}

TEST_CASE("gas: hashing, copying, powers and logs pay by size", "[evm][exec][golden]")
{
    CHECK(gas_of(Fork::cancun, Bytecode{}.push_all({0, 0}).op(Op::keccak256)) == 36);
    CHECK(gas_of(Fork::cancun, Bytecode{}.push_all({33, 0}).op(Op::keccak256)) == 36 + 12 + 6);
    CHECK(gas_of(Fork::cancun, Bytecode{}.push_all({33, 0, 0}).op(Op::calldatacopy)) ==
          9 + 3 + 6 + 6);
    CHECK(gas_of(Fork::cancun, Bytecode{}.push_all({0, 2}).op(Op::exp)) == 16);
    CHECK(gas_of(Fork::cancun, Bytecode{}.push_all({255, 2}).op(Op::exp)) == 66);
    CHECK(gas_of(Fork::cancun, Bytecode{}.push_all({256, 2}).op(Op::exp)) == 116);
    CHECK(gas_of(Fork::cancun, Bytecode{}.push_all({1, 10, 0}).op(Op::log1)) == 9 + 750 + 80 + 3);
}

TEST_CASE("gas: calls pay for access, value and new accounts", "[evm][exec][golden]")
{
    const auto call = [](Fork fork, const U256& value) {
        World world{fork};
        world.fund(contract, 100);
        return execution_gas(world.run(Bytecode{}.call(0xdead, value, 0))) - 21;
    };
    CHECK(call(Fork::istanbul, 0) == 700);
    CHECK(call(Fork::berlin, 0) == 2600);
    // Value costs 9,000 and, to an absent account, 25,000; the stipend of 2,300 comes back unused.
    CHECK(call(Fork::istanbul, 1) == 700 + 9000 + 25000 - 2300);
}

TEST_CASE("gas: a call gets at most all but one 64th", "[evm][exec][golden]")
{
    World world{Fork::istanbul};
    world.install(other, Bytecode{}.op(Op::gas).push(0).op(Op::sstore).build());
    const Bytecode code = Bytecode{}.call(other.to_word(), 0, U256::max());
    REQUIRE(world.run(code, {}, 21000 + 21 + 700 + 64'000).status == Status::success);
    CHECK(world.storage(0, other) == 63'000 - 2);
}

TEST_CASE("gas: refunds are cut to a half, from London on to a fifth", "[evm][exec][golden]")
{
    const auto refund = [](Fork fork) {
        World world{fork};
        world.executor.state().set_storage(contract, 0, 1);
        const Result& result = world.run(Bytecode{}.store(0, 0));
        CHECK(result.gas_used + result.gas_refund == 6'000'000 - result.gas_left);
        return std::pair{result.gas_refund, result.gas_used + result.gas_refund};
    };
    CHECK(refund(Fork::istanbul) == std::pair<std::uint64_t, std::uint64_t>{26006 / 2, 26006});
    CHECK(refund(Fork::london) == std::pair<std::uint64_t, std::uint64_t>{4800, 26006});
}

TEST_CASE("gas: the intrinsic price counts data, creation and access lists", "[evm][exec][golden]")
{
    const Bytes data{0, 1, 2};
    const std::vector<AccessListEntry> list{{other, {U256{1}, U256{2}}}};
    Transaction t;
    t.to = other;
    t.data = data;
    CHECK(intrinsic_gas(Fork::byzantium, t) == 21000 + 4 + 2 * 68);
    CHECK(intrinsic_gas(Fork::istanbul, t) == 21000 + 4 + 2 * 16);
    t.access_list = list;
    CHECK(intrinsic_gas(Fork::berlin, t) == 21000 + 4 + 2 * 16 + 2400 + 2 * 1900);
    t.to.reset();
    CHECK(intrinsic_gas(Fork::shanghai, t) == 21000 + 32000 + 2 + 4 + 2 * 16 + 2400 + 2 * 1900);
}

TEST_CASE("gas: exactly enough gas succeeds and one less does not", "[evm][exec][unit]")
{
    World world;
    const Bytecode code = Bytecode{}.push(1).push(2).ops({Op::add, Op::pop});
    CHECK(world.run(code, {}, 21000 + 11).status == Status::success);
    const Result& result = world.run(code, {}, 21000 + 10);
    CHECK(result.status == Status::out_of_gas);
    CHECK(result.halt_op == static_cast<std::uint8_t>(Op::pop));
    CHECK(result.gas_used == 21010);
    CHECK(world.run(code, {}, 20999).status == Status::rejected);
}
