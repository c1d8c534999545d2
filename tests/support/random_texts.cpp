// SPDX-License-Identifier: Apache-2.0
#include "random_texts.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sbst::test_support
{

using symbolic::RegularLanguage;

namespace
{

class LanguageBuilder
{
public:
    std::uint32_t unit(std::vector<std::pair<std::uint16_t, std::uint16_t>> ranges)
    {
        return add({.kind = RegularLanguage::Kind::unit, .ranges = std::move(ranges)});
    }
    std::uint32_t repeat(std::uint32_t part, std::uint32_t least, std::uint32_t most)
    {
        return add({.kind = RegularLanguage::Kind::repeat,
            .operands = {part},
            .least = least,
            .most = most});
    }
    std::uint32_t text(std::u16string_view text)
    {
        std::vector<std::uint32_t> units;
        for (const char16_t unit_of_text : text)
        {
            units.push_back(unit({{unit_of_text, unit_of_text}}));
        }
        return units.size() == 1 ? units[0] : concat(units);
    }
    std::uint32_t concat(std::vector<std::uint32_t> parts)
    {
        return add({.kind = RegularLanguage::Kind::concat, .operands = std::move(parts)});
    }
    std::uint32_t either(std::vector<std::uint32_t> parts)
    {
        return add({.kind = RegularLanguage::Kind::either, .operands = std::move(parts)});
    }
    [[nodiscard]] RegularLanguage language() const { return m_language; }

private:
    std::uint32_t add(RegularLanguage::Part part)
    {
        m_language.parts.push_back(std::move(part));
        return static_cast<std::uint32_t>(m_language.parts.size() - 1);
    }
    RegularLanguage m_language;
};

constexpr std::uint32_t unbounded = RegularLanguage::unbounded;

// Each part has one user.

RegularLanguage dates()
{
    LanguageBuilder builder;
    const auto digits = [&builder](std::uint32_t count) {
        return builder.repeat(builder.unit({{u'0', u'9'}}), count, count);
    };
    const std::uint32_t year = digits(4);
    const std::uint32_t dash = builder.text(u"-");
    const std::uint32_t month = digits(2);
    const std::uint32_t second_dash = builder.text(u"-");
    builder.concat({year, dash, month, second_dash, digits(2)});
    return builder.language();
}

RegularLanguage addresses()
{
    LanguageBuilder builder;
    const auto name = [&builder] {
        return builder.repeat(builder.unit({{u'a', u'z'}}), 1, unbounded);
    };
    const std::uint32_t user = name();
    const std::uint32_t at = builder.text(u"@");
    const std::uint32_t host = name();
    const std::uint32_t dot = builder.text(u".");
    const std::uint32_t domain = builder.either({builder.text(u"com"), builder.text(u"org")});
    builder.concat({user, at, host, dot, domain});
    return builder.language();
}

RegularLanguage integers()
{
    LanguageBuilder builder;
    const std::uint32_t sign = builder.repeat(builder.text(u"-"), 0, 1);
    const std::uint32_t digits = builder.repeat(builder.unit({{u'0', u'9'}}), 1, 9);
    builder.concat({sign, digits});
    return builder.language();
}

RegularLanguage identifiers()
{
    LanguageBuilder builder;
    const std::uint32_t first = builder.unit({{u'A', u'Z'}, {u'a', u'z'}});
    const std::uint32_t next =
        builder.unit({{u'0', u'9'}, {u'A', u'Z'}, {u'_', u'_'}, {u'a', u'z'}});
    builder.concat({first, builder.repeat(next, 0, unbounded)});
    return builder.language();
}

std::u16string drawn_from(Rng& rng, std::u16string_view units, std::size_t count)
{
    std::u16string text;
    for (std::size_t i = 0; i < count; ++i)
    {
        text.push_back(units[rng.index(units.size())]);
    }
    return text;
}

}  // namespace

const std::vector<RegularLanguage>& text_languages()
{
    static const std::vector<RegularLanguage> languages{
        dates(), addresses(), integers(), identifiers()};
    return languages;
}

std::u16string random_text(Rng& rng)
{
    constexpr std::u16string_view digits = u"0123456789";
    constexpr std::u16string_view letters = u"abcdefghijklmnopqrstuvwxyz";
    switch (rng.below(6))
    {
        case 0:
            return drawn_from(rng, digits, 4) + u"-" + drawn_from(rng, digits, 2) + u"-" +
                   drawn_from(rng, digits, 2);
        case 1:
            return drawn_from(rng, letters, 1 + rng.index(6)) + u"@" +
                   drawn_from(rng, letters, 1 + rng.index(6)) +
                   (rng.chance(0.5) ? u".com" : u".org");
        case 2:
            return (rng.chance(0.3) ? u"-" : u"") + drawn_from(rng, digits, 1 + rng.index(9));
        case 3:
            return drawn_from(rng, u"ABC", 1) + drawn_from(rng, u"abcXYZ_019", rng.index(8));
        case 4:
            return drawn_from(rng, u"ab", rng.index(9));
        default:
            return drawn_from(rng, u" !#%/:;=?[]|~\u00e9\u4e2d", rng.index(6));
    }
}

}  // namespace sbst::test_support
