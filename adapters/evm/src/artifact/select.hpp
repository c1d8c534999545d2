// SPDX-License-Identifier: Apache-2.0
// Chooses the contract of a document that is meant.
#pragma once

#include "document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm::detail
{
/// Finds the contract named `wanted` (`Name` or `source:Name`), or, when `wanted` is empty, the
/// only one that can be deployed.
/// @throws ConfigError listing names when that is not exactly one; ParseError when there is no
/// contract with code at all.
[[nodiscard]] ContractRecord& select_contract(
    Document& document, std::string_view wanted, const std::string& file);

/// The entries of `names` nearest to `wanted`, or that begin with it, best first and equally good
/// ones in their order, at most three, none that is far off.
[[nodiscard]] std::vector<std::string> nearest_names(
    std::string_view wanted, const std::vector<std::string>& names);
}  // namespace sbst::evm::detail
