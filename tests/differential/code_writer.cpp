// SPDX-License-Identifier: Apache-2.0
#include "code_writer.hpp"

#include <algorithm>

namespace sbst::evm::differential
{

void CodeWriter::push(const U256& value, std::size_t width)
{
    const std::size_t needed = std::max<std::size_t>(1, (bit_width(value) + 7) / 8);
    const std::size_t count = std::max(needed, width);
    op(Op::push1, count - 1);
    const auto word = value.to_be_bytes();
    bytes(BytesView{word}.last(count));
}

Label CodeWriter::new_label()
{
    m_places.emplace_back();
    return static_cast<Label>(m_places.size() - 1);
}

void CodeWriter::push(Label label)
{
    op(Op::push2);
    m_uses.emplace_back(m_code.size(), label);
    m_code.insert(m_code.end(), 2, 0);
}

void CodeWriter::jumpdest(Label label)
{
    m_places[static_cast<std::size_t>(label)] = m_code.size();
    op(Op::jumpdest);
}

Label CodeWriter::data(Bytes bytes)
{
    m_data.emplace_back(new_label(), std::move(bytes));
    return m_data.back().first;
}

Bytes CodeWriter::finish()
{
    for (const auto& [label, data] : m_data)
    {
        m_places[static_cast<std::size_t>(label)] = m_code.size();
        bytes(data);
    }
    for (const auto& [use, label] : m_uses)
    {
        const std::size_t place = m_places[static_cast<std::size_t>(label)].value();
        m_code[use] = static_cast<std::uint8_t>(place >> 8U);
        m_code[use + 1] = static_cast<std::uint8_t>(place);
    }
    return std::move(m_code);
}

}  // namespace sbst::evm::differential
