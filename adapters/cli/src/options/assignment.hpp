// SPDX-License-Identifier: Apache-2.0
// One source's value for one option. Next: configure.hpp, which ranks the sources.
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
    /// Its place in error messages: `--seed`, `SBST_SEED`, `sbst.yaml:3: seed`.
    std::string origin;
};

/// Appends a value as written; split at commas if the option does so.
void add_values(Assignment& assignment, const std::string& text);

}  // namespace sbst::cli
