// SPDX-License-Identifier: Apache-2.0
// Random floating-point numbers, strings and truth values.
#include "random_expressions.hpp"
#include "random_texts.hpp"

#include <array>

namespace sbst::test_support
{

using namespace symbolic;

ExpressionId RandomExpressions::number(bool is_single, unsigned depth)
{
    const auto& own = is_single ? m_singles : m_doubles;
    const auto constant = [&] {
        const double value = random_number(is_single, m_rng);
        return is_single ? m_graph.float32(static_cast<float>(value)) : m_graph.float64(value);
    };
    const Sort sort = is_single ? float32_sort() : float64_sort();
    if (own.empty())
    {
        return m_words.empty() || m_rng.chance(0.3) ?
                   constant() :
                   m_graph.convert(Op::signed_to_float, word(m_rng.chance(0.5) ? 32 : 64, 0), sort);
    }
    if (depth == 0)
    {
        return m_rng.chance(0.15) ? constant() : some(own);
    }
    const ExpressionId a = number(is_single, depth - 1);
    const auto other = [&] {
        return m_rng.chance(0.6) ? constant() : number(is_single, depth - 1);
    };
    switch (m_rng.below(11))
    {
        case 0:
        case 1:
        case 2:
            return m_graph.make(Op::float_add, {a, other()});
        case 3:
            return m_graph.make(Op::float_sub, {a, other()});
        case 4:
        case 5:
            return m_graph.make(Op::float_mul, {a, other()});
        case 6:
            return m_graph.make(Op::float_div, {a, other()});
        case 7:
            return m_graph.make(Op::float_neg, {a});
        case 8:
            return m_graph.make(Op::float_rem, {a, constant()});
        case 9:
            return m_graph.make(Op::ite, {truth(depth - 1), a, number(is_single, depth - 1)});
        default:
            break;
    }
    const auto& others = is_single ? m_doubles : m_singles;
    if (!others.empty())
    {
        return m_graph.convert(Op::float_to_float, some(others), sort);
    }
    const unsigned width = is_single ? 32 : 64;
    return m_graph.convert(Op::bits_to_float,
        m_graph.make(Op::bit_xor, {m_graph.make(Op::float_to_bits, {a}),
                                      m_graph.bit_vector(U256{m_rng.below(256)}, width)}),
        sort);
}

ExpressionId RandomExpressions::string(unsigned depth)
{
    if (m_strings.empty() || m_rng.chance(0.1))
    {
        return m_words.empty() || m_rng.chance(0.5) ?
                   m_graph.string(random_text(m_rng)) :
                   m_graph.make(Op::print_integer, {word(32, 0)});
    }
    if (depth == 0)
    {
        return some(m_strings);
    }
    switch (m_rng.below(6))
    {
        case 0:
            return m_graph.make(
                Op::string_concat, {string(depth - 1), m_graph.string(random_text(m_rng))});
        case 1:
            return m_graph.make(Op::string_concat, {string(depth - 1), string(depth - 1)});
        case 2:
            return m_graph.make(
                Op::substring, {string(depth - 1), m_graph.bit_vector(U256{m_rng.below(4)}, 32),
                                   m_graph.bit_vector(U256{1 + m_rng.below(6)}, 32)});
        case 3:
            return m_graph.make(Op::ite, {truth(depth - 1), string(depth - 1), string(depth - 1)});
        default:
            return some(m_strings);
    }
}

ExpressionId RandomExpressions::word_of_string(unsigned depth)
{
    const ExpressionId text = string(depth);
    const auto place = [this] { return m_graph.bit_vector(U256{m_rng.below(6)}, 32); };
    switch (m_rng.below(4))
    {
        case 0:
            return m_graph.make(Op::length, {text});
        case 1:
            return m_graph.make(Op::unit_at, {text, place()});
        case 2:
            return m_graph.make(
                Op::index_of, {text, m_graph.string(random_text(m_rng).substr(0, 1)),
                                  m_rng.chance(0.8) ? m_graph.bit_vector({}, 32) : place()});
        default:
            return m_graph.make(Op::parse_integer, {text});
    }
}

ExpressionId RandomExpressions::truth(unsigned depth)
{
    if (depth == 0 && !m_truths.empty())
    {
        return some(m_truths);
    }
    const unsigned below = depth == 0 ? 0 : depth - 1;
    const std::uint64_t kind = m_rng.below(10);
    if (depth > 0 && kind < (m_truths.empty() ? 2U : 7U))
    {
        switch (m_rng.below(5))
        {
            case 0:
                return m_graph.negation(truth(below));
            case 1:
                return m_graph.make(Op::ite, {truth(below), truth(below), truth(below)});
            case 2:
                return m_graph.equal(truth(below), truth(below));
            default:
                return m_graph.make(
                    m_rng.chance(0.5) ? Op::and_ : Op::or_, {truth(below), truth(below)});
        }
    }
    if (!m_strings.empty() && m_rng.chance(0.5))
    {
        constexpr std::array ops{Op::starts_with, Op::ends_with, Op::contains, Op::equal};
        return m_graph.make(ops[m_rng.index(ops.size())],
            {string(below), m_graph.string(random_text(m_rng).substr(0, 3))});
    }
    if (!(m_doubles.empty() && m_singles.empty()) && m_rng.chance(0.5))
    {
        const bool is_single = m_doubles.empty();
        constexpr std::array ops{Op::float_lt, Op::float_le, Op::equal};
        return m_graph.make(
            ops[m_rng.index(ops.size())], {number(is_single, below), number(is_single, below)});
    }
    if (m_words.empty() && !m_truths.empty())
    {
        return some(m_truths);
    }
    const unsigned width = some_width();
    constexpr std::array ops{Op::equal, Op::ult, Op::slt};
    return m_graph.make(ops[m_rng.index(ops.size())], {word(width, below), word(width, below)});
}

}  // namespace sbst::test_support
