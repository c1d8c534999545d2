// SPDX-License-Identifier: Apache-2.0
// Results of calls for people, much as Java writes them. Next: executed_test.hpp.
#pragma once

#include <sbst/jvm/exec/run_detail.hpp>

#include <string>

namespace sbst::jvm::detail
{

/// `null`, `true`, `42`, `'c'`, `"text"`, `RoundingMode.HALF_UP`, `[1, 2]`; for other
/// objects their class. What is longer than the known part ends in `...`.
[[nodiscard]] std::string result_text(const JavaResult& result);

/// In quotation marks; quotation marks, backslashes and line ends are escaped.
[[nodiscard]] std::string quoted_text(const std::u16string& text);

}  // namespace sbst::jvm::detail
