// SPDX-License-Identifier: Apache-2.0
// Systems of linear equations between words, modulo a power of two. Next: modular_interval.hpp.
#pragma once

#include <sbst/symbolic/evaluation.hpp>

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst::dse
{

/// What equations are about: an expression that is no sum, or the unknown rest of one (what a
/// division rounds away, bits that are cut off).
struct Atom
{
    /// Invalid for a rest.
    symbolic::ExpressionId expression{};
    /// The least and the greatest value.
    U256 first{};
    U256 last{};
    U256 value{};
};

/// Equations between sums of multiples of atoms. All have one width, and all arithmetic wraps
/// around at it. Where a choice is met, what the evaluator chose stands for it, and the equalities
/// that it hangs on become equations.
class LinearSystem
{
public:
    LinearSystem(const symbolic::ExpressionGraph& graph, const symbolic::Evaluator& evaluated,
        unsigned width)
      : m_graph(graph), m_evaluated(evaluated), m_width(width)
    {}

    /// Takes comparisons of words with constants in a constraint for bounds. Others are ignored.
    /// Bounds come before equalities.
    void bound(symbolic::ExpressionId constraint);
    /// Adds an equality of words that the width fits: both sides have it, or one side is cut out of
    /// a sum that has it. A remainder of a sum is that sum without multiples of a constant.
    /// Others, and what would be too large, are ignored.
    void add(symbolic::ExpressionId equality);

    [[nodiscard]] std::size_t size() const { return m_rows.size(); }
    /// As the evaluator has them.
    [[nodiscard]] std::span<const Atom> atoms() const { return m_atoms; }

    /// Values of the atoms that make all equations true; most of them stay as they are. Nothing if
    /// there are none, or none was found in the bounds of the atoms: one or two atoms of each
    /// equation are chosen so that another one keeps its bounds.
    [[nodiscard]] std::optional<std::vector<U256>> solved();

private:
    static constexpr std::size_t max_rows = 24;
    static constexpr std::size_t max_atoms = 48;
    static constexpr unsigned max_depth = 40;
    static constexpr unsigned max_visits = 500;
    static constexpr unsigned max_moves = 4096;

    /// Multiples of the atoms, which shall have this sum.
    struct Row
    {
        std::vector<U256> factors = std::vector<U256>(max_atoms);
        U256 sum;
    };
    /// The row that gives one atom its value when all others have theirs.
    struct Pivot
    {
        std::size_t row = 0;
        std::size_t atom = 0;
        unsigned zeros = 0;  // at the end of its factor
    };

    [[nodiscard]] unsigned width_of(symbolic::ExpressionId id) const
    {
        return m_graph[id].sort.width;
    }
    void bound_truth(symbolic::ExpressionId truth, bool wanted);
    void bound_word(symbolic::ExpressionId order, bool is_negated);
    [[nodiscard]] std::pair<U256, U256>& bounds_of(symbolic::ExpressionId id);
    /// Without zeros above it.
    [[nodiscard]] symbolic::ExpressionId unextended(symbolic::ExpressionId id) const;
    /// What is chosen, where it is a choice.
    [[nodiscard]] symbolic::ExpressionId chosen(symbolic::ExpressionId id);
    void add_row(symbolic::ExpressionId equality);
    /// How far an atom can be above its least value.
    [[nodiscard]] U256 room(std::size_t atom) const
    {
        return m_atoms[atom].last - m_atoms[atom].first;
    }
    [[nodiscard]] std::optional<Row> row_of(symbolic::ExpressionId equality);
    [[nodiscard]] bool add_side(Row& row, symbolic::ExpressionId side, const U256& factor);
    [[nodiscard]] bool add_cut(Row& row, symbolic::ExpressionId cut, symbolic::ExpressionId other);
    [[nodiscard]] bool add_to(
        Row& row, symbolic::ExpressionId id, const U256& factor, unsigned depth);
    [[nodiscard]] bool add_atom(Row& row, const Atom& atom, const U256& factor);
    [[nodiscard]] bool add_expression(Row& row, symbolic::ExpressionId id, const U256& factor);

    [[nodiscard]] std::optional<Pivot> pivot_in(std::span<const Row> rows, std::size_t first) const;
    [[nodiscard]] std::vector<Pivot> eliminate(std::vector<Row>& rows) const;
    [[nodiscard]] bool give_value(std::span<const Row> rows, std::span<const Pivot> pivots,
        std::size_t place, std::vector<U256>& values);
    [[nodiscard]] bool make_room(std::span<const Row> rows, std::span<const Pivot> pivots,
        std::size_t place, std::vector<U256>& values);
    [[nodiscard]] bool move_atom(
        const Row& row, const Pivot& pivot, std::size_t atom, std::vector<U256>& values);
    [[nodiscard]] U256 wanted_of(
        const Row& row, const Pivot& pivot, std::span<const U256> values) const;

    const symbolic::ExpressionGraph& m_graph;
    const symbolic::Evaluator& m_evaluated;
    unsigned m_width;
    std::map<symbolic::ExpressionId, std::pair<U256, U256>> m_bounds;
    /// Equalities that choices hang on, and that are no rows yet.
    std::vector<symbolic::ExpressionId> m_choices;
    std::vector<Atom> m_atoms;
    std::vector<Row> m_rows;
    unsigned m_visits = 0;  // of operations, for one row or constraint
    unsigned m_moves = 0;   // tried, for one solution
};

}  // namespace sbst::dse
