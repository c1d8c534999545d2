// SPDX-License-Identifier: Apache-2.0
// Tells text from bytes.
#pragma once

#include <string_view>

namespace sbst::evm::detail
{
/// Tells whether the bytes are well-formed UTF-8: no overlong forms, surrogates or code points
/// above U+10FFFF. Source: RFC 3629.
[[nodiscard]] bool is_utf8(std::string_view text);
}  // namespace sbst::evm::detail
