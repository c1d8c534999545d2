// SPDX-License-Identifier: Apache-2.0
#include "linear_system.hpp"

#include "equalities.hpp"
#include "word_bits.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sbst::dse
{

using symbolic::ExpressionId;
using symbolic::Op;

namespace
{

/// The greatest word with bits among these only.
U256 greatest_of(const U256& possible_bits)
{
    return low_ones(bit_width(possible_bits));
}

}  // namespace

void LinearSystem::bound(ExpressionId constraint)
{
    m_visits = 0;
    bound_truth(constraint, true);
}

/// Alternatives that are so already stay so.
void LinearSystem::bound_truth(ExpressionId truth, bool wanted)
{
    if (++m_visits > max_visits)
    {
        return;
    }
    const Op op = m_graph[truth].op;
    const auto x = m_graph.operands(truth);
    if (op == Op::not_)
    {
        bound_truth(x[0], !wanted);
    }
    else if (op == Op::ult)
    {
        bound_word(truth, !wanted);
    }
    else if (op == Op::equal && !wanted && m_graph.is_constant(x[1]) &&
             m_graph[x[0]].sort.kind == symbolic::SortKind::bit_vector &&
             is_zero(m_graph.word_of(x[1])))
    {
        U256& first = bounds_of(x[0]).first;
        first = std::max(first, U256{1});
    }
    else if (op == (wanted ? Op::and_ : Op::or_))
    {
        bound_truth(x[0], wanted);
        bound_truth(x[1], wanted);
    }
    else if (op == Op::and_ || op == Op::or_)
    {
        const auto so = std::ranges::find_if(
            x, [&](ExpressionId side) { return m_evaluated.is_true(side) == wanted; });
        if (so != x.end())
        {
            bound_truth(*so, wanted);
        }
    }
}

std::pair<U256, U256>& LinearSystem::bounds_of(ExpressionId id)
{
    const ExpressionId word = unextended(chosen(id));
    return m_bounds.try_emplace(word, U256{}, greatest_of(m_graph.possible_bits(word)))
        .first->second;
}

ExpressionId LinearSystem::unextended(ExpressionId id) const
{
    while (m_graph[id].op == Op::zero_extend)
    {
        id = m_graph.operand(id, 0);
    }
    return id;
}

void LinearSystem::bound_word(ExpressionId order, bool is_negated)
{
    const bool is_below = m_graph.is_constant(m_graph.operand(order, 1));
    const ExpressionId limit = m_graph.operand(order, is_below ? 1 : 0);
    if (!m_graph.is_constant(limit))
    {
        return;
    }
    const U256& c = m_graph.word_of(limit);
    auto& [first, last] = bounds_of(m_graph.operand(order, is_below ? 0 : 1));
    // The simplifier leaves no `x < 0` and no `all ones < x`, so that neither bound overflows.
    if (is_below)
    {
        is_negated ? first = std::max(first, c) : last = std::min(last, c - U256{1});
    }
    else
    {
        is_negated ? last = std::min(last, c) : first = std::max(first, c + U256{1});
    }
}

ExpressionId LinearSystem::chosen(ExpressionId id)
{
    for (unsigned depth = 0; depth < max_depth && m_graph[id].op == Op::ite; ++depth)
    {
        const ExpressionId condition = m_graph.operand(id, 0);
        const bool is_first = m_evaluated.is_true(condition);
        if (is_first)
        {
            for (const ExpressionId equality : equalities_of_words(m_graph, condition))
            {
                if (std::ranges::find(m_choices, equality) == m_choices.end())
                {
                    m_choices.push_back(equality);
                }
            }
        }
        id = m_graph.operand(id, is_first ? 1 : 2);
    }
    return id;
}

void LinearSystem::add(ExpressionId equality)
{
    add_row(equality);
}

void LinearSystem::add_row(ExpressionId equality)
{
    const std::size_t atoms_before = m_atoms.size();
    if (m_rows.size() == max_rows)
    {
        return;
    }
    if (std::optional<Row> row = row_of(equality))
    {
        m_rows.push_back(*std::move(row));
    }
    else
    {
        m_atoms.resize(atoms_before);
    }
}

std::optional<LinearSystem::Row> LinearSystem::row_of(ExpressionId equality)
{
    const auto x = m_graph.operands(equality);
    Row row;
    m_visits = 0;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
    {
        const bool is_cut =
            m_graph[x[i]].op == Op::extract && width_of(m_graph.operand(x[i], 0)) == m_width;
        if (is_cut)
        {
            return add_cut(row, x[i], x[1 - i]) ? std::optional(std::move(row)) : std::nullopt;
        }
    }
    const bool is_added = width_of(x[0]) == m_width && add_side(row, x[0], U256{1}) &&
                          add_side(row, x[1], U256{} - U256{1});
    return is_added ? std::optional(std::move(row)) : std::nullopt;
}

/// A side that is a remainder is a sum without multiples of the modulus.
bool LinearSystem::add_side(Row& row, ExpressionId side, const U256& factor)
{
    const bool is_remainder = m_graph[side].op == Op::urem &&
                              m_graph.is_constant(m_graph.operand(side, 1)) &&
                              !is_zero(m_graph.word_of(m_graph.operand(side, 1)));
    if (!is_remainder)
    {
        return add_to(row, side, factor, 0);
    }
    const ExpressionId dividend = m_graph.operand(side, 0);
    const U256& modulus = m_graph.word_of(m_graph.operand(side, 1));
    const Atom quotient{{}, {}, greatest_of(m_graph.possible_bits(dividend)) / modulus,
        m_evaluated.word(dividend) / modulus};
    return add_to(row, dividend, factor, 0) && add_atom(row, quotient, U256{} - factor * modulus);
}

/// Bits that are cut out of a sum: what is below them is an atom, what is above them wraps around.
bool LinearSystem::add_cut(Row& row, ExpressionId cut, ExpressionId other)
{
    const unsigned high = m_graph[cut].a;
    const unsigned low = m_graph[cut].b;
    const ExpressionId sum = m_graph.operand(cut, 0);
    if (high + 1 != m_width || !m_graph.is_constant(other))
    {
        return false;
    }
    row.sum = m_graph.word_of(other) << std::uint64_t{low};
    const Atom below{{}, {}, low_ones(low), m_evaluated.word(sum) & low_ones(low)};
    return add_to(row, sum, U256{1}, 0) && add_atom(row, below, U256{} - U256{1});
}

/// Adds a multiple of the expression on the side of the atoms.
bool LinearSystem::add_to(Row& row, ExpressionId id, const U256& factor, unsigned depth)
{
    const auto x = m_graph.operands(id);
    // Shared parts are met again and again.
    if (depth == max_depth || ++m_visits > max_visits)
    {
        return false;
    }
    switch (m_graph[id].op)
    {
        case Op::constant:
            row.sum = row.sum - factor * m_graph.word_of(id);
            return true;
        case Op::add:
            return add_to(row, x[0], factor, depth + 1) && add_to(row, x[1], factor, depth + 1);
        case Op::sub:
            return add_to(row, x[0], factor, depth + 1) &&
                   add_to(row, x[1], U256{} - factor, depth + 1);
        case Op::bit_not:
            row.sum = row.sum + factor;  // -x - 1
            return add_to(row, x[0], U256{} - factor, depth + 1);
        case Op::mul:
            for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
            {
                if (m_graph.is_constant(x[i]))
                {
                    return add_to(row, x[1 - i], factor * m_graph.word_of(x[i]), depth + 1);
                }
            }
            return add_expression(row, id, factor);
        case Op::shl:
            if (m_graph.is_constant(x[1]) && m_graph.word_of(x[1]) < U256{m_width})
            {
                const U256 power =
                    U256::power_of_two(static_cast<unsigned>(low64(m_graph.word_of(x[1]))));
                return add_to(row, x[0], factor * power, depth + 1);
            }
            return add_expression(row, id, factor);
        case Op::ite:
            return add_to(row, chosen(id), factor, depth + 1);
        default:
            return add_expression(row, id, factor);
    }
}

bool LinearSystem::add_expression(Row& row, ExpressionId id, const U256& factor)
{
    Atom atom{id, {}, greatest_of(m_graph.possible_bits(id)), m_evaluated.word(id)};
    const auto bounds = m_bounds.find(unextended(id));
    if (bounds != m_bounds.end() && bounds->second.first <= bounds->second.second)
    {
        std::tie(atom.first, atom.last) = bounds->second;
    }
    return add_atom(row, atom, factor);
}

bool LinearSystem::add_atom(Row& row, const Atom& atom, const U256& factor)
{
    const auto is_it = [&atom](const Atom& other) {
        return atom.expression.is_valid() && other.expression == atom.expression;
    };
    const auto found = std::ranges::find_if(m_atoms, is_it);
    const auto place = static_cast<std::size_t>(found - m_atoms.begin());
    if (found == m_atoms.end())
    {
        if (m_atoms.size() == max_atoms)
        {
            return false;
        }
        m_atoms.push_back(atom);
    }
    row.factors[place] = (row.factors[place] + factor) & low_ones(m_width);
    // Rows count from the least value.
    row.sum = row.sum - factor * m_atoms[place].first;
    return true;
}

}  // namespace sbst::dse
