// SPDX-License-Identifier: Apache-2.0
// Code that means harm ends within bounds, as an outcome of the subject.
#include "support/catch.hpp"
#include "world.hpp"

#include <sbst/error.hpp>

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

constexpr std::uint64_t endless_gas = std::uint64_t{1} << 62U;

}  // namespace

TEST_CASE("limits: options outside the bounds are refused", "[evm][exec][unit]")
{
    CHECK_THROWS_AS(Executor({.memory_limit = 0}), ConfigError);
    CHECK_THROWS_AS(Executor({.memory_limit = (std::size_t{1} << 32U) + 1}), ConfigError);
    CHECK_NOTHROW(Executor({.memory_limit = 4096}));
}

TEST_CASE("limits: an endless loop ends with its gas", "[evm][exec][unit]")
{
    World world;
    const Result& result = world.run(Bytecode{}.label("again").jump("again"), {}, 300'000);
    CHECK(result.status == Status::out_of_gas);
    CHECK(result.gas_used == 300'000);
}

TEST_CASE("limits: memory has a bound whatever the gas", "[evm][exec][unit]")
{
    World world;
    CHECK(
        world.run(Bytecode{}.push(std::uint64_t{1} << 27U).op(Op::mload), {}, endless_gas).status ==
        Status::memory_limit);
    CHECK(world.run(Bytecode{}.push(U256::max()).op(Op::mload), {}, endless_gas).status ==
          Status::out_of_gas);
    CHECK(world.run(Bytecode{}.push(U256::max()).push(1).op(Op::mstore), {}, endless_gas)
              .succeeded());
    CHECK(
        world
            .run(Bytecode{}.push_all({U256::max(), U256::max()}).op(Op::keccak256), {}, endless_gas)
            .status == Status::out_of_gas);
    CHECK(world.run(Bytecode{}.push_all({0, U256::max()}).op(Op::keccak256)).succeeded());
}

TEST_CASE("limits: nested calls share the memory bound", "[evm][exec][unit]")
{
    // Each level takes a mebibyte and calls itself; the flag that comes back says that the next
    // level failed.
    World world;
    Bytecode code = Bytecode{}.push((std::uint64_t{1} << 20U) - 32).op(Op::mload).op(Op::pop);
    code.push_all({0, 0, 0, 0, 0}).op(Op::address).op(Op::gas).op(Op::call);
    const Result& result = world.run(code.return_top(), {}, endless_gas);
    CHECK(result.succeeded());
}

TEST_CASE("limits: a chain of creations ends at the depth limit", "[evm][exec][unit]")
{
    // The creation code copies itself and creates again.
    World world;
    Bytecode code = Bytecode{}.op(Op::codesize).push_all({0, 0}).op(Op::codecopy);
    code.op(Op::codesize).push_all({0, 0}).op(Op::create).op(Op::pop).op(Op::stop);
    const Result& result = world.create(code.build());
    CHECK(result.succeeded());
    World deep;
    Transaction t;
    t.sender = alice;
    const Bytes creation = code.build();
    t.data = creation;
    t.gas = endless_gas;
    CHECK(deep.executor.run(t).succeeded());
    CHECK(deep.executor.state().account_count() >= 1025);
}

TEST_CASE("limits: return data of a mebibyte is copied once a call", "[evm][exec][unit]")
{
    World world;
    world.install(other, Bytecode{}.push_all({1U << 20U, 0}).op(Op::return_).build());
    Bytecode code;
    for (int i = 0; i < 20; ++i)
    {
        code.call(other.to_word(), 0, U256{1} << 40U).op(Op::pop);
    }
    const Result& result = world.run(code.op(Op::returndatasize).return_top(), {}, endless_gas);
    CHECK(output_word(result) == (1U << 20U));
}

TEST_CASE("limits: random code ends, and twice in the same way", "[evm][exec][property]")
{
    std::uint64_t state = 7;
    const auto next = [&] {
        state = (state * 6364136223846793005ULL) + 1442695040888963407ULL;
        return state >> 33U;
    };
    World world;
    const WorldState::Snapshot fresh = world.executor.state().snapshot();
    for (int i = 0; i < 3000; ++i)
    {
        Bytes code;
        for (int k = 0; k < 60; ++k)
        {
            // Mostly small pushes before any byte, so that operands are there.
            code.push_back(0x60);
            code.push_back(static_cast<std::uint8_t>(next() % 70));
            if (next() % 2 == 0)
            {
                code.push_back(static_cast<std::uint8_t>(next()));
            }
        }
        const auto run = [&] {
            world.install(contract, code);
            const Result& r = world.executor.run(world.transaction(code));
            const std::tuple outcome{r.status, r.gas_used, r.steps, r.output, r.logs.size()};
            world.executor.state().rollback(fresh);
            return outcome;
        };
        REQUIRE(run() == run());
    }
}
