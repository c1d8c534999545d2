// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include <sbst/symbolic/literal.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace sbst::symbolic
{

namespace
{

constexpr unsigned bits_of_byte = 8;

std::string bytes_of(const U256& word, unsigned width)
{
    std::string text;
    for (unsigned at = width; at >= bits_of_byte; at -= bits_of_byte)
    {
        text.push_back(static_cast<char>(low64(word >> std::uint64_t{at - bits_of_byte}) & 0xffU));
    }
    return text;
}

U256 word_of_bytes(const std::string& text)
{
    U256 word{};
    for (const char byte : text)
    {
        word = (word << std::uint64_t{bits_of_byte}) | U256{static_cast<unsigned char>(byte)};
    }
    return word;
}

std::optional<Value> word_literal(const Variable& variable, const U256& word, const Type& type)
{
    const Domain& domain = variable.domain;
    if (!domain.literals.empty())
    {
        const auto found = std::lower_bound(domain.members.begin(), domain.members.end(), word);
        if (found == domain.members.end() || *found != word)
        {
            return std::nullopt;
        }
        return Value(domain.literals[static_cast<std::size_t>(found - domain.members.begin())]);
    }
    if (type.kind == TypeKind::bytes || type.kind == TypeKind::string)
    {
        return Value(bytes_of(word, variable.sort.width));
    }
    return Value(domain.is_signed ? extend_sign(word, variable.sort.width) : word);
}

/// The nested literal at a place in preorder; null beyond the last one.
Value* element_at(Value& value, std::size_t& element)
{
    if (element == 0 || !value.is_list())
    {
        return element == 0 ? &value : nullptr;
    }
    for (Value& item : value.list())
    {
        --element;
        if (Value* const found = element_at(item, element))
        {
            return found;
        }
    }
    return nullptr;
}

}  // namespace

std::optional<Value> to_literal(const Variable& variable, const Datum& datum, const Type& type)
{
    if (const auto* word = std::get_if<U256>(&datum))
    {
        return word_literal(variable, *word, type);
    }
    if (const auto* number = std::get_if<double>(&datum))
    {
        return std::isnan(*number) ? std::nullopt : std::optional(Value(*number));
    }
    const auto* units = std::get_if<std::u16string>(&datum);
    if (units == nullptr)
    {
        return std::nullopt;
    }
    std::string text;
    for (const char16_t unit : *units)
    {
        if (unit > 0xff)
        {
            return std::nullopt;
        }
        text.push_back(static_cast<char>(unit));
    }
    return Value(std::move(text));
}

std::optional<Datum> to_datum(const Variable& variable, const Value& literal)
{
    if (literal.is_number())
    {
        return Datum(literal.number());
    }
    if (literal.is_text() && variable.sort.kind == SortKind::string)
    {
        std::u16string units;
        for (const char byte : literal.text())
        {
            units.push_back(static_cast<unsigned char>(byte));
        }
        return Datum(std::move(units));
    }
    if (literal.is_text())
    {
        return Datum(word_of_bytes(literal.text()));
    }
    if (!literal.is_word())
    {
        return std::nullopt;
    }
    const Domain& domain = variable.domain;
    if (domain.literals.empty())
    {
        return Datum(literal.word() & ones(variable.sort.width));
    }
    const auto found = std::find(domain.literals.begin(), domain.literals.end(), literal.word());
    return found == domain.literals.end() ?
               std::nullopt :
               std::optional(Datum(
                   domain.members[static_cast<std::size_t>(found - domain.literals.begin())]));
}

bool set_literal(TestCase& test, const LiteralAddress& address, Value literal)
{
    if (address.call >= test.calls.size() ||
        address.argument >= test.calls[address.call].arguments.size())
    {
        return false;
    }
    auto* value = std::get_if<Value>(&test.calls[address.call].arguments[address.argument]);
    if (value == nullptr)
    {
        return false;
    }
    std::size_t element = address.element;
    Value* const place = element_at(*value, element);
    if (place == nullptr)
    {
        return false;
    }
    *place = std::move(literal);
    return true;
}

}  // namespace sbst::symbolic
