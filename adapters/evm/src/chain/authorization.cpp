// SPDX-License-Identifier: Apache-2.0
#include "../exec/precompiles.hpp"

#include <sbst/evm/base/keccak.hpp>
#include <sbst/evm/chain/authorization.hpp>
#include <sbst/evm/chain/rlp.hpp>

#include <algorithm>

namespace sbst::evm
{

namespace
{

/// Half of the order of secp256k1: only the lower one of the two valid s is accepted (EIP-2).
constexpr U256 largest_s{
    0xdfe9'2f46'681b'20a0U, 0x5d57'6e73'57a4'501dU, ~std::uint64_t{0}, 0x7fff'ffff'ffff'ffffU};

Hash256 signed_hash(const SignedAuthorization& wish)
{
    constexpr std::uint8_t mark = 0x05;
    Bytes fields;
    append_rlp(fields, wish.chain_id);
    append_rlp(fields, wish.delegate.bytes);
    append_rlp(fields, U256{wish.nonce});
    Bytes message{mark};
    append_rlp_list(message, fields);
    return keccak256(message);
}

}  // namespace

Authorization recover_authority(const SignedAuthorization& wish)
{
    Authorization authorization{wish.chain_id, wish.delegate, wish.nonce, std::nullopt};
    if (wish.y_parity > U256{1} || wish.s > largest_s)
    {
        return authorization;
    }
    // The first precompile recovers signers: from hash, 27 + parity, r and s.
    constexpr unsigned ecrecover = 1;
    constexpr std::int64_t enough_gas = 1'000'000;
    const Hash256 hash = signed_hash(wish);
    Bytes input(128);
    auto end = std::copy(hash.begin(), hash.end(), input.begin());
    for (const U256& word : {wish.y_parity + U256{27}, wish.r, wish.s})
    {
        const auto bytes = word.to_be_bytes();
        end = std::copy(bytes.begin(), bytes.end(), end);
    }
    Bytes output;
    const PrecompileOutcome outcome =
        execute_precompile(rules_of(Fork::prague), ecrecover, input, enough_gas, output);
    if (outcome.status == Status::success && !output.empty())
    {
        authorization.authority = Address::from_word(U256::from_be_bytes(output));
    }
    return authorization;
}

}  // namespace sbst::evm
