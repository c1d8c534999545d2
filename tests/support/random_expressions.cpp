// SPDX-License-Identifier: Apache-2.0
#include "random_expressions.hpp"

#include "random_texts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sbst::test_support
{

using namespace symbolic;

namespace
{

U256 ones_of(unsigned width)
{
    return width >= 256 ? U256::max() : U256::power_of_two(width) - U256{1};
}

}  // namespace

U256 random_word(unsigned width, Rng& rng)
{
    const U256 all = ones_of(width);
    switch (rng.below(4))
    {
        case 0:
            return U256{rng.below(300)} & all;
        case 1:
            return (all - U256{rng.below(300)}) & all;
        default:
        {
            const unsigned bits = 1U + static_cast<unsigned>(rng.below(width));
            return rng.word() & ones_of(bits);
        }
    }
}

double random_number(bool is_single, Rng& rng)
{
    const double number = [&rng] {
        switch (rng.below(5))
        {
            case 0:
                return static_cast<double>(rng.between(-1000, 1000));
            case 1:
                return static_cast<double>(rng.between(-100'000, 100'000)) / 100.0;
            case 2:
                return rng.gaussian(0.0, 10.0);
            case 3:
            {
                const auto exponent = static_cast<int>(rng.between(-60, 60));
                return std::ldexp(rng.real() - 0.5, exponent);
            }
            default:
                return rng.chance(0.5) ? 0.0 : std::ldexp(1.0 + rng.real(), 100);
        }
    }();
    return is_single ? static_cast<double>(static_cast<float>(number)) : number;
}

ExpressionId RandomExpressions::add_word(unsigned width, Domain domain)
{
    m_words.push_back(m_graph.variable(m_graph.add_variable({.sort = bit_vector_sort(width),
        .address = {.call = m_count++},
        .domain = std::move(domain),
        .name = "w"})));
    return m_words.back();
}

ExpressionId RandomExpressions::add_number(bool is_single)
{
    auto& numbers = is_single ? m_singles : m_doubles;
    numbers.push_back(
        m_graph.variable(m_graph.add_variable({.sort = is_single ? float32_sort() : float64_sort(),
            .address = {.call = m_count++},
            .name = "n"})));
    return numbers.back();
}

ExpressionId RandomExpressions::add_string()
{
    Variable variable{.sort = string_sort(), .address = {.call = m_count++}, .name = "s"};
    variable.domain.greatest_length = 40;
    m_strings.push_back(m_graph.variable(m_graph.add_variable(std::move(variable))));
    return m_strings.back();
}

ExpressionId RandomExpressions::add_truth()
{
    m_truths.push_back(m_graph.variable(m_graph.add_variable(
        {.sort = boolean_sort(), .address = {.call = m_count++}, .name = "b"})));
    return m_truths.back();
}

Datum RandomExpressions::draw(const Variable& variable)
{
    switch (variable.sort.kind)
    {
        case SortKind::boolean:
            return U256{m_rng.below(std::uint64_t{2})};
        case SortKind::float32:
        case SortKind::float64:
            return random_number(variable.sort.kind == SortKind::float32, m_rng);
        case SortKind::string:
            return random_text(m_rng);
        default:
            break;
    }
    const Domain& domain = variable.domain;
    if (!domain.members.empty())
    {
        return domain.members[m_rng.index(domain.members.size())];
    }
    const U256 word = random_word(variable.sort.width, m_rng);
    if (!domain.is_bounded || is_in_domain(word, variable))
    {
        return word;
    }
    const U256 all = ones_of(variable.sort.width);
    const U256 range = (domain.greatest - domain.least) & all;
    const U256 step = range == U256::max() ? m_rng.word() : m_rng.below(range + U256{1});
    return (domain.least + step) & all;
}

unsigned RandomExpressions::some_width()
{
    return m_words.empty() ? 32U : m_graph[some(m_words)].sort.width;
}

ExpressionId RandomExpressions::fitted_word(ExpressionId word, unsigned width)
{
    const unsigned own = m_graph[word].sort.width;
    if (own > width)
    {
        const auto low = static_cast<unsigned>(m_rng.below(own - width + 1U));
        return m_graph.extract(word, low + width - 1, low);
    }
    if (own < width)
    {
        return m_rng.chance(0.5) ? m_graph.zero_extend(word, width) :
                                   m_graph.sign_extend(word, width);
    }
    return word;
}

ExpressionId RandomExpressions::word_leaf(unsigned width)
{
    if (m_words.empty() || m_rng.chance(0.15))
    {
        return m_graph.bit_vector(random_word(width, m_rng), width);
    }
    return fitted_word(some(m_words), width);
}

ExpressionId RandomExpressions::word(unsigned width, unsigned depth)
{
    if (depth == 0)
    {
        return word_leaf(width);
    }
    switch (m_rng.below(12))
    {
        case 0:
        case 1:
        case 2:
        case 3:
            return sum(width, depth);
        case 4:
        case 5:
        case 6:
            return bits(width, depth);
        case 7:
            return quotient(width, depth);
        case 8:
            return parts(width, depth);
        case 9:
            return rare_word(width, depth);
        default:
            return word_leaf(width);
    }
}

ExpressionId RandomExpressions::sum(unsigned width, unsigned depth)
{
    constexpr std::array ops{Op::add, Op::add, Op::sub, Op::mul};
    const Op op = ops[m_rng.index(ops.size())];
    const ExpressionId a = word(width, depth - 1);
    const ExpressionId b = m_rng.chance(0.6) ?
                               m_graph.bit_vector(random_word(width, m_rng), width) :
                               word(width, depth - 1);
    return m_rng.chance(0.3) ? m_graph.make(op, {b, a}) : m_graph.make(op, {a, b});
}

ExpressionId RandomExpressions::bits(unsigned width, unsigned depth)
{
    constexpr std::array ops{
        Op::bit_and, Op::bit_or, Op::bit_xor, Op::bit_not, Op::shl, Op::lshr, Op::ashr};
    const Op op = ops[m_rng.index(ops.size())];
    const ExpressionId a = word(width, depth - 1);
    if (op == Op::bit_not)
    {
        return m_graph.make(op, {a});
    }
    if (op == Op::shl || op == Op::lshr || op == Op::ashr)
    {
        const ExpressionId count = m_rng.chance(0.9) ?
                                       m_graph.bit_vector(U256{m_rng.below(width)}, width) :
                                       word(width, 0);
        return m_graph.make(op, {a, count});
    }
    const ExpressionId b =
        m_rng.chance(0.7) ? m_graph.bit_vector(m_rng.word(), width) : word(width, depth - 1);
    return m_graph.make(op, {a, b});
}

ExpressionId RandomExpressions::quotient(unsigned width, unsigned depth)
{
    constexpr std::array ops{Op::udiv, Op::urem, Op::sdiv, Op::srem};
    const Op op = ops[m_rng.index(ops.size())];
    const ExpressionId b = m_rng.chance(0.8) ?
                               m_graph.bit_vector(U256{1 + m_rng.below(100)}, width) :
                               word(width, depth - 1);
    return m_graph.make(op, {word(width, depth - 1), b});
}

ExpressionId RandomExpressions::parts(unsigned width, unsigned depth)
{
    if (width >= 16 && m_rng.chance(0.5))
    {
        return m_graph.make(
            Op::concat, {word(width / 2, depth - 1), word(width - width / 2, depth - 1)});
    }
    const unsigned other = std::array{8U, 16U, 32U, 64U}[m_rng.index(4)];
    return fitted_word(word(other, depth - 1), width);
}

ExpressionId RandomExpressions::rare_word(unsigned width, unsigned depth)
{
    switch (m_rng.below(6))
    {
        case 0:
            return m_graph.make(
                Op::ite, {truth(depth - 1), word(width, depth - 1), word(width, depth - 1)});
        case 1:
            return m_graph.make(
                Op::pow, {word(width, depth - 1), m_graph.bit_vector(U256{2}, width)});
        case 2:
            return m_graph.make(m_rng.chance(0.5) ? Op::add_mod : Op::mul_mod,
                {word(width, depth - 1), word(width, depth - 1),
                    m_graph.bit_vector(U256{2 + m_rng.below(1000)}, width)});
        case 3:
            return item(width, depth - 1);
        case 4:
            return m_strings.empty() ? word_leaf(width) :
                                       fitted_word(word_of_string(depth - 1), width);
        default:
            break;
    }
    if (m_doubles.empty() && m_singles.empty())
    {
        return word_leaf(width);
    }
    const bool is_single = m_doubles.empty();
    const ExpressionId bits =
        m_rng.chance(0.5) ?
            m_graph.make(Op::float_to_bits, {number(is_single, depth - 1)}) :
            m_graph.convert(Op::float_to_signed, number(is_single, depth - 1), bit_vector_sort(32));
    return fitted_word(bits, width);
}

ExpressionId RandomExpressions::array(unsigned width, unsigned depth)
{
    constexpr unsigned key_width = 256;
    ExpressionId result = m_graph.constant_array(key_width, m_graph.bit_vector({}, width));
    const std::size_t stores = 1 + m_rng.index(3);
    const ExpressionId slot = m_graph.bit_vector(U256{m_rng.below(4)}, key_width);
    for (std::size_t i = 0; i < stores; ++i)
    {
        const ExpressionId key = m_graph.make(Op::keccak, {word(key_width, 0), slot});
        result = m_graph.make(Op::store, {result, key, word(width, depth)});
    }
    return result;
}

ExpressionId RandomExpressions::item(unsigned width, unsigned depth)
{
    // The keys of the stores are met again.
    constexpr unsigned key_width = 256;
    const ExpressionId items = array(width, depth);
    const ExpressionId last_key = m_graph.operand(items, 1);
    if (m_graph[items].op == Op::store && m_graph[last_key].op == Op::keccak)
    {
        const ExpressionId key =
            m_graph.make(Op::keccak, {word(key_width, 0), m_graph.operand(last_key, 1)});
        return m_graph.make(Op::select, {items, key});
    }
    return m_graph.make(Op::select, {items, word(key_width, 0)});
}

}  // namespace sbst::test_support
