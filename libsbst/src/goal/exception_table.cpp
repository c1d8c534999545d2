// SPDX-License-Identifier: Apache-2.0
#include <sbst/goal/exception_table.hpp>

namespace sbst
{

std::optional<ExceptionId> ExceptionTable::find(std::string_view name) const
{
    const auto found = m_ids.find(name);
    return found == m_ids.end() ? std::nullopt : std::optional(ExceptionId(found->second));
}

ExceptionTable::Entry ExceptionTable::add(std::string_view name)
{
    if (const auto known = find(name))
    {
        return {.id = *known, .is_new = false};
    }
    if (m_names.size() == m_most)
    {
        return {.id = ExceptionId(m_most - 1), .is_new = false};
    }
    const ExceptionId id(m_names.size());
    m_ids.emplace(name, id.index());
    m_names.emplace_back(name);
    return {.id = id, .is_new = true};
}

}  // namespace sbst
