// SPDX-License-Identifier: Apache-2.0
// The additions of Prague: delegations, the floor of the gas used, more blobs, block-hash history.
#include "market.hpp"
#include "support/catch.hpp"

#include <sbst/evm/chain/authorization.hpp>
#include <sbst/evm/chain/block_start.hpp>
#include <sbst/evm/chain/rlp.hpp>
#include <sbst/evm/exec/delegation.hpp>

#include <algorithm>
#include <array>
#include <secp256k1.h>
#include <secp256k1_recovery.h>
#include <vector>

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

const Address bob = Address::from_word(U256{0xb0b});

/// Signs with the private key 1, whose address is well known.
SignedAuthorization sign(const U256& chain_id, const Address& delegate, std::uint64_t nonce)
{
    Bytes fields;
    append_rlp(fields, chain_id);
    append_rlp(fields, delegate.bytes);
    append_rlp(fields, U256{nonce});
    Bytes message(1, 0x05);
    append_rlp_list(message, fields);
    const Hash256 hash = keccak256(message);
    const auto key = U256{1}.to_be_bytes();
    secp256k1_context* const context = secp256k1_context_create(SECP256K1_CONTEXT_SIGN);
    secp256k1_ecdsa_recoverable_signature signature{};
    REQUIRE(secp256k1_ecdsa_sign_recoverable(
                context, &signature, hash.data(), key.data(), nullptr, nullptr) == 1);
    std::array<std::uint8_t, 64> compact{};
    int parity = 0;
    secp256k1_ecdsa_recoverable_signature_serialize_compact(
        context, compact.data(), &parity, &signature);
    secp256k1_context_destroy(context);
    return {chain_id, delegate, nonce, U256{static_cast<std::uint64_t>(parity)},
        U256::from_be_bytes(BytesView{compact}.first(32)),
        U256::from_be_bytes(BytesView{compact}.last(32))};
}

/// A market of Prague; `contract` writes 1 to slot 0 of the account that runs its code.
struct Prague : Market
{
    Prague() : Market{Fork::prague}
    {
        world.install(contract, Bytecode{}.store(0, 1).op(Op::stop).build());
    }

    /// A call of bob that first delegates him to `contract`.
    [[nodiscard]] static ChainTransaction delegating()
    {
        ChainTransaction t = payment(TransactionType::set_code);
        t.to = bob;
        t.value = 0;
        t.authorizations = {{1, contract, 0, bob}};
        return t;
    }

    const Result& apply(const ChainTransaction& t)
    {
        const Receipt receipt = apply_transaction(world.executor, t);
        REQUIRE(receipt.result != nullptr);
        return *receipt.result;
    }

    [[nodiscard]] Bytes code_of(const Address& address) const
    {
        const WorldState& state = world.executor.state();
        const auto id = state.find(address);
        if (!id || state.account(*id).code == nullptr)
        {
            return {};
        }
        const BytesView code = state.account(*id).code->code();
        return {code.begin(), code.end()};
    }

    [[nodiscard]] std::uint64_t nonce_of(const Address& address) const
    {
        const auto id = world.executor.state().find(address);
        return id ? world.executor.state().account(*id).nonce : 0;
    }
};

}  // namespace

TEST_CASE("authorization: the signer is recovered", "[evm][chain][golden]")
{
    const Address key_one = *Address::parse("0x7e5f4552091a69125d5dfcb7b8c2659029395bdf");
    const SignedAuthorization wish = sign(1, contract, 7);
    const Authorization recovered = recover_authority(wish);
    CHECK(recovered.authority == key_one);
    CHECK(recovered.chain_id == U256{1});
    CHECK(recovered.delegate == contract);
    CHECK(recovered.nonce == 7);

    SignedAuthorization changed = wish;
    changed.nonce = 8;
    CHECK_FALSE(recover_authority(changed).authority == key_one);
    changed = wish;
    changed.y_parity = 2;
    CHECK_FALSE(recover_authority(changed).authority.has_value());
    changed = wish;
    changed.r = 0;
    CHECK_FALSE(recover_authority(changed).authority.has_value());

    // The other valid s, in the upper half of the order, with the other parity.
    const U256 order =
        *U256::parse("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    changed = wish;
    changed.s = order - wish.s;
    changed.y_parity = U256{1} - wish.y_parity;
    CHECK_FALSE(recover_authority(changed).authority.has_value());
}

TEST_CASE("delegation: a code of 23 bytes behind 0xef0100", "[evm][chain][unit]")
{
    const Bytes code = delegation_to(bob);
    CHECK(to_hex(code) == "0xef01000000000000000000000000000000000000000b0b");
    CHECK(delegate_of(code) == bob);
    CHECK_FALSE(delegate_of(BytesView{code}.first(22)).has_value());
    Bytes other_mark = code;
    other_mark[1] = 2;
    CHECK_FALSE(delegate_of(other_mark).has_value());
}

TEST_CASE("set-code transaction: runs the delegate's code on the authority", "[evm][chain][golden]")
{
    Prague prague;
    SECTION("a new authority pays the whole price")
    {
        CHECK(prague.apply(Prague::delegating()).gas_used == 21'000 + 25'000 + 22'106);
    }
    SECTION("a known one gets half of it back")
    {
        prague.world.fund(bob, 1);
        CHECK(prague.apply(Prague::delegating()).gas_used == 21'000 + 25'000 + 22'106 - 12'500);
    }
    CHECK(prague.code_of(bob) == delegation_to(contract));
    CHECK(prague.nonce_of(bob) == 1);
    CHECK(prague.world.storage(0, bob) == U256{1});
    CHECK(prague.world.storage(0, contract) == U256{});
}

TEST_CASE("set-code transaction: a failure keeps delegation and refund", "[evm][chain][unit]")
{
    Prague prague;
    prague.world.fund(bob, 1);
    prague.world.install(contract, Bytecode{}.op(Op::invalid).build());
    const Result& result = prague.apply(Prague::delegating());
    CHECK(result.status == Status::invalid_instruction);
    CHECK(result.gas_refund == 12'500);
    CHECK(prague.code_of(bob) == delegation_to(contract));
}

TEST_CASE("set-code transaction: what is not valid has no effect", "[evm][chain][unit]")
{
    Prague prague;
    ChainTransaction t = Prague::delegating();
    Authorization& wish = t.authorizations.front();
    SECTION("another chain")
    {
        wish.chain_id = 2;
    }
    SECTION("another nonce")
    {
        wish.nonce = 1;
    }
    SECTION("the last nonce")
    {
        wish.nonce = ~std::uint64_t{0};
    }
    SECTION("no signer")
    {
        wish.authority.reset();
    }
    SECTION("an authority with code of its own")
    {
        prague.world.install(bob, Bytecode{}.op(Op::stop).build());
    }
    const Bytes before = prague.code_of(bob);
    CHECK(prague.apply(t).gas_used == 21'000 + 25'000);
    CHECK(prague.code_of(bob) == before);
    CHECK(prague.nonce_of(bob) == 0);
}

TEST_CASE(
    "set-code transaction: any chain, the sender itself, and the end of it", "[evm][chain][unit]")
{
    Prague prague;
    ChainTransaction t = Prague::delegating();
    // The sender's nonce is one further when its own authorization is looked at.
    t.authorizations = {{0, contract, 2, alice}, {0, contract, 0, bob}};
    prague.apply(t);
    CHECK(prague.code_of(alice) == delegation_to(contract));
    CHECK(prague.nonce_of(alice) == 3);
    // A delegated account may still send, and end its delegation.
    t.nonce = 3;
    t.authorizations = {{0, Address{}, 1, bob}};
    prague.apply(t);
    CHECK(prague.code_of(bob).empty());
    CHECK(prague.nonce_of(bob) == 2);
}

TEST_CASE("delegated calls: access to the delegate is paid, no further one is followed",
    "[evm][chain][golden]")
{
    Prague prague;
    prague.world.install(bob, delegation_to(contract));
    prague.world.install(contract, Bytecode{}.op(Op::stop).build());
    const auto gas_of = [&](const Bytecode& code) {
        prague.world.install(other, Bytecode{code}.op(Op::stop).build());
        Transaction t = prague.world.transaction();
        t.to = other;
        return prague.world.executor.run(t).gas_used - 21'000;
    };
    const auto call = Bytecode{}.call(bob.to_word()).op(Op::pop);
    const std::uint64_t pushes = (7 * 3) + 2;
    CHECK(gas_of(call) == pushes + 2600 + 2600);
    CHECK(gas_of(Bytecode{}.append(call).append(call)) == (2 * pushes) + 5200 + 200);

    // Access to itself is paid too: it is warm by then.
    prague.world.install(bob, delegation_to(bob));
    CHECK(gas_of(Bytecode{}.call(bob.to_word(), {}, 0).op(Op::pop)) == pushes + 2600 + 100);

    const auto answer = [&](const Address& delegate) {
        prague.world.install(bob, delegation_to(delegate));
        prague.world.install(other, Bytecode{}.call(bob.to_word()).return_top().build());
        Transaction t = prague.world.transaction();
        t.to = other;
        return output_word(prague.world.executor.run(t));
    };
    CHECK(answer(contract) == U256{1});
    CHECK(answer(Address::from_word(4)) == U256{1});  // a precompile has no code: nothing runs
    prague.world.install(contract, delegation_to(alice));
    CHECK(answer(contract) == U256{0});  // a delegation is no code that can run
}

TEST_CASE("delegated accounts: show their delegation as code", "[evm][chain][unit]")
{
    Prague prague;
    prague.world.install(bob, delegation_to(contract));
    const Result& result =
        prague.world.run(Bytecode{}.push(bob.to_word()).op(Op::extcodesize).return_top());
    CHECK(output_word(result) == U256{23});
}

TEST_CASE("validity: set-code transactions name an authority and call", "[evm][chain][unit]")
{
    Prague prague;
    ChainTransaction t = Prague::delegating();
    CHECK_FALSE(find_fault(prague.world.executor, t).has_value());
    t.to.reset();
    CHECK(find_fault(prague.world.executor, t) == Rejection::creation_not_allowed);
    t = Prague::delegating();
    t.authorizations.clear();
    CHECK(find_fault(prague.world.executor, t) == Rejection::no_authorizations);
    t = Prague::delegating();
    t.gas_limit = 45'999;
    CHECK(find_fault(prague.world.executor, t) == Rejection::intrinsic_gas_too_low);
    Market cancun;
    CHECK(find_fault(cancun.world.executor, Prague::delegating()) == Rejection::type_not_supported);
}

TEST_CASE("data has a floor of gas in Prague", "[evm][chain][golden]")
{
    Prague prague;
    ChainTransaction t = Market::payment();
    t.data.assign(110, 0);
    std::fill_n(t.data.begin(), 100, std::uint8_t{1});
    const std::uint64_t floor = 21'000 + (10 * ((100 * 4) + 10));
    t.gas_limit = floor - 1;
    CHECK(find_fault(prague.world.executor, t) == Rejection::intrinsic_gas_too_low);
    t.gas_limit = floor;
    CHECK(prague.apply(t).gas_used == floor);
    CHECK(prague.balance(miner) == U256{floor * 3});

    Market cancun;
    const Receipt receipt = apply_transaction(cancun.world.executor, t);
    CHECK(receipt.result->gas_used == 21'000 + (100 * 16) + (10 * 4));
}

TEST_CASE("blobs: nine in Prague, and a slower base fee", "[evm][chain][golden]")
{
    Prague prague;
    ChainTransaction t = prague.blob_payment();
    prague.world.fund(alice, 1'000'000'000);
    t.blob_hashes.assign(9, U256::power_of_two(248));
    CHECK_FALSE(find_fault(prague.world.executor, t).has_value());
    t.blob_hashes.push_back(U256::power_of_two(248));
    CHECK(find_fault(prague.world.executor, t) == Rejection::too_many_blobs);
    const BlobRules& rules = rules_of(Fork::prague).blobs;
    CHECK(blob_base_fee(rules, 3'471'085) == U256{1});
    CHECK(blob_base_fee(rules, 3'471'087) == U256{2});
}

TEST_CASE("history: the parent's hash can be asked of the contract", "[evm][chain][golden]")
{
    // The code of the contract, from EIP-2935.
    const Bytes code = *parse_hex(
        "3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257"
        "611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500");
    Prague prague;
    Executor& executor = prague.world.executor;
    executor.block().number = 20'000;
    executor.block().recent_hashes = {U256{0xabc}};
    record_parent_hash(executor);
    CHECK(prague.world.storage(19'999 % 8191, history_contract()) == U256{});
    prague.world.install(history_contract(), code);
    record_parent_hash(executor);
    const auto ask = [&](const U256& number) {
        prague.world.input = words({number});
        Transaction t = prague.world.transaction(prague.world.input);
        t.to = history_contract();
        const Result& result = executor.run(t);
        return result.succeeded() ? std::optional{output_word(result)} : std::nullopt;
    };
    CHECK(ask(19'999) == U256{0xabc});
    CHECK_FALSE(ask(20'000).has_value());
    CHECK_FALSE(ask(20'000 - 8192).has_value());
    CHECK(history_contract().to_hex() == "0x0000f90827f1c53a10cb7a02335b175320002935");
}

TEST_CASE("the BLS precompiles are there from Prague on", "[evm][chain][unit]")
{
    for (const std::uint64_t address : {0x0bU, 0x11U, 0x12U})
    {
        ChainTransaction t = Market::payment();
        t.to = Address::from_word(U256{address});
        Prague prague;
        // Empty input is not valid; without a precompile at the address, it is a payment.
        CHECK(prague.apply(t).status ==
              (address <= 0x11 ? Status::precompile_failure : Status::success));
        Market cancun;
        CHECK(apply_transaction(cancun.world.executor, t).result->status == Status::success);
    }
}
