// SPDX-License-Identifier: Apache-2.0
// Selects a contract of a document.
#pragma once

#include "document.hpp"

#include <string>
#include <string_view>

namespace sbst::evm::detail
{

/// Finds the contract named `wanted` (`Name` or `source:Name`), or, when `wanted` is empty, the
/// only one that can be deployed.
/// @throws ConfigError listing names when there is not exactly one; ParseError when there is no
/// contract with code at all.
[[nodiscard]] ContractRecord& select_contract(
    Document& document, std::string_view wanted, const std::string& file);

}  // namespace sbst::evm::detail
