// SPDX-License-Identifier: Apache-2.0
#include <sbst/fitness/trace_index.hpp>

namespace sbst
{

void TraceIndex::reset(const Trace& trace, const GoalGraph& graph)
{
    for (const GoalId goal : m_touched)
    {
        m_least[goal.index()] = nullptr;
        m_covers[goal.index()] = 0;
    }
    m_touched.clear();
    if (m_least.size() < graph.size())
    {
        m_least.resize(graph.size(), nullptr);
        m_covers.resize(graph.size(), 0);
    }
    m_is_usable = trace.was_run && !trace.is_unusable();
    touch_goals(trace, graph, [this](GoalId goal, const Touch& touch) {
        m_least[goal.index()] = touch.least;
        m_covers[goal.index()] = touch.is_covered ? 1 : 0;
        m_touched.push_back(goal);
    });
}

}  // namespace sbst
