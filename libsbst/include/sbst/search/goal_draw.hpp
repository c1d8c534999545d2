// SPDX-License-Identifier: Apache-2.0
// Feedback-directed sampling: draws the goal that was tried least since a test came nearer to it.
// Next: algorithms/mio.hpp, which uses it.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/random/rng.hpp>

#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <vector>

namespace sbst
{

/// A goal from whose tests an algorithm may sample.
struct DrawnGoal
{
    GoalId goal;
    /// How often a test was kept for it so far, see Archive::arrivals.
    std::uint64_t arrivals = 0;
};

/// Counts the draws of each goal since its last arrival, and draws the goal with the lowest count,
/// ties by chance: goals without progress, which may be infeasible, come last. Source: Arcuri,
/// IST 2018 (MIO), feedback-directed sampling.
class GoalDraw
{
public:
    /// Says which goals can be drawn until the next call. O(goals).
    void begin_round(std::span<const DrawnGoal> goals, Rng& rng);

    /// Draws a goal and counts it; nothing when no goal can be drawn. O(log goals).
    [[nodiscard]] std::optional<GoalId> draw(Rng& rng);

private:
    struct Counter
    {
        std::uint64_t arrivals = 0;
        std::uint64_t draws = 0;
    };
    struct Entry
    {
        std::uint64_t draws = 0;
        std::uint64_t tie = 0;
        GoalId goal;
    };
    struct IsLater
    {
        bool operator()(const Entry& one, const Entry& other) const;
    };

    std::vector<Counter> m_counters;  // by goal
    std::priority_queue<Entry, std::vector<Entry>, IsLater> m_queue;
};

}  // namespace sbst
