// SPDX-License-Identifier: Apache-2.0
// A world with one rich account and places for contracts, for the executor's tests.
#pragma once

#include "bytecode.hpp"
#include "support/catch.hpp"

#include <sbst/evm/exec/executor.hpp>

#include <optional>
#include <string>

namespace Catch
{

/// Prints words in failing assertions.
template <>
struct StringMaker<sbst::U256>
{
    static std::string convert(const sbst::U256& value) { return value.to_hex(); }
};

}  // namespace Catch

namespace sbst::evm::test
{

inline const Address alice = Address::from_word(U256{0xa11ce});
inline const Address contract = Address::from_word(U256{0xc0de});
inline const Address other = Address::from_word(U256{0x07e4});

/// An executor with `alice` rich enough for everything.
struct World
{
    explicit World(Fork fork = Fork::cancun) : executor{{.fork = fork}}
    {
        WorldState& state = executor.state();
        state.set_balance(state.find_or_add(alice), U256::power_of_two(100));
        state.set_nonce(state.find_or_add(alice), 1);
        executor.block().coinbase = Address::from_word(U256{0xc01});
    }

    void install(const Address& address, const Bytes& code)
    {
        WorldState& state = executor.state();
        state.set_code(state.find_or_add(address), executor.codes().get(code));
    }

    void fund(const Address& address, const U256& balance)
    {
        WorldState& state = executor.state();
        state.set_balance(state.find_or_add(address), balance);
    }

    /// Prepares a call from alice to the contract.
    [[nodiscard]] Transaction transaction(const Bytes& data = {}) const
    {
        Transaction t;
        t.sender = alice;
        t.to = contract;
        t.data = data;
        return t;
    }

    /// Puts the code at `contract` and calls it.
    const Result& run(const Bytecode& code, const Bytes& data = {}, std::uint64_t gas = 6'000'000)
    {
        install(contract, code.build());
        input = data;
        Transaction t = transaction(input);
        t.gas = gas;
        return executor.run(t);
    }

    /// Creates a contract by this creation code, from alice.
    const Result& create(const Bytes& creation, const U256& value = {})
    {
        input = creation;
        Transaction t;
        t.sender = alice;
        t.data = input;
        t.value = value;
        return executor.run(t);
    }

    [[nodiscard]] U256 storage(const U256& key, const Address& address = contract) const
    {
        return executor.state().storage(address, key);
    }

    Executor executor;
    Bytes input;
};

/// Reads the output as one word.
inline U256 output_word(const Result& result)
{
    return U256::from_be_bytes(
        BytesView{result.output}.first(std::min<std::size_t>(32, result.output.size())));
}

/// Gas of the execution alone, without the transaction's base price (call data empty).
inline std::uint64_t execution_gas(const Result& result)
{
    return result.gas_used + result.gas_refund - 21000;
}

}  // namespace sbst::evm::test
