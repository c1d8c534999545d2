// SPDX-License-Identifier: Apache-2.0
// Moves of strings.
#include "avm_search.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sbst::dse
{

namespace
{

/// Units of longer strings are searched up to here.
constexpr std::size_t most_searched_units = 64;

std::u16string with_unit(std::u16string text, std::size_t place, std::uint32_t unit)
{
    text[place] = static_cast<char16_t>(unit);
    return text;
}

}  // namespace

bool AvmSearch::search_string(VariableId id)
{
    const Score before = m_state.score();
    shorten(id);
    for (std::size_t i = 0; i < std::min(text(id).size(), most_searched_units); ++i)
    {
        search_unit(id, i);
    }
    append(id);
    if (!m_only_published && !(m_state.score() < before))
    {
        edit_units(id);
    }
    return m_state.score() < before;
}

/// Drops the last unit while that is not worse.
bool AvmSearch::shorten(VariableId id)
{
    const Score before = m_state.score();
    while (text(id).size() > variable(id).domain.least_length && !m_state.is_over())
    {
        if (!m_state.drift(id, text(id).substr(0, text(id).size() - 1)))
        {
            break;
        }
    }
    return m_state.score() < before;
}

bool AvmSearch::search_unit(VariableId id, std::size_t place)
{
    bool is_better = false;
    while (!m_state.is_over())
    {
        constexpr std::uint32_t between_cases = 32;
        if (climb_unit(id, place, true, 1) || climb_unit(id, place, false, 1) ||
            climb_unit(id, place, true, between_cases) ||
            climb_unit(id, place, false, between_cases))
        {
            is_better = true;
            continue;
        }
        break;
    }
    return is_better;
}

bool AvmSearch::climb_unit(VariableId id, std::size_t place, bool upwards, std::uint32_t first_step)
{
    bool is_better = false;
    const std::uint32_t greatest = variable(id).domain.greatest_unit;
    for (std::uint32_t step = first_step; !m_state.is_over(); step = std::min(2 * step, greatest))
    {
        const std::uint32_t unit = text(id)[place];
        const std::uint32_t room = upwards ? greatest - std::min(unit, greatest) : unit;
        const std::uint32_t taken = std::min(step, room);
        if (taken == 0 ||
            !m_state.improve(id, with_unit(text(id), place, upwards ? unit + taken : unit - taken)))
        {
            break;
        }
        is_better = true;
    }
    return is_better;
}

char16_t AvmSearch::drawn_unit(VariableId id)
{
    constexpr std::uint64_t printable = 0x5f;
    const std::uint64_t greatest = variable(id).domain.greatest_unit;
    if (!m_only_published && !m_mentioned.strings.empty() && m_rng.chance(0.5))
    {
        const std::u16string& source = m_mentioned.strings[m_rng.index(m_mentioned.strings.size())];
        if (!source.empty())
        {
            const std::uint64_t unit = source[m_rng.index(source.size())];
            return static_cast<char16_t>(std::min(unit, greatest));
        }
    }
    return static_cast<char16_t>(std::min(0x20 + m_rng.below(printable), greatest));
}

/// Adds units while that is better, and searches each.
bool AvmSearch::append(VariableId id)
{
    const Score before = m_state.score();
    while (text(id).size() < variable(id).domain.greatest_length && !m_state.is_over())
    {
        if (!m_state.improve(id, text(id) + drawn_unit(id)))
        {
            break;
        }
        search_unit(id, text(id).size() - 1);
    }
    return m_state.score() < before;
}

/// Leaves out a unit, or puts one in, at each place.
bool AvmSearch::edit_units(VariableId id)
{
    const Score before = m_state.score();
    const symbolic::Domain& domain = variable(id).domain;
    for (std::size_t i = 0; i < std::min(text(id).size(), most_searched_units); ++i)
    {
        if (text(id).size() > domain.least_length)
        {
            m_state.improve(id, std::u16string(text(id)).erase(i, 1));
        }
        if (i < text(id).size() && text(id).size() < domain.greatest_length &&
            m_state.improve(id, std::u16string(text(id)).insert(i, 1, drawn_unit(id))))
        {
            search_unit(id, i);
        }
    }
    return m_state.score() < before;
}

/// Constants in front of the string, behind it, and in its middle.
bool AvmSearch::suggest_strings(VariableId id)
{
    const Score before = m_state.score();
    for (const std::u16string& constant : m_mentioned.strings)
    {
        for (const std::size_t place : {std::size_t{0}, text(id).size(), text(id).size() / 2})
        {
            const std::size_t inside = std::min(place, text(id).size());
            m_state.improve(
                id, fitted(variable(id), std::u16string(text(id)).insert(inside, constant)));
        }
    }
    return m_state.score() < before;
}

}  // namespace sbst::dse
