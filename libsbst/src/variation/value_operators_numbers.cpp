// SPDX-License-Identifier: Apache-2.0
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/value_operators.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sbst
{

namespace
{

constexpr std::uint64_t max_decimals = 14;

/// An integer type as positions 0..span above its minimum. Arithmetic modulo 2^256 makes this right
/// for signed types too: a position is `word - low`.
struct Range
{
    explicit Range(const Type& type)
      : low(integer_minimum(type)), span(integer_maximum(type) - low), bits(bit_width(span))
    {}

    [[nodiscard]] U256 position(const U256& word) const { return word - low; }
    [[nodiscard]] U256 word(const U256& position) const { return low + position; }
    [[nodiscard]] bool holds(const U256& word_in_question) const
    {
        return position(word_in_question) <= span;
    }
    /// Position of the value nearest to 0.
    [[nodiscard]] U256 origin() const
    {
        if (holds(U256{}))
        {
            return position(U256{});
        }
        return is_negative(low) && is_negative(low + span) ? span : U256{};
    }

    U256 low;
    U256 span;
    unsigned bits;
};

/// Moves by a step; the direction is reversed when the step would leave the range, and the end is
/// taken when neither direction has room.
U256 stepped(const U256& position, const U256& step, bool up, const U256& span)
{
    const U256 room_above = span - position;
    const bool fits_up = step <= room_above;
    const bool fits_down = step <= position;
    if (up ? fits_up : !fits_down && fits_up)
    {
        return position + step;
    }
    if (fits_down)
    {
        return position - step;
    }
    const U256 wanted_end = up ? span : U256{};
    return wanted_end == position ? span - wanted_end : wanted_end;
}

/// For non-negative numbers; larger ones count as 2^62.
U256 magnitude(double number)
{
    constexpr double largest = 4611686018427387904.0;  // 2^62
    return U256{static_cast<std::uint64_t>(std::min(std::abs(number), largest))};
}

/// Uniform below 2^length.
U256 random_bits(unsigned length, Rng& rng)
{
    if (length == 0)
    {
        return U256{};
    }
    return length <= 64 ? U256{rng.next() >> (64U - length)} : rng.word() >> (256U - length);
}

U256 boundary_position(const U256& position, const Range& range, Rng& rng)
{
    const U256 middle = range.span >> 1U;
    const std::array<U256, 7> words = {U256{}, U256{1}, U256::max(), range.low,
        range.word(range.span), range.word(middle), range.word(middle + U256{1})};
    // Both ends are in the list and one of them differs, so this ends.
    std::size_t at = rng.index(words.size());
    while (!range.holds(words.at(at)) || range.position(words.at(at)) == position)
    {
        at = (at + 1) % words.size();
    }
    return range.position(words.at(at));
}

double chopped(double number, Rng& rng)
{
    constexpr double exact = 9007199254740992.0;  // 2^53: no decimals above
    const double scale = std::pow(10.0, static_cast<double>(rng.below(max_decimals + 1)));
    return std::abs(number) * scale < exact ? std::trunc(number * scale) / scale : number;
}

/// The nearest finite number of the type.
double narrowed(double number, const Type& type)
{
    if (std::isnan(number))
    {
        return 0.0;
    }
    if (type.bits == 32)
    {
        constexpr double largest = std::numeric_limits<float>::max();
        return static_cast<double>(static_cast<float>(std::clamp(number, -largest, largest)));
    }
    constexpr double largest = std::numeric_limits<double>::max();
    return std::clamp(number, -largest, largest);
}

double neighbour(double number, const Type& type)
{
    const double towards = number == 0.0 ? 1.0 : 0.0;
    return type.bits == 32 ? static_cast<double>(std::nextafter(
                                 static_cast<float>(number), static_cast<float>(towards))) :
                             std::nextafter(number, towards);
}

// A bit to flip or to step by: mostly one within the number's width or the next one, because
// numbers of a wide type can still be small.
unsigned random_bit(const U256& position, const Range& range, Rng& rng)
{
    constexpr double own_size_prob = 0.8;
    constexpr unsigned beyond = 2;
    const unsigned own =
        static_cast<unsigned>(bit_width(abs_difference(position, range.origin()))) + beyond;
    return static_cast<unsigned>(
        rng.below(rng.chance(own_size_prob) ? std::min(own, range.bits) : range.bits));
}

}  // namespace

U256 ValueOperators::random_integer(const Type& type, Rng& rng) const
{
    const Range range(type);
    const bool is_narrow = range.span < magnitude(4.0 * m_options.max_int);
    if (is_narrow)
    {
        return range.word(rng.below(range.span + U256{1}));
    }
    const U256 origin = range.origin();
    const bool up = is_zero(origin) || (origin != range.span && rng.chance(0.5));
    const U256 step = rng.chance(m_options.wide_integer_prob) ?
                          random_bits(static_cast<unsigned>(rng.below(range.bits + 1)), rng) :
                          magnitude(rng.gaussian(0.0, m_options.max_int));
    return range.word(stepped(origin, step, up, range.span));
}

U256 ValueOperators::moved_integer(const U256& word, TypeId type_id, Rng& rng) const
{
    const Type& type = (*m_types)[type_id];
    const Range range(type);
    const U256 position = range.position(word);
    // Cases in the order of IntegerMix: no single kind of step finds both near and far values in
    // 256 bits.
    switch (rng.weighted(m_mix))
    {
        case 1:
            return range.word(std::min(
                position ^ U256::power_of_two(random_bit(position, range, rng)), range.span));
        case 2:
        {
            const U256 step = U256::power_of_two(random_bit(position, range, rng));
            return range.word(stepped(position, step, rng.chance(0.5), range.span));
        }
        case 3:
            return range.word(boundary_position(position, range, rng));
        case 4:
            if (const auto constant = m_pool->draw(type_id, *m_types, rng))
            {
                return constant->word();
            }
            break;
        case 5:
            if (const auto constant = m_pool->draw(type_id, *m_types, rng))
            {
                return range.word(stepped(
                    range.position(constant->word()), U256{1}, rng.chance(0.5), range.span));
            }
            break;
        case 6:
        {
            const U256 origin = range.origin();
            const bool up = is_zero(origin) || rng.chance(0.5);
            const auto length = static_cast<unsigned>(rng.below(range.bits + 1));
            return range.word(stepped(origin, random_bits(length, rng), up, range.span));
        }
        default:
            break;
    }
    const U256 step = magnitude(rng.gaussian(0.0, m_options.max_delta)) + U256{1};
    return range.word(stepped(position, step, rng.chance(0.5), range.span));
}

void ValueOperators::mutate_integer(U256& word, TypeId type_id, Rng& rng) const
{
    const Type& type = (*m_types)[type_id];
    for (int tries = 0; tries < max_tries; ++tries)
    {
        U256 other;
        if (rng.chance(m_options.random_perturbation_prob))
        {
            const auto constant = from_pool(type_id, rng);
            other = constant ? constant->word() : random_integer(type, rng);
        }
        else
        {
            other = moved_integer(word, type_id, rng);
        }
        if (other != word)
        {
            word = other;
            return;
        }
    }
    const Range range(type);
    word = word == range.word(range.span) ? word - U256{1} : word + U256{1};
}

double ValueOperators::random_number(const Type& type, Rng& rng) const
{
    return narrowed(chopped(rng.gaussian(0.0, m_options.max_int), rng), type);
}

double ValueOperators::moved_number(double number, Rng& rng) const
{
    switch (rng.below(5))
    {
        case 0:
            return number + rng.gaussian(0.0, m_options.max_delta);
        case 1:
            return number + rng.gaussian();
        case 2:
            return chopped(number, rng);
        case 3:
            return number * (1.0 + rng.gaussian(0.0, m_options.epsilon));
        default:
            break;
    }
    const std::array<double, 6> special = {0.0, 1.0, -1.0, -number,
        std::numeric_limits<double>::max(), std::numeric_limits<double>::min()};
    return special.at(rng.index(special.size()));
}

void ValueOperators::mutate_number(double& number, TypeId type_id, Rng& rng) const
{
    const Type& type = (*m_types)[type_id];
    for (int tries = 0; tries < max_tries; ++tries)
    {
        double other = 0.0;
        if (rng.chance(m_options.random_perturbation_prob))
        {
            const auto constant = from_pool(type_id, rng);
            other = constant ? constant->number() : random_number(type, rng);
        }
        else
        {
            other = narrowed(moved_number(number, rng), type);
        }
        if (other != number)
        {
            number = other;
            return;
        }
    }
    number = neighbour(number, type);
}

}  // namespace sbst
