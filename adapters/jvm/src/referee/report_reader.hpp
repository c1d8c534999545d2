// SPDX-License-Identifier: Apache-2.0
// Reads the answer of the referee's Java program.
#pragma once

#include <sbst/jvm/referee/report.hpp>

#include <string_view>

namespace sbst::jvm::detail
{

/// @throws AdapterError when the text is not such an answer.
[[nodiscard]] RefereeReport read_report(std::string_view text);

}  // namespace sbst::jvm::detail
