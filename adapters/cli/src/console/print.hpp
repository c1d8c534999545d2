// SPDX-License-Identifier: Apache-2.0
// Prints text, without anything that a terminal would obey (text.hpp). A stream that cannot be
// written is reported once, at the end (main.cpp), never by an exception in the middle of a run
// whose files are still to be written.
#pragma once

#include "text.hpp"

#include <fmt/format.h>

#include <string_view>
#include <type_traits>
#include <utility>

namespace sbst::cli
{

/// Writes a finished text to standard output: the results of a command.
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

/// Writes a line of progress to standard error at once. The carriage return before it, and the end
/// of the line, are added here; the text between is foreign.
void print_progress(std::string_view line);

}  // namespace sbst::cli
