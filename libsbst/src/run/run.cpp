// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/run/run.hpp>

#include <fmt/core.h>

#include <algorithm>
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
    std::string reason = why_open({.goal = goals[goal],
                                      .id = goal,
                                      .is_reached = nearest.approach_level == 0,
                                      .is_root = goals.is_root(goal)},
        words);
    if (!reason.empty())
    {
        return reason;
    }
    if (!blocker)
    {
        return "nothing that leads to it was reached";
    }
    // What leads to it happened in that test.
    return is_zero(nearest.distance) ?
               fmt::format("not reached: {} happened, but the call ended before it",
                   goals[*blocker].label) :
               fmt::format("not reached: blocked by {}", goals[*blocker].label);
}

void answer_exhausted(const GoalGraph& goals, RunResult& result)
{
    if (!result.refinement)
    {
        return;
    }
    RefinementWork& work = *result.refinement;
    const auto covered = std::ranges::find_if(work.exhausted, [&result](GoalId goal) {
        return result.answers[goal.index()].status == GoalStatus::covered;
    });
    if (covered != work.exhausted.end())
    {
        const std::size_t test = result.answers[covered->index()].test.value_or(0);
        work.refuted = refuted_text(goals[*covered]);
        work.refuting_test = fmt::format("test {} of the suite", test + 1);
        work.exhausted.clear();
    }
    for (const GoalId goal : work.exhausted)
    {
        GoalAnswer& answer = result.answers[goal.index()];
        if (answer.status == GoalStatus::open)
        {
            answer = {.status = GoalStatus::infeasible,
                .test = std::nullopt,
                .nearest = std::nullopt,
                .reason = std::string(exhausted_paths)};
        }
    }
}

void apply_rule(const ReasonRule& rule, std::vector<GoalAnswer>& answers)
{
    for (std::size_t i = 0; rule && i < answers.size(); ++i)
    {
        if (answers[i].status == GoalStatus::open)
        {
            std::string reason = rule(GoalId(i), answers[i]);
            if (!reason.empty())
            {
                answers[i].reason = std::move(reason);
            }
        }
    }
}

void add_obstacles(RunResult& result)
{
    if (!result.refinement)
    {
        return;
    }
    for (const Obstacle& obstacle : result.refinement->obstacles)
    {
        GoalAnswer& answer = result.answers[obstacle.goal.index()];
        if (answer.status == GoalStatus::open)
        {
            answer.reason += (answer.reason.empty() ? "" : "; ") + obstacle_text(obstacle);
        }
    }
}

std::size_t count_sought(const GoalGraph& goals)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        count += goals[GoalId(i)].is_wanted() ? 1U : 0U;
    }
    return count;
}

}  // namespace sbst
