// SPDX-License-Identifier: Apache-2.0
// Which bits of a bit-vector may be 1.
#include "words.hpp"

#include <sbst/symbolic/expression_graph.hpp>

#include <algorithm>

namespace sbst::symbolic
{

namespace
{

/// All bits up to the highest one of a word.
U256 filled(const U256& word)
{
    return is_zero(word) ? U256{} : ones(bit_width(word));
}

U256 possible_bits_of_variable(const Variable& variable)
{
    const U256 all = ones(variable.sort.width);
    const Domain& domain = variable.domain;
    U256 possible = all;
    if (domain.is_bounded)
    {
        const bool is_negative_possible =
            domain.is_signed && has_bit(domain.least, variable.sort.width - 1U);
        possible = is_negative_possible ? all : filled(domain.greatest);
    }
    if (!domain.members.empty())
    {
        U256 of_members{};
        for (const U256& member : domain.members)
        {
            of_members = of_members | member;
        }
        possible = possible & of_members;
    }
    return possible;
}

/// The bits of a sum, product, quotient or remainder, by the greatest operands.
U256 possible_bits_of_arithmetic(
    const Node& node, const U256& all, const U256& a, const U256& b, const U256* divisor)
{
    const unsigned width_a = bit_width(a);
    const unsigned width_b = bit_width(b);
    switch (node.op)
    {
        case Op::add:
            return ones(std::max({width_a, width_b, 1U}) + 1U) & all;
        case Op::mul:
            return width_a == 0 || width_b == 0 ? U256{} : ones(width_a + width_b) & all;
        case Op::udiv:
            // The greatest dividend; a divisor that may be 0 may give anything.
            return divisor != nullptr && !is_zero(*divisor) ? filled(filled(a) / *divisor) : all;
        case Op::urem:
            return divisor != nullptr && !is_zero(*divisor) ?
                       filled(std::min(filled(a), *divisor - U256{1})) :
                       filled(a);
        default:
            return all;
    }
}

}  // namespace

U256 ExpressionGraph::possible_bits_of(
    const Node& node, std::span<const ExpressionId> operands) const
{
    if (node.sort.kind != SortKind::bit_vector)
    {
        return {};
    }
    const U256 all = ones(node.sort.width);
    const auto bits = [&](std::size_t index) -> const U256& {
        return possible_bits(operands[index]);
    };
    const auto constant = [&](std::size_t index) -> const U256* {
        return is_constant(operands[index]) ? &word_of(operands[index]) : nullptr;
    };
    switch (node.op)
    {
        case Op::constant:
            return m_words[node.a];
        case Op::variable:
            return possible_bits_of_variable(m_variables[node.a]);
        case Op::ite:
            return bits(1) | bits(2);
        case Op::bit_and:
            return bits(0) & bits(1);
        case Op::bit_or:
        case Op::bit_xor:
            return bits(0) | bits(1);
        case Op::add:
        case Op::mul:
        case Op::udiv:
        case Op::urem:
            return possible_bits_of_arithmetic(node, all, bits(0), bits(1), constant(1));
        case Op::shl:
            return constant(1) != nullptr ? (bits(0) << *constant(1)) & all : all;
        case Op::lshr:
            return constant(1) != nullptr ? bits(0) >> *constant(1) : filled(bits(0));
        case Op::concat:
            return (bits(0) << std::uint64_t{m_nodes[operands[1].index()].sort.width}) | bits(1);
        case Op::extract:
            return (bits(0) >> std::uint64_t{node.b}) & all;
        case Op::zero_extend:
            return bits(0);
        default:
            return all;
    }
}

}  // namespace sbst::symbolic
