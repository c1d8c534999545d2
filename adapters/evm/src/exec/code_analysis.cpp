// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/exec/code_analysis.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <algorithm>

namespace sbst::evm
{

namespace
{

constexpr std::size_t padding = 33;  // the data of a PUSH32 that is the last byte, and a STOP

constexpr std::uint64_t mix(std::uint64_t h, std::uint64_t value) noexcept
{
    h = (h ^ value) * 0x9e3779b97f4a7c15ULL;
    return h ^ (h >> 29U);
}

/// Follows, within one basic block, which SUB or XOR produced each word of the stack.
class ProducerStack
{
public:
    static constexpr std::uint32_t unknown = 0xffff'ffffU;

    void clear() { m_words.clear(); }

    [[nodiscard]] std::uint32_t peek(std::size_t depth) const
    {
        return depth < m_words.size() ? m_words[m_words.size() - 1 - depth] : unknown;
    }

    void apply(std::uint8_t byte, std::uint32_t pc)
    {
        const OpcodeInfo& info = opcode_info(byte);
        if (byte >= static_cast<std::uint8_t>(Op::dup1) &&
            byte <= static_cast<std::uint8_t>(Op::dup16))
        {
            m_words.push_back(peek(byte - static_cast<std::size_t>(Op::dup1)));
        }
        else if (byte >= static_cast<std::uint8_t>(Op::swap1) &&
                 byte <= static_cast<std::uint8_t>(Op::swap16))
        {
            swap(byte - static_cast<std::size_t>(Op::swap1) + 1);
        }
        else
        {
            m_words.resize(m_words.size() - std::min<std::size_t>(m_words.size(), info.pops));
            const bool produces = byte == static_cast<std::uint8_t>(Op::sub) ||
                                  byte == static_cast<std::uint8_t>(Op::xor_);
            m_words.insert(m_words.end(), info.pushes, produces ? pc : unknown);
        }
    }

private:
    void swap(std::size_t depth)
    {
        if (m_words.size() <= depth)
        {
            m_words.insert(m_words.begin(), depth + 1 - m_words.size(), unknown);
        }
        std::swap(m_words.back(), m_words[m_words.size() - 1 - depth]);
    }

    std::vector<std::uint32_t> m_words;
};

}  // namespace

CodeAnalysis::CodeAnalysis(BytesView code)
  : m_size{code.size()}, m_padded(code.size() + padding), m_marks(code.size() + 1)
{
    std::copy(code.begin(), code.end(), m_padded.begin());
    scan();
    mark_zero_tests();
}

std::size_t CodeAnalysis::footprint() const noexcept
{
    const std::size_t words = m_marks.capacity() + m_jumpis.capacity() + m_blocks.capacity();
    return sizeof(CodeAnalysis) + m_padded.capacity() + (words * sizeof(std::uint32_t));
}

void CodeAnalysis::scan()
{
    bool starts_block = true;
    std::uint64_t shape = mix(0, m_size);
    for (std::size_t pc = 0; pc < m_size; pc += 1 + immediate_size(m_padded[pc]))
    {
        const auto op = static_cast<Op>(m_padded[pc]);
        const auto place = static_cast<std::uint32_t>(pc);
        shape = mix(shape, m_padded[pc]);
        if (starts_block || op == Op::jumpdest)
        {
            m_blocks.push_back(place);
        }
        if (op == Op::jumpdest)
        {
            m_marks[pc] = jumpdest_mark | static_cast<std::uint32_t>(m_blocks.size() - 1);
        }
        if (op == Op::jumpi)
        {
            m_marks[pc] = static_cast<std::uint32_t>(m_jumpis.size());
            m_jumpis.push_back(place);
        }
        starts_block = op == Op::jumpi || ends_path(op) || !opcode_info(m_padded[pc]).is_defined();
    }
    m_shape = shape;
}

void CodeAnalysis::mark_zero_tests()
{
    ProducerStack stack;
    for (std::size_t pc = 0; pc < m_size; pc += 1 + immediate_size(m_padded[pc]))
    {
        const auto op = static_cast<Op>(m_padded[pc]);
        std::uint32_t tested = ProducerStack::unknown;
        if (op == Op::iszero)
        {
            tested = stack.peek(0);
        }
        if (op == Op::jumpi)
        {
            tested = stack.peek(1);
        }
        if (tested != ProducerStack::unknown)
        {
            m_marks[tested] = 1;
        }
        if (op == Op::jumpdest || op == Op::jumpi || ends_path(op))
        {
            stack.clear();
        }
        else
        {
            stack.apply(m_padded[pc], static_cast<std::uint32_t>(pc));
        }
    }
}

const Hash256& CodeAnalysis::hash() const
{
    std::call_once(m_hash_once, [this] { m_hash = keccak256(code()); });
    return m_hash;
}

std::optional<std::uint32_t> CodeAnalysis::jumpi_at(std::uint64_t pc) const noexcept
{
    const auto found = std::lower_bound(m_jumpis.begin(), m_jumpis.end(), pc);
    if (found == m_jumpis.end() || *found != pc)
    {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(found - m_jumpis.begin());
}

std::uint32_t CodeAnalysis::block_of(std::uint64_t pc) const noexcept
{
    const auto after = std::upper_bound(m_blocks.begin(), m_blocks.end(), pc);
    return static_cast<std::uint32_t>(after - m_blocks.begin()) - 1;
}

}  // namespace sbst::evm
