// SPDX-License-Identifier: Apache-2.0
#include "shadow_bytes.hpp"

#include <algorithm>

namespace sbst::evm
{

namespace
{

constexpr std::size_t bits_of_byte = 8;

}  // namespace

bool ShadowBytes::reach(std::size_t end)
{
    if (end > max_size)
    {
        return false;
    }
    if (m_cells.size() < end)
    {
        m_cells.resize(end);
    }
    return true;
}

bool ShadowBytes::put_word(std::size_t at, ExpressionId word)
{
    return put_first_bytes(at, word, word_bytes);
}

bool ShadowBytes::put_first_bytes(std::size_t at, ExpressionId word, std::size_t count)
{
    if (!word.is_valid())
    {
        erase(at, count);
        return true;
    }
    if (at > max_size || !reach(at + count))
    {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i)
    {
        m_cells[at + i] = {word, static_cast<std::uint8_t>(i)};
    }
    return true;
}

bool ShadowBytes::put_byte(std::size_t at, ExpressionId word)
{
    if (!word.is_valid())
    {
        erase(at, 1);
        return true;
    }
    if (at > max_size || !reach(at + 1))
    {
        return false;
    }
    m_cells[at] = {word, word_bytes - 1};
    return true;
}

void ShadowBytes::erase(std::size_t at, std::size_t count)
{
    if (at >= m_cells.size())
    {
        return;
    }
    const std::size_t end = at + std::min(count, m_cells.size() - at);
    std::fill(m_cells.begin() + static_cast<std::ptrdiff_t>(at),
        m_cells.begin() + static_cast<std::ptrdiff_t>(end), Cell{});
}

bool ShadowBytes::copy(
    std::size_t at, const ShadowBytes& source, std::size_t from, std::size_t count)
{
    if (!source.has_any(from, count))
    {
        erase(at, count);
        return true;
    }
    if (at > max_size || count > max_size || !reach(at + count))
    {
        erase(at, count);
        return false;
    }
    // The two may be one sequence.
    std::vector<Cell> copied(count);
    const std::size_t known = source.m_cells.size() - from;
    std::copy_n(source.m_cells.begin() + static_cast<std::ptrdiff_t>(from), std::min(count, known),
        copied.begin());
    std::copy(copied.begin(), copied.end(), m_cells.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
}

bool ShadowBytes::has_any(std::size_t at, std::size_t count) const
{
    if (at >= m_cells.size())
    {
        return false;
    }
    const auto first = m_cells.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = first + static_cast<std::ptrdiff_t>(std::min(count, m_cells.size() - at));
    return std::any_of(first, last, [](const Cell& cell) { return cell.word.is_valid(); });
}

ExpressionId ShadowBytes::word(ExpressionGraph& graph, std::size_t at, BytesView bytes) const
{
    if (!has_any(at, word_bytes))
    {
        return {};
    }
    const auto cell = [&](std::size_t i) {
        return at + i < m_cells.size() ? m_cells[at + i] : Cell{};
    };
    ExpressionId whole;
    for (std::size_t first = 0; first < word_bytes;)
    {
        // A run of bytes of one word, or of bytes without one.
        const Cell begin = cell(first);
        std::size_t end = first + 1;
        const auto continues = [&](std::size_t i) {
            const Cell next = cell(i);
            return next.word == begin.word &&
                   (!begin.word.is_valid() || next.index == begin.index + (i - first));
        };
        while (end < word_bytes && continues(end))
        {
            ++end;
        }
        const auto size = static_cast<unsigned>(bits_of_byte * (end - first));
        ExpressionId run;
        if (begin.word.is_valid())
        {
            const auto high = static_cast<unsigned>(bits_of_byte * (word_bytes - begin.index)) - 1;
            run = graph.extract(begin.word, high, high + 1 - size);
        }
        else
        {
            U256 number{};
            for (std::size_t i = first; i < end; ++i)
            {
                number = (number << std::uint64_t{bits_of_byte}) |
                         U256{i < bytes.size() ? bytes[i] : std::uint8_t{0}};
            }
            run = graph.bit_vector(number, size);
        }
        whole = whole.is_valid() ? graph.make(symbolic::Op::concat, {whole, run}) : run;
        first = end;
    }
    return whole;
}

}  // namespace sbst::evm
