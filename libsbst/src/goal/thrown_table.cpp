// SPDX-License-Identifier: Apache-2.0
#include <sbst/goal/thrown_table.hpp>

#include <array>

namespace sbst
{

std::string_view to_string(ThrowKind kind)
{
    constexpr std::array<std::string_view, 3> names{"declared", "explicit", "implicit"};
    return names.at(static_cast<std::size_t>(kind));
}

ThrownTable::Entry ThrownTable::add(const Thrown& thrown)
{
    const std::tuple key(thrown.callable.index(), thrown.what.index(), thrown.kind);
    if (const auto known = m_ids.find(key); known != m_ids.end())
    {
        return {.id = ExceptionId(known->second), .is_new = false};
    }
    if (m_thrown.size() + 1 >= m_most)
    {
        m_thrown.resize(m_most, thrown);
        return {.id = ExceptionId(m_most - 1), .is_new = false};
    }
    m_ids.emplace(key, m_thrown.size());
    m_thrown.push_back(thrown);
    return {.id = ExceptionId(m_thrown.size() - 1), .is_new = true};
}

}  // namespace sbst
