// SPDX-License-Identifier: Apache-2.0
// Names go into JSON, keys and pages: all of them are text.
#pragma once

#include <string_view>

namespace sbst::study
{
/// Tells whether the bytes are well-formed UTF-8: no overlong forms, no surrogates.
[[nodiscard]] bool is_utf8(std::string_view bytes);
}  // namespace sbst::study
