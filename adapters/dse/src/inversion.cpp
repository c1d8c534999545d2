// SPDX-License-Identifier: Apache-2.0
#include "inversion.hpp"

#include "scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace sbst::dse
{

using symbolic::Op;
using symbolic::SortKind;

std::vector<Proposal> Inversion::proposals(symbolic::ExpressionId truth, bool wanted)
{
    m_work = 0;
    m_depth = 0;
    m_proposals.clear();
    want_truth(truth, wanted);
    return std::move(m_proposals);
}

std::vector<Proposal> Inversion::proposals(symbolic::ExpressionId word, const U256& value)
{
    m_work = 0;
    m_depth = 0;
    m_proposals.clear();
    want(word, value);
    return std::move(m_proposals);
}

void Inversion::propose(symbolic::VariableId variable, const Datum& value)
{
    Datum allowed = fitted(m_graph[variable], value);
    const auto is_known = [&](const Proposal& other) {
        return other.variable == variable && is_same(other.value, allowed);
    };
    if (m_proposals.size() < most_proposals &&
        std::none_of(m_proposals.begin(), m_proposals.end(), is_known))
    {
        m_proposals.push_back({variable, std::move(allowed)});
    }
}

void Inversion::want(ExpressionId id, const Datum& value)
{
    if (m_work >= max_work || m_depth >= max_depth || m_graph.is_constant(id))
    {
        return;
    }
    ++m_work;
    ++m_depth;
    if (op(id) == Op::variable)
    {
        propose(symbolic::VariableId(m_graph[id].a), value);
    }
    else if (op(id) == Op::ite)
    {
        want_choice(id, value);
    }
    else
    {
        switch (m_graph[id].sort.kind)
        {
            case SortKind::boolean:
                want_truth(id, !is_zero(std::get<U256>(value)));
                break;
            case SortKind::bit_vector:
                want_word(id, std::get<U256>(value));
                break;
            case SortKind::float32:
            case SortKind::float64:
                want_number(id, std::get<double>(value));
                break;
            case SortKind::string:
                want_string(id, std::get<std::u16string>(value));
                break;
            case SortKind::array:
                break;
        }
    }
    --m_depth;
}

void Inversion::want_operand(
    ExpressionId operation, std::size_t index, const Datum& value, const Datum& result)
{
    const auto operands = m_graph.operands(operation);
    std::array<const Datum*, 8> values{};
    for (std::size_t i = 0; i < operands.size(); ++i)
    {
        values[i] = i == index ? &value : &m_evaluated.value(operands[i]);
    }
    const Datum found = symbolic::apply(
        m_graph, m_graph[operation], operands, std::span(values).first(operands.size()));
    if (is_same(found, result))
    {
        want(operands[index], value);
    }
}

void Inversion::want_choice(ExpressionId choice, const Datum& value)
{
    const auto x = m_graph.operands(choice);
    const bool is_first = m_evaluated.is_true(x[0]);
    const ExpressionId taken = is_first ? x[1] : x[2];
    const ExpressionId other = is_first ? x[2] : x[1];
    if (is_same(m_evaluated.value(other), value))
    {
        want_truth(x[0], !is_first);
    }
    want(taken, value);
    want(other, value);
    want_truth(x[0], !is_first);
}

void Inversion::want_truth(ExpressionId truth, bool wanted)
{
    if (m_graph.is_constant(truth) || m_evaluated.is_true(truth) == wanted || m_work >= max_work ||
        m_depth >= max_depth)
    {
        return;
    }
    ++m_work;
    ++m_depth;
    const auto x = m_graph.operands(truth);
    switch (op(truth))
    {
        case Op::variable:
            propose(symbolic::VariableId(m_graph[truth].a), U256{wanted ? 1U : 0U});
            break;
        case Op::not_:
            want_truth(x[0], !wanted);
            break;
        case Op::and_:
        case Op::or_:
            want_both(truth, wanted);
            break;
        case Op::ite:
            want_choice(truth, U256{wanted ? 1U : 0U});
            break;
        case Op::equal:
            want_equality(x[0], x[1], wanted);
            break;
        case Op::ult:
        case Op::slt:
            want_order(op(truth), x[0], x[1], wanted);
            break;
        case Op::float_lt:
        case Op::float_le:
            want_number_order(op(truth), x[0], x[1], wanted);
            break;
        case Op::is_nan:
            want(x[0], wanted ? std::numeric_limits<double>::quiet_NaN() : 0.0);
            break;
        default:
            want_string_test(truth, wanted);
            break;
    }
    --m_depth;
}

/// Operands that are on the wrong side: one of them is enough, or a step.
void Inversion::want_both(ExpressionId truth, bool wanted)
{
    for (const ExpressionId operand : m_graph.operands(truth))
    {
        want_truth(operand, wanted);
    }
}

void Inversion::want_equality(ExpressionId a, ExpressionId b, bool wanted)
{
    const SortKind kind = m_graph[a].sort.kind;
    if (kind == SortKind::boolean)
    {
        want_truth(a, m_evaluated.is_true(b) == wanted);
        want_truth(b, m_evaluated.is_true(a) == wanted);
        return;
    }
    if (wanted)
    {
        if (op(a) == Op::keccak && op(b) == Op::keccak && m_work < max_work && m_depth < max_depth)
        {
            ++m_work;
            ++m_depth;
            const std::size_t count =
                std::min(m_graph.operands(a).size(), m_graph.operands(b).size());
            for (std::size_t i = 0; i < count; ++i)
            {
                want_equality(m_graph.operand(a, i), m_graph.operand(b, i), true);
            }
            --m_depth;
        }
        want(a, m_evaluated.value(b));
        want(b, m_evaluated.value(a));
        return;
    }
    for (const ExpressionId side : {a, b})
    {
        switch (kind)
        {
            case SortKind::bit_vector:
                want(side, (word(side) + U256{1}) & m_graph.possible_bits(side));
                want(side, (word(side) - U256{1}) & m_graph.possible_bits(side));
                want(side, U256{});
                break;
            case SortKind::float32:
            case SortKind::float64:
                want(side, number(side) + 1.0);
                want(side, std::numeric_limits<double>::quiet_NaN());
                break;
            case SortKind::string:
                want(side, text(side) + u"a");
                want(side, std::u16string());
                break;
            default:
                break;
        }
    }
}

}  // namespace sbst::dse
