// SPDX-License-Identifier: Apache-2.0
#include "print.hpp"

#include <cstdio>
#include <string>

namespace sbst::cli
{

namespace
{

/// A stream remembers a failure.
void write_to(std::FILE* stream, std::string_view text)
{
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stream));
}

}  // namespace

void print_result(const Text& text)
{
    write_to(stdout, text.string());
}

void print_note(const Text& text)
{
    write_to(stderr, text.string());
}

void print_progress(std::string_view line)
{
    constexpr std::string_view clear_rest = "\033[K";
    const std::string_view begin = line.starts_with('\r') ? "\r" : "";
    const std::string_view end = line.ends_with(clear_rest) ? clear_rest :
                                 line.ends_with('\n')       ? "\n" :
                                                              "";
    line.remove_prefix(begin.size());
    line.remove_suffix(end.size());
    write_to(stderr, fmt::format("{}{}{}", begin, visible(line), end));
    static_cast<void>(std::fflush(stderr));
}

}  // namespace sbst::cli
