// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/evm/abi/codec.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace sbst::evm
{

namespace
{

/// Encodings by compilers are read once per byte. Data with overlapping offsets may be read this
/// many times; otherwise an array of offsets to itself would cost size^depth.
constexpr std::size_t max_reads_per_byte = 4;

/// Where and why decoding failed; empty `why` = no failure.
struct Problem
{
    std::size_t offset = 0;
    std::string why;
};

class Decoder
{
public:
    explicit Decoder(BytesView data) : m_data(data), m_budget(max_reads_per_byte * data.size()) {}

    /// Reads heads at `base` (one type per value, or one type for all `count`) and tails relative
    /// to `base`. False after a problem.
    bool read_list(std::span<const AbiType> types, std::size_t count, std::size_t base,
        std::vector<Value>& out)
    {
        const bool has_one_type = types.size() == 1;
        std::size_t head = 0;
        if (has_one_type)
        {
            // Dividing keeps a count near 2^256 from overflowing; nothing is allocated before.
            if (count > (m_data.size() - base) / std::max<std::size_t>(types[0].head_size(), 1))
            {
                return fail(base, types[0], "the data ends before its elements");
            }
            head = count * types[0].head_size();
        }
        else
        {
            for (const AbiType& type : types)
            {
                head += type.head_size();
            }
        }
        if (!take(base, head))
        {
            return false;
        }
        out.reserve(count);
        std::size_t at = base;
        for (std::size_t i = 0; i < count; ++i)
        {
            const AbiType& type = types[has_one_type ? 0 : i];
            out.emplace_back();
            if (!(type.is_dynamic() ? read_dynamic(type, base, at, out.back()) :
                                      read_static(type, at, out.back())))
            {
                return false;
            }
            at += type.head_size();
        }
        return true;
    }

    [[nodiscard]] const Problem& problem() const { return m_problem; }

private:
    bool fail(std::size_t offset, const AbiType& type, std::string_view why)
    {
        m_problem = {offset, fmt::format("{}: {}", type.name(), why)};
        return false;
    }

    /// Accounts for reading [base, base + size); false if that leaves the data or the budget.
    bool take(std::size_t base, std::size_t size)
    {
        if (size > m_data.size() - base)
        {
            m_problem = {
                base, fmt::format("{} bytes expected, {} there", size, m_data.size() - base)};
            return false;
        }
        if (size > m_budget)
        {
            m_problem = {base, "offsets overlap too often"};
            return false;
        }
        m_budget -= size;
        return true;
    }

    [[nodiscard]] U256 word_at(std::size_t at) const
    {
        return U256::from_be_bytes(m_data.subspan(at, word_bytes));
    }

    [[nodiscard]] std::string text_at(std::size_t at, std::size_t size) const
    {
        const BytesView bytes = m_data.subspan(at, size);
        return {bytes.begin(), bytes.end()};
    }

    /// Reads a type without tail whose head is known to be inside the data.
    bool read_static(const AbiType& type, std::size_t at, Value& out)
    {
        if (type.is_word())
        {
            out = Value(word_at(at));
            return is_encodable(type, out) || fail(at, type, "the word is out of range");
        }
        if (type.kind() == AbiKind::fixed_bytes || type.kind() == AbiKind::function)
        {
            const BytesView word = m_data.subspan(at, word_bytes);
            if (std::any_of(word.begin() + static_cast<std::ptrdiff_t>(type.size()), word.end(),
                    [](std::uint8_t byte) { return byte != 0; }))
            {
                return fail(at, type, "the padding is not zero");
            }
            out = Value(text_at(at, type.size()));
            return true;
        }
        const bool is_tuple = type.kind() == AbiKind::tuple;
        const std::size_t count = is_tuple ? type.members().size() : type.size();
        Value::List items;
        items.reserve(count);
        for (std::size_t i = 0; i < count; ++i)
        {
            const AbiType& item = type.members()[is_tuple ? i : 0];
            items.emplace_back();
            if (!read_static(item, at, items.back()))
            {
                return false;
            }
            at += item.head_size();
        }
        out = Value(std::move(items));
        return true;
    }

    /// Follows the offset at `head`, which counts from `base`.
    bool read_dynamic(const AbiType& type, std::size_t base, std::size_t head, Value& out)
    {
        const U256 offset = word_at(head);
        if (offset > U256{m_data.size() - base})
        {
            return fail(head, type, "the offset lies outside the data");
        }
        std::size_t at = base + low64(offset);
        std::size_t count = type.size();
        if (type.kind() == AbiKind::tuple)
        {
            count = type.members().size();
        }
        else if (type.kind() != AbiKind::fixed_array)
        {
            if (!take(at, word_bytes))
            {
                return false;
            }
            const U256 length = word_at(at);
            at += word_bytes;
            if (length > U256{m_data.size() - at})
            {
                return fail(at - word_bytes, type, "the length exceeds the data");
            }
            count = low64(length);
        }
        if (type.kind() == AbiKind::bytes || type.kind() == AbiKind::string)
        {
            if (!take(at, count))
            {
                return false;
            }
            out = Value(text_at(at, count));
            return true;
        }
        Value::List items;
        if (!read_list(type.members(), count, at, items))
        {
            return false;
        }
        out = Value(std::move(items));
        return true;
    }

    BytesView m_data;
    std::size_t m_budget;
    Problem m_problem;
};

}  // namespace

std::vector<Value> decode(std::span<const AbiType> types, BytesView data)
{
    Decoder decoder(data);
    std::vector<Value> values;
    if (!decoder.read_list(types, types.size(), 0, values))
    {
        throw ParseError(
            "ABI data", fmt::format("byte {}", decoder.problem().offset), decoder.problem().why);
    }
    return values;
}

std::optional<std::vector<Value>> try_decode(std::span<const AbiType> types, BytesView data)
{
    Decoder decoder(data);
    std::vector<Value> values;
    if (!decoder.read_list(types, types.size(), 0, values))
    {
        return std::nullopt;
    }
    return values;
}

}  // namespace sbst::evm
