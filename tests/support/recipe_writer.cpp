// SPDX-License-Identifier: Apache-2.0
// Operations of all kinds, and their leaves.
#include "recipe_writer.hpp"

#include <algorithm>
#include <utility>

namespace sbst::test_support
{

using namespace symbolic;

namespace
{

Domain draw_domain(const Choose& choose, const Sort& sort)
{
    Domain domain;
    if (sort.kind == SortKind::string)
    {
        domain.least_length = static_cast<std::uint32_t>(choose(2));
        domain.greatest_length = 6;
        return domain;
    }
    const std::size_t kind = sort.kind == SortKind::bit_vector ? choose(5) : 0;
    if (kind == 1)
    {
        domain.members = {draw_word(choose, sort.width), draw_word(choose, sort.width)};
        std::ranges::sort(domain.members);
    }
    if (kind == 2 || kind == 3)
    {
        domain.is_bounded = true;
        domain.is_signed = kind == 3;
        // Order of two's complement is that of words with the sign turned.
        const U256 sign = kind == 3 ? U256::power_of_two(sort.width - 1U) : U256{};
        const U256 one = draw_word(choose, sort.width) ^ sign;
        const U256 other = draw_word(choose, sort.width) ^ sign;
        domain.least = std::min(one, other) ^ sign;
        domain.greatest = std::max(one, other) ^ sign;
    }
    return domain;
}

}  // namespace

void RecipeWriter::add_operation()
{
    switch (m_choose(12))
    {
        case 0:
        case 1:
            return add_truth();
        case 2:
        case 3:
            return add_word_operation();
        case 4:
            return add_word_parts();
        case 5:
            return add_rare_word_operation();
        case 6:
            return add_number_operation();
        case 7:
            return add_text_operation();
        case 8:
            return add_array_operation();
        case 9:
        case 10:
            return add_relative();
        default:
            return add_choice();
    }
}

std::size_t RecipeWriter::add(ExpressionStep step)
{
    std::size_t length = step.op == Op::string_concat ? 0 : 20;
    for (const std::size_t operand : step.operands)
    {
        const std::size_t more = m_lengths[operand];
        length = step.op == Op::string_concat ? length + more : std::max(length, more);
    }
    m_lengths.push_back(length);
    m_recipe.steps.push_back(std::move(step));
    return m_recipe.steps.size() - 1;
}

void RecipeWriter::add(Op op, Sort sort, std::vector<std::size_t> operands)
{
    add({.op = op, .sort = sort, .operands = std::move(operands)});
}

std::size_t RecipeWriter::add_leaf(const Sort& sort)
{
    if (sort.kind == SortKind::array)
    {
        return add({.op = Op::constant_array,
            .sort = sort,
            .operands = {pick(bit_vector_sort(sort.width))}});
    }
    if (m_choose(2) == 0)
    {
        return add({.op = Op::constant, .sort = sort, .constant = draw_constant(m_choose, sort)});
    }
    m_recipe.variables.push_back(
        {.sort = sort, .address = {}, .domain = draw_domain(m_choose, sort), .name = "x"});
    return add({.op = Op::variable,
        .sort = sort,
        .high = static_cast<unsigned>(m_recipe.variables.size() - 1)});
}

std::size_t RecipeWriter::pick(const Sort& sort)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < m_recipe.steps.size(); ++i)
    {
        if (m_recipe.steps[i].sort == sort)
        {
            found.push_back(i);
        }
    }
    const std::size_t kind = m_choose(4);
    if (found.empty() || kind == 0)
    {
        return add_leaf(sort);
    }
    const std::size_t first = kind == 1 || found.size() < 3 ? 0 : found.size() - 3;
    return found[first + m_choose(found.size() - first)];
}

unsigned RecipeWriter::pick_width(unsigned greatest)
{
    constexpr std::array<unsigned, 16> widths{
        1, 2, 3, 4, 7, 8, 16, 24, 32, 33, 64, 65, 128, 160, 255, 256};
    if (m_choose(4) != 0)
    {
        for (std::size_t i = m_recipe.steps.size(); i-- > 0;)
        {
            const Sort& sort = m_recipe.steps[i].sort;
            if (sort.kind == SortKind::bit_vector && sort.width <= greatest)
            {
                return sort.width;
            }
        }
    }
    return std::min(one_of(m_choose, widths), greatest);
}

Sort RecipeWriter::pick_array_sort()
{
    constexpr std::array<unsigned, 4> key_widths{1, 2, 8, 256};
    const unsigned key_width = one_of(m_choose, key_widths);
    return array_sort(key_width, pick_width());
}

Sort RecipeWriter::pick_sort()
{
    switch (m_choose(8))
    {
        case 0:
            return boolean_sort();
        case 1:
            return float32_sort();
        case 2:
            return float64_sort();
        case 3:
            return string_sort();
        case 4:
            return pick_array_sort();
        default:
            return bit_vector_sort(pick_width());
    }
}

void RecipeWriter::add_text_operation()
{
    constexpr std::array<Op, 3> comparisons{Op::starts_with, Op::ends_with, Op::contains};
    const Sort place = bit_vector_sort(32);
    const Sort text = string_sort();
    switch (m_choose(10))
    {
        case 0:
            return add(Op::length, place, {pick(text)});
        case 1:
            return add(Op::unit_at, bit_vector_sort(16), {pick(text), pick(place)});
        case 2:
            return add_text_concat();
        case 3:
            return add(Op::substring, text, {pick(text), pick(place), pick(place)});
        case 4:
        {
            const Op op = one_of(m_choose, comparisons);
            return add(op, boolean_sort(), {pick(text), pick(text)});
        }
        case 5:
            return add(Op::index_of, place, {pick(text), pick(text), pick(place)});
        case 6:
            return add(Op::is_integer, boolean_sort(), {pick(text)});
        case 7:
            return add(Op::parse_integer, bit_vector_sort(64), {pick(text)});
        case 8:
            return add(Op::print_integer, text, {pick(bit_vector_sort(pick_width(64)))});
        default:
            add({.op = Op::matches,
                .sort = boolean_sort(),
                .operands = {pick(text)},
                .language = draw_language(m_choose, 3)});
            return;
    }
}

void RecipeWriter::add_text_concat()
{
    const std::size_t left = pick(string_sort());
    const std::size_t right = pick(string_sort());
    // Joining what was joined doubles.
    if (m_lengths[left] + m_lengths[right] <= 500)
    {
        add(Op::string_concat, string_sort(), {left, right});
    }
}

void RecipeWriter::add_number_operation()
{
    constexpr std::array<Op, 5> arithmetic{
        Op::float_add, Op::float_sub, Op::float_mul, Op::float_div, Op::float_rem};
    const bool is_single = m_choose(2) == 0;
    const Sort sort = is_single ? float32_sort() : float64_sort();
    const Sort other_sort = is_single ? float64_sort() : float32_sort();
    const Sort bits = bit_vector_sort(is_single ? 32 : 64);
    switch (m_choose(10))
    {
        case 0:
            return add(Op::float_neg, sort, {pick(sort)});
        case 1:
            return add(Op::float_lt, boolean_sort(), {pick(sort), pick(sort)});
        case 2:
            return add(Op::float_le, boolean_sort(), {pick(sort), pick(sort)});
        case 3:
            return add(Op::is_nan, boolean_sort(), {pick(sort)});
        case 4:
            return add(Op::float_to_float, sort, {pick(other_sort)});
        case 5:
            return add(Op::signed_to_float, sort, {pick(bit_vector_sort(pick_width(64)))});
        case 6:
        {
            const Sort whole = bit_vector_sort(pick_width(64));
            return add(Op::float_to_signed, whole, {pick(sort)});
        }
        case 7:
            return add(Op::float_to_bits, bits, {pick(sort)});
        case 8:
            return add(Op::bits_to_float, sort, {pick(bits)});
        default:
        {
            const Op op = one_of(m_choose, arithmetic);
            return add(op, sort, {pick(sort), pick(sort)});
        }
    }
}

void RecipeWriter::add_array_operation()
{
    Sort sort = pick_array_sort();
    for (const ExpressionStep& step : m_recipe.steps)
    {
        // Arrays of one sort meet.
        sort = step.sort.kind == SortKind::array && m_choose(2) == 0 ? step.sort : sort;
    }
    const std::size_t array = pick(sort);
    const std::size_t key = pick(bit_vector_sort(sort.key_width));
    if (m_choose(2) == 0)
    {
        add(Op::select, bit_vector_sort(sort.width), {array, key});
    }
    else
    {
        add(Op::store, sort, {array, key, pick(bit_vector_sort(sort.width))});
    }
}

void RecipeWriter::add_choice()
{
    const Sort sort = pick_sort();
    add(Op::ite, sort, {pick(boolean_sort()), pick(sort), pick(sort)});
}

}  // namespace sbst::test_support
