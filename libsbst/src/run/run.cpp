// SPDX-License-Identifier: Apache-2.0
#include <sbst/run/run.hpp>

#include <fmt/core.h>

#include <array>

namespace sbst
{

std::string_view to_string(GoalStatus status)
{
    constexpr std::array<std::string_view, 3> names{"covered", "infeasible", "open"};
    return names.at(static_cast<std::size_t>(status));
}

std::string_view to_string(RunPhase phase)
{
    constexpr std::array<std::string_view, 5> names{
        "starting", "searching", "minimising", "proving", "reporting"};
    return names.at(static_cast<std::size_t>(phase));
}

std::vector<GoalAnswer> answers_before_search(const GoalGraph& goals)
{
    std::vector<GoalAnswer> answers(goals.size());
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const Goal& goal = goals[GoalId(i)];
        if (goal.is_infeasible())
        {
            answers[i].status = GoalStatus::infeasible;
            answers[i].reason = goal.infeasible_because;
        }
    }
    return answers;
}

std::string explain_open_goal(const GoalGraph& goals, GoalId goal, const Fitness& nearest,
    std::optional<GoalId> blocker, const OutcomeWords& words)
{
    if (goals[goal].kind == GoalKind::exception)
    {
        // There is such a goal only because some test threw it.
        return "thrown by tests that are not in the suite";
    }
    if (nearest.approach_level == 0)
    {
        if (words.never)
        {
            return fmt::format("reached, but {}", words.never(goal));
        }
        const bool wants_true = goals[goal].kind == GoalKind::branch && goals[goal].outcome;
        return fmt::format(
            "reached, but the condition never {}", wants_true ? words.is_true : words.is_false);
    }
    if (!blocker)
    {
        return "nothing that leads to it was reached";
    }
    return fmt::format("not reached: blocked by {}", goals[*blocker].label);
}

std::size_t count_sought(const GoalGraph& goals)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        count += goals[GoalId(i)].is_sought() ? 1U : 0U;
    }
    return count;
}

}  // namespace sbst
