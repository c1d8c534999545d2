// SPDX-License-Identifier: Apache-2.0
#include "language_text.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sbst::dse
{

namespace
{

using symbolic::RegularLanguage;
using Kind = RegularLanguage::Kind;

constexpr std::size_t most_units = 10'000;

/// The number of units of the shortest text of each part, cut off above `most_units`.
std::vector<std::size_t> shortest_texts(const RegularLanguage& language)
{
    constexpr std::size_t too_many = most_units + 1;
    std::vector<std::size_t> lengths;
    for (const RegularLanguage::Part& part : language.parts)
    {
        std::size_t length = 0;
        switch (part.kind)
        {
            case Kind::empty:
                break;
            case Kind::unit:
                length = part.ranges.empty() ? too_many : 1;
                break;
            case Kind::concat:
                for (const std::uint32_t operand : part.operands)
                {
                    length = std::min(length + lengths[operand], too_many);
                }
                break;
            case Kind::either:
                length = too_many;
                for (const std::uint32_t operand : part.operands)
                {
                    length = std::min(length, lengths[operand]);
                }
                break;
            case Kind::repeat:
                length = std::min(lengths[part.operands[0]] * part.least, too_many);
                break;
        }
        lengths.push_back(length);
    }
    return lengths;
}

class TextMaker
{
public:
    TextMaker(const RegularLanguage& language, std::size_t about, Rng* rng)
      : m_language(language), m_lengths(shortest_texts(language)), m_about(about), m_rng(rng)
    {}

    [[nodiscard]] bool is_possible() const
    {
        return !m_lengths.empty() && m_lengths.back() <= most_units;
    }
    [[nodiscard]] std::u16string text()
    {
        add(m_language.parts.size() - 1);
        return std::move(m_text);
    }

private:
    [[nodiscard]] std::size_t draw(std::size_t count)
    {
        return m_rng == nullptr ? 0 : m_rng->index(count);
    }
    void add(std::size_t index);
    void add_unit(const RegularLanguage::Part& part);
    void add_one_of(const RegularLanguage::Part& part);
    void add_turns(const RegularLanguage::Part& part);

    const RegularLanguage& m_language;
    std::vector<std::size_t> m_lengths;
    std::size_t m_about;
    Rng* m_rng;
    std::u16string m_text;
};

void TextMaker::add(std::size_t index)
{
    const RegularLanguage::Part& part = m_language.parts[index];
    switch (part.kind)
    {
        case Kind::empty:
            break;
        case Kind::unit:
            add_unit(part);
            break;
        case Kind::concat:
            for (const std::uint32_t operand : part.operands)
            {
                add(operand);
            }
            break;
        case Kind::either:
            add_one_of(part);
            break;
        case Kind::repeat:
            add_turns(part);
            break;
    }
}

void TextMaker::add_unit(const RegularLanguage::Part& part)
{
    const auto [first, last] = part.ranges[draw(part.ranges.size())];
    const std::size_t count = static_cast<std::size_t>(last - first) + 1;
    m_text.push_back(static_cast<char16_t>(first + draw(count)));
}

void TextMaker::add_one_of(const RegularLanguage::Part& part)
{
    std::vector<std::uint32_t> possible;
    for (const std::uint32_t operand : part.operands)
    {
        if (m_lengths[operand] <= most_units)
        {
            possible.push_back(operand);
        }
    }
    if (m_rng == nullptr || m_text.size() >= m_about)
    {
        add(*std::min_element(possible.begin(), possible.end(),
            [this](std::uint32_t a, std::uint32_t b) { return m_lengths[a] < m_lengths[b]; }));
        return;
    }
    add(possible[draw(possible.size())]);
}

void TextMaker::add_turns(const RegularLanguage::Part& part)
{
    const std::uint32_t operand = part.operands[0];
    if (m_lengths[operand] > most_units)
    {
        return;  // no turn is possible, and none is asked for
    }
    // Turns of the empty text would be without end.
    const std::size_t length_before = m_text.size();
    for (std::uint32_t turn = 0; turn < part.least; ++turn)
    {
        if (turn > 0 && m_lengths[operand] == 0 && m_text.size() == length_before)
        {
            break;
        }
        add(operand);
    }
    for (std::uint32_t turn = part.least; turn < part.most && m_rng != nullptr; ++turn)
    {
        if (m_text.size() >= m_about || m_rng->chance(0.5))
        {
            break;
        }
        add(operand);
    }
}

}  // namespace

std::optional<std::u16string> text_of(
    const symbolic::RegularLanguage& language, std::size_t about, Rng* rng)
{
    TextMaker maker(language, about, rng);
    if (!maker.is_possible())
    {
        return std::nullopt;
    }
    return maker.text();
}

}  // namespace sbst::dse
