// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/utf8.hpp>
#include <sbst/suite/simpler_values.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

namespace
{

constexpr std::size_t max_candidates = 12;

// Small numbers, then the number itself rounded down to one and to two decimal digits.
void add_words(const U256& word, const Type& type, std::vector<Value>& out)
{
    const bool is_negative_number = type.is_signed && is_negative(word);
    const U256 magnitude = is_negative_number ? -word : word;
    const auto add = [&](const U256& simpler) {
        if (simpler < magnitude)
        {
            out.emplace_back(is_negative_number ? -simpler : simpler);
        }
    };
    for (const std::uint64_t small : std::array<std::uint64_t, 5>{1, 2, 10, 100, 1000})
    {
        add(U256{small});
    }
    U256 scale{1};
    while (magnitude / scale >= U256{10})
    {
        scale *= U256{10};
    }
    add((magnitude / scale) * scale);
    if (scale > U256{1})
    {
        scale /= U256{10};
        add((magnitude / scale) * scale);
    }
}

// The whole part, if it differs.
void add_numbers(double number, std::vector<Value>& out)
{
    out.emplace_back(1.0);
    if (number > -1e15 && number < 1e15)
    {
        out.emplace_back(static_cast<double>(static_cast<std::int64_t>(number)));
    }
}

/// The text with an `a` for each byte that is not an ASCII letter or digit; in a text of characters
/// for each unit of UTF-16, by which some languages count.
std::string plain(std::string_view text, bool is_unicode)
{
    constexpr std::size_t bytes_of_pair = 4;
    const auto is_plain = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    std::string result;
    while (!text.empty())
    {
        const std::size_t length = is_unicode ? first_code_point(text).length : 1;
        result.append(length == bytes_of_pair ? 2 : 1, is_plain(text[0]) ? text[0] : 'a');
        text.remove_prefix(length);
    }
    return result;
}

// One letter, a half, the text without its first or last unit, then texts of the same length that
// are easier to read.
void add_texts(const std::string& text, bool is_unicode, std::vector<Value>& out)
{
    const std::size_t size = text.size();
    for (const std::size_t length : {std::size_t{1}, size / 2})
    {
        if (length < size)
        {
            out.emplace_back(std::string(length, 'a'));
            out.emplace_back(text.substr(0, length));
        }
    }
    if (size > 1)
    {
        out.emplace_back(text.substr(size / 2));
        out.emplace_back(text.substr(0, size - 1));
        out.emplace_back(text.substr(1));
    }
    std::string readable = plain(text, is_unicode);
    out.emplace_back(std::string(readable.size(), 'a'));
    out.emplace_back(std::move(readable));
}

std::vector<Value> simpler_of_type(const Value& value, TypeId id, const TypeUniverse& types);

// Shorter lists, then lists with one simpler member.
void add_lists(
    const Value::List& items, const Type& type, const TypeUniverse& types, std::vector<Value>& out)
{
    if (type.kind == TypeKind::array && !type.fixed_size)
    {
        for (const std::size_t length : {std::size_t{1}, items.size() / 2, items.size() - 1})
        {
            if (!items.empty() && length < items.size())
            {
                out.emplace_back(Value::List(
                    items.begin(), items.begin() + static_cast<std::ptrdiff_t>(length)));
            }
        }
    }
    for (std::size_t i = 0; i < items.size() && out.size() < max_candidates; ++i)
    {
        const std::size_t element = type.kind == TypeKind::tuple ? i : 0;
        for (Value& simpler : simpler_of_type(items[i], type.elements[element], types))
        {
            Value::List changed = items;
            changed[i] = std::move(simpler);
            out.emplace_back(std::move(changed));
        }
    }
}

std::vector<Value> simpler_of_type(const Value& value, TypeId id, const TypeUniverse& types)
{
    const Type& type = types[id];
    std::vector<Value> candidates{neutral_value(id, types)};
    if (type.kind == TypeKind::integer && value.is_word())
    {
        add_words(value.word(), type, candidates);
    }
    else if (type.kind == TypeKind::floating && value.is_number())
    {
        add_numbers(value.number(), candidates);
    }
    else if ((type.kind == TypeKind::string || type.kind == TypeKind::bytes) && value.is_text())
    {
        add_texts(value.text(), type.kind == TypeKind::string && type.is_unicode, candidates);
    }
    else if ((type.kind == TypeKind::array || type.kind == TypeKind::tuple) && value.is_list())
    {
        add_lists(value.list(), type, types, candidates);
    }
    const auto itself = std::find(candidates.begin(), candidates.end(), value);
    candidates.erase(itself, candidates.end());
    return candidates;
}

}  // namespace

std::vector<Value> simpler_values(
    const Value& value, const Parameter& parameter, const TypeUniverse& types)
{
    std::vector<Value> candidates;
    if (parameter.usual)
    {
        if (*parameter.usual == value)
        {
            return candidates;
        }
        candidates.push_back(*parameter.usual);
    }
    for (Value& simpler : simpler_of_type(value, parameter.type, types))
    {
        const bool is_new =
            std::find(candidates.begin(), candidates.end(), simpler) == candidates.end();
        if (is_new && candidates.size() < max_candidates &&
            is_well_formed(simpler, parameter.type, types))
        {
            candidates.push_back(std::move(simpler));
        }
    }
    return candidates;
}

}  // namespace sbst
