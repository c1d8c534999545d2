// SPDX-License-Identifier: Apache-2.0
// Comparisons of words by all values that they could have: the branches of choices, the items that
// were stored under other keys, and what operations make of them.
#include "truth_distance.hpp"
#include "value_distance.hpp"
#include "words.hpp"

#include <algorithm>
#include <array>

namespace sbst::symbolic
{

namespace
{

/// What a comparison says about two words of one width.
BranchDistance compared(Op relation, unsigned width, const U256& a, const U256& b)
{
    switch (relation)
    {
        case Op::equal:
            return compare_unsigned(Relation::eq, a, b);
        case Op::ult:
            return compare_unsigned(Relation::lt, a, b);
        default:
            return compare_signed(Relation::lt, extend_sign(a, width), extend_sign(b, width));
    }
}

/// Operations that carry the forms of their operands.
bool carries_forms(Op op)
{
    switch (op)
    {
        case Op::add:
        case Op::sub:
        case Op::mul:
        case Op::bit_and:
        case Op::bit_or:
        case Op::bit_xor:
        case Op::bit_not:
        case Op::shl:
        case Op::lshr:
        case Op::ashr:
        case Op::concat:
        case Op::extract:
        case Op::zero_extend:
        case Op::sign_extend:
            return true;
        default:
            return false;
    }
}

/// Tells whether a text of the value 0 is a number.
bool is_zero_text(std::u16string_view text)
{
    text.remove_prefix(text.size() > 1 && text.front() == u'-' ? 1 : 0);
    return !text.empty() && text.find_first_not_of(u'0') == std::u16string_view::npos;
}

/// Adds to the side that the comparison is not on.
BranchDistance farther(const BranchDistance& distance, const Distance& more)
{
    return distance.is_true() ? BranchDistance{distance.to_true, distance.to_false + more} :
                                BranchDistance{distance.to_true + more, distance.to_false};
}

}  // namespace

BranchDistance TruthDistance::of_words(Op relation, ExpressionId a, ExpressionId b)
{
    if (is_bit(a) && is_bit(b) && (is_made_of_truths(a) || is_made_of_truths(b)))
    {
        const BranchDistance first = of_bit(a);
        const BranchDistance second = of_bit(b);
        if (relation == Op::equal)
        {
            return logical_not(logical_xor(first, second));
        }
        // A single bit that is 1 is -1 where it has a sign.
        return relation == Op::slt && m_graph[a].sort.width == 1 ?
                   logical_and(first, logical_not(second)) :
                   logical_and(logical_not(first), second);
    }
    const unsigned width = m_graph[a].sort.width;
    if (m_form_depth == 0)
    {
        m_form_work = 0;
    }
    if (!has_forms(a, m_form_depth) && !has_forms(b, m_form_depth))
    {
        return of_forms(
            relation, width, {m_evaluated.word(a), {}, a}, {m_evaluated.word(b), {}, b});
    }
    const WordForms forms_a = forms_of(a);
    const WordForms forms_b = forms_of(b);
    BranchDistance nearest{Distance::infinite(), Distance::infinite()};
    for (const WordForm& form_a : forms_a.all())
    {
        for (const WordForm& form_b : forms_b.all())
        {
            const BranchDistance distance = of_forms(relation, width, form_a, form_b);
            const Distance way = form_a.way + form_b.way;
            nearest.to_true = std::min(nearest.to_true, way + distance.to_true);
            nearest.to_false = std::min(nearest.to_false, way + distance.to_false);
        }
    }
    return nearest;
}

BranchDistance TruthDistance::of_forms(
    Op relation, unsigned width, const WordForm& a, const WordForm& b)
{
    const BranchDistance numbers = compared(relation, width, a.value, b.value);
    const auto op_of = [this](const WordForm& form) {
        return form.id.is_valid() ? m_graph[form.id].op : Op::constant;
    };
    const Op op_a = op_of(a);
    const Op op_b = op_of(b);
    if (relation == Op::equal && op_a == Op::keccak && op_b == Op::keccak &&
        m_graph.operands(a.id).size() == m_graph.operands(b.id).size())
    {
        return of_hashes(a.id, b.id);
    }
    if (op_a == Op::index_of || op_b == Op::index_of)
    {
        const WordForm& index = op_a == Op::index_of ? a : b;
        const WordForm& other = op_a == Op::index_of ? b : a;
        const auto x = m_graph.operands(index.id);
        return index_distance({.text = text(x[0]),
                                  .part = text(x[1]),
                                  .first = low64(m_evaluated.word(x[2])),
                                  .place = static_cast<std::uint32_t>(low64(index.value))},
            relation == Op::equal, low64(other.value), numbers);
    }
    const Distance more = obstacle(a.id) + obstacle(b.id);
    return is_zero(more) ? numbers : farther(numbers, more);
}

/// Hashes are equal exactly where what they are of is.
BranchDistance TruthDistance::of_hashes(ExpressionId a, ExpressionId b)
{
    if (m_work >= max_work || m_depth >= max_depth)
    {
        return flag_distance(m_evaluated.word(a) == m_evaluated.word(b));
    }
    ++m_work;
    ++m_depth;
    BranchDistance all{Distance::zero(), Distance::infinite()};
    const std::size_t count = m_graph.operands(a).size();
    for (std::size_t i = 0; i < count; ++i)
    {
        all = logical_and(all, of_words(Op::equal, m_graph.operand(a, i), m_graph.operand(b, i)));
    }
    --m_depth;
    return all;
}

/// What keeps an operation at the value that it has beyond its domain.
Distance TruthDistance::obstacle(ExpressionId id) const
{
    while (
        id.is_valid() && (m_graph[id].op == Op::zero_extend || m_graph[id].op == Op::sign_extend))
    {
        id = m_graph.operand(id, 0);
    }
    if (!id.is_valid())
    {
        return {};
    }
    if (m_graph[id].op == Op::unit_at)
    {
        // More than any unit differs from another.
        constexpr std::uint64_t units = 0x10000;
        const std::uint64_t size = text(m_graph.operand(id, 0)).size();
        const std::uint64_t place = low64(m_evaluated.word(m_graph.operand(id, 1)));
        return place < size ? Distance{} : Distance{U256{place - size + 1} * U256{units}};
    }
    if (m_graph[id].op == Op::parse_integer && is_zero(m_evaluated.word(id)))
    {
        const std::u16string& digits = text(m_graph.operand(id, 0));
        return is_zero_text(digits) ?
                   Distance{} :
                   Distance{U256::power_of_two(65)} + integer_text_distance(digits, false).to_true;
    }
    return {};
}

bool TruthDistance::has_forms(ExpressionId word, unsigned depth)
{
    const Op op = m_graph[word].op;
    if (op == Op::ite || op == Op::select)
    {
        return true;
    }
    if (!carries_forms(op) || depth >= max_form_depth || m_form_work >= max_form_work)
    {
        return false;
    }
    ++m_form_work;
    return std::ranges::any_of(m_graph.operands(word),
        [&](ExpressionId operand) { return has_forms(operand, depth + 1); });
}

WordForms TruthDistance::forms_of(ExpressionId word)
{
    if (m_form_depth == 0)
    {
        m_form_work = 0;
    }
    WordForms forms;
    add_forms(word, {}, forms);
    return forms;
}

void TruthDistance::add_forms(ExpressionId word, const Distance& way, WordForms& forms)
{
    const Op op = m_graph[word].op;
    const bool has_forms = op == Op::ite || op == Op::select || carries_forms(op);
    if (!has_forms || m_form_work >= max_form_work || m_form_depth >= max_form_depth)
    {
        forms.add({m_evaluated.word(word), way, word});
        return;
    }
    ++m_form_work;
    ++m_form_depth;
    if (op == Op::ite)
    {
        add_choice(word, way, forms);
    }
    else if (op == Op::select)
    {
        add_items(word, way, forms);
    }
    else
    {
        add_results(word, way, forms);
    }
    --m_form_depth;
}

void TruthDistance::add_choice(ExpressionId word, const Distance& way, WordForms& forms)
{
    const auto x = m_graph.operands(word);
    const BranchDistance condition = of(x[0]);
    add_forms(x[1], way + condition.to_true, forms);
    add_forms(x[2], way + condition.to_false, forms);
}

/// The item of each store whose key may be the one that is asked for: its way is to be equal to
/// that key, and different from those of later stores.
void TruthDistance::add_items(ExpressionId select, const Distance& way, WordForms& forms)
{
    constexpr unsigned max_stores = 16;
    const ExpressionId key = m_graph.operand(select, 1);
    ExpressionId array = m_graph.operand(select, 0);
    Distance way_here = way;
    for (unsigned i = 0; i < max_stores && m_graph[array].op == Op::store; ++i)
    {
        const auto x = m_graph.operands(array);
        const BranchDistance same = of_words(Op::equal, key, x[1]);
        add_forms(x[2], way_here + same.to_true, forms);
        way_here = way_here + same.to_false;
        array = x[0];
    }
    if (m_graph[array].op == Op::constant_array)
    {
        add_forms(m_graph.operand(array, 0), way_here, forms);
        return;
    }
    const ArrayValue& items = *std::get_if<ArrayValue>(&m_evaluated.value(array));
    forms.add({items.at(m_evaluated.word(key)), way_here, {}});
}

/// The operation with one operand at another form, the others as they are.
void TruthDistance::add_results(ExpressionId operation, const Distance& way, WordForms& forms)
{
    forms.add({m_evaluated.word(operation), way, operation});
    const Node& node = m_graph[operation];
    const auto x = m_graph.operands(operation);
    std::array<const Datum*, 2> values{};
    for (std::size_t i = 0; i < x.size(); ++i)
    {
        values[i] = &m_evaluated.value(x[i]);
    }
    for (std::size_t i = 0; i < x.size(); ++i)
    {
        if (!has_forms(x[i], m_form_depth))
        {
            continue;
        }
        WordForms of_operand;
        add_forms(x[i], {}, of_operand);
        for (const WordForm& form : of_operand.all())
        {
            if (is_zero(form.way))
            {
                continue;
            }
            const Datum other(form.value);
            std::array<const Datum*, 2> with_other = values;
            with_other[i] = &other;
            const Datum result = apply(m_graph, node, x, std::span(with_other).first(x.size()));
            forms.add({*std::get_if<U256>(&result), way + form.way, {}});
        }
    }
}

}  // namespace sbst::symbolic
