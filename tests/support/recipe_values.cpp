// SPDX-License-Identifier: Apache-2.0
#include "recipe_values.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>

namespace sbst::test_support
{

namespace
{

using namespace symbolic;

double draw_number(const Choose& choose, SortKind kind)
{
    constexpr std::array<double, 16> numbers{0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -7.25, 3e9, 1e19,
        0x1p-149, 0x1p-1074, 0x1.fffffep127, 0x1.fffffffffffffp1023,
        std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()};
    double number = numbers[choose(numbers.size())];
    if (choose(3) == 0)
    {
        number = std::bit_cast<double>(low64(draw_word(choose, 64)));
    }
    return kind == SortKind::float32 ? static_cast<double>(static_cast<float>(number)) : number;
}

using LanguageKind = RegularLanguage::Kind;

RegularLanguage::Part draw_unit(const Choose& choose)
{
    RegularLanguage::Part unit;
    unit.kind = LanguageKind::unit;
    switch (choose(8))
    {
        case 0:
            break;
        case 1:
            unit.ranges = {{0, 0xffff}};
            break;
        case 2:
            unit.ranges = {{u'a', u'a'}, {u'c', u'c'}};
            break;
        case 3:
            unit.ranges = {{u'a', u'b'}};
            break;
        default:
        {
            const auto only = static_cast<std::uint16_t>(u'a' + choose(3));
            unit.ranges = {{only, only}};
            break;
        }
    }
    return unit;
}

/// Adds a part and what it is made of; its index.
std::uint32_t add_part(const Choose& choose, std::size_t depth, RegularLanguage& language)
{
    RegularLanguage::Part part;
    const std::size_t kind = depth == 0 ? choose(4) : choose(10);
    if (kind == 0)
    {
        part.kind = LanguageKind::empty;
    }
    else if (kind < 4)
    {
        part = draw_unit(choose);
    }
    else if (kind < 8)
    {
        part.kind = kind < 6 ? LanguageKind::concat : LanguageKind::either;
        for (std::size_t count = 2 + choose(2); count > 0; --count)
        {
            part.operands.push_back(add_part(choose, depth - 1, language));
        }
    }
    else
    {
        part.kind = LanguageKind::repeat;
        part.operands = {add_part(choose, depth - 1, language)};
        part.least = static_cast<std::uint32_t>(choose(3));
        part.most = choose(2) == 0 ? RegularLanguage::unbounded :
                                     part.least + static_cast<std::uint32_t>(choose(3));
    }
    language.parts.push_back(std::move(part));
    return static_cast<std::uint32_t>(language.parts.size() - 1);
}

}  // namespace

U256 mask_of(unsigned width)
{
    return width >= 256 ? U256::max() : U256::power_of_two(width) - U256{1};
}

U256 draw_word(const Choose& choose, unsigned width)
{
    const U256 power = U256::power_of_two(static_cast<unsigned>(choose(width)));
    U256 word;
    switch (choose(8))
    {
        case 0:
            break;
        case 1:
            word = U256{1};
            break;
        case 2:
            word = power;
            break;
        case 3:
            word = power - U256{1};
            break;
        case 4:
            word = ~(power - U256{1});
            break;
        case 5:
            word = U256{choose(20)};
            break;
        case 6:
            word = U256{} - U256{choose(20)};
            break;
        default:
            for (std::size_t byte = 0; 8 * byte < width; ++byte)
            {
                word = (word << 8U) | U256{choose(256)};
            }
            break;
    }
    return word & mask_of(width);
}

Datum draw_constant(const Choose& choose, const Sort& sort)
{
    switch (sort.kind)
    {
        case SortKind::boolean:
            return U256{choose(2)};
        case SortKind::float32:
        case SortKind::float64:
            return draw_number(choose, sort.kind);
        case SortKind::string:
            return draw_text(choose, 4);
        default:
            return draw_word(choose, sort.width);
    }
}

std::u16string draw_text(const Choose& choose, std::size_t greatest_length)
{
    constexpr std::u16string_view units = u"aaabbbcc0019--z";
    std::u16string text(choose(greatest_length + 1), u'a');
    for (char16_t& unit : text)
    {
        unit = units[choose(units.size())];
    }
    return text;
}

RegularLanguage draw_language(const Choose& choose, std::size_t depth)
{
    RegularLanguage language;
    static_cast<void>(add_part(choose, depth, language));
    return language;
}

bool are_same(const Datum& left, const Datum& right)
{
    const double* a = std::get_if<double>(&left);
    const double* b = std::get_if<double>(&right);
    if (a == nullptr || b == nullptr)
    {
        return left == right;
    }
    return (std::isnan(*a) && std::isnan(*b)) ||
           std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(*b);
}

}  // namespace sbst::test_support
