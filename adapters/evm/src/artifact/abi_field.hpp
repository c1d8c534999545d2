// SPDX-License-Identifier: Apache-2.0
// Reads an ABI inside an artifact.
#pragma once

#include <sbst/base/json_field.hpp>
#include <sbst/evm/abi/contract_abi.hpp>

namespace sbst::evm::detail
{

/// @throws ParseError naming file and field.
[[nodiscard]] ContractAbi read_abi(const JsonField& abi);

}  // namespace sbst::evm::detail
