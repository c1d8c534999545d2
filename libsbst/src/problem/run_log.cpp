// SPDX-License-Identifier: Apache-2.0
#include <sbst/problem/run_log.hpp>

namespace sbst
{

void RunLog::add_point(const BudgetMeter& meter, std::size_t covered)
{
    if (!timeline.empty() && timeline.back().executions == meter.executions())
    {
        timeline.back().covered = covered;
        seconds_at.back() = meter.seconds();
        return;
    }
    timeline.push_back({meter.executions(), covered});
    seconds_at.push_back(meter.seconds());
}

void RunLog::finish(const BudgetMeter& meter)
{
    counters = {meter.executions(), meter.calls(), meter.generations(), meter.reruns()};
    seconds = meter.seconds();
}

std::size_t RunLog::covered_at(std::uint64_t executions) const
{
    std::size_t covered = 0;
    for (const CoveragePoint& point : timeline)
    {
        if (point.executions > executions)
        {
            break;
        }
        covered = point.covered;
    }
    return covered;
}

}  // namespace sbst
