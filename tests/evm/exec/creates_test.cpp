// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "world.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

/// Copies the call data to memory and creates a contract from it; leaves the address.
Bytecode create_from_data(const U256& value = {})
{
    return Bytecode{}
        .op(Op::calldatasize)
        .push_all({0, 0})
        .op(Op::calldatacopy)
        .op(Op::calldatasize)
        .push(0)
        .push(value)
        .op(Op::create);
}

Bytes code_of(const World& world, const Address& address)
{
    const auto id = world.executor.state().find(address);
    if (!id || world.executor.state().account(*id).code == nullptr)
    {
        return {};
    }
    const BytesView code = world.executor.state().account(*id).code->code();
    return {code.begin(), code.end()};
}

const Bytes runtime{0x60, 0x07, 0x60, 0x00, 0x55};  // stores 7 at slot 0

}  // namespace

TEST_CASE("creates: a transaction deploys what the creation code returns", "[evm][exec][unit]")
{
    World world;
    const Result& result = world.create(deployer(runtime), 9);
    REQUIRE(result.succeeded());
    CHECK(result.created == create_address(alice, 1));
    CHECK(code_of(world, *result.created) == runtime);
    CHECK(world.executor.state().balance(*result.created) == 9);
    CHECK(world.executor.state().account(*world.executor.state().find(*result.created)).nonce == 1);
    CHECK(world.executor.state().account(*world.executor.state().find(alice)).nonce == 2);
    CHECK(result.output.empty());
}

TEST_CASE(
    "creates: a failing constructor keeps nothing but the sender's nonce", "[evm][exec][unit]")
{
    World world;
    const Result& result = world.create(Bytecode{}.store(0, 1).push(0xbad).revert_top().build(), 9);
    CHECK(result.status == Status::revert);
    CHECK_FALSE(result.created.has_value());
    CHECK(output_word(result) == 0xbad);
    const Address address = create_address(alice, 1);
    CHECK(world.storage(0, address) == 0);
    CHECK(world.executor.state().balance(address) == 0);
    CHECK(world.executor.state().account(*world.executor.state().find(alice)).nonce == 2);
}

TEST_CASE("creates: CREATE answers the address derived from the nonce", "[evm][exec][unit]")
{
    World world;
    const Result& result = world.run(create_from_data().return_top(), deployer(runtime));
    const Address expected = create_address(contract, 0);
    CHECK(output_word(result) == expected.to_word());
    CHECK(code_of(world, expected) == runtime);
}

TEST_CASE("creates: CREATE2 answers the address derived from salt and code", "[evm][exec][unit]")
{
    World world;
    Bytecode code = Bytecode{}.op(Op::calldatasize).push_all({0, 0}).op(Op::calldatacopy);
    code.push(42).op(Op::calldatasize).push_all({0, 0}).op(Op::create2);
    const Bytes creation = deployer(runtime);
    const Result& result = world.run(code.return_top(), creation);
    const Address expected = create2_address(contract, 42, keccak256(creation));
    CHECK(output_word(result) == expected.to_word());
    CHECK(code_of(world, expected) == runtime);

    SECTION("a second creation at the same place collides and uses its gas up")
    {
        const Result& again = world.run(code, creation, 1'000'000);
        CHECK(again.succeeded());
        CHECK(output_word(again) == 0);
        CHECK(again.gas_left < 1'000'000 / 32);
    }
}

TEST_CASE(
    "creates: an account with nonce, code or storage cannot be created again", "[evm][exec][unit]")
{
    const Address place = create_address(alice, 1);
    World world;
    WorldState& state = world.executor.state();
    SECTION("nonce")
    {
        state.set_nonce(state.find_or_add(place), 1);
    }
    SECTION("code")
    {
        world.install(place, runtime);
    }
    SECTION("storage")
    {
        state.set_storage(place, 1, 1);
    }
    const Result& result = world.create(deployer(runtime));
    CHECK(result.status == Status::create_collision);
    CHECK(result.gas_left == 0);
}

TEST_CASE("creates: an account that has only a balance can", "[evm][exec][unit]")
{
    World world;
    world.fund(create_address(alice, 1), 4);
    const Result& result = world.create(deployer(runtime), 1);
    REQUIRE(result.succeeded());
    CHECK(world.executor.state().balance(*result.created) == 5);
}

TEST_CASE(
    "creates: new code has a price, a greatest size and no 0xEF in front", "[evm][exec][unit]")
{
    World london{Fork::london};
    CHECK(london.create(deployer({0xef})).status == Status::forbidden_code);
    World berlin{Fork::berlin};
    CHECK(berlin.create(deployer({0xef})).status == Status::success);

    const auto return_zeros = [](std::uint64_t size) {
        return Bytecode{}.push(size).push(0).op(Op::return_).build();
    };
    World world;
    CHECK(world.create(return_zeros(max_code_size)).status == Status::success);
    CHECK(world.create(return_zeros(max_code_size + 1)).status == Status::code_too_large);

    Transaction t;
    t.sender = alice;
    const Bytes creation = return_zeros(100);
    t.data = creation;
    const std::uint64_t base = intrinsic_gas(Fork::cancun, t) + 6 + 4 * 3;
    t.gas = base + 100 * 200 - 1;
    CHECK(world.executor.run(t).status == Status::out_of_gas);
    t.gas = base + 100 * 200;
    CHECK(world.executor.run(t).status == Status::success);
}

TEST_CASE("creates: creation code is limited from Shanghai on", "[evm][exec][unit]")
{
    const Bytes large(max_init_code_size + 1, 0);
    Transaction t;
    t.sender = alice;
    t.data = large;
    t.gas = 10'000'000;
    World shanghai{Fork::shanghai};
    CHECK(shanghai.executor.run(t).status == Status::rejected);
    World paris{Fork::paris};
    CHECK(paris.executor.run(t).status == Status::success);
    const Bytecode code = Bytecode{}.push(max_init_code_size + 1).push_all({0, 0}).op(Op::create);
    CHECK(shanghai.run(code).status == Status::out_of_gas);
    CHECK(paris.run(code).status == Status::success);
}

TEST_CASE("creates: a reverting constructor's data can be read, a successful one's not",
    "[evm][exec][unit]")
{
    World world;
    const Bytecode code = create_from_data().op(Op::returndatasize).return_top();
    CHECK(output_word(world.run(code, Bytecode{}.push(1).revert_top().build())) == 32);
    CHECK(output_word(world.run(code, deployer(runtime))) == 0);
}

TEST_CASE("creates: the creation code sees no call data and an empty own code", "[evm][exec][unit]")
{
    World world;
    const Bytes creation = Bytecode{}
                               .op(Op::calldatasize)
                               .push(1)
                               .op(Op::sstore)
                               .op(Op::address)
                               .op(Op::extcodesize)
                               .push(2)
                               .op(Op::sstore)
                               .op(Op::codesize)
                               .push(3)
                               .op(Op::sstore)
                               .build();
    const Result& result = world.create(creation);
    REQUIRE(result.succeeded());
    CHECK(world.storage(1, *result.created) == 0);
    CHECK(world.storage(2, *result.created) == 0);
    CHECK(world.storage(3, *result.created) == creation.size());
}

TEST_CASE(
    "selfdestruct: before Cancun the account is gone after the transaction", "[evm][exec][unit]")
{
    World world{Fork::shanghai};
    world.fund(contract, 6);
    world.executor.state().set_storage(contract, 1, 1);
    const Result& result = world.run(Bytecode{}.push(other.to_word()).op(Op::selfdestruct));
    CHECK(result.succeeded());
    CHECK(world.executor.state().balance(other) == 6);
    CHECK(code_of(world, contract).empty());
    CHECK(world.storage(1) == 0);
    CHECK(world.executor.state().account(*world.executor.state().find(contract)).is_empty());
}

TEST_CASE(
    "selfdestruct: from Cancun on only the balance leaves an older account", "[evm][exec][unit]")
{
    World world;
    world.fund(contract, 6);
    world.executor.state().set_storage(contract, 1, 1);
    CHECK(world.run(Bytecode{}.push(other.to_word()).op(Op::selfdestruct)).succeeded());
    CHECK(world.executor.state().balance(other) == 6);
    CHECK_FALSE(code_of(world, contract).empty());
    CHECK(world.storage(1) == 1);
    SECTION("to itself nothing happens")
    {
        world.fund(contract, 6);
        CHECK(world.run(Bytecode{}.op(Op::address).op(Op::selfdestruct)).succeeded());
        CHECK(world.executor.state().balance(contract) == 6);
    }
}

TEST_CASE(
    "selfdestruct: an account created in the same transaction is removed", "[evm][exec][unit]")
{
    World world;
    const Result& result =
        world.create(Bytecode{}.store(0, 1).push(other.to_word()).op(Op::selfdestruct).build(), 5);
    REQUIRE(result.succeeded());
    CHECK(world.executor.state().balance(other) == 5);
    CHECK(world.storage(0, *result.created) == 0);
    CHECK(world.executor.state().account(*world.executor.state().find(*result.created)).is_empty());
}

TEST_CASE("selfdestruct: a revert around it brings the account back", "[evm][exec][unit]")
{
    World world{Fork::shanghai};
    world.fund(other, 6);
    world.install(other, Bytecode{}.push(0xdead).op(Op::selfdestruct).build());
    const Address middle = Address::from_word(U256{0x333});
    world.install(middle, Bytecode{}.call(other.to_word()).revert_top().build());
    CHECK(world.run(Bytecode{}.call(middle.to_word())).succeeded());
    CHECK_FALSE(code_of(world, other).empty());
    CHECK(world.executor.state().balance(other) == 6);
}
