// SPDX-License-Identifier: Apache-2.0
// Long numbers as people read them. Next: executed_tests.hpp.
#pragma once

#include <string>
#include <string_view>

namespace sbst::evm
{

/// Rewrites long decimal numbers of a text, quoted parts excepted: `2^256 - 1` for what lies beside
/// a power of two, `5e18` for what ends in many zeros; the value stays the same.
[[nodiscard]] std::string with_readable_numbers(std::string_view text);

}  // namespace sbst::evm
