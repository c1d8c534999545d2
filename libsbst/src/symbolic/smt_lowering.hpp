// SPDX-License-Identifier: Apache-2.0
// The translation of expressions into the theories of SMT-LIB. Next: smt_lowering.cpp (truth,
// words and arrays), smt_lowering_products.cpp, smt_lowering_numbers.cpp, smt_lowering_texts.cpp,
// smt_lowering_functions.cpp.
#pragma once

#include "smt_builder.hpp"
#include "smt_integers.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst::symbolic
{

class SmtLowering
{
public:
    SmtLowering(const ExpressionGraph& graph, std::span<const ExpressionId> constraints,
        const SmtOptions& options);

    [[nodiscard]] SmtQuery run();

private:
    // The terms of one node, whose operands have theirs.
    void lower(ExpressionId id);
    SmtTermId lower_constant(ExpressionId id);
    SmtTermId lower_truth(ExpressionId id);
    SmtTermId lower_equal(ExpressionId id);
    SmtTermId lower_word(ExpressionId id);
    SmtTermId lower_product(ExpressionId id);
    SmtTermId lower_quotient(ExpressionId id);
    SmtTermId lower_modular(ExpressionId id);
    SmtTermId lower_keccak(ExpressionId id);
    SmtTermId lower_number(ExpressionId id);
    SmtTermId lower_float_remainder(ExpressionId id);
    SmtTermId lower_float_to_signed(ExpressionId id);
    SmtTermId lower_power(ExpressionId id);
    SmtTermId lower_text(ExpressionId id);
    SmtTermId lower_unit(ExpressionId id);
    SmtTermId lower_place(ExpressionId id);
    SmtTermId lower_parsed(ExpressionId id);
    SmtTermId lower_printed(ExpressionId id);
    SmtTermId lower_language(const RegularLanguage& language);
    SmtTermId lower_repeat(const RegularLanguage::Part& part, SmtTermId operand);
    SmtTermId lower_array(ExpressionId id);
    SmtTermId lower_select(ExpressionId id);

    /// On natural numbers. The divisor's value where it is a constant.
    struct Quotient
    {
        SmtTermId quotient;
        SmtTermId remainder;
    };
    Quotient divided(SmtTermId dividend, SmtTermId divisor, const std::optional<U256>& constant);
    Quotient divided_by(SmtTermId dividend, const U256& divisor);
    Quotient divided_by_power(SmtTermId dividend, unsigned exponent);
    Quotient divided_by_unknown(SmtTermId dividend, SmtTermId divisor);
    SmtTermId product(SmtTermId left, SmtTermId right, bool is_exact);
    void bound_product(const SmtProduct& x);
    SmtTermId modular_function(ExpressionId id);

    [[nodiscard]] bool compares_arrays() const;
    SmtTermId item_at(ExpressionId array, ExpressionId key);
    SmtTermId item_of_store(ExpressionId store, ExpressionId key, SmtTermId otherwise);

    SmtTermId power_of_base(SmtTermId base, const U256& exponent);
    SmtTermId power_of_even(const U256& base, SmtTermId exponent);
    SmtTermId called(ExpressionId id, const SmtFunction& function);
    void bound_remainder(SmtTermId result);
    void tell_keccak_apart();
    void add_domain(VariableId id, SmtTermId symbol);
    void add_word_domain(const Variable& variable, SmtTermId symbol);
    void add_text_domain(const Domain& domain, SmtTermId symbol);
    void bound_text(ExpressionId id);

    /// The value of a constant.
    [[nodiscard]] std::optional<U256> constant_operand(ExpressionId id, std::size_t index) const
    {
        const ExpressionId part = m_graph.operand(id, index);
        return m_graph.is_constant(part) ? std::optional(m_graph.word_of(part)) : std::nullopt;
    }
    void add_fact(SmtOp op, SmtTermId a, SmtTermId b)
    {
        m_query.facts.push_back(m_build.truth(op, {a, b}));
    }
    [[nodiscard]] SmtTermId operand(ExpressionId id, std::size_t index) const
    {
        return m_terms_of[m_graph.operand(id, index).index()];
    }
    /// The digits of a text of an integer, and the number that they are: -1 if there are other
    /// characters.
    struct ParsedParts
    {
        SmtTermId is_below_zero;
        SmtTermId magnitude;
        SmtTermId is_integer;
    };
    ParsedParts parsed_parts(SmtTermId text);

    const ExpressionGraph& m_graph;
    std::span<const ExpressionId> m_constraints;
    SmtOptions m_options;
    SmtQuery m_query;
    SmtBuilder m_build;
    std::vector<bool> m_is_below;
    std::vector<SmtTermId> m_terms_of;         // by expression
    std::vector<std::uint64_t> m_text_bounds;  // by expression: no string is longer
    IntegerViews m_views;
    std::map<std::pair<ExpressionId, ExpressionId>, SmtTermId> m_items;  // by array and key
    std::map<std::pair<SmtTermId, SmtTermId>, Quotient> m_quotients;     // by dividend and divisor
    std::map<std::pair<SmtTermId, U256>, Quotient> m_constant_quotients;
};

}  // namespace sbst::symbolic
