// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/numeric/korel.hpp>

#include <algorithm>
#include <cmath>
#include <compare>

namespace sbst
{

namespace
{

/// The rules for all ordered types; they use only the order and the difference of the operands.
BranchDistance relate(Relation relation, std::strong_ordering order, const Distance& difference,
    const KorelOptions& options)
{
    const Distance k{options.k};
    const Distance strict = difference + k;
    const Distance weak = options.adds_k_to_every_ordering ? strict : difference;
    const auto towards_true = [](const Distance& distance) {
        return BranchDistance{distance, Distance::zero()};
    };
    const auto towards_false = [](const Distance& distance) {
        return BranchDistance{Distance::zero(), distance};
    };
    switch (relation)
    {
        case Relation::eq:
            return std::is_eq(order) ? towards_false(k) : towards_true(difference);
        case Relation::ne:
            return std::is_eq(order) ? towards_true(k) : towards_false(difference);
        case Relation::lt:
            return std::is_lt(order) ? towards_false(weak) : towards_true(strict);
        case Relation::le:
            return std::is_lteq(order) ? towards_false(strict) : towards_true(weak);
        case Relation::gt:
            return std::is_gt(order) ? towards_false(weak) : towards_true(strict);
        case Relation::ge:
            break;
    }
    return std::is_gteq(order) ? towards_false(strict) : towards_true(weak);
}

}  // namespace

void validate(const KorelOptions& options)
{
    if (is_zero(options.k))
    {
        throw ConfigError{"branch distance: K is 0, expected a positive number"};
    }
}

BranchDistance compare_unsigned(
    Relation relation, const U256& a, const U256& b, const KorelOptions& options)
{
    return relate(relation, a <=> b, Distance{abs_difference(a, b)}, options);
}

BranchDistance compare_signed(
    Relation relation, const U256& a, const U256& b, const KorelOptions& options)
{
    // Offset binary keeps order and differences.
    return compare_unsigned(relation, flip_sign(a), flip_sign(b), options);
}

BranchDistance compare_integers(
    Relation relation, std::int64_t a, std::int64_t b, const KorelOptions& options)
{
    const auto low = static_cast<std::uint64_t>(std::min(a, b));
    const auto high = static_cast<std::uint64_t>(std::max(a, b));
    return relate(relation, a <=> b, Distance{U256{high - low}}, options);
}

BranchDistance compare_numbers(Relation relation, double a, double b, const KorelOptions& options)
{
    if (std::isnan(a) || std::isnan(b))
    {
        if (relation == Relation::ne)
        {
            return {Distance::zero(), Distance::infinite()};
        }
        return {Distance::infinite(), Distance::zero()};
    }
    // Handled separately: the difference of equal infinities is NaN.
    if (a == b)
    {
        return relate(relation, std::strong_ordering::equal, Distance::zero(), options);
    }
    const auto order = a < b ? std::strong_ordering::less : std::strong_ordering::greater;
    return relate(relation, order, Distance::from_double(std::abs(a - b)), options);
}

BranchDistance compare_flags(Relation relation, bool a, bool b, const KorelOptions& options)
{
    return compare_integers(relation, a ? 1 : 0, b ? 1 : 0, options);
}

BranchDistance flag_distance(bool flag, const KorelOptions& options)
{
    const Distance k{options.k};
    return flag ? BranchDistance{Distance::zero(), k} : BranchDistance{k, Distance::zero()};
}

BranchDistance word_distance(const U256& word, const KorelOptions& options)
{
    return compare_unsigned(Relation::ne, word, U256{}, options);
}

BranchDistance member_distance(
    const U256& x, std::span<const U256> elements, const KorelOptions& options)
{
    Distance least = Distance::infinite();
    for (const U256& element : elements)
    {
        least = std::min(least, Distance{abs_difference(x, element)});
    }
    return {least, is_zero(least) ? Distance{options.k} : Distance::zero()};
}

BranchDistance logical_not(const BranchDistance& p)
{
    return {p.to_false, p.to_true};
}

BranchDistance logical_and(const BranchDistance& p, const BranchDistance& q)
{
    return {p.to_true + q.to_true, std::min(p.to_false, q.to_false)};
}

BranchDistance logical_or(const BranchDistance& p, const BranchDistance& q)
{
    return {std::min(p.to_true, q.to_true), p.to_false + q.to_false};
}

BranchDistance logical_xor(const BranchDistance& p, const BranchDistance& q)
{
    return {std::min(p.to_true + q.to_false, p.to_false + q.to_true),
        std::min(p.to_true + q.to_true, p.to_false + q.to_false)};
}

BranchDistance logical_implies(const BranchDistance& p, const BranchDistance& q)
{
    return logical_or(logical_not(p), q);
}

}  // namespace sbst
