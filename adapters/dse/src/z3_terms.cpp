// SPDX-License-Identifier: Apache-2.0
#include "z3_terms.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace sbst::dse
{

namespace
{

using symbolic::SmtOp;
using symbolic::SmtSort;
using symbolic::SmtTerm;
using symbolic::SmtTermId;
using symbolic::Sort;
using symbolic::SortKind;

using Unary = Z3_ast (*)(Z3_context, Z3_ast);
using Binary = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);

/// Operations of one operand that need nothing else; null for others.
Unary unary_of(SmtOp op)
{
    switch (op)
    {
        case SmtOp::not_:
            return Z3_mk_not;
        case SmtOp::int_neg:
            return Z3_mk_unary_minus;
        case SmtOp::bv_not:
            return Z3_mk_bvnot;
        case SmtOp::bv_neg:
            return Z3_mk_bvneg;
        case SmtOp::fp_neg:
            return Z3_mk_fpa_neg;
        case SmtOp::fp_abs:
            return Z3_mk_fpa_abs;
        case SmtOp::fp_is_nan:
            return Z3_mk_fpa_is_nan;
        case SmtOp::fp_is_infinite:
            return Z3_mk_fpa_is_infinite;
        case SmtOp::fp_is_zero:
            return Z3_mk_fpa_is_zero;
        case SmtOp::fp_is_negative:
            return Z3_mk_fpa_is_negative;
        case SmtOp::fp_to_bits:
            return Z3_mk_fpa_to_ieee_bv;
        case SmtOp::str_len:
            return Z3_mk_seq_length;
        case SmtOp::str_to_int:
            return Z3_mk_str_to_int;
        case SmtOp::str_from_int:
            return Z3_mk_int_to_str;
        case SmtOp::re_of_text:
            return Z3_mk_seq_to_re;
        case SmtOp::re_star:
            return Z3_mk_re_star;
        default:
            return nullptr;
    }
}

/// Operations of two words.
Binary word_binary_of(SmtOp op)
{
    switch (op)
    {
        case SmtOp::bv_add:
            return Z3_mk_bvadd;
        case SmtOp::bv_sub:
            return Z3_mk_bvsub;
        case SmtOp::bv_mul:
            return Z3_mk_bvmul;
        case SmtOp::bv_udiv:
            return Z3_mk_bvudiv;
        case SmtOp::bv_urem:
            return Z3_mk_bvurem;
        case SmtOp::bv_sdiv:
            return Z3_mk_bvsdiv;
        case SmtOp::bv_srem:
            return Z3_mk_bvsrem;
        case SmtOp::bv_and:
            return Z3_mk_bvand;
        case SmtOp::bv_or:
            return Z3_mk_bvor;
        case SmtOp::bv_xor:
            return Z3_mk_bvxor;
        case SmtOp::bv_shl:
            return Z3_mk_bvshl;
        case SmtOp::bv_lshr:
            return Z3_mk_bvlshr;
        case SmtOp::bv_ashr:
            return Z3_mk_bvashr;
        case SmtOp::bv_ult:
            return Z3_mk_bvult;
        case SmtOp::bv_ule:
            return Z3_mk_bvule;
        case SmtOp::bv_slt:
            return Z3_mk_bvslt;
        case SmtOp::bv_sle:
            return Z3_mk_bvsle;
        case SmtOp::bv_concat:
            return Z3_mk_concat;
        default:
            return nullptr;
    }
}

/// Other operations of two operands that need nothing else.
Binary binary_of(SmtOp op)
{
    switch (op)
    {
        case SmtOp::implies:
            return Z3_mk_implies;
        case SmtOp::equal:
            return Z3_mk_eq;
        case SmtOp::int_lt:
            return Z3_mk_lt;
        case SmtOp::int_le:
            return Z3_mk_le;
        case SmtOp::fp_rem:
            return Z3_mk_fpa_rem;
        case SmtOp::fp_eq:
            return Z3_mk_fpa_eq;
        case SmtOp::fp_lt:
            return Z3_mk_fpa_lt;
        case SmtOp::fp_le:
            return Z3_mk_fpa_leq;
        case SmtOp::str_at:
            return Z3_mk_seq_at;
        case SmtOp::str_prefixof:
            return Z3_mk_seq_prefix;
        case SmtOp::str_suffixof:
            return Z3_mk_seq_suffix;
        case SmtOp::str_contains:
            return Z3_mk_seq_contains;
        case SmtOp::str_in_re:
            return Z3_mk_seq_in_re;
        case SmtOp::re_range:
            return Z3_mk_re_range;
        case SmtOp::array_select:
            return Z3_mk_select;
        default:
            return word_binary_of(op);
    }
}

/// Operations of any number of operands.
using Many = Z3_ast (*)(Z3_context, unsigned, const Z3_ast*);

Many many_of(SmtOp op)
{
    switch (op)
    {
        case SmtOp::and_:
            return Z3_mk_and;
        case SmtOp::or_:
            return Z3_mk_or;
        case SmtOp::int_add:
            return Z3_mk_add;
        case SmtOp::int_sub:
            return Z3_mk_sub;
        case SmtOp::str_concat:
            return Z3_mk_seq_concat;
        case SmtOp::re_concat:
            return Z3_mk_re_concat;
        case SmtOp::re_union:
            return Z3_mk_re_union;
        default:
            return nullptr;
    }
}

}  // namespace

Z3_ast Z3Terms::make(SmtTermId id)
{
    m_made.resize(m_terms.size());
    std::vector<SmtTermId> waiting{id};
    while (!waiting.empty())
    {
        const SmtTermId next = waiting.back();
        const std::size_t before = waiting.size();
        if (m_made[next.index()] == nullptr)
        {
            for (const SmtTermId operand : m_terms.operands(next))
            {
                if (m_made[operand.index()] == nullptr)
                {
                    waiting.push_back(operand);
                }
            }
        }
        if (waiting.size() == before)
        {
            if (m_made[next.index()] == nullptr)
            {
                m_made[next.index()] = m_context.checked(make_one(next));
            }
            waiting.pop_back();
        }
    }
    return m_made[id.index()];
}

Z3_ast Z3Terms::make_one(SmtTermId id)
{
    Z3_context z3 = m_context.get();
    const SmtTerm& term = m_terms[id];
    std::vector<Z3_ast> operands;
    for (const SmtTermId operand : m_terms.operands(id))
    {
        operands.push_back(m_made[operand.index()]);
    }
    if (operands.empty() && term.op != SmtOp::call)
    {
        return make_leaf(term);
    }
    if (const Unary unary = unary_of(term.op))
    {
        return unary(z3, operands[0]);
    }
    if (const Binary binary = binary_of(term.op))
    {
        return binary(z3, operands[0], operands[1]);
    }
    if (const Many many = many_of(term.op))
    {
        return many(z3, static_cast<unsigned>(operands.size()), operands.data());
    }
    switch (term.op)
    {
        case SmtOp::ite:
            return Z3_mk_ite(z3, operands[0], operands[1], operands[2]);
        case SmtOp::array_store:
            return Z3_mk_store(z3, operands[0], operands[1], operands[2]);
        case SmtOp::array_constant:
            return Z3_mk_const_array(z3, Z3_mk_bv_sort(z3, term.sort.sort.key_width), operands[0]);
        case SmtOp::call:
            return make_call(term, operands);
        default:
            break;
    }
    if (term.op < SmtOp::fp_add)
    {
        return make_word(term, operands);
    }
    return term.op < SmtOp::str_len ? make_number(term, operands) : make_text(term, operands);
}

Z3_ast Z3Terms::make_leaf(const Term& term)
{
    Z3_context z3 = m_context.get();
    Z3_sort sort = sort_of(term.sort);
    switch (term.op)
    {
        case SmtOp::truth:
            return term.a != 0 ? Z3_mk_true(z3) : Z3_mk_false(z3);
        case SmtOp::integer:
        {
            const symbolic::Int128 value = m_terms.integer_of(term);
            const auto magnitude = static_cast<Uint128>(value < 0 ? -value : value);
            const U256 word{static_cast<std::uint64_t>(magnitude),
                static_cast<std::uint64_t>(magnitude >> 64U), 0, 0};
            return Z3_mk_numeral(z3, ((value < 0 ? "-" : "") + word.to_decimal()).c_str(), sort);
        }
        case SmtOp::word:
            return Z3_mk_numeral(z3, m_terms.word_of(term).to_decimal().c_str(), sort);
        case SmtOp::number:
            return number_of_bits(m_terms.number_of(term), term.sort.sort);
        case SmtOp::text:
            return Z3_mk_string(z3, symbolic::to_smt_characters(m_terms.text_of(term)).c_str());
        case SmtOp::variable:
            return Z3_mk_const(z3, Z3_mk_int_symbol(z3, static_cast<int>(term.a)), sort);
        default:
            return Z3_mk_re_empty(z3, sort);
    }
}

Z3_ast Z3Terms::number_of_bits(double value, const Sort& sort)
{
    Z3_context z3 = m_context.get();
    Z3_sort to = sort_of({.sort = sort});
    if (std::isnan(value))
    {
        return Z3_mk_fpa_nan(z3, to);
    }
    const bool is_single = sort.kind == SortKind::float32;
    const std::uint64_t bits = is_single ? std::bit_cast<std::uint32_t>(static_cast<float>(value)) :
                                           std::bit_cast<std::uint64_t>(value);
    Z3_ast word = Z3_mk_unsigned_int64(z3, bits, Z3_mk_bv_sort(z3, is_single ? 32 : 64));
    return Z3_mk_fpa_to_fp_bv(z3, m_context.checked(word), to);
}

Z3_ast Z3Terms::make_word(const Term& term, const std::vector<Z3_ast>& operands)
{
    Z3_context z3 = m_context.get();
    switch (term.op)
    {
        case SmtOp::int_to_word:
            return Z3_mk_int2bv(z3, term.sort.sort.width, operands[0]);
        case SmtOp::word_to_int:
            return Z3_mk_bv2int(z3, operands[0], false);
        case SmtOp::bv_extract:
            return Z3_mk_extract(z3, term.a, term.b, operands[0]);
        case SmtOp::bv_zero_extend:
            return Z3_mk_zero_ext(z3, term.a, operands[0]);
        default:
            return Z3_mk_sign_ext(z3, term.a, operands[0]);
    }
}

Z3_ast Z3Terms::make_number(const Term& term, const std::vector<Z3_ast>& operands)
{
    Z3_context z3 = m_context.get();
    Z3_ast nearest = Z3_mk_fpa_round_nearest_ties_to_even(z3);
    switch (term.op)
    {
        case SmtOp::fp_add:
            return Z3_mk_fpa_add(z3, nearest, operands[0], operands[1]);
        case SmtOp::fp_sub:
            return Z3_mk_fpa_sub(z3, nearest, operands[0], operands[1]);
        case SmtOp::fp_mul:
            return Z3_mk_fpa_mul(z3, nearest, operands[0], operands[1]);
        case SmtOp::fp_div:
            return Z3_mk_fpa_div(z3, nearest, operands[0], operands[1]);
        case SmtOp::fp_of_float:
            return Z3_mk_fpa_to_fp_float(z3, nearest, operands[0], sort_of(term.sort));
        case SmtOp::fp_of_signed:
            return Z3_mk_fpa_to_fp_signed(z3, nearest, operands[0], sort_of(term.sort));
        case SmtOp::fp_of_bits:
            return Z3_mk_fpa_to_fp_bv(z3, operands[0], sort_of(term.sort));
        default:
            return Z3_mk_fpa_to_sbv(
                z3, Z3_mk_fpa_round_toward_zero(z3), operands[0], term.sort.sort.width);
    }
}

Z3_ast Z3Terms::make_text(const Term& term, const std::vector<Z3_ast>& operands)
{
    Z3_context z3 = m_context.get();
    switch (term.op)
    {
        case SmtOp::str_substr:
            return Z3_mk_seq_extract(z3, operands[0], operands[1], operands[2]);
        case SmtOp::str_indexof:
            return Z3_mk_seq_index(z3, operands[0], operands[1], operands[2]);
        case SmtOp::str_to_code:
            return to_code(operands[0]);
        case SmtOp::re_power:
            return Z3_mk_re_loop(z3, operands[0], term.a, term.a);
        default:
            return Z3_mk_re_loop(z3, operands[0], term.a, term.b);
    }
}

Z3_ast Z3Terms::make_call(const Term& term, const std::vector<Z3_ast>& operands)
{
    Z3_context z3 = m_context.get();
    m_functions.resize(m_terms.functions().size());
    Z3_func_decl& function = m_functions[term.a];
    if (function == nullptr)
    {
        const symbolic::SmtFunction& wanted = m_terms.functions()[term.a];
        std::vector<Z3_sort> sorts;
        for (const SmtSort& sort : wanted.arguments)
        {
            sorts.push_back(sort_of(sort));
        }
        function =
            m_context.checked(Z3_mk_func_decl(z3, Z3_mk_string_symbol(z3, wanted.name.c_str()),
                static_cast<unsigned>(sorts.size()), sorts.data(), sort_of(wanted.result)));
    }
    return Z3_mk_app(z3, function, static_cast<unsigned>(operands.size()), operands.data());
}

/// The C interface of Debian's version has no function for it, but its parser knows the name.
Z3_ast Z3Terms::to_code(Z3_ast text)
{
    Z3_context z3 = m_context.get();
    if (m_to_code == nullptr)
    {
        const Z3AstVector parsed(
            m_context, Z3_parse_smtlib2_string(z3, "(assert (= (str.to_code \"\") 0))", 0, nullptr,
                           nullptr, 0, nullptr, nullptr));
        Z3_ast equation = m_context.checked(Z3_ast_vector_get(z3, parsed.get(), 0));
        Z3_ast call = m_context.checked(Z3_get_app_arg(z3, Z3_to_app(z3, equation), 0));
        m_to_code = m_context.checked(Z3_get_app_decl(z3, Z3_to_app(z3, call)));
    }
    return Z3_mk_app(z3, m_to_code, 1, &text);
}

Z3_sort Z3Terms::sort_of(const SmtSort& sort)
{
    Z3_context z3 = m_context.get();
    if (sort.kind == SmtSort::Kind::integer)
    {
        return Z3_mk_int_sort(z3);
    }
    if (sort.kind == SmtSort::Kind::language)
    {
        return Z3_mk_re_sort(z3, Z3_mk_string_sort(z3));
    }
    switch (sort.sort.kind)
    {
        case SortKind::boolean:
            return Z3_mk_bool_sort(z3);
        case SortKind::bit_vector:
            return Z3_mk_bv_sort(z3, sort.sort.width);
        case SortKind::float32:
            return Z3_mk_fpa_sort_32(z3);
        case SortKind::float64:
            return Z3_mk_fpa_sort_64(z3);
        case SortKind::string:
            return Z3_mk_string_sort(z3);
        case SortKind::array:
            break;
    }
    Z3_sort item = Z3_mk_bv_sort(z3, sort.sort.width);
    return Z3_mk_array_sort(z3, Z3_mk_bv_sort(z3, sort.sort.key_width), item);
}

}  // namespace sbst::dse
