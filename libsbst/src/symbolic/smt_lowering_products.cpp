// SPDX-License-Identifier: Apache-2.0
// Products, quotients and remainders. Solvers make circuits of them: a divisor of 256 bits is half
// a million gates, a product with a small constant a few thousand.
#include "smt_lowering.hpp"

#include <fmt/core.h>

namespace sbst::symbolic
{

SmtTermId SmtLowering::lower_product(ExpressionId id)
{
    const unsigned width = m_graph[id].sort.width;
    const bool has_constant = constant_operand(id, 0) || constant_operand(id, 1);
    return has_constant || width <= m_options.widest_product ?
               m_build.word(SmtOp::bv_mul, width, {operand(id, 0), operand(id, 1)}) :
               product(operand(id, 0), operand(id, 1), false);
}

/// An unknown number in place of a product; solvers of ours tell more of it where it is wrong.
SmtTermId SmtLowering::product(SmtTermId left, SmtTermId right, bool is_exact)
{
    const SmtTermId result = m_query.terms.unknown("product", m_build.sort(left));
    m_query.products.push_back({left, right, result, is_exact});
    bound_product(m_query.products.back());
    return result;
}

void SmtLowering::bound_product(const SmtProduct& x)
{
    constexpr unsigned low_bits = 8;
    SmtTerms& terms = m_query.terms;
    const unsigned width = m_build.width(x.result);
    const SmtTermId zero = terms.word({}, width);
    const SmtTermId one = terms.word(1, width);
    const auto low = [&](SmtTermId term) { return m_build.extract(term, low_bits - 1, 0); };
    const SmtTermId low_product =
        m_build.word(SmtOp::bv_mul, low_bits, {low(x.left), low(x.right)});
    m_query.facts.push_back(m_build.equal(low(x.result), low_product));
    std::vector<SmtTermId> no_overflow;
    for (const auto& [factor, other] : {std::pair(x.left, x.right), std::pair(x.right, x.left)})
    {
        const SmtTermId is_zero_factor = m_build.equal(factor, zero);
        add_fact(SmtOp::implies, is_zero_factor, m_build.equal(x.result, zero));
        const SmtTermId is_result_other = m_build.equal(x.result, other);
        add_fact(SmtOp::implies, m_build.equal(factor, one), is_result_other);
        const SmtTermId is_small = m_build.truth(
            SmtOp::bv_ult, {factor, terms.word(U256::power_of_two(width / 2), width)});
        no_overflow.push_back(x.is_exact ? terms.truth(true) : is_small);
    }
    const SmtTermId fits = m_build.truth(SmtOp::and_, {no_overflow[0], no_overflow[1]});
    for (const auto& [factor, other] : {std::pair(x.left, x.right), std::pair(x.right, x.left)})
    {
        const SmtTermId is_positive = m_build.negation(m_build.equal(factor, zero));
        const SmtTermId is_within = m_build.truth(SmtOp::bv_ule, {other, x.result});
        add_fact(SmtOp::implies, m_build.truth(SmtOp::and_, {fits, is_positive}), is_within);
    }
}

/// Signed division by that of magnitudes: for a divisor of 0 too it is what Op says.
SmtTermId SmtLowering::lower_quotient(ExpressionId id)
{
    const Op op = m_graph[id].op;
    const unsigned width = m_graph[id].sort.width;
    const bool is_quotient = op == Op::udiv || op == Op::sdiv;
    const SmtTermId a = operand(id, 0);
    const SmtTermId b = operand(id, 1);
    std::optional<U256> constant = constant_operand(id, 1);
    if (op == Op::udiv || op == Op::urem)
    {
        const Quotient parts = divided(a, b, constant);
        return is_quotient ? parts.quotient : parts.remainder;
    }
    if (!constant && width <= m_options.widest_product)
    {
        return m_build.word(is_quotient ? SmtOp::bv_sdiv : SmtOp::bv_srem, width, {a, b});
    }
    const SmtTermId zero = m_query.terms.word({}, width);
    const auto negated = [&](SmtTermId x) { return m_build.word(SmtOp::bv_neg, width, {x}); };
    const auto is_below_zero = [&](SmtTermId x) { return m_build.truth(SmtOp::bv_slt, {x, zero}); };
    const auto magnitude = [&](SmtTermId x) {
        const SmtTermId turned = negated(x);
        return m_build.ite(is_below_zero(x), turned, x);
    };
    if (constant && has_bit(*constant, width - 1))
    {
        constant = (-*constant) & ones(width);
    }
    const SmtTermId divisor = magnitude(b);
    const Quotient parts = divided(magnitude(a), divisor, constant);
    const SmtTermId is_divisor_negative = is_quotient ? is_below_zero(b) : SmtTermId{};
    const SmtTermId is_dividend_negative = is_below_zero(a);
    const SmtTermId is_negative =
        is_quotient ? m_build.negation(m_build.equal(is_dividend_negative, is_divisor_negative)) :
                      is_dividend_negative;
    const SmtTermId result = is_quotient ? parts.quotient : parts.remainder;
    return m_build.ite(is_negative, negated(result), result);
}

SmtLowering::Quotient SmtLowering::divided(
    SmtTermId dividend, SmtTermId divisor, const std::optional<U256>& constant)
{
    const unsigned width = m_build.width(dividend);
    if (constant)
    {
        const auto [known, is_new] =
            m_constant_quotients.try_emplace(std::pair(dividend, *constant));
        if (is_new)
        {
            known->second = divided_by(dividend, *constant);
        }
        return known->second;
    }
    if (width <= m_options.widest_product)
    {
        return {m_build.word(SmtOp::bv_udiv, width, {dividend, divisor}),
            m_build.word(SmtOp::bv_urem, width, {dividend, divisor})};
    }
    const auto [known, is_new] = m_quotients.try_emplace(std::pair(dividend, divisor));
    if (is_new)
    {
        known->second = divided_by_unknown(dividend, divisor);
    }
    return known->second;
}

/// The only numbers with dividend = quotient * divisor + remainder and remainder < divisor. They
/// have only the bits that they need, and the sum one bit more: it cannot wrap.
SmtLowering::Quotient SmtLowering::divided_by(SmtTermId dividend, const U256& divisor)
{
    SmtTerms& terms = m_query.terms;
    const unsigned width = m_build.width(dividend);
    if (is_zero(divisor))
    {
        return {m_build.word(SmtOp::bv_not, width, {terms.word({}, width)}), dividend};
    }
    if (is_power_of_two(divisor))
    {
        return divided_by_power(dividend, exponent_of(divisor));
    }
    const unsigned bits = bit_width(divisor);
    if (bits > width)
    {
        return {terms.word({}, width), dividend};
    }
    const SmtTermId quotient =
        terms.unknown("quotient", {.sort = bit_vector_sort(width - bits + 1)});
    const SmtTermId remainder = terms.unknown("remainder", {.sort = bit_vector_sort(bits)});
    const unsigned wide = width + 1;
    const SmtTermId product = m_build.word(SmtOp::bv_mul, wide,
        {m_build.zero_extend(quotient, wide),
            m_build.zero_extend(terms.word(divisor, bits), wide)});
    const SmtTermId whole =
        m_build.word(SmtOp::bv_add, wide, {product, m_build.zero_extend(remainder, wide)});
    add_fact(SmtOp::equal, m_build.zero_extend(dividend, wide), whole);
    add_fact(SmtOp::bv_ult, remainder, terms.word(divisor, bits));
    return {m_build.zero_extend(quotient, width), m_build.zero_extend(remainder, width)};
}

SmtLowering::Quotient SmtLowering::divided_by_power(SmtTermId dividend, unsigned exponent)
{
    const unsigned width = m_build.width(dividend);
    if (exponent == 0)
    {
        return {dividend, m_query.terms.word({}, width)};
    }
    return {m_build.zero_extend(m_build.extract(dividend, width - 1, exponent), width),
        m_build.zero_extend(m_build.extract(dividend, exponent - 1, 0), width)};
}

SmtLowering::Quotient SmtLowering::divided_by_unknown(SmtTermId dividend, SmtTermId divisor)
{
    SmtTerms& terms = m_query.terms;
    const unsigned width = m_build.width(dividend);
    const SmtSort sort = m_build.sort(dividend);
    const SmtTermId quotient = terms.unknown("quotient", sort);
    const SmtTermId remainder = terms.unknown("remainder", sort);
    const SmtTermId whole = product(quotient, divisor, true);
    const SmtTermId is_by_zero = m_build.equal(divisor, terms.word({}, width));
    const SmtTermId is_by_other = m_build.negation(is_by_zero);
    add_fact(SmtOp::implies, is_by_zero,
        m_build.equal(quotient, m_build.word(SmtOp::bv_not, width, {terms.word({}, width)})));
    add_fact(SmtOp::implies, is_by_zero, m_build.equal(remainder, dividend));
    add_fact(SmtOp::implies, is_by_other,
        m_build.equal(dividend, m_build.word(SmtOp::bv_add, width, {whole, remainder})));
    add_fact(SmtOp::implies, is_by_other, m_build.truth(SmtOp::bv_ule, {whole, dividend}));
    add_fact(SmtOp::implies, is_by_other, m_build.truth(SmtOp::bv_ult, {remainder, divisor}));
    return {quotient, remainder};
}

/// By numbers that are wide enough for the sum or the product.
SmtTermId SmtLowering::lower_modular(ExpressionId id)
{
    const unsigned width = m_graph[id].sort.width;
    const bool is_sum = m_graph[id].op == Op::add_mod;
    const std::optional<U256> constant = constant_operand(id, 2);
    const bool has_easy_dividend = is_sum || constant_operand(id, 0) || constant_operand(id, 1);
    if (width > m_options.widest_product && !(constant && has_easy_dividend))
    {
        return modular_function(id);
    }
    const unsigned wide = is_sum ? width + 1 : 2 * width;
    const SmtTermId modulus = operand(id, 2);
    const SmtTermId whole = m_build.word(is_sum ? SmtOp::bv_add : SmtOp::bv_mul, wide,
        {m_build.zero_extend(operand(id, 0), wide), m_build.zero_extend(operand(id, 1), wide)});
    const SmtTermId rest =
        constant ? divided_by(whole, *constant).remainder :
                   m_build.word(SmtOp::bv_urem, wide, {whole, m_build.zero_extend(modulus, wide)});
    const SmtTermId zero = m_query.terms.word({}, width);
    const SmtTermId result = m_build.extract(rest, width - 1, 0);
    return m_build.ite(m_build.equal(modulus, zero), zero, result);
}

SmtTermId SmtLowering::modular_function(ExpressionId id)
{
    const Op op = m_graph[id].op;
    const SmtSort sort{.sort = m_graph[id].sort};
    const SmtTermId result = called(id, {.name = fmt::format("{}!{}", name_of(op), sort.sort.width),
                                            .arguments = {sort, sort, sort},
                                            .result = sort});
    const SmtTermId modulus = operand(id, 2);
    const SmtTermId is_by_zero = m_build.equal(modulus, m_query.terms.word({}, sort.sort.width));
    const SmtTermId is_below = m_build.truth(SmtOp::bv_ult, {result, modulus});
    const SmtTermId is_zero = m_build.equal(result, m_query.terms.word({}, sort.sort.width));
    m_query.facts.push_back(m_build.ite(is_by_zero, is_zero, is_below));
    return result;
}

}  // namespace sbst::symbolic
