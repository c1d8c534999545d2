// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/chain/apply.hpp>

namespace sbst::evm
{

namespace
{

/// Applies a transaction; `execute` runs it after it is paid for.
template <class Execute>
Receipt apply(Executor& executor, const ChainTransaction& transaction, const Execute& execute)
{
    Receipt receipt;
    receipt.rejection = find_fault(executor, transaction);
    if (receipt.rejection)
    {
        return receipt;
    }
    WorldState& state = executor.state();
    const Block& block = executor.block();
    const U256 base_fee = rules_of(executor.fork()).base_fee ? block.base_fee : U256{};
    const Transaction execution = to_execution(transaction, base_fee);

    // 1. All gas and the blobs are paid in advance. The sums cannot overflow: the balance covers
    // them.
    const AccountId sender = state.find_or_add(transaction.sender);
    const U256 gas_fee = U256{transaction.gas_limit} * execution.gas_price;
    const U256 blob_gas = U256{transaction.blob_hashes.size()} * U256{gas_per_blob};
    const U256 blob_fee = blob_gas * block.blob_base_fee;
    state.set_balance(sender, state.account(sender).balance - gas_fee - blob_fee);

    // 2. Execution; the coinbase is paid before destroyed accounts are removed.
    receipt.result = &execute(execution);

    // 3. The unused gas is paid back. Base fee and blob fee are burned.
    const U256 unused{transaction.gas_limit - receipt.result->gas_used};
    const U256 returned = unused * execution.gas_price;
    state.set_balance(sender, state.account(sender).balance + returned);
    return receipt;
}

}  // namespace

Receipt apply_transaction(Executor& executor, const ChainTransaction& transaction)
{
    return apply(executor, transaction,
        [&](const Transaction& execution) -> const Result& { return executor.run(execution); });
}

Receipt apply_transaction(
    Executor& executor, const ChainTransaction& transaction, const StepListener& listener)
{
    return apply(executor, transaction, [&](const Transaction& execution) -> const Result& {
        return executor.run(execution, listener);
    });
}

}  // namespace sbst::evm
