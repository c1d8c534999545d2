// SPDX-License-Identifier: Apache-2.0
// Strings, floating-point numbers and arrays.
#include "simplifier.hpp"

namespace sbst::symbolic
{

Simplifier::Found Simplifier::simplified_string(Op wanted, Operands x)
{
    const auto is_empty = [this](ExpressionId id) {
        return is_constant(id) && m_graph.string_of(id).empty();
    };
    switch (wanted)
    {
        case Op::string_concat:
            if (is_empty(x[0]))
            {
                return x[1];
            }
            return is_empty(x[1]) ? Found(x[0]) : std::nullopt;
        case Op::starts_with:
        case Op::ends_with:
        case Op::contains:
            return is_empty(x[1]) || x[0] == x[1] ? Found(truth(true)) : std::nullopt;
        case Op::is_integer:
            return op(x[0]) == Op::print_integer ? Found(truth(true)) : std::nullopt;
        case Op::parse_integer:
            return op(x[0]) == Op::print_integer ?
                       Found(extended(Op::sign_extend, operand(x[0], 0), 64)) :
                       std::nullopt;
        default:
            return std::nullopt;
    }
}

Simplifier::Found Simplifier::simplified_float(const Node& node, Operands x)
{
    switch (node.op)
    {
        case Op::float_neg:
            return op(x[0]) == Op::float_neg ? Found(operand(x[0], 0)) : std::nullopt;
        case Op::float_to_float:
            return m_graph[x[0]].sort == node.sort ? Found(x[0]) : std::nullopt;
        case Op::bits_to_float:
            return op(x[0]) == Op::float_to_bits ? Found(operand(x[0], 0)) : std::nullopt;
        case Op::float_lt:
            return x[0] == x[1] ? Found(truth(false)) : std::nullopt;
        default:
            return std::nullopt;
    }
}

Simplifier::Found Simplifier::simplified_array(Op wanted, Operands x)
{
    const ExpressionId array = x[0];
    const ExpressionId key = x[1];
    if (wanted == Op::store)
    {
        return op(array) == Op::store && operand(array, 1) == key ?
                   Found(build(
                       Op::store, m_graph[array].sort, std::array{operand(array, 0), key, x[2]})) :
                   std::nullopt;
    }
    if (op(array) == Op::constant_array)
    {
        return operand(array, 0);
    }
    if (op(array) != Op::store)
    {
        return std::nullopt;
    }
    const ExpressionId agrees = same(operand(array, 1), key);
    if (!is_constant(agrees))
    {
        return std::nullopt;
    }
    return m_graph.is_true(agrees) ? operand(array, 2) :
                                     build(Op::select, m_graph[operand(array, 2)].sort,
                                         std::array{operand(array, 0), key});
}

}  // namespace sbst::symbolic
