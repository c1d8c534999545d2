// SPDX-License-Identifier: Apache-2.0
// Score columns: which goals have a column now, and where each test keeps its score for them, so
// that a known score is never computed again. Next: order_matrix.hpp.
#pragma once

#include <sbst/fitness/scorer.hpp>
#include <sbst/fitness/trace_index.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace sbst
{

/// Scores of one test, by place; entries of places without an active goal have no meaning.
using ScoreRow = std::vector<Fitness>;

/// Gives each active goal a place in the score rows of all tests; a goal keeps its place while it
/// is active; places of goals that became inactive are reused.
class ScoreColumns
{
public:
    /// Takes the new active goals (ascending, each once). Those of `changed` (ascending) count as
    /// fresh although they were active before: the way to them changed, and old scores mean
    /// nothing.
    void update(std::span<const GoalId> active, std::span<const GoalId> changed = {});

    /// Active goals, ascending, and their places; parallel.
    [[nodiscard]] std::span<const GoalId> goals() const { return m_goals; }
    [[nodiscard]] std::span<const std::size_t> places() const { return m_places; }
    /// Tells whether the last update brought goals for which no old row has a score.
    [[nodiscard]] bool has_fresh() const { return !m_fresh.empty(); }
    /// Their indices in `goals()`, ascending.
    [[nodiscard]] std::span<const std::size_t> fresh() const { return m_fresh; }

    /// Scores all active goals, or only the fresh ones.
    void score(const Scorer& scorer, const TraceIndex& trace, ScoreRow& row) const;
    void score_fresh(const Scorer& scorer, const TraceIndex& trace, ScoreRow& row) const;

    /// Copies the scores of the active goals out of a row, in the order of `goals()`.
    void gather(const ScoreRow& row, std::vector<Fitness>& out) const;

private:
    std::vector<GoalId> m_goals;
    std::vector<std::size_t> m_places;
    std::vector<std::size_t> m_fresh;  // indices into m_goals
    std::vector<std::size_t> m_free;
    std::size_t m_place_count = 0;
};

}  // namespace sbst
