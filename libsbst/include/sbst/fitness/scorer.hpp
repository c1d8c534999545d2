// SPDX-License-Identifier: Apache-2.0
// Scorer: the fitness of a recorded trace for any goal, the hot path of every search. Next:
// ../goal/goal_graph.hpp for the dependencies that approach levels count,
// ../search/order_matrix.hpp for how the scores are used.
#pragma once

#include <sbst/fitness/fitness.hpp>
#include <sbst/fitness/trace_index.hpp>
#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sbst
{

/// Appends the goals of `graph` that the trace covers in ascending order, each once, hidden ones
/// included; nothing when the trace is not usable. Costs O(t log t) for t touched things,
/// independent of the number of goals.
void append_covered(const Trace& trace, const GoalGraph& graph, std::vector<GoalId>& out);

/// Scores traces against the goals of one graph.
///
/// Only the event that its criterion names covers a goal (a taken edge, an entered method, a thrown
/// exception). The fitness of an open goal is (approach level, distance): level 0 holds the goal
/// itself, level k the goals that are k dependencies away from it (self-dependencies ignored, each
/// goal at its least level). The score is taken at the least level with a goal that the trace
/// touched (for a branch goal: evaluated its predicate, whatever the outcome): that level, and the
/// least distance among the touched goals there (0 for goals without a distance, such as methods).
/// When the trace touched no goal of any level, the level is the number of levels and the distance
/// is 0.
///
/// Near ancestors are stored, in whole levels, at most `max_stored_ancestors` per goal. When a
/// trace touches none of these, the graph is searched for farther ones: that score costs O(goals)
/// and is just as exact.
///
/// Source: Wegener et al., IST 2001 (approach level); AGSolT, equation 2; EvoSuite's control-flow
/// distance; unlike EvoSuite, we count dependencies across methods as the graph has them.
class Scorer
{
public:
    static constexpr std::size_t max_stored_ancestors = 128;

    /// Keeps a reference; the graph must outlive the scorer.
    explicit Scorer(const GoalGraph& graph);

    /// Takes in what was added to the graph since the last call; nearly free when nothing was.
    /// @return goals that are new or have other levels than before, ascending: earlier fitness for
    /// them means nothing. Valid until the next call.
    std::span<const GoalId> refresh();

    /// Fitness of the indexed trace; `Fitness::worst()` when the trace is not usable. Precondition:
    /// the goal was in the graph at the last refresh.
    [[nodiscard]] Fitness score(GoalId goal, const TraceIndex& trace) const;

    /// As the function of this name, for the scorer's graph.
    void append_covered(const Trace& trace, std::vector<GoalId>& out) const
    {
        sbst::append_covered(trace, *m_graph, out);
    }

    /// All levels of a goal, in full; level 0 is the goal itself.
    [[nodiscard]] std::vector<std::vector<GoalId>> levels(GoalId goal) const;

    /// The goal that decided the score, the first of several: the goal itself or the one that
    /// blocks the way to it. Nothing when the trace touched none or is not usable.
    [[nodiscard]] std::optional<GoalId> blocker(GoalId goal, const TraceIndex& trace) const;

private:
    struct Ancestry
    {
        /// For each of levels 1, 2, ...: the number of goals, then their indices.
        std::vector<std::uint32_t> levels;
        std::uint32_t level_count = 1;
        bool is_complete = true;
    };

    /// The level at which a walk over the graph met a touched goal; otherwise one past the last
    /// level.
    struct Nearest
    {
        GoalId goal;
        std::uint32_t level = 0;
        Distance distance;
    };

    [[nodiscard]] Ancestry ancestry_of(GoalId goal) const;
    [[nodiscard]] Nearest nearest(GoalId goal, const TraceIndex& trace) const;
    [[nodiscard]] Fitness score_far(GoalId goal, const TraceIndex& trace) const;

    const GoalGraph* m_graph;
    std::vector<Ancestry> m_ancestries;
    std::vector<std::uint32_t> m_parent_counts;
    std::size_t m_dependency_count = 0;
    std::vector<GoalId> m_changed;
};

}  // namespace sbst
