// SPDX-License-Identifier: Apache-2.0
// What solvers have no function for: hashes and powers, and the domains of variables.
#include "smt_lowering.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace sbst::symbolic
{

namespace
{

constexpr unsigned hash_width = 256;

SmtSort sort_of_words(unsigned width)
{
    return {.sort = bit_vector_sort(width)};
}

}  // namespace

/// A function of the operands, of which nothing is said here.
SmtTermId SmtLowering::called(ExpressionId id, const SmtFunction& function)
{
    std::vector<SmtTermId> arguments;
    for (const ExpressionId part : m_graph.operands(id))
    {
        arguments.push_back(m_terms_of[part.index()]);
    }
    const SmtTermId term = m_query.terms.call(m_query.terms.function(function), arguments);
    m_query.calls.push_back({id, term});
    return term;
}

SmtTermId SmtLowering::lower_keccak(ExpressionId id)
{
    const std::size_t count = m_graph.operands(id).size();
    return called(id, {.name = fmt::format("keccak!{}", count),
                          .arguments = std::vector(count, sort_of_words(hash_width)),
                          .result = sort_of_words(hash_width)});
}

/// Hashes of different words are different: functions that lead back from a hash say so.
void SmtLowering::tell_keccak_apart()
{
    constexpr unsigned count_width = 4;
    SmtTerms& terms = m_query.terms;
    const SmtSort hash = sort_of_words(hash_width);
    const SmtFunction count_of{"keccak!count", {hash}, sort_of_words(count_width)};
    for (const SmtCall& call : m_query.calls)
    {
        if (m_graph[call.expression].op != Op::keccak)
        {
            continue;
        }
        const std::span<const ExpressionId> words = m_graph.operands(call.expression);
        const SmtTermId count = terms.call(terms.function(count_of), std::span(&call.term, 1));
        m_query.facts.push_back(m_build.equal(count, terms.word(words.size(), count_width)));
        for (std::size_t i = 0; i < words.size(); ++i)
        {
            const SmtFunction back{fmt::format("keccak!{}!{}", words.size(), i), {hash}, hash};
            const SmtTermId word = terms.call(terms.function(back), std::span(&call.term, 1));
            m_query.facts.push_back(m_build.equal(word, m_terms_of[words[i].index()]));
        }
    }
}

SmtTermId SmtLowering::lower_power(ExpressionId id)
{
    const unsigned width = m_graph[id].sort.width;
    const ExpressionId base = m_graph.operand(id, 0);
    const ExpressionId exponent = m_graph.operand(id, 1);
    if (m_graph.is_constant(exponent))
    {
        return power_of_base(operand(id, 0), m_graph.word_of(exponent));
    }
    if (m_graph.is_constant(base) && !has_bit(m_graph.word_of(base), 0))
    {
        return power_of_even(m_graph.word_of(base), operand(id, 1));
    }
    const SmtSort word = sort_of_words(width);
    return called(
        id, {.name = fmt::format("pow!{}", width), .arguments = {word, word}, .result = word});
}

/// By squaring, from the highest bit of the exponent down.
SmtTermId SmtLowering::power_of_base(SmtTermId base, const U256& exponent)
{
    const unsigned width = m_build.width(base);
    if (is_zero(exponent))
    {
        return m_query.terms.word(1, width);
    }
    SmtTermId result = base;
    for (unsigned bit = bit_width(exponent) - 1; bit-- > 0;)
    {
        result = m_build.word(SmtOp::bv_mul, width, {result, result});
        if (has_bit(exponent, bit))
        {
            result = m_build.word(SmtOp::bv_mul, width, {result, base});
        }
    }
    return result;
}

/// A power of an even number is 0 from an exponent on that is as great as the width: the few bits
/// below that each choose a constant factor.
SmtTermId SmtLowering::power_of_even(const U256& base, SmtTermId exponent)
{
    SmtTerms& terms = m_query.terms;
    const unsigned width = m_build.width(exponent);
    const SmtTermId one = terms.word(1, width);
    SmtTermId result = one;
    U256 factor = base;
    unsigned bit = 0;
    for (; bit < width && !is_zero(factor); ++bit)
    {
        const SmtTermId one_bit = terms.word(1, 1);
        const SmtTermId is_set = m_build.equal(m_build.extract(exponent, bit, bit), one_bit);
        result = m_build.word(
            SmtOp::bv_mul, width, {result, m_build.ite(is_set, terms.word(factor, width), one)});
        factor = (factor * factor) & ones(width);
    }
    if (bit == width)
    {
        return result;
    }
    const SmtTermId zeros = terms.word({}, width - bit);
    const SmtTermId is_small = m_build.equal(m_build.extract(exponent, width - 1, bit), zeros);
    return m_build.ite(is_small, result, terms.word({}, width));
}

void SmtLowering::add_domain(VariableId id, SmtTermId symbol)
{
    const Variable& variable = m_graph[id];
    if (variable.sort.kind == SortKind::bit_vector)
    {
        add_word_domain(variable, symbol);
    }
    else if (variable.sort.kind == SortKind::string)
    {
        add_text_domain(variable.domain, symbol);
    }
}

void SmtLowering::add_word_domain(const Variable& variable, SmtTermId symbol)
{
    const Domain& domain = variable.domain;
    const unsigned width = variable.sort.width;
    SmtTerms& terms = m_query.terms;
    if (domain.is_bounded)
    {
        const SmtOp at_most = domain.is_signed ? SmtOp::bv_sle : SmtOp::bv_ule;
        m_query.domains.push_back(
            m_build.truth(at_most, {terms.word(domain.least, width), symbol}));
        m_query.domains.push_back(
            m_build.truth(at_most, {symbol, terms.word(domain.greatest, width)}));
    }
    std::vector<SmtTermId> choices;
    for (const U256& member : domain.members)
    {
        choices.push_back(m_build.equal(symbol, terms.word(member, width)));
    }
    if (!choices.empty())
    {
        m_query.domains.push_back(choices.size() == 1 ?
                                      choices.front() :
                                      terms.make(SmtOp::or_, {.sort = boolean_sort()}, choices));
    }
}

void SmtLowering::add_text_domain(const Domain& domain, SmtTermId symbol)
{
    SmtTerms& terms = m_query.terms;
    const SmtTermId length = m_build.integer(SmtOp::str_len, {symbol});
    m_query.domains.push_back(
        m_build.truth(SmtOp::int_le, {terms.integer(domain.least_length), length}));
    m_query.domains.push_back(
        m_build.truth(SmtOp::int_le, {length, terms.integer(domain.greatest_length)}));
    const SmtTermId unit =
        m_build.language(SmtOp::re_range, {terms.text(std::u16string(1, u'\0')),
                                              terms.text(std::u16string(1, domain.greatest_unit))});
    m_query.alphabets.push_back(
        m_build.truth(SmtOp::str_in_re, {symbol, m_build.language(SmtOp::re_star, {unit})}));
}

}  // namespace sbst::symbolic
