// SPDX-License-Identifier: Apache-2.0
// Delegated calls and the transactions that set them up (EIP-7702). Read next: calls.hpp.
#pragma once

#include "machine.hpp"

#include <sbst/evm/exec/transaction.hpp>

#include <optional>
#include <span>

namespace sbst::evm
{

/// Carries out those that are valid, one after the other; the others have no effect. No failure of
/// the execution undoes them. The transaction's refund counter begins with theirs.
void apply_authorizations(Machine& m, std::span<const Authorization> authorizations);

/// Returns the account whose code a call to this one runs instead of its own, which may be itself;
/// no further delegation is followed.
[[nodiscard]] std::optional<AccountId> find_delegate(Machine& m, AccountId account);

}  // namespace sbst::evm
