// SPDX-License-Identifier: Apache-2.0
#include "known_ranges.hpp"

#include <algorithm>

namespace sbst::evm::analysis
{

namespace
{

constexpr std::size_t max_ranges = 96;
constexpr int evaluation_budget = 160;
constexpr int max_hypotheses = 3;

const U256 address_mask = U256::power_of_two(160) - U256{1};

auto lower(const std::vector<KnownRanges::Entry>& entries, ExprId id)
{
    return std::lower_bound(entries.begin(), entries.end(), id,
        [](const KnownRanges::Entry& entry, ExprId wanted) { return entry.first < wanted; });
}

}  // namespace

const Range* KnownRanges::find(ExprId id) const
{
    const auto at = lower(m_entries, id);
    return at != m_entries.end() && at->first == id ? &at->second : nullptr;
}

void KnownRanges::set(ExprId id, const Range& range)
{
    const auto at = lower(m_entries, id);
    const auto index = at - m_entries.begin();
    if (at != m_entries.end() && at->first == id)
    {
        m_entries[static_cast<std::size_t>(index)].second = range;
    }
    else if (m_entries.size() < max_ranges)
    {
        m_entries.insert(m_entries.begin() + index, {id, range});
    }
}

void KnownRanges::erase(ExprId id)
{
    const auto at = lower(m_entries, id);
    if (at != m_entries.end() && at->first == id)
    {
        m_entries.erase(m_entries.begin() + (at - m_entries.begin()));
    }
}

Range Reasoner::base_range(const Expression& node) const
{
    switch (node.kind == expr_result ? node.origin : node.kind)
    {
        case op_address:
        case op_origin:
        case op_caller:
        case op_coinbase:
        case op_create:
        case op_create2:
            return Range::at_most(address_mask);
        case op_callvalue:
        case op_balance:
        case op_selfbalance:
            return Range::at_most(m_bounds->wei);
        case op_calldatasize:
        case op_codesize:
        case op_extcodesize:
        case op_returndatasize:
        case op_msize:
            return Range::at_most(m_bounds->data_size);
        case op_timestamp:
            return Range::at_most(m_bounds->timestamp);
        case op_number:
            return Range::at_most(m_bounds->block_number);
        case op_gas:
        case op_gaslimit:
            return Range::at_most(m_bounds->gas);
        case op_call:
        case op_callcode:
        case op_delegatecall:
        case op_staticcall:
            return Range::boolean();
        default:
            return {};
    }
}

Range Reasoner::range_of(ExprId id, const KnownRanges& known_ranges) const
{
    Query query{&known_ranges, evaluation_budget, 0};
    return evaluate(id, query);
}

Range Reasoner::evaluate(ExprId id, Query& query) const
{
    const Expression& node = (*m_table)[id];
    if (node.kind == expr_constant)
    {
        return Range::exactly(node.value);
    }
    if (!node.is_identified && node.kind >= expr_constant)
    {
        return {};
    }
    Range range = m_table->is_boolean(id) ? Range::boolean() : Range{};
    if (--query.budget > 0)
    {
        range = evaluate_operation(id, query);
    }
    if (const Range* known = (*m_table)[id].is_identified ? query.known_ranges->find(id) : nullptr)
    {
        // An empty meet means an impossible path: any answer is right for it.
        return meet(range, *known).value_or(*known);
    }
    return range;
}

Range Reasoner::evaluate_operation(ExprId id, Query& query) const
{
    const Expression node = (*m_table)[id];
    const std::size_t count = m_table->arity(id);
    if (node.kind >= expr_constant || count == 0 || count == 3 || node.kind > op_sar)
    {
        return base_range(node);
    }
    const Range a = evaluate(node.args[0], query);
    const Range b = count == 2 ? evaluate(node.args[1], query) : Range{};
    const Range computed = apply(node.kind, a, b);
    if (node.kind == op_and)
    {
        const Range masked = evaluate_mask(node, a, computed);
        if (!m_table->is_boolean(id) || masked.is_exact())
        {
            return masked;
        }
        return known_connective(node, query).value_or(masked);
    }
    if (m_table->is_boolean(id) && !computed.is_exact())
    {
        return known_relation(id, query).value_or(computed);
    }
    // a - b with a >= b known does not wrap.
    if (node.kind == op_sub && (computed.lo > computed.hi || computed.is_full()))
    {
        const ExprId below = m_table->operation(op_lt, node.args[0], node.args[1]);
        const Range* relation = query.known_ranges->find(below);
        if (relation != nullptr && relation->is_zero_only())
        {
            return Range::between(saturating_sub(a.unsigned_min(), b.unsigned_max()),
                a.unsigned_max() - b.unsigned_min());
        }
    }
    return computed;
}

Range Reasoner::evaluate_mask(const Expression& node, const Range& x, const Range& computed) const
{
    const auto mask = m_table->constant_value(node.args[1]);
    if (!mask)
    {
        return computed;
    }
    if (is_low_mask(*mask))
    {
        return x.unsigned_max() <= *mask ? Range::between(x.unsigned_min(), x.unsigned_max()) :
                                           computed;
    }
    if (is_low_mask(~*mask))  // rounding down keeps order
    {
        return Range::between(x.unsigned_min() & *mask, x.unsigned_max() & *mask);
    }
    return computed;
}

std::optional<Range> Reasoner::known_relation(ExprId id, Query& query) const
{
    const Expression node = (*m_table)[id];
    switch (node.kind)
    {
        case op_lt:
        {
            if (!node.is_identified)
            {
                return std::nullopt;
            }
            const Range* reverse =
                query.known_ranges->find(m_table->operation(op_lt, node.args[1], node.args[0]));
            if (reverse != nullptr && reverse->excludes_zero())
            {
                return Range::of(false);
            }
            return std::nullopt;
        }
        case op_slt:
            return known_signed_relation(node, query);
        case op_eq:
            return known_product(node, query);
        case op_or:
            return known_connective(node, query);
        default:
            return std::nullopt;
    }
}

std::optional<Range> Reasoner::known_signed_relation(const Expression& node, Query& query) const
{
    // A sum or difference that does not overflow compares with one operand like the other operand
    // with 0.
    for (const bool sum_is_left : {true, false})
    {
        const ExprId sum = node.args[sum_is_left ? 0 : 1];
        const ExprId word = node.args[sum_is_left ? 1 : 0];
        const Expression inner = (*m_table)[sum];
        if ((inner.kind != op_add && inner.kind != op_sub) || !(*m_table)[word].is_identified)
        {
            continue;
        }
        const bool is_sum = inner.kind == op_add;
        if (inner.args[0] != word && !(is_sum && inner.args[1] == word))
        {
            continue;
        }
        const ExprId other = inner.args[0] == word ? inner.args[1] : inner.args[0];
        const Range first = evaluate(word, query);
        const Range second = evaluate(other, query);
        const bool fits = is_sum ? add_fits_signed(first, second) : sub_fits_signed(first, second);
        if (!fits)
        {
            continue;
        }
        const Range zero = Range::exactly(U256{});
        const bool other_below_zero = is_sum == sum_is_left;
        const Range answer =
            other_below_zero ? apply(op_slt, second, zero) : apply(op_slt, zero, second);
        if (answer.is_exact())
        {
            return answer;
        }
    }
    return std::nullopt;
}

std::optional<Range> Reasoner::known_product(const Expression& node, Query& query) const
{
    // (x * y) / x == y when the product fits and x is not 0.
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
    {
        const Expression quotient = (*m_table)[node.args.at(side)];
        const ExprId y = node.args.at(1 - side);
        if (quotient.kind == op_shr && m_table->is_constant(quotient.args[0]) &&
            (*m_table)[y].is_identified)
        {
            const U256 factor = U256{1} << (*m_table)[quotient.args[0]].value;
            if (quotient.args[1] == m_table->operation(op_mul, y, m_table->constant(factor)) &&
                mul_fits_unsigned(evaluate(y, query), Range::exactly(factor)))
            {
                return Range::of(true);
            }
        }
        if ((quotient.kind != op_div && quotient.kind != op_sdiv) || !(*m_table)[y].is_identified)
        {
            continue;
        }
        const ExprId x = quotient.args[1];
        if (quotient.args[0] != m_table->operation(op_mul, x, y) || !(*m_table)[x].is_identified)
        {
            continue;
        }
        const Range first = evaluate(x, query);
        const Range second = evaluate(y, query);
        const bool fits = quotient.kind == op_div ? mul_fits_unsigned(first, second) :
                                                    mul_fits_signed(first, second);
        if (fits && first.excludes_zero())
        {
            return Range::of(true);
        }
    }
    return std::nullopt;
}

std::optional<Range> Reasoner::known_connective(const Expression& node, Query& query) const
{
    const bool is_and = node.kind == op_and;
    if (!m_table->is_boolean(node.args[0]) || !m_table->is_boolean(node.args[1]) ||
        query.depth >= max_hypotheses)
    {
        return std::nullopt;
    }
    // One operand decides the result, or else the result is the other operand.
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
    {
        KnownRanges hypothesis = *query.known_ranges;
        if (!refine(node.args.at(side), is_and, hypothesis))
        {
            return Range::of(!is_and);
        }
        Query inner{&hypothesis, query.budget / 2, query.depth + 1};
        const Range other = evaluate(node.args.at(1 - side), inner);
        if (is_and ? other.is_zero_only() : other.excludes_zero())
        {
            return Range::of(!is_and);
        }
    }
    return std::nullopt;
}

bool Reasoner::assume(ExprId id, const Range& wanted, KnownRanges& known_ranges) const
{
    const Range before = range_of(id, known_ranges);
    const auto after = meet(before, wanted);
    if (!after)
    {
        return false;
    }
    const Expression& node = (*m_table)[id];
    if (node.kind == expr_constant || !node.is_identified || *after == before)
    {
        return true;
    }
    known_ranges.set(id, *after);
    return propagate(id, *after, known_ranges);
}

bool Reasoner::propagate(ExprId id, const Range& range, KnownRanges& known_ranges) const
{
    const Expression node = (*m_table)[id];
    switch (node.kind)
    {
        case op_add:
        {
            const Range a = range_of(node.args[0], known_ranges);
            const Range b = range_of(node.args[1], known_ranges);
            return assume(node.args[0], apply(op_sub, range, b), known_ranges) &&
                   assume(node.args[1], apply(op_sub, range, a), known_ranges);
        }
        case op_sub:
        {
            const Range a = range_of(node.args[0], known_ranges);
            const Range b = range_of(node.args[1], known_ranges);
            return assume(node.args[0], apply(op_add, range, b), known_ranges) &&
                   assume(node.args[1], apply(op_sub, a, range), known_ranges);
        }
        case op_not:
            return assume(node.args[0], apply(op_not, range, range), known_ranges);
        case op_shr:
        {
            const auto count = m_table->constant_value(node.args[0]);
            if (!count || !fits_u64(*count) || low64(*count) >= 256 || range.lo > range.hi)
            {
                return true;
            }
            const U256 rest = ~(U256::max() << *count);
            return assume(node.args[1],
                Range::between(range.lo << *count, (range.hi << *count) | rest), known_ranges);
        }
        default:
            if (m_table->is_boolean(id) && range.is_exact())
            {
                return refine(id, !is_zero(range.lo), known_ranges);
            }
            return true;
    }
}

bool Reasoner::refine(ExprId id, bool is_nonzero, KnownRanges& known_ranges) const
{
    const Expression node = (*m_table)[id];
    if (node.kind == expr_constant)
    {
        return is_zero(node.value) != is_nonzero;
    }
    if (node.kind == op_iszero)
    {
        return refine(node.args[0], !is_nonzero, known_ranges);
    }
    const Range before = range_of(id, known_ranges);
    const auto after = is_nonzero ? without(before, U256{}) : meet(before, Range::exactly(U256{}));
    if (!after)
    {
        return false;
    }
    if (node.is_identified && !(*after == before))
    {
        known_ranges.set(id, *after);
    }
    switch (node.kind)
    {
        case op_lt:
            return refine_less(node, is_nonzero, known_ranges);
        case op_slt:
            return refine_signed_less(node, is_nonzero, known_ranges);
        case op_eq:
            return refine_equal(node.args[0], node.args[1], is_nonzero, known_ranges);
        case op_xor:
        case op_sub:
            return refine_equal(node.args[0], node.args[1], !is_nonzero, known_ranges);
        case op_and:
        case op_or:
            return refine_connective(node, is_nonzero, known_ranges);
        default:
            return *after == before || propagate(id, *after, known_ranges);
    }
}

bool Reasoner::refine_less(const Expression& node, bool is_true, KnownRanges& known_ranges) const
{
    const ExprId a = node.args[0];
    const ExprId b = node.args[1];
    const Range left = range_of(a, known_ranges);
    const Range right = range_of(b, known_ranges);
    if (is_true)
    {
        if (is_zero(right.unsigned_max()) || left.unsigned_min() == U256::max())
        {
            return false;
        }
        return assume(a, Range::at_most(right.unsigned_max() - U256{1}), known_ranges) &&
               assume(b, Range::between(left.unsigned_min() + U256{1}, U256::max()), known_ranges);
    }
    return assume(a, Range::between(right.unsigned_min(), U256::max()), known_ranges) &&
           assume(b, Range::at_most(left.unsigned_max()), known_ranges);
}

bool Reasoner::refine_signed_less(
    const Expression& node, bool is_true, KnownRanges& known_ranges) const
{
    const ExprId a = node.args[0];
    const ExprId b = node.args[1];
    const U256 least = U256::power_of_two(255);
    const U256 greatest = least - U256{1};
    const Range left = range_of(a, known_ranges);
    const Range right = range_of(b, known_ranges);
    if (is_true)
    {
        if (right.signed_max() == least || left.signed_min() == greatest)
        {
            return false;
        }
        return assume(a, Range::between(least, right.signed_max() - U256{1}), known_ranges) &&
               assume(b, Range::between(left.signed_min() + U256{1}, greatest), known_ranges);
    }
    return assume(a, Range::between(right.signed_min(), greatest), known_ranges) &&
           assume(b, Range::between(least, left.signed_max()), known_ranges);
}

bool Reasoner::refine_equal(ExprId a, ExprId b, bool is_equal, KnownRanges& known_ranges) const
{
    if (is_equal)
    {
        return assume(a, range_of(b, known_ranges), known_ranges) &&
               assume(b, range_of(a, known_ranges), known_ranges);
    }
    for (const bool swapped : {false, true})
    {
        const ExprId word = swapped ? b : a;
        const Range other = range_of(swapped ? a : b, known_ranges);
        if (!other.is_exact())
        {
            continue;
        }
        const auto rest = without(range_of(word, known_ranges), other.lo);
        if (!rest || !assume(word, *rest, known_ranges))
        {
            return false;
        }
    }
    return true;
}

bool Reasoner::refine_connective(
    const Expression& node, bool is_true, KnownRanges& known_ranges) const
{
    const ExprId a = node.args[0];
    const ExprId b = node.args[1];
    // a & b != 0 needs both to be non-zero; a | b == 0 needs both to be zero.
    if ((node.kind == op_and) == is_true)
    {
        return refine(a, is_true, known_ranges) && refine(b, is_true, known_ranges);
    }
    if (!m_table->is_boolean(a) || !m_table->is_boolean(b))
    {
        return true;
    }
    // If one operand cannot decide, the other one does.
    const auto decided = [&](ExprId id) {
        const Range range = range_of(id, known_ranges);
        return node.kind == op_and ? range.excludes_zero() : range.is_zero_only();
    };
    if (decided(a) && !refine(b, is_true, known_ranges))
    {
        return false;
    }
    return !decided(b) || refine(a, is_true, known_ranges);
}

}  // namespace sbst::evm::analysis
