// SPDX-License-Identifier: Apache-2.0
#include "value_json.hpp"

#include <sbst/base/utf8.hpp>
#include <sbst/error.hpp>
#include <sbst/evm/base/bytes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

namespace sbst::evm::detail
{

namespace
{

std::string hex_of(const std::string& text)
{
    return to_hex(Bytes(text.begin(), text.end()));
}

std::string integer_text(const U256& word, const Type& type)
{
    constexpr std::size_t sign_bit = 255;
    const bool is_negative = type.is_signed && bit_width(word) > sign_bit;
    return is_negative ? "-" + (U256{} - word).to_decimal() : word.to_decimal();
}

std::string text_from_hex(const JsonField& field)
{
    const std::string& digits = field.text();
    const auto bytes = digits.starts_with("0x") ? parse_hex(digits) : std::nullopt;
    if (!bytes)
    {
        field.fail(fmt::format("'{}' is no 0x and pairs of hexadecimal digits", digits));
    }
    return {bytes->begin(), bytes->end()};
}

/// A JSON integer or a string of digits as a 256-bit word; nothing when it is neither or too large.
std::optional<U256> word_from(const SortedJson& json, bool is_signed)
{
    std::string digits;
    if (json.is_string())
    {
        digits = json.get<std::string>();
    }
    else if (json.is_number_integer())
    {
        digits = json.dump();
    }
    if (!digits.starts_with('-'))
    {
        return U256::parse(digits);
    }
    const auto magnitude = U256::parse(digits.substr(1));
    const U256 limit = U256::power_of_two(255);
    const bool is_negatable = is_signed && magnitude && *magnitude <= limit;
    return is_negatable ? std::optional(U256{} - *magnitude) : std::nullopt;
}

Value integer_from_json(const JsonField& field, const Type& type)
{
    const auto word = word_from(field.json(), type.is_signed);
    // A positive number above the signed range would otherwise wrap to a negative one.
    const bool has_wrapped =
        word && type.is_signed &&
        (bit_width(*word) > 255) != (field.json().dump().find('-') != std::string::npos);
    if (!word || has_wrapped)
    {
        field.fail(fmt::format("{} is no integer of type {}", field.json().dump(), type.name));
    }
    return Value(*word);
}

Value member_from_json(const JsonField& field, const Type& type)
{
    const std::string& name = field.text();
    const auto found = std::find(type.members.begin(), type.members.end(), name);
    if (found == type.members.end())
    {
        std::string known;
        for (std::size_t i = 0; i < std::min<std::size_t>(type.members.size(), 24); ++i)
        {
            known += (known.empty() ? "" : ", ") + type.members[i];
        }
        field.fail(fmt::format("'{}' is no {}; known are {}", name, type.name, known));
    }
    return Value(U256(static_cast<std::uint64_t>(found - type.members.begin())));
}

Value list_from_json(const JsonField& field, const Type& type, const TypeUniverse& types)
{
    const std::size_t count = field.as_array().size();
    if (type.kind == TypeKind::tuple && count != type.elements.size())
    {
        field.fail(
            fmt::format("{} has {} members, {} found", type.name, type.elements.size(), count));
    }
    Value::List items;
    for (std::size_t i = 0; i < count; ++i)
    {
        const TypeId element = type.elements[type.kind == TypeKind::tuple ? i : 0];
        items.push_back(value_from_json(field.at(i), element, types));
    }
    return Value(std::move(items));
}

std::uint32_t index_from(const JsonField& field)
{
    const std::size_t index = field.count();
    if (index > std::numeric_limits<std::uint32_t>::max())
    {
        field.fail(fmt::format("{} is no index", index));
    }
    return static_cast<std::uint32_t>(index);
}

}  // namespace

OrderedJson value_to_json(const Value& value, TypeId type_id, const TypeUniverse& types)
{
    const Type& type = types[type_id];
    switch (type.kind)
    {
        case TypeKind::boolean:
            return !is_zero(value.word());
        case TypeKind::integer:
            return integer_text(value.word(), type);
        case TypeKind::floating:
            return value.number();
        case TypeKind::enumeration:
            return type.members.at(static_cast<std::size_t>(low64(value.word())));
        case TypeKind::bytes:
            return hex_of(value.text());
        case TypeKind::string:
            if (is_utf8(value.text()))
            {
                return value.text();
            }
            return OrderedJson{{"hex", hex_of(value.text())}};
        case TypeKind::array:
        case TypeKind::tuple:
        {
            OrderedJson items = OrderedJson::array();
            for (std::size_t i = 0; i < value.list().size(); ++i)
            {
                const TypeId element = type.elements[type.kind == TypeKind::tuple ? i : 0];
                items.push_back(value_to_json(value.list()[i], element, types));
            }
            return items;
        }
        case TypeKind::object:
        case TypeKind::void_type:
            break;
    }
    return nullptr;
}

OrderedJson argument_to_json(const Argument& argument, TypeId type, const TypeUniverse& types)
{
    if (const auto* const result = std::get_if<ResultRef>(&argument))
    {
        return OrderedJson{{"result_of", result->call}};
    }
    if (const auto* const earlier = std::get_if<ArgumentRef>(&argument))
    {
        return OrderedJson{{"argument_of", OrderedJson::array({earlier->call, earlier->argument})}};
    }
    return value_to_json(std::get<Value>(argument), type, types);
}

Value value_from_json(const JsonField& field, TypeId type_id, const TypeUniverse& types)
{
    const Type& type = types[type_id];
    Value value;
    switch (type.kind)
    {
        case TypeKind::boolean:
            value = Value(U256(field.boolean() ? 1U : 0U));
            break;
        case TypeKind::integer:
            value = integer_from_json(field, type);
            break;
        case TypeKind::enumeration:
            value = member_from_json(field, type);
            break;
        case TypeKind::bytes:
            value = Value(text_from_hex(field));
            break;
        case TypeKind::string:
            value = Value(field.is_object() ? text_from_hex(field.at("hex")) : field.text());
            break;
        case TypeKind::array:
        case TypeKind::tuple:
            value = list_from_json(field, type, types);
            break;
        case TypeKind::floating:
        case TypeKind::object:
        case TypeKind::void_type:
            field.fail(fmt::format("no value of type {} can stand here", type.name));
    }
    if (!is_well_formed(value, type_id, types))
    {
        field.fail(fmt::format("out of the range of {}", type.name));
    }
    return value;
}

Argument argument_from_json(const JsonField& field, TypeId type, const TypeUniverse& types)
{
    if (const auto result = field.find("result_of"))
    {
        return ResultRef{index_from(*result)};
    }
    if (const auto earlier = field.find("argument_of"))
    {
        if (earlier->as_array().size() != 2)
        {
            earlier->fail("expected [call, argument]");
        }
        return ArgumentRef{index_from(earlier->at(0)), index_from(earlier->at(1))};
    }
    return value_from_json(field, type, types);
}

}  // namespace sbst::evm::detail
