// SPDX-License-Identifier: Apache-2.0
// What one source says about one option. Next: configure.hpp, which ranks the sources.
#pragma once

#include "option.hpp"

#include <string>
#include <vector>

namespace sbst::cli
{

struct Assignment
{
    const Option* option = nullptr;
    /// As written; `true` or `false` for switches.
    Texts values;
    /// As error messages name it: `--seed`, `SBST_SEED`, `sbst.yaml:3: seed`.
    std::string origin;
};

/// Appends a value as written: split at commas where the option says so.
void add_values(Assignment& assignment, const std::string& text);

}  // namespace sbst::cli
