// SPDX-License-Identifier: Apache-2.0
#include "bit_system.hpp"

#include "word_bits.hpp"

#include <algorithm>
#include <utility>

namespace sbst::dse
{

using symbolic::ExpressionId;
using symbolic::Op;

namespace
{

/// The number of bits if all are 0.
template <std::size_t N>
std::size_t first_bit(const std::bitset<N>& bits)
{
    std::size_t place = 0;
    while (place < N && !bits[place])
    {
        ++place;
    }
    return place;
}

}  // namespace

void BitSystem::add(ExpressionId equality)
{
    const auto x = m_graph.operands(equality);
    if (m_rows.size() + m_graph[x[0]].sort.width > max_rows)
    {
        return;
    }
    const Word* a = word_of(x[0]);
    const Word* b = a == nullptr ? nullptr : word_of(x[1]);
    if (b == nullptr)
    {
        return;
    }
    for (std::size_t i = 0; i < a->size(); ++i)
    {
        m_rows.push_back({(*a)[i].bits ^ (*b)[i].bits, (*a)[i].sum != (*b)[i].sum});
    }
}

/// Null where it would have too many bits.
const BitSystem::Word* BitSystem::word_of(ExpressionId id)
{
    if (const auto known = m_words.find(id); known != m_words.end())
    {
        return &known->second;
    }
    if (m_words.size() == max_words || m_depth == max_depth)
    {
        return nullptr;
    }
    ++m_depth;
    std::optional<Word> word = made(id);
    --m_depth;
    return word ? &m_words.emplace(id, *std::move(word)).first->second : nullptr;
}

std::optional<BitSystem::Word> BitSystem::made(ExpressionId id)
{
    const auto x = m_graph.operands(id);
    const unsigned width = m_graph[id].sort.width;
    const auto copied = [this](ExpressionId operand) {
        const Word* word = word_of(operand);
        return word == nullptr ? std::nullopt : std::optional(*word);
    };
    switch (m_graph[id].op)
    {
        case Op::constant:
            return constant(m_graph.word_of(id), width);
        case Op::bit_xor:
        case Op::bit_or:
        case Op::add:
            return mixed(id);
        case Op::bit_and:
            return masked(id);
        case Op::shl:
        case Op::lshr:
            return shifted(id);
        case Op::bit_not:
        {
            auto word = copied(x[0]);
            for (std::size_t i = 0; word && i < width; ++i)
            {
                (*word)[i].sum = !(*word)[i].sum;
            }
            return word;
        }
        case Op::concat:
            return joined(id);
        case Op::extract:
        {
            const Word* whole = word_of(x[0]);
            const auto low = static_cast<std::ptrdiff_t>(m_graph[id].b);
            return whole == nullptr ?
                       std::nullopt :
                       std::optional(Word(whole->begin() + low,
                           whole->begin() + low + static_cast<std::ptrdiff_t>(width)));
        }
        case Op::zero_extend:
        case Op::sign_extend:
        {
            auto word = copied(x[0]);
            if (word)
            {
                const bool is_signed = m_graph[id].op == Op::sign_extend;
                const Row above = is_signed ? word->back() : Row{};
                word->resize(width, above);
            }
            return word;
        }
        default:
            return atom(id);
    }
}

/// An exclusive or; others are one where both sides have no bit in common, or none that may be 1.
std::optional<BitSystem::Word> BitSystem::mixed(ExpressionId id)
{
    const auto x = m_graph.operands(id);
    const bool have_common_bits =
        !is_zero(m_graph.possible_bits(x[0]) & m_graph.possible_bits(x[1]));
    if (m_graph[id].op != Op::bit_xor && have_common_bits)
    {
        return atom(id);
    }
    const Word* a = word_of(x[0]);
    const Word* b = a == nullptr ? nullptr : word_of(x[1]);
    if (b == nullptr)
    {
        return std::nullopt;
    }
    Word word = *a;
    for (std::size_t i = 0; i < word.size(); ++i)
    {
        word[i].bits ^= (*b)[i].bits;
        word[i].sum = word[i].sum != (*b)[i].sum;
    }
    return word;
}

std::optional<BitSystem::Word> BitSystem::masked(ExpressionId id)
{
    const auto x = m_graph.operands(id);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
    {
        if (!m_graph.is_constant(x[i]))
        {
            continue;
        }
        const Word* whole = word_of(x[1 - i]);
        if (whole == nullptr)
        {
            return std::nullopt;
        }
        Word word = *whole;
        for (unsigned bit = 0; bit < word.size(); ++bit)
        {
            word[bit] = bit_of(m_graph.word_of(x[i]), bit) ? word[bit] : Row{};
        }
        return word;
    }
    return atom(id);
}

std::optional<BitSystem::Word> BitSystem::shifted(ExpressionId id)
{
    const auto x = m_graph.operands(id);
    const unsigned width = m_graph[id].sort.width;
    if (!m_graph.is_constant(x[1]) || !(m_graph.word_of(x[1]) < U256{width}))
    {
        return atom(id);
    }
    const Word* whole = word_of(x[0]);
    if (whole == nullptr)
    {
        return std::nullopt;
    }
    const auto count = static_cast<std::size_t>(low64(m_graph.word_of(x[1])));
    Word word(width);
    for (std::size_t i = 0; i + count < width; ++i)
    {
        if (m_graph[id].op == Op::shl)
        {
            word[i + count] = (*whole)[i];
        }
        else
        {
            word[i] = (*whole)[i + count];
        }
    }
    return word;
}

std::optional<BitSystem::Word> BitSystem::joined(ExpressionId id)
{
    const auto x = m_graph.operands(id);
    const Word* low = word_of(x[1]);
    const Word* high = low == nullptr ? nullptr : word_of(x[0]);
    if (high == nullptr)
    {
        return std::nullopt;
    }
    Word word = *low;
    word.insert(word.end(), high->begin(), high->end());
    return word;
}

std::optional<BitSystem::Word> BitSystem::atom(ExpressionId id)
{
    const unsigned width = m_graph[id].sort.width;
    if (m_columns + width > max_columns)
    {
        return std::nullopt;
    }
    Word word(width);
    for (unsigned bit = 0; bit < width; ++bit)
    {
        if (bit_of(m_graph.possible_bits(id), bit))
        {
            word[bit].bits.set(m_columns + bit);
        }
    }
    m_atoms.push_back({id, {}, low_ones(width), m_evaluated.word(id)});
    m_first_columns.push_back(m_columns);
    m_columns += width;
    return word;
}

BitSystem::Word BitSystem::constant(const U256& value, unsigned width) const
{
    Word word(width);
    for (unsigned bit = 0; bit < width; ++bit)
    {
        word[bit].sum = bit_of(value, bit);
    }
    return word;
}

std::optional<std::vector<U256>> BitSystem::solved() const
{
    std::bitset<max_columns> values;
    for (std::size_t i = 0; i < m_atoms.size(); ++i)
    {
        for (unsigned bit = 0; bit < m_graph[m_atoms[i].expression].sort.width; ++bit)
        {
            values[m_first_columns[i] + bit] = bit_of(m_atoms[i].value, bit);
        }
    }
    // Each row gives one bit its value, which no other row has then.
    std::vector<Row> rows = m_rows;
    std::vector<std::pair<std::size_t, std::size_t>> pivots;  // row, column
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const std::size_t column = first_bit(rows[i].bits);
        if (column == max_columns)
        {
            if (rows[i].sum)
            {
                return std::nullopt;
            }
            continue;
        }
        pivots.emplace_back(i, column);
        for (std::size_t other = 0; other < rows.size(); ++other)
        {
            if (other != i && rows[other].bits[column])
            {
                rows[other].bits ^= rows[i].bits;
                rows[other].sum = rows[other].sum != rows[i].sum;
            }
        }
    }
    std::bitset<max_columns> free_values = values;
    for (const auto& [row, column] : pivots)
    {
        free_values.reset(column);
    }
    for (const auto& [row, column] : pivots)
    {
        values[column] = ((rows[row].bits & free_values).count() % 2 == 1) != rows[row].sum;
    }
    std::vector<U256> words(m_atoms.size());
    for (std::size_t i = 0; i < m_atoms.size(); ++i)
    {
        for (unsigned bit = 0; bit < m_graph[m_atoms[i].expression].sort.width; ++bit)
        {
            if (values[m_first_columns[i] + bit])
            {
                words[i] = words[i] | U256::power_of_two(bit);
            }
        }
    }
    return words;
}

}  // namespace sbst::dse
