// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/abi/abi_type.hpp>
#include <sbst/numeric/u256.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <utility>

namespace sbst::evm
{

namespace
{

/// Reads a type from left to right. Stops at the first problem.
class TypeParser
{
public:
    TypeParser(std::string_view text, std::optional<AbiType> components)
      : m_text(text), m_components(std::move(components))
    {}

    AbiTypeResult run()
    {
        std::optional<AbiType> type = read_type(0);
        if (type && m_at != m_text.size())
        {
            type = fail("unexpected text after the type");
        }
        if (type && m_components)
        {
            type = fail("has components but is not a tuple");
        }
        return {std::move(type), std::move(m_problem)};
    }

private:
    std::optional<AbiType> fail(std::string_view why)
    {
        if (m_problem.empty())
        {
            m_problem = fmt::format("'{}': {}", m_text.substr(0, 80), why);
        }
        return std::nullopt;
    }

    bool accept(char c)
    {
        if (m_at >= m_text.size() || m_text[m_at] != c)
        {
            return false;
        }
        ++m_at;
        return true;
    }

    std::optional<AbiType> read_type(std::size_t depth)
    {
        if (depth > AbiType::max_depth)
        {
            return fail("nested too deeply");
        }
        std::optional<AbiType> type = accept('(') ? read_tuple(depth) : read_word();
        while (type && accept('['))
        {
            if (++depth > AbiType::max_depth)
            {
                return fail("nested too deeply");
            }
            type = read_array(std::move(*type));
        }
        return type;
    }

    std::optional<AbiType> read_tuple(std::size_t depth)
    {
        std::vector<AbiType> members;
        do
        {
            std::optional<AbiType> member = read_type(depth + 1);
            if (!member)
            {
                return std::nullopt;
            }
            members.push_back(std::move(*member));
        } while (accept(','));
        if (!accept(')'))
        {
            return fail("a parenthesis is not closed");
        }
        return AbiType::tuple(std::move(members));
    }

    std::optional<AbiType> read_array(AbiType element)
    {
        if (accept(']'))
        {
            return AbiType::array(std::move(element));
        }
        std::size_t count = 0;
        if (!read_number(count) || !accept(']'))
        {
            return fail("expected `[]` or `[number]`");
        }
        if (count == 0)
        {
            return fail("an array of no elements is not supported");
        }
        // Bounds the size of a value before one is built.
        if (count > AbiType::max_size / element.least_size())
        {
            return fail("the array is too large");
        }
        return AbiType::fixed_array(std::move(element), count);
    }

    /// Digits without a leading zero that fit.
    bool read_number(std::size_t& number)
    {
        const std::string_view rest = m_text.substr(m_at);
        if (rest.empty() || rest.front() < '0' || rest.front() > '9')
        {
            return false;
        }
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        const auto length = static_cast<std::size_t>(end - rest.data());
        if (error != std::errc{} || (rest.front() == '0' && length > 1))
        {
            return false;
        }
        m_at += length;
        return true;
    }

    std::optional<AbiType> read_word()
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && m_text[m_at] >= 'a' && m_text[m_at] <= 'z')
        {
            ++m_at;
        }
        const std::string_view word = m_text.substr(begin, m_at - begin);
        const bool has_number = m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9';
        if (word == "uint" || word == "int")
        {
            return read_integer(word == "int", has_number);
        }
        if (word == "bytes" && has_number)
        {
            return read_fixed_bytes();
        }
        if (word == "fixed" || word == "ufixed")
        {
            return fail("fixed-point types are not supported");
        }
        if (has_number)
        {
            return fail("unknown type");
        }
        return read_plain(word);
    }

    std::optional<AbiType> read_integer(bool is_signed, bool has_number)
    {
        std::size_t bits = 256;
        if (has_number && (!read_number(bits) || bits == 0 || bits > 256 || bits % 8 != 0))
        {
            return fail("the width of an integer is a multiple of 8 from 8 to 256");
        }
        return AbiType::integer(static_cast<unsigned>(bits), is_signed);
    }

    std::optional<AbiType> read_fixed_bytes()
    {
        std::size_t size = 0;
        if (!read_number(size) || size == 0 || size > word_bytes)
        {
            return fail("the size of fixed bytes is 1 to 32");
        }
        return AbiType::fixed_bytes(size);
    }

    std::optional<AbiType> read_plain(std::string_view word)
    {
        if (word == "address")
        {
            return AbiType::address();
        }
        if (word == "bool")
        {
            return AbiType::boolean();
        }
        if (word == "bytes")
        {
            return AbiType::bytes();
        }
        if (word == "byte")
        {
            return AbiType::fixed_bytes(1);
        }
        if (word == "string")
        {
            return AbiType::string();
        }
        if (word == "function")
        {
            return AbiType::function();
        }
        if (word != "tuple")
        {
            return fail("unknown type");
        }
        if (!m_components)
        {
            return fail("a tuple needs components");
        }
        return std::exchange(m_components, std::nullopt);
    }

    std::string_view m_text;
    std::optional<AbiType> m_components;
    std::size_t m_at = 0;
    std::string m_problem;
};

/// Arrays and tuples around the deepest leaf.
std::size_t nesting(const AbiType& type)
{
    std::size_t deepest = 0;
    for (const AbiType& element : type.members())
    {
        deepest = std::max(deepest, 1 + nesting(element));
    }
    return deepest;
}

}  // namespace

AbiType::AbiType(AbiKind kind, unsigned bits, std::size_t size)
  : m_kind(kind), m_bits(bits), m_size(size)
{}

AbiType AbiType::integer(unsigned bits, bool is_signed)
{
    assert(bits >= 8 && bits <= 256 && bits % 8 == 0);
    return {is_signed ? AbiKind::signed_integer : AbiKind::unsigned_integer, bits, 0};
}

AbiType AbiType::address()
{
    return {AbiKind::address, 0, 0};
}

AbiType AbiType::boolean()
{
    return {AbiKind::boolean, 0, 0};
}

AbiType AbiType::fixed_bytes(std::size_t size)
{
    assert(size >= 1 && size <= word_bytes);
    return {AbiKind::fixed_bytes, 0, size};
}

AbiType AbiType::bytes()
{
    AbiType type(AbiKind::bytes, 0, 0);
    type.m_dynamic = true;
    type.m_least_size = 2 * word_bytes;
    return type;
}

AbiType AbiType::string()
{
    AbiType type(AbiKind::string, 0, 0);
    type.m_dynamic = true;
    type.m_least_size = 2 * word_bytes;
    return type;
}

AbiType AbiType::function()
{
    return {AbiKind::function, 0, 24};
}

AbiType AbiType::array(AbiType element)
{
    AbiType type(AbiKind::array, 0, 0);
    type.m_dynamic = true;
    type.m_least_size = 2 * word_bytes;
    type.m_elements.push_back(std::move(element));
    return type;
}

AbiType AbiType::fixed_array(AbiType element, std::size_t count)
{
    assert(count > 0 && count <= max_size / element.least_size());
    AbiType type(AbiKind::fixed_array, 0, count);
    type.m_dynamic = element.m_dynamic;
    type.m_content_head = count * element.head_size();
    type.m_least_size = (count * element.m_least_size) + (element.m_dynamic ? word_bytes : 0);
    type.m_elements.push_back(std::move(element));
    return type;
}

AbiType AbiType::tuple(std::vector<AbiType> members, std::vector<std::string> names)
{
    assert(names.empty() || names.size() == members.size());
    AbiType type(AbiKind::tuple, 0, 0);
    type.m_content_head = 0;
    type.m_least_size = 0;
    for (const AbiType& member : members)
    {
        type.m_dynamic = type.m_dynamic || member.m_dynamic;
        type.m_content_head += member.head_size();
        type.m_least_size += member.m_least_size;
    }
    if (type.m_dynamic)
    {
        type.m_least_size += word_bytes;
    }
    type.m_elements = std::move(members);
    type.m_names = std::move(names);
    return type;
}

bool AbiType::is_word() const
{
    return m_kind == AbiKind::unsigned_integer || m_kind == AbiKind::signed_integer ||
           m_kind == AbiKind::address || m_kind == AbiKind::boolean;
}

std::string AbiType::name() const
{
    switch (m_kind)
    {
        case AbiKind::unsigned_integer:
            return fmt::format("uint{}", m_bits);
        case AbiKind::signed_integer:
            return fmt::format("int{}", m_bits);
        case AbiKind::address:
            return "address";
        case AbiKind::boolean:
            return "bool";
        case AbiKind::fixed_bytes:
            return fmt::format("bytes{}", m_size);
        case AbiKind::bytes:
            return "bytes";
        case AbiKind::string:
            return "string";
        case AbiKind::function:
            return "function";
        case AbiKind::array:
            return element().name() + "[]";
        case AbiKind::fixed_array:
            return fmt::format("{}[{}]", element().name(), m_size);
        case AbiKind::tuple:
            break;
    }
    std::string text = "(";
    for (const AbiType& member : m_elements)
    {
        if (text.size() > 1)
        {
            text += ',';
        }
        text += member.name();
    }
    return text + ')';
}

AbiTypeResult parse_abi_type(std::string_view text, std::optional<AbiType> components)
{
    if (components && components->head_size() == 0)
    {
        return {std::nullopt, fmt::format("'{}': a tuple needs components", text.substr(0, 80))};
    }
    AbiTypeResult result = TypeParser(text, std::move(components)).run();
    if (result.type && nesting(*result.type) > AbiType::max_depth)
    {
        return {std::nullopt, fmt::format("'{}': nested too deeply", text.substr(0, 80))};
    }
    return result;
}

}  // namespace sbst::evm
