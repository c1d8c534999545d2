// SPDX-License-Identifier: Apache-2.0
// Scorer: the fitness of a recorded trace for any goal, the hot path of every search. Next:
// ../goal/goal_graph.hpp for the dependencies that approach levels count,
// ../search/order_matrix.hpp for what becomes of the scores.
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

/// Scores traces against the goals of one graph.
///
/// A goal is covered by what its criterion says (a taken edge, an entered method, a thrown
/// exception), and by nothing else. Of an open goal the fitness is (approach level, distance):
/// level 0 holds the goal itself, level k the goals that are k dependencies away from it
/// (self-dependencies ignored, each goal at its least level). The score is taken at the least level
/// of which the trace touched something, for example evaluated the predicate of a branch goal
/// (whatever its outcome): the level, and the least distance among the touched goals there (0 for
/// what has none, such as a method). When the trace touched nothing on the way, the level is the
/// number of levels and the distance 0.
///
/// Ancestors near a goal are stored, at most `max_stored_ancestors` a goal in whole levels; should
/// a trace touch none of these, farther ones are looked for in the graph, which costs O(goals) for
/// that score and nothing in exactness.
///
/// Source: Wegener et al., IST 2001 (approach level); AGSolT, equation 2; EvoSuite's control-flow
/// distance, from which we differ by counting dependencies over method borders as the graph has
/// them.
class Scorer
{
public:
    static constexpr std::size_t max_stored_ancestors = 128;

    /// Keeps a reference: the graph outlives the scorer.
    explicit Scorer(const GoalGraph& graph);

    /// Takes in what was added to the graph since the last call; nearly free when nothing was.
    /// @return goals that are new or have other levels than before, ascending: earlier fitness for
    /// them means nothing. Valid until the next call.
    std::span<const GoalId> refresh();

    /// Fitness of the indexed trace; `Fitness::worst()` when that is not usable. Precondition: the
    /// goal was in the graph at the last refresh.
    [[nodiscard]] Fitness score(GoalId goal, const TraceIndex& trace) const;

    /// Appends the goals that the trace covers in ascending order, each once, hidden ones included;
    /// none when the trace is not usable. Costs O(t log t) for t touched things, however many goals
    /// there are.
    void append_covered(const Trace& trace, std::vector<GoalId>& out) const;

    /// All levels of a goal, in full; level 0 is the goal itself.
    [[nodiscard]] std::vector<std::vector<GoalId>> levels(GoalId goal) const;

    /// The goal whose wanted outcome decided the score, the first of several: the goal itself or
    /// the one that blocks the way to it. Nothing when the trace touched none or is not usable.
    [[nodiscard]] std::optional<GoalId> blocker(GoalId goal, const TraceIndex& trace) const;

private:
    struct Ancestry
    {
        /// Levels 1, 2, ...: how many goals, then the indices of those goals.
        std::vector<std::uint32_t> levels;
        std::uint32_t level_count = 1;
        bool is_complete = true;
    };

    /// Where a walk over the graph met something touched; else past the last level.
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
