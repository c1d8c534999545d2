// SPDX-License-Identifier: Apache-2.0
// A transaction as the chain carries it, with its offered fees; owns its data. Next: validity.hpp,
// then apply.hpp.
#pragma once

#include <sbst/evm/exec/fork.hpp>
#include <sbst/evm/exec/transaction.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace sbst::evm
{

/// A transaction whose signature was checked: its sender is known.
struct ChainTransaction
{
    TransactionType type{};
    Address sender;
    std::optional<Address> to;  ///< nothing = create a contract
    std::uint64_t nonce{};
    std::uint64_t gas_limit{};
    U256 value;             ///< wei
    U256 max_fee;           ///< wei per gas; the gas price of the types before dynamic_fee
    U256 max_priority_fee;  ///< wei per gas for the coinbase; the gas price likewise
    U256 max_blob_fee;      ///< wei per blob gas
    Bytes data;
    std::vector<AccessListEntry> access_list;
    std::vector<U256> blob_hashes;
    std::vector<Authorization> authorizations;
};

inline constexpr std::uint64_t gas_per_blob = std::uint64_t{1} << 17U;  ///< EIP-4844

/// Returns the sender's price per gas in wei. Precondition: the base fee is at most `max_fee`.
[[nodiscard]] U256 effective_gas_price(const ChainTransaction& transaction, const U256& base_fee);

/// Returns the price per blob gas in wei in a block of this excess; 2^256 - 1 when that does not
/// fit. Precondition: the fork has blobs. Source: EIP-4844, fake_exponential.
[[nodiscard]] U256 blob_base_fee(const BlobRules& rules, std::uint64_t excess_blob_gas);

/// Returns the executor's form of the transaction, which refers to its lists and data. `base_fee`
/// is as above.
[[nodiscard]] Transaction to_execution(const ChainTransaction& transaction, const U256& base_fee);

}  // namespace sbst::evm
