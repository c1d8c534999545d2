// SPDX-License-Identifier: Apache-2.0
// Where the alternating variable method stands: an assignment that is kept, one that is tried, and
// how far both are from making all constraints true.
#pragma once

#include <sbst/dse/solver.hpp>
#include <sbst/numeric/distance.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst::dse
{

/// How good an assignment is, the fewest violated constraints first: the sum of exact distances
/// then tells steps of 1 apart at any size. Constraints without a finite distance are counted.
///
/// Algorithms E.4 sums normalised distances, in which large ones vanish.
struct Score
{
    std::size_t violated = 0;
    std::size_t infinite = 0;
    Distance sum{};

    friend bool operator==(const Score&, const Score&) = default;
    friend auto operator<=>(const Score&, const Score&) = default;
};

/// What one trial changed in a constraint.
struct DistanceChange
{
    std::uint32_t constraint = 0;
    Distance before{};
    Distance after{};
};

class AvmState
{
public:
    /// Evaluates the start. Keeps the query's references.
    AvmState(const Query& query, std::uint64_t most_evaluations, std::uint64_t most_operations);

    // The assignment that is kept.

    [[nodiscard]] const Score& score() const { return m_score; }
    [[nodiscard]] bool is_solved() const { return m_score.violated == 0; }
    /// Solved, no evaluation is left, or no one needs the answer: trials do nothing then.
    [[nodiscard]] bool is_over() const
    {
        return is_solved() || m_evaluations >= m_most || m_operations >= m_most_operations ||
               m_is_called_off;
    }
    [[nodiscard]] std::uint64_t evaluations() const { return m_evaluations; }
    [[nodiscard]] const symbolic::Datum& value(symbolic::VariableId variable) const;
    [[nodiscard]] bool is_violated(std::size_t constraint) const
    {
        return !is_zero(m_distances[constraint]);
    }
    /// The values of all expressions; takes back what was only tried.
    [[nodiscard]] const symbolic::Evaluator& evaluated();
    [[nodiscard]] const symbolic::Assignment& assignment();

    [[nodiscard]] const symbolic::ExpressionGraph& graph() const { return m_query.graph; }
    [[nodiscard]] std::span<const symbolic::ExpressionId> constraints() const
    {
        return m_query.constraints;
    }
    /// All that the constraints mention, and those that violated ones mention; ascending.
    [[nodiscard]] std::span<const symbolic::VariableId> variables() const
    {
        return m_evaluator.variables();
    }
    [[nodiscard]] std::vector<symbolic::VariableId> variables_of_violated() const;
    [[nodiscard]] std::span<const symbolic::VariableId> variables_of(std::size_t constraint) const
    {
        return m_variables_of[constraint];
    }

    // Trials. Precondition: a value of the variable's domain.

    /// Evaluates with another value. @return whether that is better; false for the same value.
    bool try_value(symbolic::VariableId variable, symbolic::Datum value);
    [[nodiscard]] const Score& trial_score() const { return m_trial_score; }
    /// The values of all expressions with what was tried last.
    [[nodiscard]] const symbolic::Evaluator& trial_evaluated() const { return m_evaluator; }
    /// What the last trial changed in constraints that were violated before it, whether it was kept
    /// or not.
    [[nodiscard]] std::span<const DistanceChange> changes() const { return m_changes; }
    /// Keeps what was tried last.
    void keep();

    /// Tries and keeps it if it is better.
    bool improve(symbolic::VariableId variable, symbolic::Datum value);
    /// Tries and keeps it if it is not worse.
    bool drift(symbolic::VariableId variable, symbolic::Datum value);
    /// Keeps it in any case.
    void put(symbolic::VariableId variable, symbolic::Datum value);
    /// Keeps another assignment in place of all values.
    void restart(symbolic::Assignment assignment);

    // Several variables together.

    /// Remembers all values that are kept from here on.
    void begin_group();
    /// The first constraint that the group has violated; nothing if there is none.
    [[nodiscard]] std::optional<std::size_t> broken_in_group() const;
    /// Ends the group, with changes() of all of it. @return whether its values were kept: those
    /// that made the score better.
    bool end_group();

private:
    struct Undo
    {
        symbolic::VariableId variable;
        symbolic::Datum value;
    };

    void count_evaluation();
    void evaluate_all();
    void evaluate_trial(symbolic::VariableId variable);
    void take_back();
    [[nodiscard]] Score score_of(std::span<const Distance> distances) const;

    const Query& m_query;
    std::uint64_t m_most;
    std::uint64_t m_most_operations;
    std::uint64_t m_evaluations = 0;
    bool m_is_called_off = false;
    /// Operations below the constraints that were measured.
    std::uint64_t m_operations = 0;
    symbolic::Evaluator m_evaluator;
    /// As evaluated: with the value that is tried.
    symbolic::Assignment m_assignment;
    std::vector<std::vector<symbolic::VariableId>> m_variables_of;  // by constraint
    std::vector<std::vector<std::uint32_t>> m_constraints_of;       // by variable
    std::vector<std::uint64_t> m_operations_of;  // by variable, below its constraints

    std::vector<Distance> m_distances;
    Score m_score;

    /// The variable whose kept value is not in m_assignment.
    std::optional<symbolic::VariableId> m_tried;
    symbolic::Datum m_kept_value;
    std::vector<Distance> m_trial_distances;
    Score m_trial_score;
    std::vector<DistanceChange> m_changes;

    bool m_is_in_group = false;
    std::vector<Undo> m_undos;
    std::vector<Distance> m_distances_before_group;
    Score m_score_before_group;
};

}  // namespace sbst::dse
