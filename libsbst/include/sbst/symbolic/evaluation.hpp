// SPDX-License-Identifier: Apache-2.0
// The value of expressions under an assignment of literals to variables. Next: distance.hpp.
#pragma once

#include <sbst/symbolic/expression_graph.hpp>

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace sbst::symbolic
{

/// The value of an array: items by key, and the item of all other keys.
struct ArrayValue
{
    /// Items that are not `others`.
    std::map<U256, U256> items;
    U256 others{};

    [[nodiscard]] const U256& at(const U256& key) const;
    void put(const U256& key, const U256& item);
    /// Makes `others` the item of most keys of that width, the least such item: then equal contents
    /// are equal values, as all arrays are that operations result in.
    void normalise(unsigned key_width);

    friend bool operator==(const ArrayValue&, const ArrayValue&) = default;
};

/// The value of an expression: a U256 for bit-vectors (bits above the width are 0) and truth values
/// (0 or 1), a double for both floating-point sorts.
using Datum = std::variant<U256, double, std::u16string, ArrayValue>;

/// A value for each variable of a graph, by VariableId.
using Assignment = std::vector<Datum>;

/// Some value of the variable's domain: the least, 0 if it is allowed, the empty string.
[[nodiscard]] Datum neutral_datum(const Variable& variable);

/// Tells whether the datum is of the variable's sort and in its domain.
[[nodiscard]] bool is_in_domain(const Datum& datum, const Variable& variable);

/// The value of one operation on values of its operands: what gives every operation its meaning.
/// The node need not be in the graph, its operands are. Precondition: it is neither a constant nor
/// a variable.
[[nodiscard]] Datum apply(const ExpressionGraph& graph, const Node& node,
    std::span<const ExpressionId> operands, std::span<const Datum* const> values);

/// Evaluates expressions again and again, as solvers do: keeps its memory, and what does not hang
/// on the variables that changed.
class Evaluator
{
public:
    /// For these expressions of the graph, which must outlive it and may grow.
    Evaluator(const ExpressionGraph& graph, std::span<const ExpressionId> roots);

    /// Evaluates all. Precondition: a value of its sort for each variable that the roots mention.
    void evaluate(const Assignment& assignment);
    /// The same when only that variable has changed since the last time.
    void evaluate(const Assignment& assignment, VariableId changed);

    /// What an expression below the roots is, after evaluate().
    [[nodiscard]] const Datum& value(ExpressionId id) const
    {
        return m_values[m_place[id.index()]];
    }
    [[nodiscard]] const U256& word(ExpressionId id) const { return *std::get_if<U256>(&value(id)); }
    [[nodiscard]] bool is_true(ExpressionId id) const { return !is_zero(word(id)); }
    /// The variables that the roots mention, ascending.
    [[nodiscard]] std::span<const VariableId> variables() const { return m_variables; }

private:
    void compute(std::size_t place, const Assignment& assignment);

    const ExpressionGraph* m_graph;
    std::vector<ExpressionId> m_order;   // what is below the roots, ascending
    std::vector<std::uint32_t> m_place;  // by expression, in m_order
    std::vector<Datum> m_values;         // by place
    std::vector<VariableId> m_variables;
    std::vector<std::vector<std::uint32_t>> m_users;  // by index in m_variables: places above it
    std::vector<const Datum*> m_operands;
};

/// One value of one expression.
[[nodiscard]] Datum evaluate(
    const ExpressionGraph& graph, ExpressionId id, const Assignment& assignment);

}  // namespace sbst::symbolic
