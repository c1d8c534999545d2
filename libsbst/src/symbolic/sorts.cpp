// SPDX-License-Identifier: Apache-2.0
#include "sorts.hpp"

#include <sbst/error.hpp>

#include <fmt/core.h>

#include <string_view>

namespace sbst::symbolic
{

namespace
{

[[noreturn]] void refuse_operand(
    const ExpressionGraph& graph, Op op, ExpressionId operand, std::string_view expected)
{
    throw AdapterError{fmt::format("an operand of {} is a {}, expected {}", name_of(op),
        to_text(graph[operand].sort), expected)};
}

/// Checks the operands of one operation.
class SortCheck
{
public:
    SortCheck(const ExpressionGraph& graph, Op op, std::span<const ExpressionId> operands)
      : m_graph(graph), m_op(op), m_operands(operands)
    {}

    void count(std::size_t expected) const
    {
        if (m_operands.size() != expected)
        {
            throw AdapterError{fmt::format(
                "{} has {} operands, expected {}", name_of(m_op), m_operands.size(), expected)};
        }
    }

    [[nodiscard]] const Sort& sort(std::size_t index) const
    {
        return m_graph[m_operands[index]].sort;
    }

    void kind(std::size_t index, SortKind kind) const
    {
        expect_kind(m_graph, m_op, m_operands[index], kind);
    }

    void exactly(std::size_t index, const Sort& expected) const
    {
        if (sort(index) != expected)
        {
            refuse_operand(m_graph, m_op, m_operands[index], to_text(expected));
        }
    }

    void all(const Sort& expected) const
    {
        for (std::size_t i = 0; i < m_operands.size(); ++i)
        {
            exactly(i, expected);
        }
    }

    void is_float(std::size_t index) const
    {
        if (sort(index).kind != SortKind::float32 && sort(index).kind != SortKind::float64)
        {
            refuse_operand(m_graph, m_op, m_operands[index], "a floating-point number");
        }
    }

    /// Two operands of one sort, which is returned.
    [[nodiscard]] const Sort& two_bit_vectors() const
    {
        count(2);
        kind(0, SortKind::bit_vector);
        exactly(1, sort(0));
        return sort(0);
    }

    [[nodiscard]] const Sort& two_floats() const
    {
        count(2);
        is_float(0);
        exactly(1, sort(0));
        return sort(0);
    }

private:
    const ExpressionGraph& m_graph;
    Op m_op;
    std::span<const ExpressionId> m_operands;
};

constexpr unsigned place_width = 32;
constexpr unsigned unit_width = 16;
constexpr unsigned width_of_integers = 64;

Sort sort_of_concat(const SortCheck& check)
{
    check.count(2);
    check.kind(0, SortKind::bit_vector);
    check.kind(1, SortKind::bit_vector);
    const unsigned width = check.sort(0).width + check.sort(1).width;
    if (width > 256)
    {
        throw AdapterError{fmt::format("concat gives {} bits, expected at most 256", width)};
    }
    return bit_vector_sort(width);
}

Sort sort_of_keccak(const SortCheck& check, std::size_t count)
{
    if (count < 1 || count > max_hashed_words)
    {
        check.count(max_hashed_words);
    }
    check.all(bit_vector_sort(256));
    return bit_vector_sort(256);
}

Sort sort_of_string_operation(const SortCheck& check, Op op)
{
    const bool takes_part = op == Op::string_concat || op == Op::starts_with ||
                            op == Op::ends_with || op == Op::contains;
    std::size_t operands = 1;
    if (takes_part || op == Op::unit_at)
    {
        operands = 2;
    }
    else if (op == Op::substring || op == Op::index_of)
    {
        operands = 3;
    }
    check.count(operands);
    check.exactly(0, string_sort());
    for (std::size_t i = 1; i < operands; ++i)
    {
        const bool is_part = takes_part || (op == Op::index_of && i == 1);
        check.exactly(i, is_part ? string_sort() : bit_vector_sort(place_width));
    }
    switch (op)
    {
        case Op::length:
        case Op::index_of:
            return bit_vector_sort(place_width);
        case Op::unit_at:
            return bit_vector_sort(unit_width);
        case Op::parse_integer:
            return bit_vector_sort(width_of_integers);
        case Op::string_concat:
        case Op::substring:
            return string_sort();
        default:
            return boolean_sort();
    }
}

Sort sort_of_print(const SortCheck& check)
{
    check.count(1);
    check.kind(0, SortKind::bit_vector);
    if (check.sort(0).width > width_of_integers)
    {
        check.exactly(0, bit_vector_sort(width_of_integers));
    }
    return string_sort();
}

Sort sort_of_array_operation(const SortCheck& check, Op op)
{
    check.count(op == Op::select ? 2 : 3);
    check.kind(0, SortKind::array);
    const Sort array = check.sort(0);
    check.exactly(1, bit_vector_sort(array.key_width));
    if (op == Op::select)
    {
        return bit_vector_sort(array.width);
    }
    check.exactly(2, bit_vector_sort(array.width));
    return array;
}

Sort sort_of_float_operation(const SortCheck& check, Op op)
{
    switch (op)
    {
        case Op::float_neg:
            check.count(1);
            check.is_float(0);
            return check.sort(0);
        case Op::is_nan:
            check.count(1);
            check.is_float(0);
            return boolean_sort();
        case Op::float_to_bits:
            check.count(1);
            check.is_float(0);
            return bit_vector_sort(check.sort(0).kind == SortKind::float32 ? 32 : 64);
        case Op::float_lt:
        case Op::float_le:
            static_cast<void>(check.two_floats());
            return boolean_sort();
        default:
            return check.two_floats();
    }
}

Sort sort_of_truth(const SortCheck& check, Op op)
{
    switch (op)
    {
        case Op::not_:
            check.count(1);
            check.exactly(0, boolean_sort());
            return boolean_sort();
        case Op::equal:
            check.count(2);
            check.exactly(1, check.sort(0));
            return boolean_sort();
        case Op::ite:
            check.count(3);
            check.exactly(0, boolean_sort());
            check.exactly(2, check.sort(1));
            return check.sort(1);
        default:
            check.count(2);
            check.all(boolean_sort());
            return boolean_sort();
    }
}

}  // namespace

void expect_kind(const ExpressionGraph& graph, Op op, ExpressionId operand, SortKind kind)
{
    if (graph[operand].sort.kind != kind)
    {
        refuse_operand(graph, op, operand, to_text(Sort{kind, 0, 0}));
    }
}

void expect_wider(const ExpressionGraph& graph, Op op, ExpressionId operand, unsigned width)
{
    expect_kind(graph, op, operand, SortKind::bit_vector);
    if (width < graph[operand].sort.width || width > 256)
    {
        throw AdapterError{
            fmt::format("{} makes {} bits of {}, expected as many or more, up to 256", name_of(op),
                width, graph[operand].sort.width)};
    }
}

void expect_conversion(const ExpressionGraph& graph, Op op, ExpressionId operand, Sort to)
{
    const Sort from = graph[operand].sort;
    const auto is_float = [](const Sort& sort) {
        return sort.kind == SortKind::float32 || sort.kind == SortKind::float64;
    };
    const auto is_narrow = [](const Sort& sort) {
        return sort.kind == SortKind::bit_vector && sort.width >= 1 &&
               sort.width <= width_of_integers;
    };
    bool is_sound = false;
    switch (op)
    {
        case Op::float_to_float:
            is_sound = is_float(from) && is_float(to);
            break;
        case Op::signed_to_float:
            is_sound = is_narrow(from) && is_float(to);
            break;
        case Op::float_to_signed:
            is_sound = is_float(from) && is_narrow(to);
            break;
        case Op::bits_to_float:
            is_sound =
                is_float(to) && from == bit_vector_sort(to.kind == SortKind::float32 ? 32 : 64);
            break;
        default:
            break;
    }
    if (!is_sound)
    {
        throw AdapterError{fmt::format("{} makes a {} of a {}, expected one of its conversions",
            name_of(op), to_text(to), to_text(from))};
    }
}

Sort sort_of(const ExpressionGraph& graph, Op op, std::span<const ExpressionId> operands)
{
    const SortCheck check(graph, op, operands);
    switch (op)
    {
        case Op::not_:
        case Op::and_:
        case Op::or_:
        case Op::equal:
        case Op::ite:
            return sort_of_truth(check, op);
        case Op::bit_not:
            check.count(1);
            check.kind(0, SortKind::bit_vector);
            return check.sort(0);
        case Op::ult:
        case Op::slt:
            static_cast<void>(check.two_bit_vectors());
            return boolean_sort();
        case Op::add_mod:
        case Op::mul_mod:
            check.count(3);
            check.kind(0, SortKind::bit_vector);
            check.all(check.sort(0));
            return check.sort(0);
        case Op::concat:
            return sort_of_concat(check);
        case Op::keccak:
            return sort_of_keccak(check, operands.size());
        case Op::print_integer:
            return sort_of_print(check);
        case Op::select:
        case Op::store:
            return sort_of_array_operation(check, op);
        case Op::constant:
        case Op::variable:
        case Op::extract:
        case Op::zero_extend:
        case Op::sign_extend:
        case Op::float_to_float:
        case Op::signed_to_float:
        case Op::float_to_signed:
        case Op::bits_to_float:
        case Op::matches:
        case Op::constant_array:
            throw AdapterError{
                fmt::format("{} does not follow from its operands alone", name_of(op))};
        default:
            break;
    }
    if (op >= Op::float_add && op <= Op::bits_to_float)
    {
        return sort_of_float_operation(check, op);
    }
    if (op >= Op::length && op <= Op::matches)
    {
        return sort_of_string_operation(check, op);
    }
    return check.two_bit_vectors();
}

}  // namespace sbst::symbolic
