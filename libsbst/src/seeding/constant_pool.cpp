// SPDX-License-Identifier: Apache-2.0
#include <sbst/seeding/constant_pool.hpp>

#include <cmath>
#include <span>

namespace sbst
{

namespace
{

/// The number as an integer, if it is one that a double represents exactly.
std::optional<U256> integral(double number)
{
    constexpr double largest_exact = 9007199254740992.0;  // 2^53
    if (std::abs(number) > largest_exact || std::trunc(number) != number)
    {
        return std::nullopt;
    }
    return Value(static_cast<std::int64_t>(number)).word();
}

U256 word_of(const std::string& bytes)
{
    // A char is a byte: the same octets, seen unsigned.
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    return U256::from_be_bytes({data, bytes.size()});
}

}  // namespace

ConstantPool::ConstantPool(const PoolOptions& options) : m_options(options)
{
    validate(options);
}

void ConstantPool::add(
    const Value& value, TypeId type_id, const TypeUniverse& types, std::uint64_t count)
{
    if (value.is_null())
    {
        return;
    }
    const Type& type = types[type_id];
    switch (type.kind)
    {
        case TypeKind::integer:
            m_static.words.add(value.word(), count);
            break;
        case TypeKind::floating:
            m_static.numbers.add(value.number(), count);
            if (const auto word = integral(value.number()))
            {
                m_static.words.add(*word, count);
            }
            break;
        case TypeKind::string:
        case TypeKind::bytes:
        {
            const std::string& text = value.text();
            if (text.size() <= m_options.max_text)
            {
                m_static.texts.add(text, count);
            }
            if (type.kind == TypeKind::bytes && !text.empty() && text.size() <= word_bytes)
            {
                m_static.words.add(word_of(text), count);
            }
            break;
        }
        case TypeKind::array:
        case TypeKind::tuple:
            for (std::size_t i = 0; i < value.list().size(); ++i)
            {
                const std::size_t element = type.kind == TypeKind::tuple ? i : 0;
                add(value.list()[i], type.elements[element], types, count);
            }
            break;
        case TypeKind::void_type:
        case TypeKind::boolean:
        case TypeKind::enumeration:
        case TypeKind::object:
            break;
    }
}

void ConstantPool::add_length(std::size_t length)
{
    m_lengths.add(length, 1);
}

std::optional<std::size_t> ConstantPool::draw_length(
    std::size_t min, std::size_t max, Rng& rng) const
{
    if (m_lengths.size() == 0 || min > max)
    {
        return std::nullopt;
    }
    const std::span<const std::size_t> fitting = m_lengths.slice(min, max);
    return fitting.empty() ? std::nullopt : std::optional(fitting[rng.index(fitting.size())]);
}

template <class T, class Less>
void ConstantPool::remember(
    SortedConstants<T, Less>& constants, Arrivals<T>& arrivals, const T& value)
{
    if (m_options.dynamic_size == 0 || !constants.add(value, 1))
    {
        return;
    }
    if (arrivals.ring.size() < m_options.dynamic_size)
    {
        arrivals.ring.push_back(value);
        return;
    }
    constants.remove(arrivals.ring[arrivals.oldest]);
    arrivals.ring[arrivals.oldest] = value;
    arrivals.oldest = (arrivals.oldest + 1) % arrivals.ring.size();
}

void ConstantPool::observe(const Value& value)
{
    if (value.is_word())
    {
        remember(m_dynamic.words, m_words, value.word());
    }
    else if (value.is_number() && !std::isnan(value.number()))
    {
        remember(m_dynamic.numbers, m_numbers, value.number());
        if (const auto word = integral(value.number()))
        {
            remember(m_dynamic.words, m_words, *word);
        }
    }
    else if (value.is_text() && value.text().size() <= m_options.max_text)
    {
        remember(m_dynamic.texts, m_texts, value.text());
    }
    else if (value.is_list())
    {
        for (const Value& item : value.list())
        {
            observe(item);
        }
    }
}

void ConstantPool::observe(const ComparedValues& compared)
{
    observe(compared.left);
    observe(compared.right);
}

std::optional<Value> ConstantPool::draw(TypeId type, const TypeUniverse& types, Rng& rng) const
{
    return draw(types[type], rng);
}

std::optional<Value> ConstantPool::draw(const Type& type, Rng& rng) const
{
    const bool prefers_dynamic = rng.chance(m_options.dynamic_prob);
    auto value = (prefers_dynamic ? m_dynamic : m_static).draw(type, rng);
    if (!value)
    {
        value = (prefers_dynamic ? m_static : m_dynamic).draw(type, rng);
    }
    return value;
}

std::uint64_t ConstantPool::count(const Value& value) const
{
    if (value.is_word())
    {
        return m_static.words.count(value.word());
    }
    if (value.is_number())
    {
        return m_static.numbers.count(value.number());
    }
    return value.is_text() ? m_static.texts.count(value.text()) : 0;
}

std::size_t ConstantPool::size_of(const ConstantTable& table)
{
    return table.words.size() + table.numbers.size() + table.texts.size();
}

}  // namespace sbst
