// SPDX-License-Identifier: Apache-2.0
#include "provenance.hpp"

#include <algorithm>
#include <utility>

namespace sbst::evm
{

namespace
{

/// Distances of a word of unknown provenance: a number that should be zero or not.
Distances raw(const U256& value) noexcept
{
    return {U256{is_zero(value) ? 1U : 0U}, value};
}

Distances both(const Distances& a, const Distances& b) noexcept
{
    return {saturating_add(a.to_true, b.to_true), std::min(a.to_false, b.to_false)};
}

Distances either(const Distances& a, const Distances& b) noexcept
{
    return {std::min(a.to_true, b.to_true), saturating_add(a.to_false, b.to_false)};
}

Distances opposite(const Distances& d) noexcept
{
    return {d.to_false, d.to_true};
}

bool is_truth_value(const U256& x) noexcept
{
    return x <= U256{1};
}

}  // namespace

Distances Provenance::distances(Tag tag, const U256& value) const noexcept
{
    if (!is_known(tag))
    {
        return raw(value);
    }
    const Record& r = record(tag);
    Distances d;
    switch (r.relation)
    {
        case Relation::less:
            if (r.a < r.b)
            {
                d.to_false = r.b - r.a;
            }
            else
            {
                d.to_true = saturating_add(r.a - r.b, U256{1});
            }
            break;
        case Relation::equal:
            d.to_true = abs_difference(r.a, r.b);
            d.to_false = U256{r.a == r.b ? 1U : 0U};
            break;
        case Relation::combined:
            d = {r.a, r.b};
            break;
    }
    return (tag & negated) != 0 ? opposite(d) : d;
}

Tag Provenance::conjunction(Tag a, const U256& x, Tag b, const U256& y) noexcept
{
    if (!is_boolean(a))
    {
        if (!is_boolean(b))
        {
            return no_tag;
        }
        return conjunction(b, y, a, x);
    }
    // A mask passes the truth value or clears it; an unknown 0 or 1 is a truth value of its own.
    if (!is_boolean(b) && (b == constant_tag || !is_truth_value(y)))
    {
        return (low64(y) & 1U) != 0 ? a : no_tag;
    }
    const Distances second = is_boolean(b) ? distances(b, y) : raw(y);
    return combined(both(distances(a, x), second));
}

Tag Provenance::disjunction(Tag a, const U256& x, Tag b, const U256& y) noexcept
{
    if (!is_boolean(a))
    {
        if (!is_boolean(b))
        {
            return no_tag;
        }
        return disjunction(b, y, a, x);
    }
    if (!is_boolean(b) && b == constant_tag)
    {
        return is_zero(y) ? a : no_tag;
    }
    if (!is_boolean(b) && !is_truth_value(y))
    {
        return no_tag;
    }
    const Distances second = is_boolean(b) ? distances(b, y) : raw(y);
    return combined(either(distances(a, x), second));
}

Tag Provenance::exclusive(Tag a, const U256& x, Tag b, const U256& y) noexcept
{
    if (!is_boolean(a))
    {
        if (!is_boolean(b))
        {
            return no_tag;
        }
        return exclusive(b, y, a, x);
    }
    if (!is_boolean(b) && !is_truth_value(y))
    {
        return no_tag;
    }
    if (!is_boolean(b) && b == constant_tag)
    {
        return is_zero(y) ? a : a ^ negated;
    }
    const Distances first = distances(a, x);
    const Distances second = is_boolean(b) ? distances(b, y) : raw(y);
    return combined(either(both(first, opposite(second)), both(opposite(first), second)));
}

}  // namespace sbst::evm
