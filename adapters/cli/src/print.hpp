// SPDX-License-Identifier: Apache-2.0
// Text out. A stream that cannot be written is noticed once, at the end (main.cpp), and never by an
// exception in the middle of a run whose files are still to be written.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace sbst::cli
{

/// Writes to standard output: what the command was asked for.
template <class... Args>
void print_result(fmt::format_string<Args...> format, Args&&... args)
{
    const std::string text = fmt::format(format, std::forward<Args>(args)...);
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stdout));
}

/// Writes to standard error: everything else.
template <class... Args>
void print_note(fmt::format_string<Args...> format, Args&&... args)
{
    const std::string text = fmt::format(format, std::forward<Args>(args)...);
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace sbst::cli
