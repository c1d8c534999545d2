// SPDX-License-Identifier: Apache-2.0
// Manual pages, made from the tables that help is made from. Next: pages_main.cpp, which writes
// them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// One page of section 1, as man reads it.
struct ManPage
{
    /// `sbst`, `sbst-study-run`: the file is called so, with `.1` behind it.
    std::string name;
    std::string text;
};

/// Writes sbst(1), then one page for each command in the order of the help.
[[nodiscard]] std::vector<ManPage> man_pages();

/// Escapes a text so that roff prints it as it is, line by line.
[[nodiscard]] std::string roff_text(std::string_view text);

}  // namespace sbst::cli
