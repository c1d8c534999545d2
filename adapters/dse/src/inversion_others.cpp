// SPDX-License-Identifier: Apache-2.0
// Operations on floating-point numbers and strings, undone.
#include "inversion.hpp"
#include "language_text.hpp"
#include "mentioned.hpp"
#include "word_bits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace sbst::dse
{

using symbolic::Op;
using symbolic::SortKind;

namespace
{

/// The next number of a precision.
double neighbour(double number, double towards, SortKind kind)
{
    return kind == SortKind::float32 ?
               static_cast<double>(
                   std::nextafter(static_cast<float>(number), static_cast<float>(towards))) :
               std::nextafter(number, towards);
}

/// The integer that a text writes, if it is one of 64 bits.
std::optional<U256> integer_of(std::u16string_view text)
{
    const bool has_sign = text.size() > 1 && text.front() == u'-';
    const std::u16string_view digits = text.substr(has_sign ? 1 : 0);
    constexpr std::size_t most_digits = 19;
    U256 magnitude{};
    for (const char16_t unit : digits)
    {
        if (unit < u'0' || unit > u'9')
        {
            return std::nullopt;
        }
        magnitude = magnitude * U256{10} + U256{static_cast<std::uint64_t>(unit - u'0')};
    }
    if (digits.empty() || digits.size() > most_digits)
    {
        return std::nullopt;
    }
    return has_sign ? -magnitude : magnitude;
}

constexpr std::size_t most_wanted_units = 4096;

}  // namespace

/// a < b or a <= b, or not: to the border, and far behind it.
void Inversion::want_number_order(Op order, ExpressionId a, ExpressionId b, bool wanted)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const SortKind kind = m_graph[a].sort.kind;
    const double left = number(a);
    const double right = number(b);
    const bool is_strict = (order == Op::float_lt) == wanted;
    const double sign = wanted ? 1.0 : -1.0;
    const auto beyond = [&](double border, double towards) {
        return is_strict ? neighbour(border, towards, kind) : border;
    };
    if (!std::isnan(right))
    {
        want(a, beyond(right, -sign * infinity));
        want(a, right - sign);
        want(a, std::trunc(right) - sign);
    }
    if (!std::isnan(left))
    {
        want(b, beyond(left, sign * infinity));
        want(b, left + sign);
        want(b, std::trunc(left) + sign);
    }
    if (std::isnan(left) && std::isnan(right))
    {
        want(a, 0.0);
        want(b, 1.0);
    }
}

void Inversion::want_number(ExpressionId id, double value)
{
    const auto x = m_graph.operands(id);
    const SortKind kind = m_graph[id].sort.kind;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    // Rounding may be undone by a neighbour of what exact numbers would give.
    const auto want_near = [&](std::size_t index, double wish) {
        for (const double near :
            {wish, neighbour(wish, infinity, kind), neighbour(wish, -infinity, kind)})
        {
            want_operand(id, index, near, value);
        }
    };
    const auto rounded = [kind](double wish) {
        return kind == SortKind::float32 ? static_cast<double>(static_cast<float>(wish)) : wish;
    };
    switch (op(id))
    {
        case Op::float_add:
            want_near(0, rounded(value - number(x[1])));
            want_near(1, rounded(value - number(x[0])));
            break;
        case Op::float_sub:
            want_near(0, rounded(value + number(x[1])));
            want_near(1, rounded(number(x[0]) - value));
            break;
        case Op::float_mul:
            want_near(0, rounded(value / number(x[1])));
            want_near(1, rounded(value / number(x[0])));
            break;
        case Op::float_div:
            want_near(0, rounded(value * number(x[1])));
            want_near(1, rounded(number(x[0]) / value));
            break;
        case Op::float_rem:
        {
            const double multiple = number(x[0]) - std::fmod(number(x[0]), number(x[1]));
            want_near(0, rounded(multiple + value));
            want_near(0, rounded(multiple + value + number(x[1])));
            want_near(0, rounded(multiple + value - number(x[1])));
            want_operand(id, 0, value, value);
            want_near(1, rounded(number(x[0]) - value));
            break;
        }
        case Op::float_neg:
            want(x[0], -value);
            break;
        default:
            want_number_source(id, value);
            break;
    }
}

void Inversion::want_number_source(ExpressionId id, double value)
{
    const auto x = m_graph.operands(id);
    const SortKind kind = m_graph[id].sort.kind;
    switch (op(id))
    {
        case Op::float_to_float:
            want_operand(id, 0,
                kind == SortKind::float32 ? value : static_cast<double>(static_cast<float>(value)),
                value);
            break;
        case Op::signed_to_float:
            if (std::abs(value) < 0x1p63)
            {
                const auto whole = static_cast<std::int64_t>(value);
                const U256 wide = sign_extended(U256{static_cast<std::uint64_t>(whole)}, 64);
                want_operand(id, 0, wide & low_ones(width(x[0])), value);
            }
            break;
        case Op::bits_to_float:
            want(x[0], kind == SortKind::float32 ?
                           U256{std::bit_cast<std::uint32_t>(static_cast<float>(value))} :
                           U256{std::bit_cast<std::uint64_t>(value)});
            break;
        default:
            break;
    }
}

/// Bits of numbers, and integers that are made of numbers and texts.
void Inversion::want_converted(ExpressionId id, const U256& value)
{
    switch (op(id))
    {
        case Op::float_to_signed:
        {
            const auto whole = static_cast<std::int64_t>(low64(sign_extended(value, width(id))));
            want_operand(id, 0, static_cast<double>(whole), value);
            break;
        }
        case Op::float_to_bits:
        {
            const bool is_single = m_graph[m_graph.operand(id, 0)].sort.kind == SortKind::float32;
            const double number = is_single ? static_cast<double>(std::bit_cast<float>(
                                                  static_cast<std::uint32_t>(low64(value)))) :
                                              std::bit_cast<double>(low64(value));
            want_operand(id, 0, number, value);
            break;
        }
        case Op::parse_integer:
        {
            // With zeros in front of it, as long as the text is, and one more.
            const ExpressionId subject = m_graph.operand(id, 0);
            const std::u16string digits = decimal_text(value, width(id));
            want(subject, digits);
            const std::size_t sign = digits.starts_with(u'-') ? 1 : 0;
            for (const std::size_t size : {text(subject).size(), digits.size() + 1})
            {
                if (size > digits.size())
                {
                    want(subject, std::u16string(digits).insert(sign, size - digits.size(), u'0'));
                }
            }
            break;
        }
        default:
            break;
    }
}

void Inversion::want_length(ExpressionId id, const U256& value)
{
    const ExpressionId subject = m_graph.operand(id, 0);
    if (value <= U256{most_wanted_units})
    {
        std::u16string wish = text(subject);
        wish.resize(low64(value), wish.empty() ? u'a' : wish.back());
        want(subject, wish);
    }
}

void Inversion::want_unit(ExpressionId id, const U256& value)
{
    const auto x = m_graph.operands(id);
    const std::u16string& subject = text(x[0]);
    const auto unit = static_cast<char16_t>(low64(value));
    if (const U256& place = word(x[1]); place < U256{most_wanted_units})
    {
        std::u16string wish = subject;
        wish.resize(std::max<std::size_t>(wish.size(), low64(place) + 1), u'a');
        wish[low64(place)] = unit;
        want(x[0], wish);
    }
    if (const std::size_t place = subject.find(unit); place != std::u16string::npos)
    {
        want(x[1], U256{place});
    }
}

void Inversion::want_place(ExpressionId id, const U256& value)
{
    const auto x = m_graph.operands(id);
    const std::u16string& subject = text(x[0]);
    const std::u16string& part = text(x[1]);
    if (value == low_ones(32))
    {
        want_operand(id, 0, std::u16string(), value);
        want_operand(id, 0, std::u16string(subject.size(), u'a'), value);
        want_operand(id, 0, std::u16string(subject.size(), u'b'), value);
        want_operand(id, 1, subject + u"a", value);
        return;
    }
    if (value < U256{most_wanted_units})
    {
        const std::size_t place = low64(value);
        std::u16string wish = subject;
        wish.resize(std::max(wish.size(), place + part.size()), u'a');
        wish.replace(place, part.size(), part);
        want_operand(id, 0, wish, value);
        // Without what is before it.
        for (const char16_t filler : {u'a', u'b'})
        {
            std::fill_n(wish.begin(), place, filler);
            want_operand(id, 0, wish, value);
        }
        want_operand(id, 1, subject.substr(std::min(place, subject.size()), 1), value);
    }
    want_operand(id, 2, value, value);
}

void Inversion::want_string_test(ExpressionId truth, bool wanted)
{
    const auto x = m_graph.operands(truth);
    const std::u16string& subject = text(x[0]);
    switch (op(truth))
    {
        case Op::starts_with:
        case Op::ends_with:
        case Op::contains:
            break;
        case Op::is_integer:
            want(x[0], wanted ? std::u16string(u"0") : std::u16string());
            want(x[0], wanted ? std::u16string(u"-1") : subject + u"a");
            return;
        case Op::matches:
            want_language(truth, wanted);
            return;
        default:
            return;
    }
    const std::u16string& part = text(x[1]);
    if (!wanted)
    {
        want(x[0], std::u16string());
        want(x[0], std::u16string(subject.size(), part.starts_with(u'a') ? u'b' : u'a'));
        want(x[1], part + u"a");
        want(x[1], u"a" + part);
        return;
    }
    const std::size_t rest = subject.size() - std::min(subject.size(), part.size());
    if (op(truth) != Op::ends_with)
    {
        want(x[0], part + subject.substr(subject.size() - rest));
        want(x[0], part + subject);
        want(x[1], subject.substr(0, part.size()));
    }
    if (op(truth) != Op::starts_with)
    {
        want(x[0], subject.substr(0, rest) + part);
        want(x[0], subject + part);
        want(x[1], subject.substr(rest));
    }
    if (op(truth) == Op::contains && rest > 0)
    {
        std::u16string wish = subject;
        want(x[0], wish.replace(rest / 2, part.size(), part));
    }
    want(x[0], part);
    want(x[1], std::u16string());
}

void Inversion::want_language(ExpressionId truth, bool wanted)
{
    const ExpressionId subject = m_graph.operand(truth, 0);
    if (!wanted)
    {
        want(subject, std::u16string());
        want(subject, text(subject) + u"\u0001");
        return;
    }
    const symbolic::RegularLanguage& language = m_graph.language(m_graph[truth].a);
    const std::size_t about = text(subject).size();
    if (const auto shortest = text_of(language, about, nullptr))
    {
        want(subject, *shortest);
        for (std::size_t i = 0; i < 4 && m_rng != nullptr; ++i)
        {
            want(subject, *text_of(language, about + i * i, m_rng));
        }
    }
}

void Inversion::want_string(ExpressionId id, const std::u16string& value)
{
    const auto x = m_graph.operands(id);
    switch (op(id))
    {
        case Op::string_concat:
        {
            const std::u16string& front = text(x[0]);
            const std::u16string& back = text(x[1]);
            if (value.starts_with(front))
            {
                want(x[1], value.substr(front.size()));
            }
            if (value.ends_with(back))
            {
                want(x[0], value.substr(0, value.size() - back.size()));
            }
            // A part of the way, at the place where the parts meet now.
            const std::size_t middle = std::min(front.size(), value.size());
            const std::size_t rest = value.size() - std::min(back.size(), value.size());
            want(x[0], value.substr(0, middle));
            want(x[1], value.substr(middle));
            want(x[0], value.substr(0, rest));
            want(x[1], value.substr(rest));
            break;
        }
        case Op::substring:
        {
            const U256& first = word(x[1]);
            if (first < U256{most_wanted_units})
            {
                std::u16string wish = text(x[0]);
                const std::size_t place = low64(first);
                wish.resize(std::max(wish.size(), place), u'a');
                const auto count = static_cast<std::size_t>(
                    std::min<std::uint64_t>(low64(word(x[2])), wish.size() - place));
                want_operand(
                    id, 0, std::u16string(wish).replace(place, count, value), Datum(value));
                want_operand(id, 0, wish.substr(0, place) + value, Datum(value));
            }
            if (const std::size_t place = text(x[0]).find(value); place != std::u16string::npos)
            {
                want(x[1], U256{place});
                want(x[2], U256{value.size()});
            }
            break;
        }
        case Op::print_integer:
            if (const auto integer = integer_of(value))
            {
                want_operand(id, 0, *integer & low_ones(width(x[0])), Datum(value));
            }
            break;
        default:
            break;
    }
}

}  // namespace sbst::dse
