// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/bookkeeper.hpp>

#include <algorithm>

namespace sbst::detail
{

std::size_t count_open(const GoalGraph& graph, const std::vector<bool>& covered)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        const bool is_covered = i < covered.size() && covered[i];
        count += !is_covered && graph[GoalId(i)].is_wanted() ? 1U : 0U;
    }
    return count;
}

std::size_t count_wanted(const GoalGraph& graph, std::span<const GoalId> goals)
{
    return static_cast<std::size_t>(std::count_if(
        goals.begin(), goals.end(), [&](GoalId goal) { return graph[goal].is_wanted(); }));
}

}  // namespace sbst::detail
