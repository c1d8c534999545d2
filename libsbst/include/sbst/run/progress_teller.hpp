// SPDX-License-Identifier: Apache-2.0
// Progress as a hook: tells the caller how far the search is. Next: generate.hpp.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/run/run.hpp>
#include <sbst/search/hooks.hpp>

namespace sbst
{

/// Keeps references. The function may be empty.
class ProgressTeller
{
public:
    ProgressTeller(const GoalGraph& goals, const ProgressFunction& tell)
      : m_goals(&goals), m_tell(&tell)
    {}

    void on_progress(const Progress& progress) const
    {
        if (*m_tell)
        {
            (*m_tell)({.executions = progress.executions,
                .covered = progress.covered,
                .sought = count_sought(*m_goals)});
        }
    }

private:
    const GoalGraph* m_goals = nullptr;
    const ProgressFunction* m_tell = nullptr;
};

}  // namespace sbst
