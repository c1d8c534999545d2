// SPDX-License-Identifier: Apache-2.0
#include "goal_conditions.hpp"

#include <sbst/criteria/branch.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace sbst::dse
{

namespace
{

/// Evaluations of one predicate in a loop that are turned: the last ones, and the first.
constexpr std::size_t max_evaluations = 4;
/// How far up the goal graph conditions on the way are sought.
constexpr std::size_t max_steps_up = 12;

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
                m_by_side[BranchCriterion::index_of(condition.predicate, !condition.outcome)]
                    .push_back(i);
            }
        }
    }

    /// Evaluations that a side may be reached from, the last one first.
    [[nodiscard]] std::vector<std::size_t> to(std::size_t side) const
    {
        const auto found = m_by_side.find(side);
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
    std::map<std::size_t, std::vector<std::size_t>> m_by_side;
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
            const auto found =
                is_branch(goals[next]) ? sides.to(goals[next].index) : std::vector<std::size_t>{};
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
        const auto side =
            condition.predicate.is_valid() ?
                goals.find(BranchCriterion::id,
                    BranchCriterion::index_of(condition.predicate, !condition.outcome)) :
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
