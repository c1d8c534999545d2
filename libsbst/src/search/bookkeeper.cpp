// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/bookkeeper.hpp>

namespace sbst::detail
{

std::size_t count_open(const GoalGraph& graph, const std::vector<bool>& covered)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        const bool is_covered = i < covered.size() && covered[i];
        count += !is_covered && graph[GoalId(i)].is_sought() ? 1U : 0U;
    }
    return count;
}

}  // namespace sbst::detail
