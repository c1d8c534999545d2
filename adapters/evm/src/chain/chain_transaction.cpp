// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/chain/chain_transaction.hpp>
#include <sbst/evm/chain/checked.hpp>

#include <algorithm>

namespace sbst::evm
{

U256 effective_gas_price(const ChainTransaction& transaction, const U256& base_fee)
{
    return base_fee + std::min(transaction.max_priority_fee, transaction.max_fee - base_fee);
}

U256 blob_base_fee(const BlobRules& rules, std::uint64_t excess_blob_gas)
{
    // Taylor's series of e^(excess / fraction), every term scaled by the fraction.
    const U256 fraction{rules.base_fee_fraction};
    U256 sum;
    U256 term = fraction;
    for (std::uint64_t i = 1; !is_zero(term); ++i)
    {
        const auto next_sum = checked_add(sum, term);
        const auto product = checked_multiply(term, U256{excess_blob_gas});
        if (!next_sum || !product)
        {
            return U256::max();
        }
        sum = *next_sum;
        term = *product / (fraction * U256{i});
    }
    return sum / fraction;
}

Transaction to_execution(const ChainTransaction& transaction, const U256& base_fee)
{
    Transaction execution;
    execution.sender = transaction.sender;
    execution.to = transaction.to;
    execution.value = transaction.value;
    execution.data = transaction.data;
    execution.gas = transaction.gas_limit;
    execution.gas_price = effective_gas_price(transaction, base_fee);
    execution.priority_fee = execution.gas_price - base_fee;
    execution.blob_hashes = transaction.blob_hashes;
    execution.access_list = transaction.access_list;
    execution.authorizations = transaction.authorizations;
    return execution;
}

}  // namespace sbst::evm
