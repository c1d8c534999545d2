// SPDX-License-Identifier: Apache-2.0
#include "encoding_places.hpp"

namespace sbst::evm
{

namespace
{

/// Goes the way of the encoder without writing.
class EncodingWalk
{
public:
    explicit EncodingWalk(const std::function<void(const EncodedLiteral&)>& visit) : m_visit(visit)
    {}

    void walk_arguments(std::span<const AbiType> types, std::span<const Value> values)
    {
        std::size_t at = 0;
        for (const AbiType& type : types)
        {
            m_end += type.head_size();
        }
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            m_argument = i;
            m_element = 0;
            walk(types[i], values[i], at);
            at += types[i].head_size();
        }
    }

private:
    void walk(const AbiType& type, const Value& value, std::size_t at)
    {
        if (type.is_dynamic())
        {
            walk_tail(type, value);
        }
        else
        {
            walk_static(type, value, at);
        }
    }

    void walk_static(const AbiType& type, const Value& value, std::size_t at)
    {
        if (type.kind() != AbiKind::tuple && type.kind() != AbiKind::fixed_array)
        {
            visit(type, value, at);
            return;
        }
        ++m_element;
        const Value::List& items = value.list();
        for (std::size_t i = 0; i < items.size(); ++i)
        {
            const AbiType& item = type.members()[type.kind() == AbiKind::tuple ? i : 0];
            walk_static(item, items[i], at);
            at += item.head_size();
        }
    }

    void walk_tail(const AbiType& type, const Value& value)
    {
        if (type.kind() == AbiKind::bytes || type.kind() == AbiKind::string)
        {
            visit(type, value, m_end);
            const std::size_t words = (value.text().size() + word_bytes - 1) / word_bytes;
            m_end += word_bytes * (1 + words);
            return;
        }
        if (type.kind() == AbiKind::array)
        {
            m_end += word_bytes;
        }
        ++m_element;
        const Value::List& items = value.list();
        const bool has_one_type = type.kind() != AbiKind::tuple;
        std::size_t at = m_end;
        for (std::size_t i = 0; i < items.size(); ++i)
        {
            m_end += type.members()[has_one_type ? 0 : i].head_size();
        }
        for (std::size_t i = 0; i < items.size(); ++i)
        {
            const AbiType& item = type.members()[has_one_type ? 0 : i];
            walk(item, items[i], at);
            at += item.head_size();
        }
    }

    void visit(const AbiType& type, const Value& value, std::size_t at)
    {
        m_visit({type, value, m_argument, m_element, at});
        ++m_element;
    }

    const std::function<void(const EncodedLiteral&)>& m_visit;
    std::size_t m_argument = 0;
    std::size_t m_element = 0;
    std::size_t m_end = 0;
};

}  // namespace

void for_each_literal(std::span<const AbiType> types, std::span<const Value> values,
    const std::function<void(const EncodedLiteral&)>& visit)
{
    EncodingWalk(visit).walk_arguments(types, values);
}

}  // namespace sbst::evm
