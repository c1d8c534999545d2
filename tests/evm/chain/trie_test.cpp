// SPDX-License-Identifier: Apache-2.0
#include "evm/exec/world.hpp"
#include "support/catch.hpp"

#include <sbst/evm/chain/rlp.hpp>
#include <sbst/evm/chain/state_root.hpp>
#include <sbst/evm/chain/trie.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

Bytes bytes(std::string_view text)
{
    return {text.begin(), text.end()};
}

constexpr const char* empty_root =
    "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421";

}  // namespace

TEST_CASE("trie: nibbles are packed behind their parity and kind", "[evm][chain][golden]")
{
    const Bytes even{1, 2, 3, 4};
    const Bytes odd{15, 1, 12, 11, 8};
    CHECK(to_hex(hex_prefix(even, false)) == "0x001234");
    CHECK(to_hex(hex_prefix(even, true)) == "0x201234");
    CHECK(to_hex(hex_prefix(odd, false)) == "0x1f1cb8");
    CHECK(to_hex(hex_prefix(odd, true)) == "0x3f1cb8");
    CHECK(to_hex(hex_prefix({}, true)) == "0x20");
}

TEST_CASE("trie: nothing has the root of the empty string", "[evm][chain][golden]")
{
    CHECK(to_hex(trie_root({})) == empty_root);
    CHECK(to_hex(secure_trie_root({})) == empty_root);
}

TEST_CASE("trie: one entry is a leaf of the whole key", "[evm][chain][unit]")
{
    Bytes fields;
    append_rlp(fields, hex_prefix(Bytes{6, 1}, true));
    append_rlp(fields, bytes("value"));
    Bytes leaf;
    append_rlp_list(leaf, fields);
    CHECK(trie_root({{bytes("a"), bytes("value")}}) == keccak256(leaf));
}

TEST_CASE("trie: keys that begin others, branches and hashed children", "[evm][chain][golden]")
{
    const std::vector<TrieEntry> dogs{{bytes("doe"), bytes("reindeer")},
        {bytes("dog"), bytes("puppy")}, {bytes("dogglesworth"), bytes("cat")}};
    const Hash256 root = trie_root(dogs);
    CHECK(to_hex(root) == "0x8aad789dff2f538bca5d8ea56e8abe10f4c7ba3a5dea95fea4cd6e7c3a1168d3");
    std::vector<TrieEntry> backwards{dogs.rbegin(), dogs.rend()};
    CHECK(trie_root(backwards) == root);
    CHECK_FALSE(secure_trie_root(dogs) == root);
}

TEST_CASE("state root: what counts as absent is not in it", "[evm][chain][unit]")
{
    Executor executor;
    WorldState& state = executor.state();
    CHECK(to_hex(state_root(state)) == empty_root);
    const AccountId id = state.find_or_add(contract);
    CHECK(to_hex(state_root(state)) == empty_root);
    state.set_storage(contract, 1, 5);
    CHECK(to_hex(state_root(state)) == empty_root);
    state.set_nonce(id, 1);
    const Hash256 with_slot = state_root(state);
    state.set_storage(contract, 2, 0);
    CHECK(state_root(state) == with_slot);
    state.set_storage(contract, 1, 0);
    CHECK_FALSE(state_root(state) == with_slot);
}

TEST_CASE("state root: is the secure trie of addresses and account fields", "[evm][chain][unit]")
{
    World world;
    world.fund(other, 77);
    world.executor.state().set_storage(other, 3, 0x1234);
    WorldState& state = world.executor.state();
    const auto encode = [&](std::uint64_t nonce, const U256& balance, const Hash256& storage) {
        Bytes fields;
        append_rlp(fields, U256{nonce});
        append_rlp(fields, balance);
        append_rlp(fields, storage);
        append_rlp(fields, keccak256({}));
        Bytes account;
        append_rlp_list(account, fields);
        return account;
    };
    const auto slot = U256{3}.to_be_bytes();
    const Hash256 storage =
        secure_trie_root({{{slot.begin(), slot.end()}, Bytes{0x82, 0x12, 0x34}}});
    const auto key = [](const Address& address) {
        return Bytes{address.bytes.begin(), address.bytes.end()};
    };
    CHECK(state_root(state) ==
          secure_trie_root({{key(alice), encode(1, U256::power_of_two(100), trie_root({}))},
              {key(other), encode(0, 77, storage)}}));
}

TEST_CASE("state root: a kept empty account is in it until it is touched", "[evm][chain][unit]")
{
    World world;
    WorldState& state = world.executor.state();
    const Hash256 without = state_root(state);
    const WorldState::Snapshot start = state.snapshot();
    state.set_storage(other, 1, 1);
    state.keep_empty(state.find_or_add(other));
    const Hash256 with = state_root(state);
    CHECK_FALSE(with == without);

    SECTION("reading it changes nothing")
    {
        world.run(Bytecode{}.push(other.to_word()).op(Op::balance).op(Op::stop));
        CHECK(state.account(*state.find(other)).is_kept);
    }
    SECTION("a call of no value removes it and its storage")
    {
        world.run(Bytecode{}.call(other.to_word()).op(Op::stop));
        CHECK_FALSE(state.account(*state.find(other)).is_kept);
        CHECK(world.storage(1, other) == U256{});
    }
    SECTION("a call that is undone does not")
    {
        world.run(Bytecode{}.call(other.to_word()).push(0).push(0).op(Op::revert));
        CHECK(state.account(*state.find(other)).is_kept);
        CHECK(world.storage(1, other) == U256{1});
    }
    state.rollback(start);
    CHECK(state_root(state) == without);
}

TEST_CASE("state root: the touch of the third precompile outlives a failure", "[evm][chain][unit]")
{
    World world;
    WorldState& state = world.executor.state();
    for (const std::uint64_t address : {2U, 3U})
    {
        state.keep_empty(state.find_or_add(Address::from_word(U256{address})));
    }
    const WorldState::Snapshot start = state.snapshot();
    const auto is_kept = [&](std::uint64_t address) {
        return state.account(*state.find(Address::from_word(U256{address}))).is_kept;
    };
    world.run(Bytecode{}.call(2).call(3).push(0).push(0).op(Op::revert));
    CHECK(is_kept(2));
    CHECK_FALSE(is_kept(3));
    state.rollback(start);
    CHECK(is_kept(3));
}

TEST_CASE("logs hash: of no logs, and of one with its topics as words", "[evm][chain][golden]")
{
    CHECK(to_hex(logs_hash({})) ==
          "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347");
    World world;
    const Result& result = world.run(Bytecode{}
                                         .push(0xab)
                                         .push(0)
                                         .op(Op::mstore8)
                                         .push_all({7, 1, 0})
                                         .op(Op::log1)
                                         .op(Op::stop));
    Bytes topics;
    append_rlp(topics, U256{7}.to_be_bytes());
    Bytes fields;
    append_rlp(fields, contract.bytes);
    append_rlp_list(fields, topics);
    append_rlp(fields, Bytes{0xab});
    Bytes log;
    append_rlp_list(log, fields);
    Bytes logs;
    append_rlp_list(logs, log);
    CHECK(logs_hash(result) == keccak256(logs));
}
