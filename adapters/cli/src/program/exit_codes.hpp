// SPDX-License-Identifier: Apache-2.0
// The meanings of sbst's exit status; `sbst help exit-codes` prints this table. Next: help.hpp.
#pragma once

#include "../console/exit_code.hpp"

#include <string>
#include <vector>

namespace sbst::cli
{

struct ExitCodeRow
{
    ExitCode code = ExitCode::ok;
    std::string meaning;
};

/// One row per code, in order.
[[nodiscard]] std::vector<ExitCodeRow> exit_codes();

}  // namespace sbst::cli
