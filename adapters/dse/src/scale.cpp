// SPDX-License-Identifier: Apache-2.0
#include "scale.hpp"

#include "word_bits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace sbst::dse
{

namespace
{

using symbolic::Datum;
using symbolic::SortKind;
using symbolic::Variable;

/// Numbers of one sort in their order, from minus infinity at 0; -0 is before 0.
template <class Number, class Bits>
Bits rank_among(Number number)
{
    constexpr Bits sign = Bits{1} << (8 * sizeof(Bits) - 1);
    const auto ordered = [](Number x) {
        const auto bits = std::bit_cast<Bits>(x);
        return (bits & sign) != 0 ? static_cast<Bits>(~bits) : static_cast<Bits>(bits | sign);
    };
    return static_cast<Bits>(ordered(number) - ordered(-std::numeric_limits<Number>::infinity()));
}

template <class Number, class Bits>
Number number_of_rank(Bits rank)
{
    constexpr Bits sign = Bits{1} << (8 * sizeof(Bits) - 1);
    const auto lowest =
        static_cast<Bits>(~std::bit_cast<Bits>(-std::numeric_limits<Number>::infinity()));
    const auto ordered = static_cast<Bits>(rank + lowest);
    return std::bit_cast<Number>(
        (ordered & sign) != 0 ? static_cast<Bits>(ordered & ~sign) : static_cast<Bits>(~ordered));
}

bool is_within_bounds(const Variable& variable, const U256& word)
{
    const symbolic::Domain& domain = variable.domain;
    const U256 all = low_ones(variable.sort.width);
    return !domain.is_bounded ||
           ((word - domain.least) & all) <= ((domain.greatest - domain.least) & all);
}

std::vector<U256> members_of(const Variable& variable)
{
    std::vector<U256> members;
    std::copy_if(variable.domain.members.begin(), variable.domain.members.end(),
        std::back_inserter(members),
        [&](const U256& member) { return is_within_bounds(variable, member); });
    return members;
}

U256 nearest_of(const std::vector<U256>& members, const U256& wish)
{
    const auto above = std::lower_bound(members.begin(), members.end(), wish);
    if (above == members.end())
    {
        return members.back();
    }
    if (above == members.begin() || *above - wish < wish - *(above - 1))
    {
        return *above;
    }
    return *(above - 1);
}

U256 fitted_word(const Variable& variable, const U256& wish)
{
    const unsigned width = variable.sort.kind == SortKind::boolean ? 1U : variable.sort.width;
    const U256 word = wish & low_ones(width);
    if (variable.sort.kind == SortKind::boolean)
    {
        return word;
    }
    if (!variable.domain.members.empty())
    {
        const std::vector<U256> members = members_of(variable);
        return members.empty() ? word : nearest_of(members, word);
    }
    if (is_within_bounds(variable, word))
    {
        return word;
    }
    const auto is_below = [&](const U256& a, const U256& b) {
        return variable.domain.is_signed ?
                   signed_less(sign_extended(a, width), sign_extended(b, width)) :
                   a < b;
    };
    return is_below(word, variable.domain.least) ? variable.domain.least : variable.domain.greatest;
}

std::u16string fitted_text(const Variable& variable, std::u16string text)
{
    const symbolic::Domain& domain = variable.domain;
    if (text.size() > domain.greatest_length)
    {
        text.resize(domain.greatest_length);
    }
    if (text.size() < domain.least_length)
    {
        text.resize(domain.least_length, text.empty() ? u'a' : text.back());
    }
    for (char16_t& unit : text)
    {
        unit = std::min(unit, static_cast<char16_t>(domain.greatest_unit));
    }
    return text;
}

/// Any value, and often one near 0.
U256 random_position(const U256& last, Rng& rng)
{
    const U256 bound = U256::power_of_two(static_cast<unsigned>(rng.below(bit_width(last) + 1U)));
    const U256 drawn = rng.word() & (bound - U256{1});
    return drawn <= last ? drawn : last;
}

double random_number(Rng& rng)
{
    switch (rng.below(4))
    {
        case 0:
            return static_cast<double>(rng.between(-1000, 1000));
        case 1:
            return rng.gaussian(0.0, 1.0);
        case 2:
            return rng.gaussian(0.0, 1e6);
        default:
        {
            const auto exponent = static_cast<int>(rng.between(-80, 80));
            return std::ldexp(rng.real() - 0.5, exponent);
        }
    }
}

std::u16string random_text(Rng& rng)
{
    constexpr std::uint64_t most = 20;
    std::u16string text(rng.below(most + 1), u' ');
    for (char16_t& unit : text)
    {
        unit = static_cast<char16_t>(
            rng.chance(0.9) ? 0x20 + rng.below(0x5f) : rng.below(std::uint64_t{0x10000}));
    }
    return text;
}

}  // namespace

bool is_same(const Datum& a, const Datum& b)
{
    const auto* const x = std::get_if<double>(&a);
    const auto* const y = std::get_if<double>(&b);
    if (x != nullptr && y != nullptr)
    {
        return std::bit_cast<std::uint64_t>(*x) == std::bit_cast<std::uint64_t>(*y);
    }
    return a == b;
}

Datum fitted(const Variable& variable, Datum wish)
{
    switch (variable.sort.kind)
    {
        case SortKind::boolean:
        case SortKind::bit_vector:
            return fitted_word(variable, std::get<U256>(wish));
        case SortKind::float32:
            return static_cast<double>(static_cast<float>(std::get<double>(wish)));
        case SortKind::string:
            return fitted_text(variable, std::move(std::get<std::u16string>(wish)));
        default:
            return wish;
    }
}

Datum random_datum(const Variable& variable, Rng& rng)
{
    if (variable.sort.kind == SortKind::string)
    {
        return fitted(variable, random_text(rng));
    }
    if (variable.sort.kind == SortKind::float32 || variable.sort.kind == SortKind::float64)
    {
        return fitted(variable, random_number(rng));
    }
    const Scale scale(variable);
    const U256 position = random_position(scale.last(), rng);
    const auto start =
        scale.moved(scale.position_of(fitted(variable, U256{})), position, !rng.chance(0.5));
    return scale.value_at(start ? *start : position);
}

Scale::Scale(const Variable& variable)
  : m_kind(variable.sort.kind),
    m_width(variable.sort.kind == SortKind::boolean ? 1U : variable.sort.width)
{
    switch (m_kind)
    {
        case SortKind::float32:
            m_last = U256{rank_among<float, std::uint32_t>(std::numeric_limits<float>::infinity())};
            return;
        case SortKind::float64:
            m_last =
                U256{rank_among<double, std::uint64_t>(std::numeric_limits<double>::infinity())};
            return;
        case SortKind::bit_vector:
            m_members = members_of(variable);
            break;
        default:
            break;
    }
    const bool is_bounded = m_kind == SortKind::bit_vector && variable.domain.is_bounded;
    if (!m_members.empty())
    {
        m_last = U256{m_members.size() - 1};
    }
    else if (is_bounded)
    {
        m_least = variable.domain.least;
        m_last = (variable.domain.greatest - m_least) & low_ones(m_width);
    }
    else
    {
        m_last = low_ones(m_width);
        m_is_circle = true;
    }
}

Datum Scale::value_at(const U256& position) const
{
    switch (m_kind)
    {
        case SortKind::float32:
            return static_cast<double>(
                number_of_rank<float, std::uint32_t>(static_cast<std::uint32_t>(low64(position))));
        case SortKind::float64:
            return number_of_rank<double, std::uint64_t>(low64(position));
        default:
            return m_members.empty() ? (m_least + position) & low_ones(m_width) :
                                       m_members[low64(position)];
    }
}

U256 Scale::position_of(const Datum& value) const
{
    if (const auto* const number = std::get_if<double>(&value))
    {
        const double known = std::isnan(*number) ? 0.0 : *number;
        return m_kind == SortKind::float32 ?
                   U256{rank_among<float, std::uint32_t>(static_cast<float>(known))} :
                   U256{rank_among<double, std::uint64_t>(known)};
    }
    const U256& word = std::get<U256>(value);
    if (m_members.empty())
    {
        return (word - m_least) & low_ones(m_width);
    }
    const auto place = std::lower_bound(m_members.begin(), m_members.end(), word);
    return std::min(U256{static_cast<std::uint64_t>(place - m_members.begin())}, m_last);
}

std::optional<U256> Scale::moved(const U256& position, const U256& step, bool upwards) const
{
    if (m_is_circle)
    {
        return (upwards ? position + step : position - step) & low_ones(m_width);
    }
    const U256 room = upwards ? m_last - position : position;
    if (is_zero(room))
    {
        return std::nullopt;
    }
    const U256 taken = std::min(room, step);
    return upwards ? position + taken : position - taken;
}

}  // namespace sbst::dse
