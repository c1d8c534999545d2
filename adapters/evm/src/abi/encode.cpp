// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/evm/abi/codec.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sbst::evm
{

namespace
{

[[noreturn]] void fail_shape(const AbiType& type, std::string_view problem)
{
    throw AdapterError(fmt::format("cannot encode a value as {}: {}", type.name(), problem));
}

/// Appends to one buffer; places are absolute positions in it, so growth never invalidates them.
class Encoder
{
public:
    Encoder(Bytes& out, std::span<const U256> addresses) : m_out(out), m_addresses(addresses) {}

    /// Writes heads, then tails; there is one type per value, or one type for all values.
    void write_list(std::span<const AbiType> types, std::span<const Value> values)
    {
        const bool has_one_type = types.size() == 1;
        const std::size_t base = m_out.size();
        std::size_t head = 0;
        if (has_one_type)
        {
            head = types[0].head_size() * values.size();
        }
        else
        {
            for (const AbiType& type : types)
            {
                head += type.head_size();
            }
        }
        m_out.resize(base + head);
        std::size_t at = base;
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            const AbiType& type = types[has_one_type ? 0 : i];
            if (type.is_dynamic())
            {
                put_word(at, U256{m_out.size() - base});
                write_tail(type, values[i]);
            }
            else
            {
                write_static(type, values[i], at);
            }
            at += type.head_size();
        }
    }

private:
    void put_word(std::size_t at, const U256& word)
    {
        const std::array<std::uint8_t, word_bytes> bytes = word.to_be_bytes();
        std::copy(bytes.begin(), bytes.end(), m_out.begin() + static_cast<std::ptrdiff_t>(at));
    }

    void append_word(const U256& word)
    {
        m_out.resize(m_out.size() + word_bytes);
        put_word(m_out.size() - word_bytes, word);
    }

    [[nodiscard]] const U256& look_up(const AbiType& type, const U256& word) const
    {
        if (type.kind() != AbiKind::address || m_addresses.empty())
        {
            return word;
        }
        if (!fits_u64(word) || low64(word) >= m_addresses.size())
        {
            fail_shape(type, fmt::format("there is no actor {}", word.to_decimal()));
        }
        return m_addresses[low64(word)];
    }

    static const Value::List& list_of(const AbiType& type, const Value& value)
    {
        if (!value.is_list())
        {
            fail_shape(type, "the value is not a list");
        }
        const std::size_t expected =
            type.kind() == AbiKind::tuple ? type.members().size() : type.size();
        if (type.kind() != AbiKind::array && value.list().size() != expected)
        {
            fail_shape(type, fmt::format("{} elements", value.list().size()));
        }
        return value.list();
    }

    static const std::string& text_of(const AbiType& type, const Value& value)
    {
        if (!value.is_text())
        {
            fail_shape(type, "the value is not a text");
        }
        return value.text();
    }

    /// Writes a type without tail into zeroed room at `at`.
    void write_static(const AbiType& type, const Value& value, std::size_t at)
    {
        if (type.is_word())
        {
            if (!value.is_word())
            {
                fail_shape(type, "the value is not a word");
            }
            put_word(at, look_up(type, value.word()));
        }
        else if (type.kind() == AbiKind::tuple || type.kind() == AbiKind::fixed_array)
        {
            const Value::List& items = list_of(type, value);
            for (std::size_t i = 0; i < items.size(); ++i)
            {
                const AbiType& item = type.members()[type.kind() == AbiKind::tuple ? i : 0];
                write_static(item, items[i], at);
                at += item.head_size();
            }
        }
        else
        {
            const std::string& text = text_of(type, value);
            if (text.size() != type.size())
            {
                fail_shape(type, fmt::format("{} bytes", text.size()));
            }
            std::copy(text.begin(), text.end(), m_out.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }

    void write_tail(const AbiType& type, const Value& value)
    {
        if (type.kind() == AbiKind::bytes || type.kind() == AbiKind::string)
        {
            const std::string& text = text_of(type, value);
            append_word(U256{text.size()});
            m_out.insert(m_out.end(), text.begin(), text.end());
            m_out.resize(m_out.size() + ((word_bytes - (text.size() % word_bytes)) % word_bytes));
            return;
        }
        const Value::List& items = list_of(type, value);
        if (type.kind() == AbiKind::array)
        {
            append_word(U256{items.size()});
        }
        write_list(type.members(), items);
    }

    Bytes& m_out;
    std::span<const U256> m_addresses;
};

bool is_in_range(const AbiType& type, const U256& word)
{
    switch (type.kind())
    {
        case AbiKind::unsigned_integer:
            return bit_width(word) <= type.bits();
        case AbiKind::signed_integer:
            return sign_extend(U256{(type.bits() / 8) - 1}, word) == word;
        case AbiKind::address:
            return bit_width(word) <= 160;
        default:
            return bit_width(word) <= 1;
    }
}

}  // namespace

void encode(std::span<const AbiType> types, std::span<const Value> values, Bytes& out,
    std::span<const U256> addresses)
{
    if (types.size() != values.size())
    {
        throw AdapterError(
            fmt::format("cannot encode {} values as {} types", values.size(), types.size()));
    }
    const std::size_t old_size = out.size();
    try
    {
        Encoder(out, addresses).write_list(types, values);
    }
    catch (const AdapterError&)
    {
        out.resize(old_size);
        throw;
    }
}

Bytes encode(std::span<const AbiType> types, std::span<const Value> values)
{
    Bytes out;
    encode(types, values, out);
    return out;
}

bool is_encodable(const AbiType& type, const Value& value)
{
    if (type.is_word())
    {
        return value.is_word() && is_in_range(type, value.word());
    }
    if (type.kind() == AbiKind::bytes || type.kind() == AbiKind::string)
    {
        return value.is_text();
    }
    if (type.kind() == AbiKind::fixed_bytes || type.kind() == AbiKind::function)
    {
        return value.is_text() && value.text().size() == type.size();
    }
    if (!value.is_list())
    {
        return false;
    }
    const Value::List& items = value.list();
    if (type.kind() == AbiKind::tuple)
    {
        return std::equal(type.members().begin(), type.members().end(), items.begin(), items.end(),
            [](const AbiType& member, const Value& item) { return is_encodable(member, item); });
    }
    return (type.kind() == AbiKind::array || items.size() == type.size()) &&
           std::all_of(items.begin(), items.end(),
               [&](const Value& item) { return is_encodable(type.element(), item); });
}

}  // namespace sbst::evm
