// SPDX-License-Identifier: Apache-2.0
#include "code_reader.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/artifact/compiler.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sbst::evm::detail
{

namespace
{

constexpr std::size_t placeholder_digits = 40;

/// Hexadecimal digits without prefix.
std::string_view digits_of(const CodeRecord& record)
{
    std::string_view text = record.object->text();
    if (text.starts_with("0x") || text.starts_with("0X"))
    {
        text.remove_prefix(2);
    }
    return text;
}

bool is_hex_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// The library whose address belongs at that byte, by the table of link references.
std::string linked_name(const CodeRecord& record, std::size_t byte)
{
    if (!record.link_references || !record.link_references->is_object())
    {
        return {};
    }
    for (const auto& [source, libraries] : record.link_references->json().items())
    {
        if (!libraries.is_object())
        {
            continue;
        }
        for (const auto& [name, places] : libraries.items())
        {
            for (const SortedJson& place : places)
            {
                if (place.is_object() && place.contains("start") && place["start"] == byte)
                {
                    return fmt::format("{}:{}", source, name);
                }
            }
        }
    }
    return {};
}

/// A placeholder is `__$hash$__` (solc 0.5), or `__` and the beginning of the name (before).
[[noreturn]] void fail_unlinked(const CodeRecord& record, std::string_view digits, std::size_t at)
{
    const std::string_view placeholder = digits.substr(at, placeholder_digits);
    std::string name = linked_name(record, at / 2);
    if (name.empty() && !placeholder.starts_with("__$"))
    {
        name = placeholder.substr(2);
        name.erase(std::min(name.size(), name.find_last_not_of('_') + 1));
    }
    record.object->fail(fmt::format("the library {} is not linked: placeholder {} at byte {}",
        name.empty() ? "behind the placeholder" : name, placeholder, at / 2));
}

Bytes read_bytes(const CodeRecord& record)
{
    const std::string_view digits = digits_of(record);
    const auto wrong = std::find_if_not(digits.begin(), digits.end(), is_hex_digit);
    if (wrong != digits.end())
    {
        const auto at = static_cast<std::size_t>(wrong - digits.begin());
        if (digits.substr(at).starts_with("__"))
        {
            fail_unlinked(record, digits, at);
        }
        record.object->fail(fmt::format("no hexadecimal digit at position {}", at));
    }
    std::optional<Bytes> bytes = parse_hex(digits);
    if (bytes && bytes->size() > max_program_bytes)
    {
        record.object->fail(fmt::format(
            "{} bytes, at most {} expected of a program", bytes->size(), max_program_bytes));
    }
    if (!bytes)
    {
        record.object->fail(fmt::format("an odd number of hexadecimal digits ({})", digits.size()));
    }
    return *std::move(bytes);
}

}  // namespace

bool has_code(const CodeRecord& record)
{
    return record.object && !digits_of(record).empty();
}

bool is_library(const CodeRecord& runtime)
{
    // PUSH20 <address of the library>, ADDRESS, EQ: a library refuses to be called directly.
    const std::string prefix = "73" + std::string(placeholder_digits, '0') + "3014";
    return runtime.object && runtime.object->is_string() && digits_of(runtime).starts_with(prefix);
}

Code read_code(const CodeRecord& record)
{
    Code code;
    if (!record.object)
    {
        return code;
    }
    code.bytes = read_bytes(record);
    const std::optional<MetadataTrailer> metadata = find_metadata(code.bytes);
    code.size_without_metadata = code.bytes.size() - (metadata ? metadata->size : 0);
    if (!record.source_map)
    {
        return code;
    }
    try
    {
        // Every entry is for one instruction, so there are never more entries than bytes.
        code.source_map = parse_source_map(record.source_map->text(), code.bytes.size());
    }
    catch (const ParseError& error)
    {
        if (!error.file.empty())
        {
            throw;
        }
        record.source_map->fail(error.what());
    }
    return code;
}

std::vector<ImmutableReference> read_immutables(
    const std::optional<JsonField>& table, std::size_t code_size)
{
    std::vector<ImmutableReference> references;
    if (!table)
    {
        return references;
    }
    for (const auto& [variable, unused] : table->as_object().json().items())
    {
        const JsonField places = table->at(variable);
        for (std::size_t i = 0; i < places.as_array().size(); ++i)
        {
            const JsonField place = places.at(i);
            const std::size_t start = place.at("start").count();
            const std::size_t length = place.at("length").count();
            if (start > code_size || length > code_size - start)
            {
                place.fail(fmt::format("outside the code of {} bytes", code_size));
            }
            references.push_back({variable, start, length});
        }
    }
    return references;
}

}  // namespace sbst::evm::detail
