// SPDX-License-Identifier: Apache-2.0
// The graph that expressions live in: builds and simplifies them. Next: evaluation.hpp (what they
// are under an assignment), distance.hpp (how far from true), smt_lib.hpp (for other solvers).
#pragma once

#include <sbst/symbolic/expression.hpp>
#include <sbst/symbolic/intern_table.hpp>
#include <sbst/symbolic/regular_language.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::symbolic
{

/// Owns expressions. Equal ones get one id, and ids of operands are smaller than their user's.
/// Simplifies while it builds, unless told not to; a simplified expression has the value of the
/// other under every assignment that obeys the domains of the variables.
///
/// A regular value; ids of one graph mean nothing in another. Not shared between threads while it
/// grows.
class ExpressionGraph
{
public:
    enum class Simplifying : std::uint8_t
    {
        on,
        off
    };
    explicit ExpressionGraph(Simplifying simplifying = Simplifying::on);

    // Leaves.

    [[nodiscard]] ExpressionId boolean(bool value);
    /// @param value is cut to the width.
    [[nodiscard]] ExpressionId bit_vector(const U256& value, unsigned width);
    /// NaNs become the quiet one.
    [[nodiscard]] ExpressionId float32(float value);
    [[nodiscard]] ExpressionId float64(double value);
    [[nodiscard]] ExpressionId string(std::u16string value);
    /// Adds a variable; its name gets a number behind it if it is taken, its empty name `v`.
    /// @throws AdapterError for a width outside 1 to 256, an empty domain, or an array.
    [[nodiscard]] VariableId add_variable(Variable variable);
    [[nodiscard]] ExpressionId variable(VariableId id);

    // Operations. @throws AdapterError naming operation, operand and the sort that was expected.

    /// An operation whose sort follows from its operands: all but extract, the extensions,
    /// conversions to a width, matches and constant_array.
    [[nodiscard]] ExpressionId make(Op op, std::span<const ExpressionId> operands);
    [[nodiscard]] ExpressionId make(Op op, std::initializer_list<ExpressionId> operands)
    {
        return make(op, std::span<const ExpressionId>(operands.begin(), operands.size()));
    }
    [[nodiscard]] ExpressionId extract(ExpressionId word, unsigned high, unsigned low);
    [[nodiscard]] ExpressionId zero_extend(ExpressionId word, unsigned width);
    [[nodiscard]] ExpressionId sign_extend(ExpressionId word, unsigned width);
    /// Op::float_to_float, signed_to_float, float_to_signed, bits_to_float.
    [[nodiscard]] ExpressionId convert(Op op, ExpressionId operand, Sort to);
    [[nodiscard]] ExpressionId matches(ExpressionId string, const RegularLanguage& language);
    [[nodiscard]] ExpressionId constant_array(unsigned key_width, ExpressionId item);

    // Short for what is common.

    [[nodiscard]] ExpressionId negation(ExpressionId truth) { return make(Op::not_, {truth}); }
    [[nodiscard]] ExpressionId equal(ExpressionId a, ExpressionId b)
    {
        return make(Op::equal, {a, b});
    }
    /// The truth value as a bit-vector: 1 or 0.
    [[nodiscard]] ExpressionId to_bits(ExpressionId truth, unsigned width);

    // Queries.

    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }
    [[nodiscard]] const Node& operator[](ExpressionId id) const { return m_nodes[id.index()]; }
    [[nodiscard]] std::span<const ExpressionId> operands(ExpressionId id) const
    {
        const Node& node = m_nodes[id.index()];
        return {m_operands.data() + node.first_operand, node.operand_count};
    }
    [[nodiscard]] ExpressionId operand(ExpressionId id, std::size_t index) const
    {
        return m_operands[m_nodes[id.index()].first_operand + index];
    }
    [[nodiscard]] bool is_constant(ExpressionId id) const
    {
        return m_nodes[id.index()].op == Op::constant;
    }
    [[nodiscard]] bool is_true(ExpressionId id) const;
    [[nodiscard]] bool is_false(ExpressionId id) const;
    /// The word of a constant bit-vector or truth value (0 or 1).
    [[nodiscard]] const U256& word_of(ExpressionId constant) const;
    /// The number of a constant of either floating-point sort.
    [[nodiscard]] double number_of(ExpressionId constant) const;
    [[nodiscard]] const std::u16string& string_of(ExpressionId constant) const;
    [[nodiscard]] const RegularLanguage& language(std::uint32_t number) const
    {
        return m_languages[number];
    }
    [[nodiscard]] std::size_t variable_count() const { return m_variables.size(); }
    [[nodiscard]] const Variable& operator[](VariableId id) const
    {
        return m_variables[id.index()];
    }
    /// The bits of a bit-vector that may be 1, as far as its operations tell.
    [[nodiscard]] const U256& possible_bits(ExpressionId id) const
    {
        return m_possible_bits[id.index()];
    }
    /// Operations below it, each once, itself included.
    [[nodiscard]] std::size_t size_of(ExpressionId id) const;
    /// Writes an expression as SMT-LIB 2 does, without sharing; cut with `...` after `max_nodes`
    /// operations. For people and tests.
    [[nodiscard]] std::string to_text(ExpressionId id, std::size_t max_nodes = 200) const;

private:
    friend class Simplifier;

    [[nodiscard]] ExpressionId intern(const Node& node, std::span<const ExpressionId> operands);
    [[nodiscard]] ExpressionId build(Op op, Sort sort, std::span<const ExpressionId> operands,
        std::uint32_t a = 0, std::uint32_t b = 0);
    [[nodiscard]] U256 possible_bits_of(
        const Node& node, std::span<const ExpressionId> operands) const;
    void append_operands(std::span<const ExpressionId> operands);
    [[nodiscard]] std::uint32_t place_of_word(const U256& word);
    [[nodiscard]] ExpressionId number(double value, Sort sort);

    Simplifying m_simplifying;
    std::vector<Node> m_nodes;
    std::vector<U256> m_possible_bits;  // by node
    std::vector<ExpressionId> m_operands;
    InternTable m_node_numbers;

    std::vector<U256> m_words;
    InternTable m_word_places;
    std::vector<double> m_numbers;
    std::vector<std::u16string> m_strings;
    std::vector<RegularLanguage> m_languages;
    std::vector<Variable> m_variables;
    std::vector<std::size_t> m_name_hashes;  // by variable
};

}  // namespace sbst::symbolic
