// SPDX-License-Identifier: Apache-2.0
#include "method_filter.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <set>
#include <string_view>
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
    for (std::size_t i = 0; i < goals.graph.size(); ++i)
    {
        if (goals.methods[goals.goals[i].method.index()].method->name != method)
        {
            goals.graph.hide(GoalId(i));
        }
    }
}

}  // namespace sbst::jvm::detail
