// SPDX-License-Identifier: Apache-2.0
#include "value_distance.hpp"

#include <sbst/numeric/string_distance.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace sbst::symbolic
{

namespace
{

using Units = CodeUnits<char16_t>;

constexpr Distance one_step{U256{1}};

/// x/(x+1) of the difference of two units.
Distance unit_fraction(std::uint64_t x)
{
    return Distance{U256{}, static_cast<std::uint64_t>((Uint128{x} << 64U) / (Uint128{x} + 1))};
}

std::uint64_t distance_to_digit(char16_t unit)
{
    if (unit < u'0')
    {
        return static_cast<std::uint64_t>(u'0' - unit);
    }
    return unit > u'9' ? static_cast<std::uint64_t>(unit - u'9') : 0;
}

/// The place of a number in the order of all numbers.
std::uint64_t rank_of(double number)
{
    constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
    const auto bits = std::bit_cast<std::uint64_t>(number);
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// Precondition: less <= more, both without a level.
Distance minus(const Distance& more, const Distance& less)
{
    const U256 borrow{more.fraction < less.fraction ? 1U : 0U};
    return Distance{more.whole - less.whole - borrow, more.fraction - less.fraction};
}

Distance at_least_one_step(const Distance& distance)
{
    return is_zero(distance) ? one_step : distance;
}

}  // namespace

Distance difference_of_numbers(double a, double b)
{
    constexpr double finest = 0x1p-30;
    constexpr double greatest = 0x1p200;
    if (a == b)
    {
        return Distance::zero();
    }
    const double rounded = std::abs(a - b);
    if (std::isnan(rounded))
    {
        return Distance::infinite();
    }
    if (rounded < finest)
    {
        // The ranks of all numbers below 2^-30 are below 2^63: shifted, they stay below the
        // fraction 2^-30.
        constexpr unsigned dropped_bits = 30;
        return Distance{U256{}, 1 + (std::bit_cast<std::uint64_t>(rounded) >> dropped_bits)};
    }
    const Distance limit{U256::power_of_two(200)};
    if (rounded > greatest)
    {
        const std::uint64_t rank_a = rank_of(a);
        const std::uint64_t rank_b = rank_of(b);
        return Distance{limit.whole + U256{std::max(rank_a, rank_b) - std::min(rank_a, rank_b)}};
    }
    // Numbers of 2^254 and more would be farther apart than that, or equal.
    const Distance size_a = Distance::from_double(std::abs(a));
    const Distance size_b = Distance::from_double(std::abs(b));
    const bool is_apart = std::signbit(a) != std::signbit(b);
    const Distance exact =
        is_apart ? size_a + size_b : minus(std::max(size_a, size_b), std::min(size_a, size_b));
    return std::min(exact, limit);
}

BranchDistance number_distance(Relation relation, double a, double b)
{
    if (std::isnan(a) || std::isnan(b))
    {
        return compare_numbers(relation, a, b);
    }
    const Distance difference = difference_of_numbers(a, b);
    const auto sided = [](bool holds, const Distance& distance) {
        return holds ? BranchDistance{Distance::zero(), distance} :
                       BranchDistance{distance, Distance::zero()};
    };
    switch (relation)
    {
        case Relation::eq:
            return sided(a == b, a == b ? one_step : difference);
        case Relation::ne:
            return sided(a != b, a != b ? difference : one_step);
        case Relation::lt:
            return sided(a < b, a < b ? difference : difference + one_step);
        case Relation::le:
            return sided(a <= b, a <= b ? difference + one_step : difference);
        case Relation::gt:
            return number_distance(Relation::lt, b, a);
        case Relation::ge:
            break;
    }
    return number_distance(Relation::le, b, a);
}

BranchDistance integer_text_distance(std::u16string_view text, bool holds)
{
    if (holds)
    {
        return {Distance::zero(), one_step};
    }
    const bool has_sign = text.size() > 1 && text.front() == u'-';
    const std::u16string_view digits = text.substr(has_sign ? 1 : 0);
    if (digits.empty())
    {
        return {one_step, Distance::zero()};
    }
    Distance sum;
    for (const char16_t unit : digits)
    {
        if (const std::uint64_t x = distance_to_digit(unit); x > 0)
        {
            sum = sum + unit_fraction(x);
        }
    }
    if (!is_zero(sum))
    {
        return {sum, Distance::zero()};
    }
    // Digits only: there are too many, or just too large ones.
    constexpr std::size_t most_digits = 19;
    const std::size_t zeros = std::min(digits.find_first_not_of(u'0'), digits.size());
    const std::size_t count = digits.size() - zeros;
    const Distance too_many{U256{count > most_digits ? count - most_digits : 0}};
    return {too_many + unit_fraction(1), Distance::zero()};
}

Distance distance_to_place(const IndexOf& index, std::uint64_t place)
{
    if (place > index.text.size())
    {
        return Distance{U256{place - index.text.size()} + U256{index.part.size()}};
    }
    return aligned_distance(Units(index.text.substr(place, index.part.size())), Units(index.part));
}

BranchDistance index_distance(
    const IndexOf& index, bool is_equality, std::uint64_t other, const BranchDistance& numbers)
{
    const bool holds = numbers.is_true();
    const auto to_other_side = [holds](const Distance& distance) {
        const Distance far = at_least_one_step(distance);
        return holds ? BranchDistance{Distance::zero(), far} :
                       BranchDistance{far, Distance::zero()};
    };
    constexpr std::uint64_t absent = 0xffffffff;
    if (is_equality && !holds)
    {
        return to_other_side(other == absent ? Distance::zero() : distance_to_place(index, other));
    }
    if (!index.is_absent())
    {
        return numbers;
    }
    if (index.first > index.text.size())
    {
        return to_other_side(distance_to_place(index, index.first));
    }
    return to_other_side(
        contains_distance(Units(index.text.substr(index.first)), Units(index.part)).to_true);
}

}  // namespace sbst::symbolic
