// SPDX-License-Identifier: Apache-2.0
#include <sbst/test/value.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace sbst
{

namespace
{

bool is_integer_of(const U256& word, const Type& type)
{
    const U256 low = integer_minimum(type);
    const U256 high = integer_maximum(type);
    return type.is_signed ? !signed_less(word, low) && !signed_less(high, word) :
                            low <= word && word <= high;
}

bool is_number_of(double number, const Type& type)
{
    if (std::isnan(number))
    {
        return false;
    }
    return type.bits == 64 || static_cast<double>(static_cast<float>(number)) == number;
}

bool is_length_of(std::size_t length, const Type& type)
{
    if (type.fixed_size)
    {
        return length == *type.fixed_size;
    }
    return length >= type.min_length.value_or(0) &&
           (!type.max_length || length <= *type.max_length);
}

bool is_list_of(const Value::List& items, const Type& type, const TypeUniverse& types)
{
    if (type.kind == TypeKind::tuple)
    {
        bool fits = items.size() == type.elements.size();
        for (std::size_t i = 0; fits && i < items.size(); ++i)
        {
            fits = is_well_formed(items[i], type.elements[i], types);
        }
        return fits;
    }
    return is_length_of(items.size(), type) &&
           std::all_of(items.begin(), items.end(), [&](const Value& item) {
               return is_well_formed(item, type.elements.front(), types);
           });
}

/// Walks in preorder; `left` counts down to the wanted element.
const Value* descend(const Value& value, std::size_t& left)
{
    if (left == 0)
    {
        return &value;
    }
    --left;
    if (value.is_list())
    {
        for (const Value& item : value.list())
        {
            if (const Value* found = descend(item, left); found != nullptr)
            {
                return found;
            }
        }
    }
    return nullptr;
}

U256 nearest_to_zero(const Type& type)
{
    const U256 low = integer_minimum(type);
    const U256 high = integer_maximum(type);
    if (!type.is_signed)
    {
        return low;
    }
    if (is_negative(high))
    {
        return high;
    }
    return is_negative(low) ? U256{} : low;
}

std::string integer_text(const U256& word, const Type& type)
{
    return type.is_signed && is_negative(word) ? "-" + (-word).to_decimal() : word.to_decimal();
}

std::string quoted(std::string_view text)
{
    std::string result = "\"";
    for (const char unit : text)
    {
        const auto code = static_cast<unsigned char>(unit);
        if (unit == '"' || unit == '\\')
        {
            result += '\\';
            result += unit;
        }
        else if (unit == '\n')
        {
            result += "\\n";
        }
        else if (code < 0x20 || code >= 0x7f)
        {
            result += fmt::format("\\x{:02x}", code);
        }
        else
        {
            result += unit;
        }
    }
    return result + '"';
}

std::string hex(std::string_view bytes)
{
    std::string result = "0x";
    for (const char byte : bytes)
    {
        result += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    }
    return result;
}

std::string list_text(const Value::List& items, const Type& type, const TypeUniverse& types)
{
    const bool is_tuple = type.kind == TypeKind::tuple;
    std::string result = is_tuple ? "(" : "[";
    for (std::size_t i = 0; i < items.size(); ++i)
    {
        result += i == 0 ? "" : ", ";
        result += to_text(items[i], type.elements[is_tuple ? i : 0], types);
    }
    return result + (is_tuple ? ")" : "]");
}

}  // namespace

Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

bool is_well_formed(const Value& value, TypeId type_id, const TypeUniverse& types)
{
    const Type& type = types[type_id];
    if (value.is_null())
    {
        return type.nullable;
    }
    switch (type.kind)
    {
        case TypeKind::void_type:
            return false;
        case TypeKind::boolean:
            return value.is_word() && value.word() <= U256{1};
        case TypeKind::integer:
            return value.is_word() && is_integer_of(value.word(), type);
        case TypeKind::enumeration:
            return value.is_word() && value.word() < U256{type.members.size()};
        case TypeKind::floating:
            return value.is_number() && is_number_of(value.number(), type);
        case TypeKind::string:
        case TypeKind::bytes:
            return value.is_text() && is_length_of(value.text().size(), type);
        case TypeKind::array:
        case TypeKind::tuple:
            return value.is_list() && is_list_of(value.list(), type, types);
        case TypeKind::object:
            break;
    }
    return false;
}

std::size_t element_count(const Value& value)
{
    std::size_t count = 1;
    if (value.is_list())
    {
        for (const Value& item : value.list())
        {
            count += element_count(item);
        }
    }
    return count;
}

const Value* find_element(const Value& value, std::size_t element)
{
    return descend(value, element);
}

Value neutral_value(TypeId type_id, const TypeUniverse& types)
{
    const Type& type = types[type_id];
    const std::size_t length = type.fixed_size.value_or(type.min_length.value_or(0));
    switch (type.kind)
    {
        case TypeKind::boolean:
        case TypeKind::enumeration:
            return Value(U256{});
        case TypeKind::integer:
            return Value(nearest_to_zero(type));
        case TypeKind::floating:
            return Value(0.0);
        case TypeKind::string:
            return Value(std::string(length, ' '));
        case TypeKind::bytes:
            return Value(std::string(length, '\0'));
        case TypeKind::array:
            return Value(length == 0 ?
                             Value::List{} :
                             Value::List(length, neutral_value(type.elements.front(), types)));
        case TypeKind::tuple:
        {
            Value::List members;
            members.reserve(type.elements.size());
            for (const TypeId member : type.elements)
            {
                members.push_back(neutral_value(member, types));
            }
            return Value(std::move(members));
        }
        case TypeKind::void_type:
        case TypeKind::object:
            break;
    }
    return Value{};
}

std::string to_text(const Value& value, TypeId type_id, const TypeUniverse& types)
{
    const Type& type = types[type_id];
    if (value.is_null())
    {
        return "null";
    }
    switch (type.kind)
    {
        case TypeKind::boolean:
            return is_zero(value.word()) ? "false" : "true";
        case TypeKind::integer:
            return integer_text(value.word(), type);
        case TypeKind::enumeration:
            return type.members.at(low64(value.word()));
        case TypeKind::floating:
            // The shortest text that reads back as the same number, and never as an integer.
            return fmt::format("{:#}", value.number());
        case TypeKind::string:
            return quoted(value.text());
        case TypeKind::bytes:
            return hex(value.text());
        case TypeKind::array:
        case TypeKind::tuple:
            return list_text(value.list(), type, types);
        case TypeKind::void_type:
        case TypeKind::object:
            break;
    }
    return "null";
}

}  // namespace sbst
