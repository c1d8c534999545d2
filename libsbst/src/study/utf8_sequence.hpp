// SPDX-License-Identifier: Apache-2.0
// Texts cut into characters of UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace sbst::study
{
/// Length of the well-formed UTF-8 sequence at the front; 0 where there is none. The text is not
/// empty.
[[nodiscard]] std::size_t sequence_length(std::string_view text);
}  // namespace sbst::study
