// SPDX-License-Identifier: Apache-2.0
// Text out, and nothing that a terminal would obey (text.hpp). A stream that cannot be written is
// noticed once, at the end (main.cpp), and never by an exception in the middle of a run whose files
// are still to be written.
#pragma once

#include "text.hpp"

#include <fmt/format.h>

#include <string_view>
#include <type_traits>
#include <utility>

namespace sbst::cli
{

/// Writes a finished text to standard output: what the command was asked for.
void print_result(const Text& text);
/// Writes a finished text to standard error: everything else.
void print_note(const Text& text);

/// Writes lines to standard output; strings among the arguments are foreign, and are escaped.
template <class... Args>
void print_result(LineFormat<std::type_identity_t<Args>...> format, Args&&... args)
{
    print_result(Text::of<Args...>(format.text, std::forward<Args>(args)...));
}

/// The same to standard error.
template <class... Args>
void print_note(LineFormat<std::type_identity_t<Args>...> format, Args&&... args)
{
    print_note(Text::of<Args...>(format.text, std::forward<Args>(args)...));
}

/// Writes a line of progress to standard error at once. The return in front of it, and what clears
/// the rest of the line or ends it, are ours; what stands between is foreign.
void print_progress(std::string_view line);

}  // namespace sbst::cli
