// SPDX-License-Identifier: Apache-2.0
// Hashes of memory, and their comparisons. Next: slot_keys.hpp, hashed_bytes.hpp.
#include "shadow_machine.hpp"

#include <algorithm>

namespace sbst::evm
{

using symbolic::Concretised;

void ShadowMachine::learn_hash(const Machine& m)
{
    const U256& hash = m.frame().sp[-1];
    if (m_pending == Pending::hash)
    {
        m_hashes.add(hash, m_hashed);
    }
    else if (!m_hashes_of_bytes.add(hash, m_hashed_shadow, m_hashed_bytes))
    {
        count(Concretised::hash);
    }
}

void ShadowMachine::hash_memory(const Frame& f, std::size_t height)
{
    constexpr std::size_t max_hashed = 8;
    const auto from = place(f, height, 0);
    const auto size = place(f, height, 1);
    ExpressionId hash;
    if (from && size)
    {
        const std::size_t words = *size / word_bytes;
        if (*size % word_bytes == 0 && words >= 1 && words <= max_hashed)
        {
            hash = hash_words(f, *from, words);
        }
        else
        {
            hash_bytes(f, *from, *size);
        }
    }
    set(height - 2, hash);
}

ExpressionId ShadowMachine::hash_words(const Frame& f, std::size_t from, std::size_t words)
{
    m_hashed.clear();
    std::vector<ExpressionId> operands;
    for (std::size_t i = 0; i < words; ++i)
    {
        const std::size_t at = from + (i * word_bytes);
        const BytesView bytes = memory_at(f, at, word_bytes);
        std::array<std::uint8_t, word_bytes> padded{};
        std::copy(bytes.begin(), bytes.end(), padded.begin());
        m_hashed.push_back(U256::from_be_bytes(padded));
        operands.push_back(as_expression(frame().memory.word(graph(), at, bytes), m_hashed.back()));
    }
    m_pending = Pending::hash;
    return frame().memory.has_any(from, words * word_bytes) ? graph().make(Do::keccak, operands) :
                                                              ExpressionId{};
}

void ShadowMachine::hash_bytes(const Frame& f, std::size_t from, std::size_t size)
{
    const bool hangs_on_literals = frame().memory.has_any(from, size);
    if (size > HashedBytes::max_size)
    {
        if (hangs_on_literals)
        {
            count(Concretised::hash);
        }
        return;
    }
    const BytesView bytes = memory_at(f, from, size);
    m_hashed_bytes.assign(bytes.begin(), bytes.end());
    m_hashed_bytes.resize(size);
    m_hashed_shadow.clear();
    m_hashed_shadow.copy(0, frame().memory, from, size);
    m_pending = Pending::hash_of_bytes;
    if (hangs_on_literals)
    {
        // As a number; only its comparison with another such hash hangs on the literals.
        count(Concretised::hash);
    }
}

std::optional<ExpressionId> ShadowMachine::equality_of_hashes(const Frame& f, std::size_t height)
{
    const ExpressionId a = at(height - 1);
    const ExpressionId b = at(height - 2);
    if (!a.is_valid() && !b.is_valid())
    {
        return m_hashes_of_bytes.hangs_on_literals() ?
                   m_hashes_of_bytes.equality(*m_run, f.sp[-1], f.sp[-2]) :
                   std::nullopt;
    }
    const auto equal = equality_with_hash(
        graph(), m_hashes, as_expression(a, f.sp[-1]), as_expression(b, f.sp[-2]));
    const bool has_number = a.is_valid() != b.is_valid();
    if (equal && has_number && graph().is_false(*equal) &&
        !m_hashes.find(a.is_valid() ? f.sp[-2] : f.sp[-1]))
    {
        // The run knows no words that hash to the number.
        count(Concretised::hash);
    }
    return equal;
}

}  // namespace sbst::evm
