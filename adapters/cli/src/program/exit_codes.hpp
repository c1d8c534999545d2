// SPDX-License-Identifier: Apache-2.0
// What the exit status of sbst means; `sbst help exit-codes` prints this table. Next: help.hpp.
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

/// One row a code, in their order.
[[nodiscard]] std::vector<ExitCodeRow> exit_codes();

}  // namespace sbst::cli
