// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/fitness/scorer.hpp>
#include <sbst/search/sure_coverage.hpp>

#include <algorithm>

namespace sbst
{

std::vector<GoalId> SureCoverage::doubtful_goals(const Trace& trace) const
{
    std::vector<GoalId> goals;
    if (!trace.is_repeatable)
    {
        append_covered(trace, *m_goals, goals);
        std::erase_if(goals, [this](GoalId id) {
            const Goal& goal = (*m_goals)[id];
            return of(id) == Certainty::sure || (goal.is_measured && !goal.is_helper) ||
                   coverage_of(goal) == Coverage::exception;
        });
    }
    return goals;
}

void SureCoverage::believe_unknown(std::vector<GoalId>& doubtful) const
{
    std::erase_if(doubtful, [this](GoalId goal) { return of(goal) == Certainty::unknown; });
}

void SureCoverage::settle(const std::vector<GoalId>& doubtful, const Trace& common)
{
    std::vector<GoalId> covered;
    append_covered(common, *m_goals, covered);
    m_certainty.resize(m_goals->size(), Certainty::unknown);
    for (const GoalId goal : doubtful)
    {
        Certainty& certainty = m_certainty[goal.index()];
        if (!std::binary_search(covered.begin(), covered.end(), goal))
        {
            certainty = Certainty::by_chance;
        }
        else if (certainty == Certainty::unknown)
        {
            certainty = Certainty::sure;
        }
    }
}

}  // namespace sbst
