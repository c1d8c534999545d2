// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "world.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

const U256 other_word = other.to_word();

/// Calls `other` by one of the four instructions, with value 0 and all gas, leaving the flag.
Bytecode call_by(Op op)
{
    Bytecode code = Bytecode{}.push_all({0, 0, 0, 0});
    if (op == Op::call || op == Op::callcode)
    {
        code.push(0);
    }
    return code.push_all({other_word, 1'000'000}).op(op);
}

/// Stores caller, own address and value of the call at the slots 1 to 3.
Bytecode tell_context()
{
    return Bytecode{}
        .op(Op::caller)
        .push(1)
        .op(Op::sstore)
        .op(Op::address)
        .push(2)
        .op(Op::sstore)
        .op(Op::callvalue)
        .push(3)
        .op(Op::sstore);
}

/// Writes the word on top into memory and returns the 32 bytes that a call to `other` left in
/// return data.
Bytecode fetch_return_data()
{
    return Bytecode{}
        .op(Op::pop)
        .op(Op::returndatasize)
        .push_all({0, 0})
        .op(Op::returndatacopy)
        .op(Op::returndatasize)
        .push(0)
        .op(Op::return_);
}

}  // namespace

TEST_CASE("calls: CALL runs in the callee's storage with its own value", "[evm][exec][unit]")
{
    World world;
    world.fund(contract, 10);
    world.install(other, tell_context().build());
    const Result& result = world.run(Bytecode{}.call(other_word, 7).return_top());
    CHECK(output_word(result) == 1);
    CHECK(world.storage(1, other) == contract.to_word());
    CHECK(world.storage(2, other) == other_word);
    CHECK(world.storage(3, other) == 7);
    CHECK(world.executor.state().balance(other) == 7);
    CHECK(world.executor.state().balance(contract) == 3);
}

TEST_CASE("calls: DELEGATECALL keeps storage, caller and value of its caller", "[evm][exec][unit]")
{
    World world;
    world.install(other, tell_context().build());
    world.install(contract, call_by(Op::delegatecall).build());
    Transaction t = world.transaction();
    t.value = 5;
    CHECK(world.executor.run(t).succeeded());
    CHECK(world.storage(1) == alice.to_word());
    CHECK(world.storage(2) == contract.to_word());
    CHECK(world.storage(3) == 5);
    CHECK(world.storage(2, other) == 0);
}

TEST_CASE("calls: CALLCODE keeps the storage but is its own caller", "[evm][exec][unit]")
{
    World world;
    world.install(other, tell_context().build());
    CHECK(world.run(call_by(Op::callcode)).succeeded());
    CHECK(world.storage(1) == contract.to_word());
    CHECK(world.storage(2) == contract.to_word());
}

TEST_CASE("calls: nothing may change inside STATICCALL", "[evm][exec][unit]")
{
    const std::vector<Bytecode> writers{Bytecode{}.store(0, 1),
        Bytecode{}.push_all({1, 0}).op(Op::tstore), Bytecode{}.push_all({0, 0}).op(Op::log0),
        Bytecode{}.push_all({0, 0, 0}).op(Op::create),
        Bytecode{}.push_all({0, 0, 0, 0}).op(Op::create2), Bytecode{}.push(1).op(Op::selfdestruct),
        Bytecode{}.call(0xdead, 1).op(Op::pop)};
    for (const Bytecode& writer : writers)
    {
        World world;
        world.fund(other, 5);
        world.install(other, writer.build());
        INFO(to_hex(writer.build()));
        CHECK(output_word(world.run(call_by(Op::staticcall).return_top())) == 0);
        CHECK(output_word(world.run(call_by(Op::call).return_top())) == 1);
    }
}

TEST_CASE("calls: the static mode is handed down", "[evm][exec][unit]")
{
    World world;
    const Address third = Address::from_word(U256{0x333});
    world.install(third, Bytecode{}.store(0, 1).build());
    world.install(other, Bytecode{}.call(third.to_word()).return_top().build());
    Bytecode code = Bytecode{}.push_all({32, 0, 0, 0, other_word, 1'000'000}).op(Op::staticcall);
    const Result& result = world.run(code.op(Op::pop).push(0).op(Op::mload).return_top());
    CHECK(output_word(result) == 0);
}

TEST_CASE("calls: a reverted call leaves nothing but its data", "[evm][exec][unit]")
{
    World world;
    world.fund(contract, 10);
    world.install(other,
        Bytecode{}.store(0, 1).push_all({0, 0}).op(Op::log0).push(0xbad).revert_top().build());
    const Result& result = world.run(Bytecode{}.call(other_word, 7).append(fetch_return_data()));
    CHECK(result.succeeded());
    CHECK(output_word(result) == 0xbad);
    CHECK(world.storage(0, other) == 0);
    CHECK(world.executor.state().balance(contract) == 10);
    CHECK(result.logs.empty());
}

TEST_CASE(
    "calls: an exceptional halt takes the gas it was given and no data stays", "[evm][exec][unit]")
{
    World world;
    world.install(other, Bytecode{}.store(0, 1).op(Op::invalid).build());
    Bytecode code = Bytecode{}.call(other_word, 0, 50'000).op(Op::returndatasize);
    const Result& result = world.run(code.return_top());
    CHECK(output_word(result) == 0);
    CHECK(execution_gas(result) > 50'000);
    CHECK(world.storage(0, other) == 0);
}

TEST_CASE("calls: the output is cut to what the caller asked for", "[evm][exec][unit]")
{
    World world;
    world.install(other, Bytecode{}.push(U256::max()).return_top().build());
    Bytecode code = Bytecode{}.push_all({2, 1, 0, 0, 0, other_word, 1'000'000}).op(Op::call);
    code.op(Op::pop).push(0).op(Op::mload);
    CHECK(output_word(world.run(code.return_top())) == U256{0xffff} << 232U);
}

TEST_CASE("calls: RETURNDATACOPY beyond the end is an error", "[evm][exec][unit]")
{
    World world;
    world.install(other, Bytecode{}.push(1).return_top().build());
    const auto copy = [&](const U256& from, const U256& size) {
        return world
            .run(Bytecode{}.call(other_word).push(size).push(from).push(0).op(Op::returndatacopy))
            .status;
    };
    CHECK(copy(0, 32) == Status::success);
    CHECK(copy(32, 0) == Status::success);
    CHECK(copy(1, 32) == Status::return_data_bounds);
    CHECK(copy(33, 0) == Status::return_data_bounds);
    CHECK(copy(U256::max(), 1) == Status::return_data_bounds);
}

TEST_CASE("calls: value that is not there makes the call fail, not the caller", "[evm][exec][unit]")
{
    World world;
    world.install(other, Bytecode{}.store(0, 1).build());
    const Result& result = world.run(Bytecode{}.call(other_word, 1).return_top());
    CHECK(result.succeeded());
    CHECK(output_word(result) == 0);
    CHECK(world.storage(0, other) == 0);
}

TEST_CASE(
    "calls: the callee of a payment has 2,300 gas even if none was given", "[evm][exec][unit]")
{
    World world;
    world.fund(contract, 10);
    world.install(other, Bytecode{}.op(Op::gas).return_top().build());
    Bytecode code = Bytecode{}.push_all({32, 0, 0, 0, 1, other_word, 0}).op(Op::call);
    code.op(Op::pop).push(0).op(Op::mload);
    CHECK(output_word(world.run(code.return_top())) == 2298);
}

TEST_CASE("calls: a call to an account without code succeeds", "[evm][exec][unit]")
{
    World world;
    world.fund(contract, 3);
    const Result& result = world.run(Bytecode{}.call(0xdead, 3).return_top());
    CHECK(output_word(result) == 1);
    CHECK(world.executor.state().balance(Address::from_word(U256{0xdead})) == 3);
}

TEST_CASE("calls: 1,024 nested calls fit and the next one fails", "[evm][exec][unit]")
{
    // Each level counts in slot 0 and calls itself with all gas; at the bottom the call fails and
    // the counts stay.
    World world;
    Bytecode code;
    code.push(0).op(Op::sload).push(1).op(Op::add).push(0).op(Op::sstore);
    code.push_all({0, 0, 0, 0, 0}).op(Op::address).op(Op::gas).op(Op::call);
    const Result& result = world.run(code, {}, std::uint64_t{1} << 50U);
    CHECK(result.succeeded());
    CHECK(world.storage(0) == 1025);
}

TEST_CASE("calls: a transaction moves value and a failed one gives it back", "[evm][exec][unit]")
{
    World world;
    world.install(
        contract, Bytecode{}.op(Op::callvalue).jump_if("end").op(Op::invalid).label("end").build());
    Transaction t = world.transaction();
    t.value = 5;
    CHECK(world.executor.run(t).succeeded());
    CHECK(world.executor.state().balance(contract) == 5);
    world.install(contract, Bytecode{}.op(Op::invalid).build());
    CHECK(world.executor.run(t).status == Status::invalid_instruction);
    CHECK(world.executor.state().balance(contract) == 5);
    CHECK(world.executor.state().balance(alice) == U256::power_of_two(100) - 5);
}

TEST_CASE("calls: a transaction that cannot be paid for is rejected and changes nothing",
    "[evm][exec][unit]")
{
    World world;
    Transaction t = world.transaction();
    t.value = U256::power_of_two(100) + 1;
    const Result& result = world.executor.run(t);
    CHECK(result.status == Status::rejected);
    CHECK(result.steps == 0);
    CHECK(world.executor.state().account(*world.executor.state().find(alice)).nonce == 1);
}

TEST_CASE(
    "calls: steps count every instruction that was begun, callees included", "[evm][exec][unit]")
{
    World world;
    world.install(other, Bytecode{}.push(1).op(Op::pop).build());
    const Result& result = world.run(Bytecode{}.call(other_word));
    CHECK(result.steps ==
          9 + 3);  // eight in the caller, three in the callee (with its STOP), the caller's STOP
}
