// SPDX-License-Identifier: Apache-2.0
// TraceIndex: what a sparse trace did about a goal, at the price of one array access. Next:
// scorer.hpp, which reads it for every goal.
#pragma once

#include <sbst/criteria/criteria.hpp>
#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/trace.hpp>

#include <cstdint>
#include <vector>

namespace sbst
{

/// A dense view of one trace at a time; its buffers are reused.
class TraceIndex
{
public:
    /// Points into `trace`, which must stay where it is, unchanged, until the next reset. The trace
    /// may name things for which the graph has no goal; goals added to the graph later count as not
    /// touched. After the first call it costs O(things touched by this trace and by the previous
    /// one).
    void reset(const Trace& trace, const GoalGraph& graph);

    /// How far the trace was from covering that goal; null when it did not touch it.
    [[nodiscard]] const Distance* least(GoalId goal) const
    {
        return goal.index() < m_least.size() ? m_least[goal.index()] : nullptr;
    }

    /// Tells whether the trace covers that goal.
    [[nodiscard]] bool covers(GoalId goal) const
    {
        return goal.index() < m_covers.size() && m_covers[goal.index()] != 0;
    }

    /// False when the trace must not be scored: not run, timed out or unsupported; also before the
    /// first reset.
    [[nodiscard]] bool is_usable() const { return m_is_usable; }

private:
    // By GoalId; clearing undoes what was set.
    std::vector<const Distance*> m_least;
    std::vector<std::uint8_t> m_covers;
    std::vector<GoalId> m_touched;
    bool m_is_usable = false;
};

}  // namespace sbst
