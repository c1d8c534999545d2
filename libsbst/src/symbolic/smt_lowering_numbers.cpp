// SPDX-License-Identifier: Apache-2.0
// Floating-point numbers.
#include "smt_lowering.hpp"

#include <algorithm>
#include <cmath>

namespace sbst::symbolic
{

SmtTermId SmtLowering::lower_number(ExpressionId id)
{
    const Node& node = m_graph[id];
    const auto converted = [&](SmtOp op) {
        return m_query.terms.make(op, {.sort = node.sort}, {operand(id, 0)});
    };
    const auto direct = [&](SmtOp op) {
        return m_build.same(op, {operand(id, 0), operand(id, 1)});
    };
    switch (node.op)
    {
        case Op::float_add:
            return direct(SmtOp::fp_add);
        case Op::float_sub:
            return direct(SmtOp::fp_sub);
        case Op::float_mul:
            return direct(SmtOp::fp_mul);
        case Op::float_div:
            return direct(SmtOp::fp_div);
        case Op::float_rem:
            return lower_float_remainder(id);
        case Op::float_neg:
            return converted(SmtOp::fp_neg);
        case Op::float_to_float:
            return converted(SmtOp::fp_of_float);
        case Op::signed_to_float:
            return converted(SmtOp::fp_of_signed);
        default:
            return converted(SmtOp::fp_of_bits);
    }
}

/// fmod by the remainder of IEEE 754, whose quotient is rounded to nearest: where that rounded up,
/// the remainder of the magnitudes is below 0 and one divisor too small. The sum is exact.
SmtTermId SmtLowering::lower_float_remainder(ExpressionId id)
{
    const SmtTermId a = operand(id, 0);
    const SmtTermId b = operand(id, 1);
    const SmtSort sort = m_build.sort(a);
    if (!m_options.has_float_remainders)
    {
        const bool is_single = sort.sort.kind == SortKind::float32;
        const SmtTermId result = called(id,
            {.name = is_single ? "fmod!32" : "fmod!64", .arguments = {sort, sort}, .result = sort});
        bound_remainder(result);
        return result;
    }
    const SmtTermId divisor = m_build.same(SmtOp::fp_abs, {b});
    const SmtTermId nearest =
        m_build.same(SmtOp::fp_rem, {m_build.same(SmtOp::fp_abs, {a}), divisor});
    const SmtTermId is_too_small =
        m_build.truth(SmtOp::fp_lt, {nearest, m_query.terms.number(0, sort.sort)});
    const SmtTermId magnitude =
        m_build.ite(is_too_small, m_build.same(SmtOp::fp_add, {nearest, divisor}), nearest);
    const SmtTermId negated = m_build.same(SmtOp::fp_neg, {magnitude});
    return m_build.ite(m_build.truth(SmtOp::fp_is_negative, {a}), negated, magnitude);
}

/// When it is NaN, when it is the dividend, and how great it is else.
void SmtLowering::bound_remainder(SmtTermId result)
{
    const SmtTermId a = m_query.terms.operands(result)[0];
    const SmtTermId b = m_query.terms.operands(result)[1];
    const auto either = [&](SmtTermId x, SmtTermId y) { return m_build.truth(SmtOp::or_, {x, y}); };
    const auto is = [&](SmtOp op, SmtTermId x) { return m_build.truth(op, {x}); };
    const auto implies = [&](SmtTermId x, SmtTermId y) {
        m_query.facts.push_back(m_build.truth(SmtOp::implies, {x, y}));
    };
    const SmtTermId is_divisor_zero = is(SmtOp::fp_is_zero, b);
    const SmtTermId has_no_divisor = either(is(SmtOp::fp_is_nan, b), is_divisor_zero);
    const SmtTermId is_dividend_infinite = is(SmtOp::fp_is_infinite, a);
    const SmtTermId has_no_dividend = either(is(SmtOp::fp_is_nan, a), is_dividend_infinite);
    const SmtTermId has_none = either(has_no_dividend, has_no_divisor);
    const SmtTermId dividend = m_build.same(SmtOp::fp_abs, {a});
    const SmtTermId divisor = m_build.same(SmtOp::fp_abs, {b});
    const SmtTermId magnitude = m_build.same(SmtOp::fp_abs, {result});
    m_query.facts.push_back(m_build.equal(is(SmtOp::fp_is_nan, result), has_none));
    const SmtTermId is_below_divisor = m_build.truth(SmtOp::fp_lt, {magnitude, divisor});
    const SmtTermId has_one = m_build.negation(has_none);
    implies(has_one, is_below_divisor);
    implies(has_one, m_build.truth(SmtOp::fp_le, {magnitude, dividend}));
    const SmtTermId is_dividend_negative = is(SmtOp::fp_is_negative, a);
    implies(has_one, m_build.equal(is(SmtOp::fp_is_negative, result), is_dividend_negative));
    const SmtTermId is_result_dividend = m_build.equal(result, a);
    implies(m_build.truth(SmtOp::fp_lt, {dividend, divisor}), is_result_dividend);
}

SmtTermId SmtLowering::lower_float_to_signed(ExpressionId id)
{
    SmtTerms& terms = m_query.terms;
    const unsigned width = m_graph[id].sort.width;
    const SmtTermId x = operand(id, 0);
    const Sort sort = m_build.sort(x).sort;
    const double limit = std::ldexp(1.0, static_cast<int>(width) - 1);
    const SmtTermId is_above = m_build.truth(SmtOp::fp_le, {terms.number(limit, sort), x});
    const SmtTermId is_below = m_build.truth(SmtOp::fp_le, {x, terms.number(-limit, sort)});
    const SmtTermId least = terms.word(U256::power_of_two(width - 1), width);
    const SmtTermId greatest = terms.word(ones(width) >> std::uint64_t{1}, width);
    // Solvers have been seen to fail at conversions to one bit.
    const unsigned wide = std::max(width, 8U);
    const SmtTermId truncated =
        m_build.extract(m_build.word(SmtOp::fp_to_signed, wide, {x}), width - 1, 0);
    const SmtTermId inside =
        m_build.ite(is_below, least, m_build.ite(is_above, greatest, truncated));
    const SmtTermId zero = terms.word({}, width);
    return m_build.ite(m_build.truth(SmtOp::fp_is_nan, {x}), zero, inside);
}

}  // namespace sbst::symbolic
