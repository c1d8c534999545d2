// SPDX-License-Identifier: Apache-2.0
// What this build is.
#pragma once

#include <string_view>

namespace sbst::cli
{

[[nodiscard]] std::string_view version();
/// Name and version of the compiler that built it.
[[nodiscard]] std::string_view compiler();

}  // namespace sbst::cli
