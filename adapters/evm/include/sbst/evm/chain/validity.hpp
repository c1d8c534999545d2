// SPDX-License-Identifier: Apache-2.0
// Whether a transaction may be in a block at all; an invalid one changes nothing. Next: apply.hpp.
#pragma once

#include <sbst/evm/chain/chain_transaction.hpp>
#include <sbst/evm/exec/executor.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace sbst::evm
{

/// Why a transaction is refused.
enum class Rejection : std::uint8_t
{
    type_not_supported,
    sender_has_code,  ///< EIP-3607; a delegation does not count
    nonce_too_low,
    nonce_too_high,
    nonce_is_max,  ///< EIP-2681
    gas_limit_above_block,
    intrinsic_gas_too_low,
    init_code_too_large,  ///< EIP-3860
    fee_below_base_fee,
    priority_above_fee,
    insufficient_funds,
    no_blobs,
    too_many_blobs,
    blob_hash_version,
    blob_fee_below_base_fee,
    creation_not_allowed,  ///< by the type: EIP-4844, EIP-7702
    no_authorizations      ///< EIP-7702
};

/// Returns the enumerator's name.
[[nodiscard]] std::string_view to_string(Rejection rejection) noexcept;

/// Checks a transaction against the executor's fork, block and state, in the order of the list
/// above; nothing = it is valid. Amounts are compared without loss beyond 256 bits. Source: Yellow
/// Paper, section 6.2, and the EIPs named above.
[[nodiscard]] std::optional<Rejection> find_fault(
    const Executor& executor, const ChainTransaction& transaction);

}  // namespace sbst::evm
