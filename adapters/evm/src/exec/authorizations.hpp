// SPDX-License-Identifier: Apache-2.0
// Delegated calls and the transactions that set them up (EIP-7702). Next: calls.hpp.
#pragma once

#include "machine.hpp"

#include <sbst/evm/exec/transaction.hpp>

#include <optional>
#include <span>

namespace sbst::evm
{

/// Applies the valid authorizations in order; the others have no effect. A failure of the execution
/// does not undo them. The transaction's refund counter begins with theirs.
void apply_authorizations(Machine& m, std::span<const Authorization> authorizations);

/// Returns the account whose code runs instead of this account's own, which may be itself;
/// delegations are followed only once.
[[nodiscard]] std::optional<AccountId> find_delegate(Machine& m, AccountId account);

}  // namespace sbst::evm
