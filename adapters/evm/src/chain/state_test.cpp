// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/chain/state_root.hpp>
#include <sbst/evm/chain/state_test.hpp>

namespace sbst::evm
{

namespace
{

constexpr std::size_t memory_limit = std::size_t{1} << 30U;
// Gas limits of public cases are up to 2^63; one that pays 800 M for writes makes 8 M changes.
constexpr std::size_t state_limit = std::size_t{1} << 24U;
// A public case counts 2^32 rounds of BLAKE2, eight units each.
constexpr std::uint64_t work_limit = std::uint64_t{1} << 38U;

void install_block(Executor& executor, const StateTestBlock& given)
{
    const ForkRules& rules = rules_of(executor.fork());
    Block& block = executor.block();
    block = given.block;
    block.prevrandao = executor.fork() >= Fork::paris ? given.prevrandao : given.difficulty;
    block.base_fee = rules.base_fee ? given.base_fee : U256{};
    if (rules.blobs.max_blobs != 0)
    {
        block.blob_base_fee = blob_base_fee(rules.blobs, given.excess_blob_gas);
    }
}

void install_accounts(Executor& executor, const std::vector<StateTestAccount>& accounts)
{
    WorldState& state = executor.state();
    for (const StateTestAccount& account : accounts)
    {
        const AccountId id = state.find_or_add(account.address);
        state.set_balance(id, account.balance);
        state.set_nonce(id, account.nonce);
        if (!account.code.empty())
        {
            state.set_code(id, executor.codes().get(account.code));
        }
        for (const auto& [key, value] : account.storage)
        {
            state.set_value(id, state.slot(id, key), value);
        }
        if (state.account(id).is_empty())
        {
            state.keep_empty(id);
        }
    }
}

}  // namespace

Executor prepare_world(
    Fork fork, const StateTestBlock& block, const std::vector<StateTestAccount>& accounts)
{
    Executor executor{{.fork = fork,
        .memory_limit = memory_limit,
        .state_limit = state_limit,
        .work_limit = work_limit}};
    install_block(executor, block);
    install_accounts(executor, accounts);
    return executor;
}

std::optional<ChainTransaction> transaction_of(const StateTest& test, const StateTestCase& which)
{
    const std::optional<std::uint64_t>& gas_limit = test.gas_limits[which.gas];
    const std::optional<U256>& value = test.values[which.value];
    if (!test.is_encodable || !gas_limit || !value)
    {
        return std::nullopt;
    }
    ChainTransaction transaction = test.transaction;
    transaction.data = test.data[which.data];
    transaction.gas_limit = *gas_limit;
    transaction.value = *value;
    if (!test.access_lists.empty() && test.access_lists[which.data])
    {
        transaction.access_list = *test.access_lists[which.data];
        if (transaction.type == TransactionType::legacy)
        {
            transaction.type = TransactionType::access_list;
        }
    }
    return transaction;
}

StateTestOutcome run_state_test(const StateTest& test, const StateTestCase& which)
{
    Executor executor = prepare_world(which.fork, test.block, test.accounts);
    StateTestOutcome outcome;
    outcome.logs = logs_hash(Result{});
    Receipt receipt;
    if (const auto transaction = transaction_of(test, which))
    {
        receipt = apply_transaction(executor, *transaction);
    }
    outcome.rejection = receipt.rejection;
    outcome.is_rejected = receipt.result == nullptr;
    if (receipt.result != nullptr)
    {
        outcome.status = receipt.result->status;
        outcome.gas_used = receipt.result->gas_used;
        outcome.logs = logs_hash(*receipt.result);
    }
    outcome.root = state_root(executor.state());
    outcome.passed = outcome.is_rejected == !which.exception.empty() &&
                     outcome.root == which.root && outcome.logs == which.logs;
    return outcome;
}

}  // namespace sbst::evm
