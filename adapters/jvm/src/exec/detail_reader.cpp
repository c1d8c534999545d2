// SPDX-License-Identifier: Apache-2.0
#include "detail_reader.hpp"

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

namespace sbst::jvm
{

namespace
{

// Flags as Details.java writes them.
constexpr unsigned from_class_under_test_flag = 1;
constexpr unsigned explicit_flag = 2;

std::optional<JavaResultKind> kind_of(std::uint8_t letter)
{
    switch (letter)
    {
        case 'Z':
            return JavaResultKind::boolean;
        case 'B':
            return JavaResultKind::byte;
        case 'S':
            return JavaResultKind::short_integer;
        case 'C':
            return JavaResultKind::character;
        case 'I':
            return JavaResultKind::integer;
        case 'J':
            return JavaResultKind::long_integer;
        case 'F':
            return JavaResultKind::single_float;
        case 'D':
            return JavaResultKind::double_float;
        default:
            return std::nullopt;
    }
}

void read_value(WireReader& reader, std::uint8_t letter, std::size_t depth, JavaResult& value);

void read_array(WireReader& reader, std::size_t depth, JavaResult& value)
{
    value.kind = JavaResultKind::array;
    value.class_name = reader.get_name();
    const std::size_t length = reader.get<std::uint32_t>();
    const std::size_t given = reader.get_count(1);
    value.is_truncated = length > given;
    for (std::size_t i = 0; i < given && !reader.is_broken(); ++i)
    {
        const auto letter = reader.get<std::uint8_t>();
        read_value(reader, letter, depth + 1, value.elements.emplace_back());
    }
}

void read_collection(WireReader& reader, std::size_t depth, JavaResult& value)
{
    value.kind = JavaResultKind::object;
    value.class_name = reader.get_name();
    switch (reader.get<std::uint8_t>())
    {
        case 'l':
            value.content = JavaContentKind::list;
            break;
        case 's':
            value.content = JavaContentKind::set;
            break;
        case 'm':
            value.content = JavaContentKind::map;
            break;
        case 'c':
            value.content = JavaContentKind::other;
            break;
        case 'o':
            value.content = JavaContentKind::optional;
            break;
        default:
            reader.fail();
    }
    const std::size_t size = reader.get<std::uint32_t>();
    const std::size_t given = reader.get_count(1);
    const bool is_map = value.content == JavaContentKind::map;
    const bool is_optional = value.content == JavaContentKind::optional;
    if ((is_map && given % 2 != 0) || (is_optional && (size > 1 || given != size)))
    {
        reader.fail();
    }
    value.is_truncated = size > (is_map ? given / 2 : given);
    value.bits = static_cast<std::int64_t>(size);
    for (std::size_t i = 0; i < given && !reader.is_broken(); ++i)
    {
        const auto letter = reader.get<std::uint8_t>();
        read_value(reader, letter, depth + 1, value.elements.emplace_back());
    }
}

void read_value(WireReader& reader, std::uint8_t letter, std::size_t depth, JavaResult& value)
{
    constexpr std::size_t most_depth = 8;
    if (depth > most_depth)
    {
        reader.fail();
        return;
    }
    if (letter == 'X')
    {
        value.is_boxed = true;
        letter = reader.get<std::uint8_t>();
    }
    if (const auto kind = kind_of(letter))
    {
        value.kind = *kind;
        value.bits = reader.get<std::int64_t>();
        return;
    }
    switch (letter)
    {
        case 'V':
            value.kind = JavaResultKind::nothing;
            break;
        case 'N':
            value.kind = JavaResultKind::null;
            break;
        case 'T':
            value.kind = JavaResultKind::string;
            value.text = read_text(reader, value.is_truncated);
            break;
        case 'E':
            value.kind = JavaResultKind::enumeration;
            value.class_name = reader.get_name();
            value.constant = reader.get_name();
            break;
        case 'A':
            read_array(reader, depth, value);
            break;
        case 'K':
            read_collection(reader, depth, value);
            break;
        case 'O':
            value.kind = JavaResultKind::object;
            value.class_name = reader.get_name();
            break;
        default:
            reader.fail();
    }
}

ThrownDetail read_thrown(WireReader& reader, const std::string& class_name)
{
    ThrownDetail thrown;
    thrown.class_name = class_name;
    if (reader.get<std::uint8_t>() != 0)
    {
        bool is_truncated = false;
        thrown.message = read_text(reader, is_truncated);
    }
    const unsigned flags = reader.get<std::uint8_t>();
    thrown.is_from_class_under_test = (flags & from_class_under_test_flag) != 0;
    thrown.is_explicit = (flags & explicit_flag) != 0;
    if (reader.get<std::uint8_t>() != 0)
    {
        thrown.frame_class = reader.get_name();
        thrown.frame_method = reader.get_name();
        thrown.frame_line = reader.get<std::int32_t>();
        thrown.called_class = reader.get_name();
        thrown.called_method = reader.get_name();
    }
    return thrown;
}

void read_results(WireReader& reader, std::size_t count, RunDetail& detail)
{
    constexpr std::uint8_t repeated_letter = 'R';
    for (std::size_t i = 0; i < count && !reader.is_broken(); ++i)
    {
        const auto letter = reader.get<std::uint8_t>();
        if (letter != repeated_letter)
        {
            read_value(reader, letter, 0, detail.results.emplace_back());
            detail.first_with.push_back(i);
            continue;
        }
        const std::size_t first = reader.get<std::uint32_t>();
        if (first >= i)
        {
            reader.fail();
            return;
        }
        detail.results.push_back(detail.results[first]);
        detail.first_with.push_back(first);
    }
}

void read_contents(WireReader& reader, std::size_t calls, std::vector<ContentDetail>& contents)
{
    constexpr std::uint32_t no_argument = 0xffffffff;
    constexpr std::size_t least_bytes = 13;
    const std::size_t count = reader.get_count(least_bytes);
    for (std::size_t i = 0; i < count && !reader.is_broken(); ++i)
    {
        ContentDetail& content = contents.emplace_back();
        content.call = reader.get<std::uint32_t>();
        const auto argument = reader.get<std::uint32_t>();
        content.argument = argument == no_argument ? std::nullopt : std::optional(argument);
        content.changed_by.resize(reader.get_count(sizeof(std::uint32_t)));
        bool is_known = content.call < calls;
        for (std::uint32_t& call : content.changed_by)
        {
            call = reader.get<std::uint32_t>();
            is_known = is_known && call < calls;
        }
        if (!is_known)
        {
            reader.fail();
            return;
        }
        const auto letter = reader.get<std::uint8_t>();
        read_value(reader, letter, 0, content.value);
    }
}

}  // namespace

std::u16string read_text(WireReader& reader, bool& is_truncated)
{
    const std::size_t length = reader.get<std::uint32_t>();
    const std::size_t given = reader.get_count(sizeof(char16_t));
    const std::span<const std::byte> bytes = reader.get_bytes(given * sizeof(char16_t));
    is_truncated = length > given;
    std::u16string text(bytes.size() / sizeof(char16_t), u'\0');
    if (!bytes.empty())
    {
        std::memcpy(text.data(), bytes.data(), bytes.size());
    }
    return text;
}

void read_details(WireReader& reader, const Trace& trace, const std::string* thrown_class,
    std::size_t static_fields, RunDetail& detail)
{
    constexpr std::uint8_t threw_letter = '!';
    const std::size_t returned = trace.calls.size() - (thrown_class != nullptr ? 1 : 0);
    read_results(reader, returned, detail);
    if (thrown_class != nullptr)
    {
        detail.thrown = read_thrown(reader, *thrown_class);
    }
    constexpr std::size_t least_bytes = 9;
    const std::size_t count = reader.get_count(least_bytes);
    for (std::size_t i = 0; i < count && !reader.is_broken(); ++i)
    {
        ObserverDetail& observation = detail.observations.emplace_back();
        observation.call = reader.get<std::uint32_t>();
        observation.callable = reader.get<std::uint32_t>();
        const auto letter = reader.get<std::uint8_t>();
        if (letter == threw_letter)
        {
            observation.thrown_class = reader.get_name();
        }
        else
        {
            read_value(reader, letter, 0, observation.value);
        }
    }
    read_contents(reader, trace.calls.size(), detail.contents);
    detail.filled_statics.resize(
        reader.get_count(sizeof(std::uint32_t) + 1 + sizeof(std::int64_t)));
    for (FilledStatic& one : detail.filled_statics)
    {
        one.field = reader.get<std::uint32_t>();
        const auto content = reader.get<std::uint8_t>();
        one.content = static_cast<StaticContent>(content);
        one.first = reader.get<std::int64_t>();
        if (one.field >= static_fields ||
            content > static_cast<std::uint8_t>(StaticContent::atomic_reference))
        {
            reader.fail();
            return;
        }
    }
    bool is_cut = false;
    detail.printed = read_text(reader, is_cut);
    if (is_cut)
    {
        detail.printed.clear();
    }
}

}  // namespace sbst::jvm
