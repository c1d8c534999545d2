// SPDX-License-Identifier: Apache-2.0
// Strings of Unicode characters: most characters are printable ASCII, some are those that the code
// compares with, few are any.
#include <sbst/base/utf8.hpp>
#include <sbst/numeric/u256.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/value_operators.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst
{

namespace
{

constexpr std::uint32_t first_plain = 32;
constexpr std::uint32_t last_plain = 126;
constexpr std::uint32_t first_surrogate = 0xD800;
constexpr std::uint32_t after_surrogates = 0xE000;
constexpr std::uint32_t last_character = 0x10FFFF;
/// Shares of random characters.
constexpr double any_prob = 1.0 / 32.0;
constexpr double known_prob = 1.0 / 6.0;
/// Small numbers of the code are rarely characters, unless they are white space.
constexpr double control_prob = 1.0 / 8.0;
/// Share of insertions that insert a text of the pool.
constexpr double known_text_prob = 1.0 / 4.0;
/// Shares of edits that edit a token, or set a length that the code compares with.
constexpr double token_prob = 1.0 / 4.0;
constexpr double length_prob = 1.0 / 16.0;
/// Share of random texts with such a length.
constexpr double known_length_prob = 1.0 / 8.0;
/// A step of up to 20, as EvoSuite moves characters.
constexpr std::int64_t max_step = 20;

std::string text_of(std::uint32_t character)
{
    std::string text;
    append_utf8(text, character);
    return text;
}

bool is_printable(std::uint32_t character)
{
    return character >= first_plain && character <= last_plain;
}

bool is_character(std::int64_t code)
{
    return code >= 0 && code <= last_character &&
           (code < first_surrogate || code >= after_surrogates);
}

/// One of a sort: control characters, Latin ones, one unit of UTF-16, two of them.
std::uint32_t any_character(Rng& rng)
{
    constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 5> sorts{{
        {0, first_plain - 1},
        {last_plain + 1, 0xFF},
        {0x100, first_surrogate - 1},
        {after_surrogates, 0xFFFF},
        {0x10000, last_character},
    }};
    const auto& [first, last] = sorts[rng.index(sorts.size())];
    return static_cast<std::uint32_t>(rng.between(first, last));
}

/// Where characters begin; a byte that is part of none stands for itself. The last place is the
/// end.
std::vector<std::size_t> places_of(std::string_view text)
{
    std::vector<std::size_t> places{0};
    while (places.back() < text.size())
    {
        places.push_back(places.back() + first_code_point(text.substr(places.back())).length);
    }
    return places;
}

}  // namespace

std::optional<std::uint32_t> ValueOperators::known_character(Rng& rng) const
{
    static const Type unit = integer_type(16, false);
    const auto drawn = m_pool->draw(unit, rng);
    if (!drawn)
    {
        return std::nullopt;
    }
    const std::uint64_t code = low64(drawn->word());
    const bool is_space = code == '\t' || code == '\n' || code == '\r';
    const bool is_likely = code >= first_plain || is_space || rng.chance(control_prob);
    return is_likely && is_character(static_cast<std::int64_t>(code)) ?
               std::optional(static_cast<std::uint32_t>(code)) :
               std::nullopt;
}

std::string ValueOperators::random_character(Rng& rng) const
{
    if (rng.chance(any_prob))
    {
        return text_of(any_character(rng));
    }
    if (rng.chance(known_prob))
    {
        if (const auto known = known_character(rng))
        {
            return text_of(*known);
        }
    }
    return text_of(static_cast<std::uint32_t>(rng.between(first_plain, last_plain)));
}

std::string ValueOperators::random_characters(const Type& type, Rng& rng) const
{
    const Lengths bounds = lengths(type);
    std::optional<std::size_t> known;
    if (rng.chance(known_length_prob))
    {
        known = m_pool->draw_length(bounds.min, most_known(type), rng);
    }
    std::string text;
    const std::size_t count = known ? *known : bounds.min + rng.index(bounds.max - bounds.min + 1);
    for (std::size_t left = count; left > 0; --left)
    {
        text += random_character(rng);
    }
    return text;
}

bool ValueOperators::edit_length(std::string& text, const Type& type, Rng& rng) const
{
    const auto wanted = m_pool->draw_length(lengths(type).min, most_known(type), rng);
    if (!wanted)
    {
        return false;
    }
    const std::vector<std::size_t> places = places_of(text);
    const std::size_t count = places.size() - 1;
    if (*wanted <= count)
    {
        text.resize(places[*wanted]);
        return *wanted < count;
    }
    const std::string last =
        count == 0 ? random_character(rng) : text.substr(places[count - 1], text.size());
    for (std::size_t left = *wanted - count; left > 0; --left)
    {
        text += last;
    }
    return true;
}

void ValueOperators::edit_characters(std::string& text, const Type& type, Rng& rng) const
{
    if ((rng.chance(token_prob) && edit_tokens(text, type, rng)) ||
        (rng.chance(length_prob) && edit_length(text, type, rng)))
    {
        return;
    }
    const Lengths bounds = lengths(type);
    const std::vector<std::size_t> places = places_of(text);
    const std::size_t count = places.size() - 1;
    const bool can_remove = count > bounds.min && count > 0;
    // Replacing comes last because it is always possible: the limits of length can rule out the
    // others.
    if (count < bounds.max && (count == 0 || rng.chance(1.0 / 3.0)))
    {
        const std::size_t at = places[rng.index(places.size())];
        std::optional<Value> known;
        if (rng.chance(known_text_prob))
        {
            known = m_pool->draw(type, rng);
        }
        text.insert(at, known && !known->is_null() ? known->text() : random_character(rng));
        return;
    }
    if (count == 0)
    {
        return;
    }
    const std::size_t chosen = rng.index(count);
    const std::size_t at = places[chosen];
    const std::size_t size = places[chosen + 1] - at;
    if (can_remove && rng.chance(1.0 / 3.0))
    {
        text.erase(at, size);
        return;
    }
    if (rng.below(3) != 0)
    {
        text.replace(at, size, random_character(rng));
        return;
    }
    const CodePoint point = first_code_point(std::string_view(text).substr(at));
    const std::uint32_t code = point.is_valid ? point.value : static_cast<unsigned char>(text[at]);
    const std::int64_t moved = code + rng.between(-max_step, max_step);
    // What is printable stays so.
    const bool stays = is_character(moved) &&
                       (!is_printable(code) || is_printable(static_cast<std::uint32_t>(moved)));
    text.replace(
        at, size, stays ? text_of(static_cast<std::uint32_t>(moved)) : random_character(rng));
}

}  // namespace sbst
