// SPDX-License-Identifier: Apache-2.0
#include <sbst/symbolic/regular_language.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

namespace sbst::symbolic
{

namespace
{

using LanguageParts = std::vector<RegularLanguage::Part>;

bool is_sound_unit(const RegularLanguage::Part& part)
{
    for (std::size_t i = 0; i < part.ranges.size(); ++i)
    {
        const auto& [low, high] = part.ranges[i];
        if (low > high || (i > 0 && low <= part.ranges[i - 1].second))
        {
            return false;
        }
    }
    return part.operands.empty();
}

bool is_sound_part(const RegularLanguage::Part& part)
{
    switch (part.kind)
    {
        case RegularLanguage::Kind::empty:
            return part.operands.empty();
        case RegularLanguage::Kind::unit:
            return is_sound_unit(part);
        case RegularLanguage::Kind::concat:
        case RegularLanguage::Kind::either:
            return part.operands.size() >= 2;
        case RegularLanguage::Kind::repeat:
            break;
    }
    return part.operands.size() == 1 && part.least <= part.most;
}

bool has_unit(const RegularLanguage::Part& part, char16_t unit)
{
    const auto after = std::ranges::upper_bound(
        part.ranges, unit, {}, [](const auto& range) { return char16_t{range.first}; });
    return after != part.ranges.begin() && unit <= (after - 1)->second;
}

/// Places between the units of a text.
class PlaceSet
{
public:
    explicit PlaceSet(std::size_t size) : m_words((size + 63) / 64) {}

    void insert(std::size_t place) { m_words[place / 64] |= std::uint64_t{1} << (place % 64); }
    [[nodiscard]] bool contains(std::size_t place) const
    {
        return (m_words[place / 64] >> (place % 64) & 1U) != 0;
    }
    [[nodiscard]] bool is_empty() const
    {
        return std::ranges::all_of(m_words, [](std::uint64_t word) { return word == 0; });
    }
    void add(const PlaceSet& other)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
        {
            m_words[i] |= other.m_words[i];
        }
    }
    void remove(const PlaceSet& other)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
        {
            m_words[i] &= ~other.m_words[i];
        }
    }
    /// Calls `work` with each place, ascending.
    template <class Work>
    void for_each(const Work& work) const
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
        {
            for (std::uint64_t word = m_words[i]; word != 0; word &= word - 1)
            {
                work((64 * i) + static_cast<std::size_t>(std::countr_zero(word)));
            }
        }
    }

    friend bool operator==(const PlaceSet&, const PlaceSet&) = default;

private:
    std::vector<std::uint64_t> m_words;
};

/// Matches by sets of places: each part of the language leads from the places where it begins to
/// those where it may end.
///
/// Counts cost nothing: a turn of a repetition that adds no new place ends it, and each turn that
/// must be made moves the first place on or keeps all places, so that there are at most twice as
/// many turns as places. A loop within a loop that holds a loop itself is made once for each place
/// where it begins, not once for each turn around it, so that time is polynomial at any depth; such
/// a loop keeps a bit for each pair of places at most.
class LanguageMatcher
{
public:
    LanguageMatcher(const LanguageParts& parts, std::u16string_view text)
      : m_parts(parts), m_text(text), m_is_kept(parts.size()), m_kept(parts.size())
    {
        choose_kept();
    }

    [[nodiscard]] bool matches_whole()
    {
        PlaceSet start = no_places();
        start.insert(0);
        return ends_of(m_parts.size() - 1, start).contains(m_text.size());
    }

private:
    [[nodiscard]] PlaceSet no_places() const { return PlaceSet(m_text.size() + 1); }

    void choose_kept()
    {
        std::vector<bool> holds_loop(m_parts.size());
        std::vector<bool> is_in_loop(m_parts.size());
        const auto is_loop = [this](std::size_t part) {
            return m_parts[part].kind == RegularLanguage::Kind::repeat && m_parts[part].most > 1;
        };
        for (std::size_t i = 0; i < m_parts.size(); ++i)
        {
            holds_loop[i] = std::ranges::any_of(m_parts[i].operands,
                [&](std::uint32_t operand) { return is_loop(operand) || holds_loop[operand]; });
        }
        for (std::size_t i = m_parts.size(); i-- > 0;)
        {
            for (const std::uint32_t operand : m_parts[i].operands)
            {
                is_in_loop[operand] = is_loop(i) || is_in_loop[i];
            }
            m_is_kept[i] = is_loop(i) && holds_loop[i] && is_in_loop[i];
        }
    }

    PlaceSet ends_of(std::size_t index, const PlaceSet& starts)
    {
        const RegularLanguage::Part& part = m_parts[index];
        switch (part.kind)
        {
            case RegularLanguage::Kind::empty:
                return starts;
            case RegularLanguage::Kind::unit:
                return ends_of_unit(part, starts);
            case RegularLanguage::Kind::concat:
            {
                PlaceSet places = starts;
                for (const std::uint32_t operand : part.operands)
                {
                    places = ends_of(operand, places);
                }
                return places;
            }
            case RegularLanguage::Kind::either:
            {
                PlaceSet places = no_places();
                for (const std::uint32_t operand : part.operands)
                {
                    places.add(ends_of(operand, starts));
                }
                return places;
            }
            case RegularLanguage::Kind::repeat:
                break;
        }
        return m_is_kept[index] ? ends_of_kept(index, starts) : ends_of_turns(part, starts);
    }

    [[nodiscard]] PlaceSet ends_of_unit(
        const RegularLanguage::Part& part, const PlaceSet& starts) const
    {
        PlaceSet places = no_places();
        starts.for_each([&](std::size_t start) {
            if (start < m_text.size() && has_unit(part, m_text[start]))
            {
                places.insert(start + 1);
            }
        });
        return places;
    }

    PlaceSet ends_of_turns(const RegularLanguage::Part& part, const PlaceSet& starts)
    {
        PlaceSet places = starts;
        for (std::uint32_t turn = 0; turn < part.least && !places.is_empty(); ++turn)
        {
            PlaceSet next = ends_of(part.operands[0], places);
            if (next == places)
            {
                break;
            }
            places = std::move(next);
        }
        PlaceSet all = places;
        for (std::uint32_t turn = part.least; turn < part.most && !places.is_empty(); ++turn)
        {
            places = ends_of(part.operands[0], places);
            places.remove(all);
            all.add(places);
        }
        return all;
    }

    PlaceSet ends_of_kept(std::size_t index, const PlaceSet& starts)
    {
        auto& kept = m_kept[index];
        kept.resize(m_text.size() + 1);
        PlaceSet places = no_places();
        starts.for_each([&](std::size_t start) {
            if (!kept[start])
            {
                PlaceSet only = no_places();
                only.insert(start);
                kept[start] = ends_of_turns(m_parts[index], only);
            }
            places.add(*kept[start]);
        });
        return places;
    }

    const LanguageParts& m_parts;
    std::u16string_view m_text;
    std::vector<bool> m_is_kept;
    std::vector<std::vector<std::optional<PlaceSet>>> m_kept;  // by part and start
};

}  // namespace

bool is_well_formed(const RegularLanguage& language)
{
    const LanguageParts& parts = language.parts;
    if (parts.empty() || parts.size() > RegularLanguage::max_parts)
    {
        return false;
    }
    std::vector<std::size_t> depths(parts.size());
    std::vector<bool> is_used(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        for (const std::uint32_t operand : parts[i].operands)
        {
            if (operand >= i || is_used[operand])
            {
                return false;
            }
            is_used[operand] = true;
            depths[i] = std::max(depths[i], depths[operand] + 1);
        }
        if (!is_sound_part(parts[i]) || depths[i] > RegularLanguage::max_depth)
        {
            return false;
        }
    }
    return std::all_of(is_used.begin(), is_used.end() - 1, [](bool is_so) { return is_so; });
}

bool matches(const RegularLanguage& language, std::u16string_view text)
{
    return LanguageMatcher(language.parts, text).matches_whole();
}

}  // namespace sbst::symbolic
