// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "world.hpp"

#include <map>

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

/// A small generator for the tests (SplitMix64), fixed seeds.
struct Random
{
    std::uint64_t state;

    std::uint64_t below(std::uint64_t bound)
    {
        state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return (z ^ (z >> 31U)) % bound;
    }
};

/// The slow way to hold a world: copies.
struct Model
{
    std::map<Address, U256> balances;
    std::map<std::pair<Address, U256>, U256> slots;
};

Address account_of(std::uint64_t i)
{
    return Address::from_word(U256{1000 + i});
}

void check_equal(const WorldState& state, const Model& model)
{
    for (std::uint64_t i = 0; i < 20; ++i)
    {
        const Address address = account_of(i);
        const auto balance = model.balances.find(address);
        REQUIRE(
            state.balance(address) == (balance == model.balances.end() ? U256{} : balance->second));
        for (std::uint64_t k = 0; k < 10; ++k)
        {
            const auto slot = model.slots.find({address, U256{k}});
            REQUIRE(state.storage(address, U256{k}) ==
                    (slot == model.slots.end() ? U256{} : slot->second));
        }
    }
}

void mutate(WorldState& state, Model& model, Random& random)
{
    const Address address = account_of(random.below(20));
    const AccountId id = state.find_or_add(address);
    const U256 value{random.below(3)};
    switch (random.below(8))
    {
        case 0:
            state.set_balance(id, value);
            model.balances[address] = value;
            break;
        case 1:
            state.clear_storage(id);
            for (std::uint64_t k = 0; k < 10; ++k)
            {
                model.slots.erase({address, U256{k}});
            }
            break;
        default:
        {
            const U256 key{random.below(10)};
            state.set_value(id, state.slot(id, key), value);
            model.slots[{address, key}] = value;
            break;
        }
    }
}

}  // namespace

TEST_CASE(
    "WorldState: checkpoints and snapshots agree with a model that copies", "[evm][exec][property]")
{
    for (std::uint64_t seed = 0; seed < 30; ++seed)
    {
        INFO("seed " << seed);
        Random random{seed};
        WorldState state;
        Model model;
        std::vector<std::pair<WorldState::Snapshot, Model>> snapshots;
        for (int transaction = 0; transaction < 20; ++transaction)
        {
            if (!snapshots.empty() && random.below(3) == 0)
            {
                const std::size_t which = random.below(snapshots.size());
                state.rollback(snapshots[which].first);
                model = snapshots[which].second;
                snapshots.resize(which);
            }
            snapshots.emplace_back(state.snapshot(), model);
            state.begin_transaction();
            std::vector<std::pair<WorldState::Checkpoint, Model>> calls;
            for (int step = 0; step < 60; ++step)
            {
                const std::uint64_t what = random.below(10);
                if (what == 0)
                {
                    calls.emplace_back(state.checkpoint(), model);
                }
                else if (what == 1 && !calls.empty())
                {
                    state.revert(calls.back().first);
                    model = calls.back().second;
                    calls.pop_back();
                }
                else
                {
                    mutate(state, model, random);
                }
            }
            state.end_transaction();
            check_equal(state, model);
        }
    }
}

TEST_CASE("WorldState: a delta put on again gives the same world", "[evm][exec][property]")
{
    for (std::uint64_t seed = 100; seed < 120; ++seed)
    {
        INFO("seed " << seed);
        Random random{seed};
        WorldState state;
        Model base;
        for (int i = 0; i < 40; ++i)
        {
            mutate(state, base, random);
        }
        const WorldState::Snapshot start = state.snapshot();
        Model changed = base;
        for (int i = 0; i < 40; ++i)
        {
            mutate(state, changed, random);
        }
        const StateDelta delta = state.delta_since(start);
        state.rollback(start);
        check_equal(state, base);
        state.apply(delta);
        check_equal(state, changed);
        state.rollback(start);
        check_equal(state, base);
    }
}

TEST_CASE("WorldState: rollback forgets accounts and slots that came later", "[evm][exec][unit]")
{
    WorldState state;
    static_cast<void>(state.find_or_add(alice));
    const WorldState::Snapshot snapshot = state.snapshot();
    for (std::uint64_t i = 0; i < 500; ++i)
    {
        state.set_storage(account_of(i), U256{i}, 1);
    }
    CHECK(state.account_count() == 501);
    state.rollback(snapshot);
    CHECK(state.account_count() == 1);
    CHECK_FALSE(state.find(account_of(3)).has_value());
    CHECK(state.find(alice).has_value());
    CHECK(state.storage(account_of(3), 3) == 0);
}

TEST_CASE(
    "WorldState: the original value is the one at the transaction's start", "[evm][exec][unit]")
{
    WorldState state;
    state.set_storage(contract, 1, 5);
    const AccountId id = state.find_or_add(contract);
    state.begin_transaction();
    const SlotId slot = state.slot(id, 1);
    CHECK(state.original(slot) == 5);
    const WorldState::Checkpoint call = state.checkpoint();
    state.set_value(id, slot, 6);
    CHECK(state.original(slot) == 5);
    state.revert(call);
    CHECK(state.value(slot) == 5);
    CHECK(state.original(slot) == 5);
    state.set_value(id, slot, 7);
    state.begin_transaction();
    CHECK(state.original(slot) == 7);
}

TEST_CASE("snapshots: tests that start from one deployed state do not see each other",
    "[evm][exec][unit]")
{
    World world;
    // Adds one to slot 0 and returns it.
    Bytecode counter =
        Bytecode{}.push(0).op(Op::sload).push(1).op(Op::add).op(Op::dup1).push(0).op(Op::sstore);
    const Result& deployed = world.create(deployer(counter.return_top().build()));
    REQUIRE(deployed.succeeded());
    const Address subject = *deployed.created;
    const WorldState::Snapshot start = world.executor.state().snapshot();
    Transaction t;
    t.sender = alice;
    t.to = subject;
    for (int test = 0; test < 3; ++test)
    {
        CHECK(output_word(world.executor.run(t)) == 1);
        CHECK(output_word(world.executor.run(t)) == 2);
        world.executor.state().rollback(start);
    }
}

TEST_CASE("snapshots: a deployment's delta replaces the deployment", "[evm][exec][unit]")
{
    World world;
    const WorldState::Snapshot fresh = world.executor.state().snapshot();
    const Bytes creation = Bytecode{}.store(3, 4).build();
    Bytes with_code = creation;
    const Bytes tail = deployer({0x00});
    with_code.insert(with_code.end(), tail.begin(), tail.end());
    REQUIRE(world.create(creation, 2).succeeded());
    const Address subject = create_address(alice, 1);
    const StateDelta delta = world.executor.state().delta_since(fresh);
    world.executor.state().rollback(fresh);
    CHECK(world.storage(3, subject) == 0);
    world.executor.state().apply(delta);
    CHECK(world.storage(3, subject) == 4);
    CHECK(world.executor.state().balance(subject) == 2);
    CHECK(world.executor.state().account(*world.executor.state().find(alice)).nonce == 2);
}
