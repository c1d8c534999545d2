// SPDX-License-Identifier: Apache-2.0
// A world with fees, and a transaction that is valid in it; tests change one thing at a time.
#pragma once

#include "evm/exec/world.hpp"

#include <sbst/evm/chain/apply.hpp>

namespace sbst::evm::test
{

inline const Address miner = Address::from_word(U256{0xc01});

/// Alice owns 10 million wei; gas costs 7 wei at least, blob gas 3 wei (where the fork has them).
struct Market
{
    explicit Market(Fork fork = Fork::cancun) : world{fork}
    {
        world.fund(alice, 10'000'000);
        Block& block = world.executor.block();
        block.base_fee = rules_of(fork).base_fee ? U256{7} : U256{};
        block.blob_base_fee = 3;
        block.gas_limit = 200'000;
    }

    [[nodiscard]] static ChainTransaction payment(TransactionType type = TransactionType::legacy)
    {
        ChainTransaction t;
        t.type = type;
        t.sender = alice;
        t.to = other;
        t.nonce = 1;
        t.gas_limit = 100'000;
        t.value = 1000;
        t.max_fee = 10;
        t.max_priority_fee = type >= TransactionType::dynamic_fee ? 2 : 10;
        return t;
    }

    /// A blob is 131,072 gas: alice must be richer.
    [[nodiscard]] ChainTransaction blob_payment()
    {
        world.fund(alice, 100'000'000);
        ChainTransaction t = payment(TransactionType::blob);
        t.blob_hashes = {U256::power_of_two(248) + U256{5}};
        t.max_blob_fee = 4;
        return t;
    }

    [[nodiscard]] U256 balance(const Address& address) const
    {
        return world.executor.state().balance(address);
    }

    World world;
};

}  // namespace sbst::evm::test
