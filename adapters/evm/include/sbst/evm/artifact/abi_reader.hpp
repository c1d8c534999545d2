// SPDX-License-Identifier: Apache-2.0
// Reads the JSON form of a contract's ABI.
#pragma once

#include <sbst/evm/abi/contract_abi.hpp>

#include <string>
#include <string_view>

namespace sbst::evm
{

/// Parses an ABI: a JSON array of entries, of any solc version.
/// @throws ParseError naming `file` and the field, such as `abi[3].inputs[0].type`.
[[nodiscard]] ContractAbi parse_abi(std::string_view json, const std::string& file);

}  // namespace sbst::evm
