// SPDX-License-Identifier: Apache-2.0
// Operations of bit-vectors, and such that belong together.
#include "recipe_writer.hpp"

#include <algorithm>
#include <utility>

namespace sbst::test_support
{

using namespace symbolic;

void RecipeWriter::add_truth()
{
    const Sort truth = boolean_sort();
    switch (m_choose(6))
    {
        case 0:
            return add(Op::not_, truth, {pick(truth)});
        case 1:
        {
            const Op op = m_choose(2) == 0 ? Op::and_ : Op::or_;
            return add(op, truth, {pick(truth), pick(truth)});
        }
        case 2:
        {
            const Sort sort = pick_sort();
            return add(Op::equal, truth, {pick(sort), pick(sort)});
        }
        default:
        {
            constexpr std::array<Op, 3> comparisons{Op::equal, Op::ult, Op::slt};
            const Sort sort = bit_vector_sort(pick_width());
            const Op op = one_of(m_choose, comparisons);
            return add(op, truth, {pick(sort), pick(sort)});
        }
    }
}

void RecipeWriter::add_word_operation()
{
    constexpr std::array<Op, 16> ops{Op::add, Op::sub, Op::mul, Op::udiv, Op::urem, Op::sdiv,
        Op::srem, Op::bit_and, Op::bit_or, Op::bit_xor, Op::shl, Op::lshr, Op::ashr, Op::bit_and,
        Op::add, Op::bit_not};
    const Op op = one_of(m_choose, ops);
    const Sort sort = bit_vector_sort(pick_width());
    std::vector<std::size_t> operands{pick(sort)};
    if (op != Op::bit_not)
    {
        operands.push_back(pick(sort));
    }
    add(op, sort, std::move(operands));
}

void RecipeWriter::add_word_parts()
{
    const unsigned width = pick_width();
    const std::size_t word = pick(bit_vector_sort(width));
    const std::size_t kind = m_choose(4);
    if (kind == 0)
    {
        const auto low = static_cast<unsigned>(m_choose(width));
        const unsigned high = low + static_cast<unsigned>(m_choose(width - low));
        add({.op = Op::extract,
            .sort = bit_vector_sort(high - low + 1),
            .operands = {word},
            .high = high,
            .low = low});
    }
    else if (kind == 1 && width < 256)
    {
        const unsigned lower = pick_width(256 - width);
        add(Op::concat, bit_vector_sort(width + lower), {word, pick(bit_vector_sort(lower))});
    }
    else
    {
        const Op op = m_choose(2) == 0 ? Op::zero_extend : Op::sign_extend;
        const auto more = static_cast<unsigned>(m_choose(257 - width));
        add(op, bit_vector_sort(width + more), {word});
    }
}

void RecipeWriter::add_rare_word_operation()
{
    const std::size_t kind = m_choose(4);
    if (kind == 0)
    {
        std::vector<std::size_t> operands;
        for (std::size_t count = 1 + m_choose(3); count > 0; --count)
        {
            operands.push_back(pick(bit_vector_sort(256)));
        }
        return add(Op::keccak, bit_vector_sort(256), std::move(operands));
    }
    const Sort sort = bit_vector_sort(pick_width());
    if (kind == 1)
    {
        return add(Op::pow, sort, {pick(sort), pick(sort)});
    }
    add(kind == 2 ? Op::add_mod : Op::mul_mod, sort, {pick(sort), pick(sort), pick(sort)});
}

void RecipeWriter::add_relative()
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < m_recipe.steps.size(); ++i)
    {
        const ExpressionStep& step = m_recipe.steps[i];
        if (step.sort.kind == SortKind::bit_vector && !step.operands.empty())
        {
            found.push_back(i);
        }
    }
    if (found.empty())
    {
        return add_word_operation();
    }
    const std::size_t first = found.size() - std::min<std::size_t>(found.size(), 4);
    const std::size_t step = found[first + m_choose(found.size() - first)];
    switch (m_choose(4))
    {
        case 0:
            return add_twin(step);
        case 1:
            return add_to_own_operand(step);
        case 2:
            return add_same_again(step);
        default:
            return add_neighbour(step);
    }
}

/// The operation with another first operand, and what compares the two.
void RecipeWriter::add_twin(std::size_t step)
{
    constexpr std::array<Op, 5> comparisons{Op::equal, Op::equal, Op::ult, Op::slt, Op::sub};
    const Op op = one_of(m_choose, comparisons);
    const std::size_t other = pick(m_recipe.steps[m_recipe.steps[step].operands[0]].sort);
    ExpressionStep twin = m_recipe.steps[step];
    twin.operands[0] = other;
    const std::size_t place = add(std::move(twin));
    const Sort sort = op == Op::sub ? m_recipe.steps[step].sort : boolean_sort();
    add(op, sort, {step, place});
}

/// What may undo the operation, such as a difference of a sum.
void RecipeWriter::add_to_own_operand(std::size_t step)
{
    constexpr std::array<Op, 9> ops{Op::add, Op::sub, Op::udiv, Op::urem, Op::sdiv, Op::bit_xor,
        Op::bit_and, Op::bit_or, Op::mul};
    const Op op = one_of(m_choose, ops);
    const std::vector<std::size_t>& operands = m_recipe.steps[step].operands;
    const std::size_t operand = operands[m_choose(operands.size())];
    const Sort sort = m_recipe.steps[step].sort;
    if (m_recipe.steps[operand].sort != sort)
    {
        return;
    }
    if (m_choose(4) == 0)
    {
        add(op, sort, {operand, step});
    }
    else
    {
        add(op, sort, {step, operand});
    }
}

/// The operation on its result, with a constant; or a comparison with one.
void RecipeWriter::add_same_again(std::size_t step)
{
    constexpr std::array<Op, 3> comparisons{Op::equal, Op::ult, Op::slt};
    const Sort sort = m_recipe.steps[step].sort;
    const std::size_t constant =
        add({.op = Op::constant, .sort = sort, .constant = draw_constant(m_choose, sort)});
    const Op op = m_recipe.steps[step].op;
    if (op >= Op::add && op <= Op::ashr && op != Op::bit_not && m_choose(2) == 0)
    {
        const std::size_t with_constant =
            add({.op = op, .sort = sort, .operands = {step, constant}});
        const std::size_t other =
            add({.op = Op::constant, .sort = sort, .constant = draw_constant(m_choose, sort)});
        add(op, sort, {with_constant, other});
        return;
    }
    const Op comparison = one_of(m_choose, comparisons);
    if (m_choose(2) == 0)
    {
        add(comparison, boolean_sort(), {step, constant});
    }
    else
    {
        add(comparison, boolean_sort(), {constant, step});
    }
}

/// Two parts of the word that lie beside each other, joined again.
void RecipeWriter::add_neighbour(std::size_t step)
{
    const unsigned width = m_recipe.steps[step].sort.width;
    if (width < 2)
    {
        return;
    }
    const auto border = 1 + static_cast<unsigned>(m_choose(width - 1));
    const auto high = border + static_cast<unsigned>(m_choose(width - border));
    const auto low = static_cast<unsigned>(m_choose(border));
    const auto add_part = [&](unsigned from, unsigned to) {
        return add({.op = Op::extract,
            .sort = bit_vector_sort(from - to + 1),
            .operands = {step},
            .high = from,
            .low = to});
    };
    const std::size_t upper = add_part(high, border);
    std::size_t lower = add_part(border - 1, low);
    unsigned lower_width = border - low;
    if (m_choose(2) == 0 && width < 256)
    {
        // With another word behind.
        const unsigned more = pick_width(256 - width);
        lower_width += more;
        lower = add({.op = Op::concat,
            .sort = bit_vector_sort(lower_width),
            .operands = {lower, pick(bit_vector_sort(more))}});
    }
    add(Op::concat, bit_vector_sort(high - border + 1 + lower_width), {upper, lower});
}

}  // namespace sbst::test_support
