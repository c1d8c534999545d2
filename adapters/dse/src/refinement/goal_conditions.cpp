// SPDX-License-Identifier: Apache-2.0
#include "goal_conditions.hpp"

#include <sbst/criteria/context_branch.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace sbst::dse
{

namespace
{

/// Evaluations of one predicate in a loop that are turned: the last ones, and the first.
constexpr std::size_t max_evaluations = 4;
/// How far up the goal graph conditions on the way are sought.
constexpr std::size_t max_steps_up = 12;

/// A side as the index of a goal: of the branch, or of the branch in its context.
using Side = std::pair<CriterionId, std::size_t>;

/// The side of the condition that was not taken; both ways to name it.
std::vector<Side> sides_not_taken(const PathCondition& condition)
{
    std::vector<Side> sides;
    if (condition.context.is_valid())
    {
        sides.emplace_back(ContextBranchCriterion::id,
            ContextBranchCriterion::index_of(condition.context, !condition.outcome));
    }
    if (condition.predicate.is_valid())
    {
        sides.emplace_back(BranchCriterion::id,
            BranchCriterion::index_of(condition.predicate, !condition.outcome));
    }
    return sides;
}

/// The path by the side that was not taken.
class SidesNotTaken
{
public:
    /// @param only_turnable leaves out what hangs on no literal.
    SidesNotTaken(std::span<const PathCondition> path, bool only_turnable)
    {
        for (std::size_t i = 0; i < path.size(); ++i)
        {
            const PathCondition& condition = path[i];
            if (condition.is_decision && condition.predicate.is_valid() &&
                (condition.condition.is_valid() || !only_turnable))
            {
                for (const Side& side : sides_not_taken(condition))
                {
                    m_by_side[side].push_back(i);
                }
            }
        }
    }

    /// Evaluations that a side may be reached from, the last one first.
    [[nodiscard]] std::vector<std::size_t> to(const Goal& goal) const
    {
        const auto found = m_by_side.find({goal.criterion, goal.index});
        if (found == m_by_side.end())
        {
            return {};
        }
        std::vector<std::size_t> places(found->second.rbegin(), found->second.rend());
        if (places.size() > max_evaluations)
        {
            places[max_evaluations - 1] = places.back();
            places.resize(max_evaluations);
        }
        return places;
    }

private:
    std::map<Side, std::vector<std::size_t>> m_by_side;
};

void append(const std::vector<std::size_t>& more, std::vector<std::size_t>& places,
    std::set<std::size_t>& known)
{
    for (const std::size_t place : more)
    {
        if (known.insert(place).second)
        {
            places.push_back(place);
        }
    }
}

/// Adds the evaluations that sides are reached from, up the graph from the goal: where a side can
/// be reached, what is above it is not asked for.
/// @returns the steps up to the first side that can be reached
std::size_t append_way_to(GoalId goal, const GoalGraph& goals, const SidesNotTaken& sides,
    std::vector<std::size_t>& places, std::set<std::size_t>& known)
{
    std::set<GoalId> seen{goal};
    std::vector<GoalId> level{goal};
    std::size_t first = max_steps_up;
    for (std::size_t step = 0; step < max_steps_up && !level.empty(); ++step)
    {
        std::vector<GoalId> above;
        for (const GoalId next : level)
        {
            const std::vector<std::size_t> found = sides.to(goals[next]);
            append(found, places, known);
            first = found.empty() ? first : std::min(first, step);
            for (const GoalId parent : goals.parents(next))
            {
                if (found.empty() && seen.insert(parent).second)
                {
                    above.push_back(parent);
                }
            }
        }
        level = std::move(above);
    }
    return first;
}

}  // namespace

std::optional<DecidingCondition> deciding_condition(
    GoalId goal, const GoalGraph& goals, std::span<const PathCondition> path)
{
    std::vector<std::size_t> places;
    std::set<std::size_t> known;
    const std::size_t steps = append_way_to(goal, goals, SidesNotTaken(path, false), places, known);
    return places.empty() ? std::nullopt : std::optional(DecidingCondition{places.front(), steps});
}

std::vector<std::size_t> conditions_for(GoalId goal, const GoalGraph& goals,
    std::span<const PathCondition> path, const std::function<bool(GoalId)>& is_open)
{
    std::vector<std::size_t> places;
    std::set<std::size_t> known;
    append_way_to(goal, goals, SidesNotTaken(path, true), places, known);
    std::vector<std::size_t> others;
    for (std::size_t i = path.size(); i-- > 0;)
    {
        const PathCondition& condition = path[i];
        if (!condition.is_decision || !condition.condition.is_valid())
        {
            continue;
        }
        const auto side = condition.predicate.is_valid() ?
                              find_branch(goals, condition.predicate, !condition.outcome) :
                              std::nullopt;
        if (side && is_open(*side))
        {
            append({i}, places, known);
        }
        else
        {
            others.push_back(i);
        }
    }
    append(others, places, known);
    return places;
}

}  // namespace sbst::dse
