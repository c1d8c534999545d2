// SPDX-License-Identifier: Apache-2.0
// Goals of contracts for tests of what is written of them.
#pragma once

#include <sbst/evm/problem/goals.hpp>
#include <sbst/report/run_summary.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sbst::test
{

/// An outcome of a branch that the author wrote, of which only the jump is known.
inline ReportedGoal sample_branch(std::size_t id, std::string function, bool outcome)
{
    ReportedGoal row{.id = id, .goal = branch_goal(PredicateId(id), outcome, "")};
    row.goal.goal_class = "user";
    row.goal.group = "user";
    row.goal.place.function = std::move(function);
    row.goal.place.position_name = "pc";
    row.goal.question = {.reading = "jump"};
    return row;
}

/// Names the places of all goals.
inline void name_places(std::vector<ReportedGoal>& rows)
{
    std::vector<Goal> goals;
    goals.reserve(rows.size());
    for (const ReportedGoal& row : rows)
    {
        goals.push_back(row.goal);
    }
    evm::name_places(goals);
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        rows[i].goal.place.name = goals[i].place.name;
    }
}

}  // namespace sbst::test
