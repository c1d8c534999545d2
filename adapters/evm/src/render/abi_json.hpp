// SPDX-License-Identifier: Apache-2.0
// Writes a contract's ABI in the compiler's JSON form; artifact/abi_reader.hpp reads it.
#pragma once

#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/report/report_json.hpp>

namespace sbst::evm::detail
{

[[nodiscard]] OrderedJson abi_to_json(const ContractAbi& abi);

}  // namespace sbst::evm::detail
