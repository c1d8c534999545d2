// SPDX-License-Identifier: Apache-2.0
#include "hashed_bytes.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace sbst::evm
{

namespace
{

/// The literal of which a sequence of bytes is the whole.
std::optional<ExpressionId> whole_string(
    const symbolic::SymbolicRun& run, const ShadowBytes& shadow, std::size_t size)
{
    const ExpressionGraph& graph = run.graph;
    std::optional<ExpressionId> string;
    for (std::size_t i = 0; i < size; ++i)
    {
        const ExpressionId byte = shadow.byte_word(i);
        if (!byte.is_valid() || graph[byte].op != Do::zero_extend)
        {
            return std::nullopt;
        }
        const ExpressionId unit = graph.operand(byte, 0);
        const bool is_here = graph[unit].op == Do::unit_at &&
                             graph.is_constant(graph.operand(unit, 1)) &&
                             graph.word_of(graph.operand(unit, 1)) == U256{i};
        if (!is_here || (string && *string != graph.operand(unit, 0)))
        {
            return std::nullopt;
        }
        string = graph.operand(unit, 0);
    }
    if (!string || graph[*string].op != Do::variable)
    {
        return std::nullopt;
    }
    const auto& literal = std::get<std::u16string>(run.literals[graph[*string].a]);
    return literal.size() == size ? string : std::nullopt;
}

std::u16string units_of(BytesView bytes)
{
    return {bytes.begin(), bytes.end()};
}

BytesView rest_of(BytesView bytes, std::size_t at)
{
    return bytes.subspan(at, std::min(word_bytes, bytes.size() - at));
}

}  // namespace

void HashedBytes::clear()
{
    m_contents.clear();
    m_hangs_on_literals = false;
}

bool HashedBytes::add(const U256& hash, ShadowBytes shadow, BytesView bytes)
{
    if (bytes.size() > max_size || m_contents.size() >= max_count)
    {
        return false;
    }
    const bool hangs = shadow.has_any(0, bytes.size());
    m_hangs_on_literals = m_hangs_on_literals || hangs;
    std::vector<Content>& known = m_contents[hash];
    if (!hangs && !known.empty() && !known.back().hangs_on_literals)
    {
        return true;  // the same bytes
    }
    if (known.size() == max_contents)
    {
        return !hangs;
    }
    const auto place = hangs ? known.begin() : known.end();
    known.insert(place, {std::move(shadow), Bytes(bytes.begin(), bytes.end()), hangs});
    return true;
}

std::optional<ExpressionId> HashedBytes::equality(
    symbolic::SymbolicRun& run, const U256& a, const U256& b) const
{
    const auto left = m_contents.find(a);
    const auto right = m_contents.find(b);
    if (left == m_contents.end() || right == m_contents.end())
    {
        return std::nullopt;
    }
    if (a != b)
    {
        return equality(run, left->second.front(), right->second.front());
    }
    // Which two of them were compared is not known: the first two that may differ stand for all.
    for (std::size_t i = 0; i + 1 < left->second.size(); ++i)
    {
        const auto same = equality(run, left->second[i], left->second[i + 1]);
        if (same && !run.graph.is_constant(*same))
        {
            return same;
        }
    }
    return std::nullopt;
}

std::optional<ExpressionId> HashedBytes::equality(
    symbolic::SymbolicRun& run, const Content& left, const Content& right)
{
    ExpressionGraph& graph = run.graph;
    if (!left.hangs_on_literals && !right.hangs_on_literals)
    {
        return std::nullopt;
    }
    // A literal that is all of one side may become as long as the other side.
    for (const auto& [one, other] : {std::pair(&left, &right), std::pair(&right, &left)})
    {
        const auto string = whole_string(run, one->shadow, one->bytes.size());
        if (string && !other->hangs_on_literals)
        {
            return graph.equal(*string, graph.string(units_of(other->bytes)));
        }
    }
    if (left.bytes.size() != right.bytes.size())
    {
        return std::nullopt;
    }
    ExpressionId all = graph.boolean(true);
    for (std::size_t at = 0; at < left.bytes.size(); at += word_bytes)
    {
        const auto word = [&](const Content& content) {
            const BytesView bytes = rest_of(content.bytes, at);
            ExpressionId found = content.shadow.word(graph, at, bytes);
            if (!found.is_valid())
            {
                std::array<std::uint8_t, word_bytes> padded{};
                std::copy(bytes.begin(), bytes.end(), padded.begin());
                found = graph.bit_vector(U256::from_be_bytes(padded), word_width);
            }
            return found;
        };
        const ExpressionId other = word(right);
        all = graph.make(Do::and_, {all, graph.equal(word(left), other)});
    }
    return all;
}

}  // namespace sbst::evm
