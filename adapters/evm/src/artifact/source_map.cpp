// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/evm/artifact/source_map.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace sbst::evm
{

namespace
{

[[noreturn]] void fail(std::size_t entry, std::string_view problem)
{
    throw ParseError("", "", fmt::format("entry {} of the source map: {}", entry, problem));
}

/// Splits off the part before `separator`, or everything.
std::string_view take_until(std::string_view& rest, char separator)
{
    const std::size_t end = rest.find(separator);
    const std::string_view part = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return part;
}

/// An empty field keeps the value of the previous entry.
void read_number(std::string_view text, std::int32_t& number, std::size_t entry)
{
    if (text.empty())
    {
        return;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < -1)
    {
        fail(entry, fmt::format("'{}' is not a number from -1 on", text.substr(0, 40)));
    }
}

}  // namespace

std::vector<SourceMapEntry> parse_source_map(std::string_view text, std::size_t max_entries)
{
    std::vector<SourceMapEntry> entries;
    if (text.empty())
    {
        return entries;
    }
    const auto count = 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), ';'));
    if (count > max_entries)
    {
        throw ParseError("", "",
            fmt::format(
                "the source map has {} entries, but the code only {} bytes", count, max_entries));
    }
    entries.reserve(count);
    SourceMapEntry current;
    for (std::size_t i = 0; i < count; ++i)
    {
        std::string_view entry = take_until(text, ';');
        read_number(take_until(entry, ':'), current.span.start, i);
        read_number(take_until(entry, ':'), current.span.length, i);
        read_number(take_until(entry, ':'), current.span.file, i);
        const std::string_view jump = take_until(entry, ':');
        if (jump.size() > 1 || (jump.size() == 1 && jump != "i" && jump != "o" && jump != "-"))
        {
            fail(i, fmt::format("'{}' is not a kind of jump", jump.substr(0, 40)));
        }
        if (!jump.empty())
        {
            current.jump = jump.front();
        }
        std::int32_t modifier_depth = 0;
        read_number(entry, modifier_depth, i);
        entries.push_back(current);
    }
    return entries;
}

void SourceFile::set_text(std::string new_text)
{
    text = std::move(new_text);
    line_starts.assign(1, 0);
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        if (text[i] == '\n')
        {
            line_starts.push_back(i + 1);
        }
    }
}

LineColumn SourceFile::locate(std::size_t offset) const
{
    offset = std::min(offset, text.size());
    const auto next = std::upper_bound(line_starts.begin(), line_starts.end(), offset);
    const auto line = static_cast<std::size_t>(next - line_starts.begin());
    return {line, offset - line_starts[line - 1] + 1};
}

}  // namespace sbst::evm
