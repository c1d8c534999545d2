// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/chain/checked.hpp>
#include <sbst/evm/chain/validity.hpp>
#include <sbst/evm/exec/delegation.hpp>

#include <algorithm>
#include <array>

namespace sbst::evm
{

namespace
{

constexpr std::array<std::string_view, 17> rejection_names{"type_not_supported", "sender_has_code",
    "nonce_too_low", "nonce_too_high", "nonce_is_max", "gas_limit_above_block",
    "intrinsic_gas_too_low", "init_code_too_large", "fee_below_base_fee", "priority_above_fee",
    "insufficient_funds", "no_blobs", "too_many_blobs", "blob_hash_version",
    "blob_fee_below_base_fee", "creation_not_allowed", "no_authorizations"};
static_assert(rejection_names[static_cast<std::size_t>(Rejection::no_authorizations)] ==
              rejection_names.back());

using Fault = std::optional<Rejection>;

/// EIP-3607: accounts with code cannot send, unless (EIP-7702) the code is a delegation.
bool has_refused_code(const Executor& executor, const Account& sender)
{
    if (sender.code == nullptr)
    {
        return false;
    }
    return !rules_of(executor.fork()).delegations || !delegate_of(sender.code->code());
}

Fault sender_fault(const Executor& executor, const ChainTransaction& t)
{
    const WorldState& state = executor.state();
    const auto id = state.find(t.sender);
    const Account absent;
    const Account& sender = id ? state.account(*id) : absent;
    if (has_refused_code(executor, sender))
    {
        return Rejection::sender_has_code;
    }
    if (t.nonce == ~std::uint64_t{0})
    {
        return Rejection::nonce_is_max;
    }
    if (t.nonce != sender.nonce)
    {
        return t.nonce < sender.nonce ? Rejection::nonce_too_low : Rejection::nonce_too_high;
    }
    return std::nullopt;
}

Fault gas_fault(const Executor& executor, const ChainTransaction& t)
{
    if (t.gas_limit > executor.block().gas_limit)
    {
        return Rejection::gas_limit_above_block;
    }
    const Transaction execution = to_execution(t, {});
    if (t.gas_limit <
        std::max(intrinsic_gas(executor.fork(), execution), floor_gas(executor.fork(), execution)))
    {
        return Rejection::intrinsic_gas_too_low;
    }
    if (!t.to && rules_of(executor.fork()).limit_init_code && t.data.size() > max_init_code_size)
    {
        return Rejection::init_code_too_large;
    }
    return std::nullopt;
}

Fault fee_fault(const Executor& executor, const ChainTransaction& t)
{
    if (rules_of(executor.fork()).base_fee && t.max_fee < executor.block().base_fee)
    {
        return Rejection::fee_below_base_fee;
    }
    if (t.max_priority_fee > t.max_fee)
    {
        return Rejection::priority_above_fee;
    }
    return std::nullopt;
}

/// Returns the highest possible cost of the transaction, nothing when that exceeds 256 bits.
std::optional<U256> highest_cost(const ChainTransaction& t)
{
    const auto gas = checked_multiply(U256{t.gas_limit}, t.max_fee);
    const U256 blob_gas = U256{t.blob_hashes.size()} * U256{gas_per_blob};
    const auto blobs = checked_multiply(blob_gas, t.max_blob_fee);
    const auto fees = gas && blobs ? checked_add(*gas, *blobs) : std::nullopt;
    return fees ? checked_add(*fees, t.value) : std::nullopt;
}

Fault funds_fault(const WorldState& state, const ChainTransaction& t)
{
    const std::optional<U256> cost = highest_cost(t);
    return !cost || state.balance(t.sender) < *cost ? Fault{Rejection::insufficient_funds} :
                                                      std::nullopt;
}

Fault blob_fault(const Executor& executor, const ChainTransaction& t)
{
    constexpr std::uint8_t kzg_version = 1;
    if (t.type != TransactionType::blob)
    {
        return std::nullopt;
    }
    if (t.blob_hashes.empty())
    {
        return Rejection::no_blobs;
    }
    if (t.blob_hashes.size() > rules_of(executor.fork()).blobs.max_blobs)
    {
        return Rejection::too_many_blobs;
    }
    if (std::any_of(t.blob_hashes.begin(), t.blob_hashes.end(),
            [](const U256& hash) { return hash.to_be_bytes()[0] != kzg_version; }))
    {
        return Rejection::blob_hash_version;
    }
    if (t.max_blob_fee < executor.block().blob_base_fee)
    {
        return Rejection::blob_fee_below_base_fee;
    }
    return std::nullopt;
}

}  // namespace

std::string_view to_string(Rejection rejection) noexcept
{
    return rejection_names[static_cast<std::size_t>(rejection)];
}

std::optional<Rejection> find_fault(const Executor& executor, const ChainTransaction& t)
{
    if (t.type > rules_of(executor.fork()).last_type)
    {
        return Rejection::type_not_supported;
    }
    if (const Fault fault = sender_fault(executor, t))
    {
        return fault;
    }
    if (const Fault fault = gas_fault(executor, t))
    {
        return fault;
    }
    if (const Fault fault = fee_fault(executor, t))
    {
        return fault;
    }
    if (const Fault fault = funds_fault(executor.state(), t))
    {
        return fault;
    }
    if (const Fault fault = blob_fault(executor, t))
    {
        return fault;
    }
    if (t.type >= TransactionType::blob && !t.to)
    {
        return Rejection::creation_not_allowed;
    }
    const bool lacks_authorizations =
        t.type == TransactionType::set_code && t.authorizations.empty();
    return lacks_authorizations ? Fault{Rejection::no_authorizations} : std::nullopt;
}

}  // namespace sbst::evm
