// SPDX-License-Identifier: Apache-2.0
#include "truth_distance.hpp"
#include "value_distance.hpp"

#include <sbst/numeric/string_distance.hpp>

#include <algorithm>

namespace sbst::symbolic
{

namespace
{

using Units = CodeUnits<char16_t>;

/// A truth value that nothing can change.
BranchDistance fixed(bool is_true)
{
    return is_true ? BranchDistance{Distance::zero(), Distance::infinite()} :
                     BranchDistance{Distance::infinite(), Distance::zero()};
}

}  // namespace

BranchDistance distance_of(
    const ExpressionGraph& graph, const Evaluator& evaluated, ExpressionId truth)
{
    return TruthDistance(graph, evaluated).of(truth);
}

BranchDistance TruthDistance::of(ExpressionId truth)
{
    const std::size_t place = truth.index() % memory_size;
    if (m_known[place] == truth)
    {
        return m_distances[place];
    }
    if (m_work >= max_work || m_depth >= max_depth)
    {
        return flag_distance(m_evaluated.is_true(truth));
    }
    ++m_work;
    ++m_depth;
    const BranchDistance result = measured(truth);
    --m_depth;
    m_known[place] = truth;
    m_distances[place] = result;
    return result;
}

BranchDistance TruthDistance::measured(ExpressionId truth)
{
    const Op op = m_graph[truth].op;
    const auto x = m_graph.operands(truth);
    switch (op)
    {
        case Op::constant:
            return fixed(m_graph.is_true(truth));
        case Op::not_:
            return logical_not(of(x[0]));
        case Op::and_:
            return logical_and(of(x[0]), of(x[1]));
        case Op::or_:
            return logical_or(of(x[0]), of(x[1]));
        case Op::ite:
            return choice(x[0], of(x[1]), of(x[2]));
        case Op::equal:
            return equality(x[0], x[1]);
        case Op::ult:
        case Op::slt:
            return of_words(op, x[0], x[1]);
        case Op::float_lt:
            return of_numbers(Relation::lt, x[0], x[1]);
        case Op::float_le:
            return of_numbers(Relation::le, x[0], x[1]);
        case Op::starts_with:
        case Op::ends_with:
        case Op::contains:
        case Op::is_integer:
        case Op::matches:
            return of_string_test(op, truth);
        default:
            return flag_distance(m_evaluated.is_true(truth));
    }
}

BranchDistance TruthDistance::equality(ExpressionId a, ExpressionId b)
{
    switch (m_graph[a].sort.kind)
    {
        case SortKind::boolean:
            return logical_not(logical_xor(of(a), of(b)));
        case SortKind::bit_vector:
            return of_words(Op::equal, a, b);
        case SortKind::float32:
        case SortKind::float64:
            return of_numbers(Relation::eq, a, b);
        case SortKind::string:
            return of_strings(a, b);
        case SortKind::array:
            break;
    }
    return flag_distance(m_evaluated.value(a) == m_evaluated.value(b));
}

/// Each outcome by the nearer of the branches, with the way to it.
BranchDistance TruthDistance::choice(
    ExpressionId condition, const BranchDistance& then, const BranchDistance& otherwise)
{
    const BranchDistance way = of(condition);
    return {std::min(way.to_true + then.to_true, way.to_false + otherwise.to_true),
        std::min(way.to_true + then.to_false, way.to_false + otherwise.to_false)};
}

BranchDistance TruthDistance::of_numbers(Relation relation, ExpressionId a, ExpressionId b)
{
    if (m_depth < max_depth && m_work < max_work)
    {
        ++m_work;
        if (m_graph[a].op == Op::ite)
        {
            const auto x = m_graph.operands(a);
            return choice(x[0], of_numbers(relation, x[1], b), of_numbers(relation, x[2], b));
        }
        if (m_graph[b].op == Op::ite)
        {
            const auto x = m_graph.operands(b);
            return choice(x[0], of_numbers(relation, a, x[1]), of_numbers(relation, a, x[2]));
        }
    }
    return number_distance(relation, number(a), number(b));
}

BranchDistance TruthDistance::of_strings(ExpressionId a, ExpressionId b)
{
    if (m_depth < max_depth && m_work < max_work)
    {
        ++m_work;
        if (m_graph[a].op == Op::ite)
        {
            const auto x = m_graph.operands(a);
            return choice(x[0], of_strings(x[1], b), of_strings(x[2], b));
        }
        if (m_graph[b].op == Op::ite)
        {
            const auto x = m_graph.operands(b);
            return choice(x[0], of_strings(a, x[1]), of_strings(a, x[2]));
        }
    }
    return compare_strings(Relation::eq, Units(text(a)), Units(text(b)));
}

BranchDistance TruthDistance::of_string_test(Op op, ExpressionId truth)
{
    const auto x = m_graph.operands(truth);
    const Units subject(text(x[0]));
    switch (op)
    {
        case Op::starts_with:
            return starts_with_distance(subject, Units(text(x[1])));
        case Op::ends_with:
            return ends_with_distance(subject, Units(text(x[1])));
        case Op::contains:
            return contains_distance(subject, Units(text(x[1])));
        case Op::is_integer:
            return integer_text_distance(subject, m_evaluated.is_true(truth));
        default:
            break;
    }
    if (m_evaluated.is_true(truth))
    {
        return flag_distance(true);
    }
    const double distance = distance_to(m_graph.language(m_graph[truth].a), subject);
    return {Distance::from_double(distance), Distance::zero()};
}

bool TruthDistance::is_bit(ExpressionId word) const
{
    return m_graph.possible_bits(word) <= U256{1};
}

bool TruthDistance::is_made_of_truths(ExpressionId word) const
{
    switch (m_graph[word].op)
    {
        case Op::ite:
        case Op::bit_and:
        case Op::bit_or:
        case Op::bit_xor:
        case Op::bit_not:
        case Op::zero_extend:
            return true;
        default:
            return false;
    }
}

BranchDistance TruthDistance::of_bit(ExpressionId word)
{
    if (m_work >= max_work || m_depth >= max_depth)
    {
        return flag_distance(!is_zero(m_evaluated.word(word)));
    }
    ++m_work;
    const auto x = m_graph.operands(word);
    const auto is_bit_operation = [&] { return is_bit(x[0]) && is_bit(x[1]); };
    switch (m_graph[word].op)
    {
        case Op::constant:
            return fixed(!is_zero(m_graph.word_of(word)));
        case Op::ite:
            return choice(x[0], of_bit(x[1]), of_bit(x[2]));
        case Op::zero_extend:
            return of_bit(x[0]);
        case Op::bit_not:
            return logical_not(of_bit(x[0]));  // of one bit, or more would be possible
        case Op::bit_or:
            return logical_or(of_bit(x[0]), of_bit(x[1]));
        case Op::bit_and:
            if (is_bit_operation())
            {
                return logical_and(of_bit(x[0]), of_bit(x[1]));
            }
            break;
        case Op::bit_xor:
            return logical_xor(of_bit(x[0]), of_bit(x[1]));
        default:
            break;
    }
    return flag_distance(!is_zero(m_evaluated.word(word)));
}

}  // namespace sbst::symbolic
