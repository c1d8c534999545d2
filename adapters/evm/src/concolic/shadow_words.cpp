// SPDX-License-Identifier: Apache-2.0
#include "shadow_words.hpp"

namespace sbst::evm
{

namespace
{

/// Division as this machine has it: by 0 it gives 0.
ExpressionId divided(ExpressionGraph& graph, Do op, ExpressionId a, ExpressionId b)
{
    const ExpressionId zero = graph.bit_vector({}, word_width);
    return graph.make(Do::ite, {graph.equal(b, zero), zero, graph.make(op, {a, b})});
}

/// A part of a word that a constant operand names; `name` 31 is the whole word's last byte.
ExpressionId byte_of(ExpressionGraph& graph, ExpressionId name, ExpressionId word)
{
    if (!graph.is_constant(name))
    {
        return {};
    }
    if (!(graph.word_of(name) < U256{word_bytes}))
    {
        return graph.bit_vector({}, word_width);
    }
    const auto index = static_cast<unsigned>(low64(graph.word_of(name)));
    const unsigned low = 8 * (31 - index);
    return graph.zero_extend(graph.extract(word, low + 7, low), word_width);
}

ExpressionId sign_extended(ExpressionGraph& graph, ExpressionId name, ExpressionId word)
{
    if (!graph.is_constant(name))
    {
        return {};
    }
    if (!(graph.word_of(name) < U256{31}))
    {
        return word;
    }
    const auto high = static_cast<unsigned>((8 * low64(graph.word_of(name))) + 7);
    return graph.sign_extend(graph.extract(word, high, 0), word_width);
}

ExpressionId truth_of(ExpressionGraph& graph, Op op, std::span<const ExpressionId> x)
{
    const auto as_word = [&graph](ExpressionId truth) { return graph.to_bits(truth, word_width); };
    switch (op)
    {
        case Op::lt:
            return as_word(graph.make(Do::ult, {x[0], x[1]}));
        case Op::gt:
            return as_word(graph.make(Do::ult, {x[1], x[0]}));
        case Op::slt:
            return as_word(graph.make(Do::slt, {x[0], x[1]}));
        case Op::sgt:
            return as_word(graph.make(Do::slt, {x[1], x[0]}));
        case Op::eq:
            return as_word(graph.equal(x[0], x[1]));
        default:
            return as_word(graph.equal(x[0], graph.bit_vector({}, word_width)));
    }
}

ExpressionId arithmetic_of(ExpressionGraph& graph, Op op, std::span<const ExpressionId> x)
{
    switch (op)
    {
        case Op::add:
            return graph.make(Do::add, {x[0], x[1]});
        case Op::mul:
            return graph.make(Do::mul, {x[0], x[1]});
        case Op::sub:
            return graph.make(Do::sub, {x[0], x[1]});
        case Op::div:
            return divided(graph, Do::udiv, x[0], x[1]);
        case Op::sdiv:
            return divided(graph, Do::sdiv, x[0], x[1]);
        case Op::mod:
            return divided(graph, Do::urem, x[0], x[1]);
        case Op::smod:
            return divided(graph, Do::srem, x[0], x[1]);
        case Op::addmod:
            return graph.make(Do::add_mod, {x[0], x[1], x[2]});
        case Op::mulmod:
            return graph.make(Do::mul_mod, {x[0], x[1], x[2]});
        case Op::exp:
            return graph.make(Do::pow, {x[0], x[1]});
        default:
            return sign_extended(graph, x[0], x[1]);
    }
}

}  // namespace

ExpressionId shadow_of(ExpressionGraph& graph, Op op, std::span<const ExpressionId> operands)
{
    const std::span<const ExpressionId> x = operands;
    switch (op)
    {
        case Op::lt:
        case Op::gt:
        case Op::slt:
        case Op::sgt:
        case Op::eq:
        case Op::iszero:
            return truth_of(graph, op, x);
        case Op::and_:
            return graph.make(Do::bit_and, {x[0], x[1]});
        case Op::or_:
            return graph.make(Do::bit_or, {x[0], x[1]});
        case Op::xor_:
            return graph.make(Do::bit_xor, {x[0], x[1]});
        case Op::not_:
            return graph.make(Do::bit_not, {x[0]});
        case Op::byte:
            return byte_of(graph, x[0], x[1]);
        case Op::shl:
            return graph.make(Do::shl, {x[1], x[0]});
        case Op::shr:
            return graph.make(Do::lshr, {x[1], x[0]});
        case Op::sar:
            return graph.make(Do::ashr, {x[1], x[0]});
        default:
            return arithmetic_of(graph, op, x);
    }
}

}  // namespace sbst::evm
