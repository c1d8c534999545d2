// SPDX-License-Identifier: Apache-2.0
#include "authorizations.hpp"

#include <sbst/evm/exec/delegation.hpp>

#include <algorithm>
#include <array>

namespace sbst::evm
{

namespace
{

constexpr std::array<std::uint8_t, 3> mark{0xef, 0x01, 0x00};

/// The steps of EIP-7702 for one authorization after the recovery of the signer.
void apply(Machine& m, const Authorization& wish)
{
    const bool fits_chain = is_zero(wish.chain_id) || wish.chain_id == m.block.chain_id;
    if (!fits_chain || wish.nonce == ~std::uint64_t{0} || !wish.authority)
    {
        return;
    }
    const AccountId id = m.state.find_or_add(*wish.authority);
    m.state.warm_up_account(id);
    const Account& account = m.state.account(id);
    const bool has_own_code = account.code != nullptr && !delegate_of(account.code->code());
    if (has_own_code || account.nonce != wish.nonce)
    {
        return;
    }
    if (!account.is_empty() || account.is_kept)
    {
        m.refund += known_authority_refund;
    }
    const bool ends = wish.delegate == Address{};
    m.state.set_code(id, ends ? nullptr : m.codes.get(delegation_to(wish.delegate)));
    m.state.set_nonce(id, wish.nonce + 1);
}

}  // namespace

std::optional<Address> delegate_of(BytesView code) noexcept
{
    Address delegate;
    if (code.size() != mark.size() + delegate.bytes.size() ||
        !std::equal(mark.begin(), mark.end(), code.begin()))
    {
        return std::nullopt;
    }
    std::copy(code.begin() + mark.size(), code.end(), delegate.bytes.begin());
    return delegate;
}

Bytes delegation_to(const Address& delegate)
{
    Bytes code(mark.size() + delegate.bytes.size());
    std::copy(mark.begin(), mark.end(), code.begin());
    std::copy(delegate.bytes.begin(), delegate.bytes.end(), code.begin() + mark.size());
    return code;
}

void apply_authorizations(Machine& m, std::span<const Authorization> authorizations)
{
    for (const Authorization& wish : authorizations)
    {
        apply(m, wish);
    }
}

std::optional<AccountId> find_delegate(Machine& m, AccountId account)
{
    const CodeAnalysis* code = m.state.account(account).code.get();
    if (!m.rules.delegations || code == nullptr)
    {
        return std::nullopt;
    }
    const std::optional<Address> delegate = delegate_of(code->code());
    return delegate ? std::optional{m.state.find_or_add(*delegate)} : std::nullopt;
}

}  // namespace sbst::evm
