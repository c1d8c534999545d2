// SPDX-License-Identifier: Apache-2.0
// Delegations: code of 23 bytes that names the account whose code is run instead. Next:
// transaction.hpp.
#pragma once

#include <sbst/evm/base/address.hpp>
#include <sbst/evm/base/bytes.hpp>

#include <optional>

namespace sbst::evm
{

/// Returns the target of a delegation: the address after the bytes 0xEF0100; nothing for any other
/// code. Source: EIP-7702.
[[nodiscard]] std::optional<Address> delegate_of(BytesView code) noexcept;

/// Returns the code that delegates to an address.
[[nodiscard]] Bytes delegation_to(const Address& delegate);

}  // namespace sbst::evm
