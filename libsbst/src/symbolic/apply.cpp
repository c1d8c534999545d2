// SPDX-License-Identifier: Apache-2.0
// Which kind of operation an operation is, and those of arrays.
#include "apply.hpp"

namespace sbst::symbolic
{

namespace
{

ArrayValue array_of_operands(const Application& x)
{
    if (x.node.op == Op::constant_array)
    {
        return {.items = {}, .others = x.word(0)};
    }
    ArrayValue result = x.array(0);
    result.put(x.word(1), x.word(2));
    result.normalise(x.node.sort.key_width);
    return result;
}

U256 word_of_arrays(const Application& x)
{
    return x.node.op == Op::select ? x.array(0).at(x.word(1)) :
                                     U256{x.array(0) == x.array(1) ? 1U : 0U};
}

}  // namespace

U256 word_of_operands(const Application& x)
{
    switch (x.sort(0).kind)
    {
        case SortKind::boolean:
        case SortKind::bit_vector:
            return word_of_words(x);
        case SortKind::float32:
        case SortKind::float64:
            return word_of_numbers(x);
        case SortKind::string:
            return word_of_texts(x);
        case SortKind::array:
            break;
    }
    return word_of_arrays(x);
}

Datum apply(const ExpressionGraph& graph, const Node& node, std::span<const ExpressionId> operands,
    std::span<const Datum* const> values)
{
    const Application x{graph, node, operands, values};
    if (node.op == Op::ite)
    {
        return *values[is_zero(x.word(0)) ? 2 : 1];
    }
    switch (node.sort.kind)
    {
        case SortKind::boolean:
        case SortKind::bit_vector:
            return word_of_operands(x);
        case SortKind::float32:
        case SortKind::float64:
            return number_of_operands(x);
        case SortKind::string:
            return text_of_operands(x);
        case SortKind::array:
            break;
    }
    return array_of_operands(x);
}

}  // namespace sbst::symbolic
