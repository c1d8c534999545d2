// SPDX-License-Identifier: Apache-2.0
// Numbers the exceptions that a run meets. Next: goal_graph.hpp, whose goals they may become.
#pragma once

#include <sbst/goal/goal.hpp>

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sbst
{

/// Names of exceptions (or other keys that identify equal exceptions), numbered in the order in
/// which they are added.
class ExceptionTable
{
public:
    struct Entry
    {
        ExceptionId id;
        bool is_new = false;
    };

    /// Beyond `most` names (at least 1) all new names share the last id.
    explicit ExceptionTable(std::size_t most = std::numeric_limits<std::size_t>::max())
      : m_most(most)
    {}

    /// The id of that name, new or known.
    Entry add(std::string_view name);
    [[nodiscard]] std::optional<ExceptionId> find(std::string_view name) const;
    /// Indexed by ExceptionId.
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
    /// Precondition: add() returned that id.
    [[nodiscard]] const std::string& name(ExceptionId id) const { return m_names.at(id.index()); }
    [[nodiscard]] std::size_t size() const { return m_names.size(); }

private:
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const
        {
            return std::hash<std::string_view>{}(name);
        }
    };

    std::size_t m_most;
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> m_ids;
};

}  // namespace sbst
