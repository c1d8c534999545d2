// SPDX-License-Identifier: Apache-2.0
#include "method_filter.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

void show_only_method(ClassGoals& goals, const std::string& method)
{
    std::set<std::string> names;
    for (const GoalMethod& known : goals.methods)
    {
        names.insert(known.method->name);
    }
    if (!names.contains(method))
    {
        throw ConfigError(
            fmt::format("method: found '{}', expected one of {}{}", method, fmt::join(names, ", "),
                suggestion(method, std::vector<std::string_view>(names.begin(), names.end()))));
    }
    GoalGraph restricted;
    for (std::size_t i = 0; i < goals.graph.size(); ++i)
    {
        Goal goal = goals.graph[GoalId(i)];
        const GoalMethod& owner = goals.methods[goals.goals[i].method.index()];
        goal.is_shown = goal.is_shown && owner.method->name == method;
        restricted.add(std::move(goal));
    }
    for (std::size_t i = 0; i < goals.graph.size(); ++i)
    {
        const GoalId child(i);
        for (const GoalId parent : goals.graph.parents(child))
        {
            restricted.add_dependency(parent, child);
        }
        if (goals.graph.is_root(child))
        {
            restricted.mark_root(child);
        }
    }
    goals.graph = std::move(restricted);
}

}  // namespace sbst::jvm::detail
