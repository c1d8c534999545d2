// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/evaluator.hpp>

#include <fmt/format.h>

namespace sbst::detail
{

void report_idle_adapter(std::size_t batch_size)
{
    throw AdapterError(fmt::format(
        "none of the {} tests of a batch was run although nobody asked to stop", batch_size));
}

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
