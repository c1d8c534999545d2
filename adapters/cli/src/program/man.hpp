// SPDX-License-Identifier: Apache-2.0
// Manual pages, made from the tables of the help. Next: pages_main.cpp, which writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// One page of section 1, as man reads it.
struct ManPage
{
    /// `sbst`, `sbst-study-run`: the name of the file without `.1`.
    std::string name;
    std::string text;
};

/// Writes sbst(1), then one page for each command in the order of the help.
[[nodiscard]] std::vector<ManPage> man_pages();

/// Escapes a text so that roff prints it literally, line by line.
[[nodiscard]] std::string roff_text(std::string_view text);

}  // namespace sbst::cli
