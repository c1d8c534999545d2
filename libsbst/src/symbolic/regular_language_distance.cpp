// SPDX-License-Identifier: Apache-2.0
// The cheapest edits that bring a text into a regular language.
#include <sbst/symbolic/regular_language.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace sbst::symbolic
{

namespace
{

using LanguageParts = std::vector<RegularLanguage::Part>;

constexpr double no_way = std::numeric_limits<double>::infinity();
constexpr double most_language_states = 100'000;
/// Leaving out and putting in cost 1, a move by one 1/2.
constexpr double cheapest_edit = 0.5;

/// The number of units of the shortest string of each part.
std::vector<double> shortest_lengths(const LanguageParts& parts)
{
    std::vector<double> lengths(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        const RegularLanguage::Part& part = parts[i];
        switch (part.kind)
        {
            case RegularLanguage::Kind::empty:
                break;
            case RegularLanguage::Kind::unit:
                lengths[i] = part.ranges.empty() ? no_way : 1;
                break;
            case RegularLanguage::Kind::concat:
                for (const std::uint32_t operand : part.operands)
                {
                    lengths[i] += lengths[operand];
                }
                break;
            case RegularLanguage::Kind::either:
                lengths[i] = no_way;
                for (const std::uint32_t operand : part.operands)
                {
                    lengths[i] = std::min(lengths[i], lengths[operand]);
                }
                break;
            case RegularLanguage::Kind::repeat:
                lengths[i] = part.least == 0 ? 0 : part.least * lengths[part.operands[0]];
                break;
        }
    }
    return lengths;
}

/// How a repetition is unrolled: copies that must be passed, then a loop or copies that may be
/// passed.
struct Unrolling
{
    std::uint32_t copies = 0;
    std::uint32_t optional_copies = 0;
    bool has_loop = false;
    /// Turns that must be made beyond the copies, and are made without the text.
    std::uint32_t turns_without_text = 0;
};

/// Unrolls to at most `limit` copies, twice. That is exact if the text has no more units: at most
/// one turn for each unit takes any of the text, and those that take none cost the shortest string
/// wherever they are made. Else, `is_loose`, a loop takes the place of what is beyond the limit.
Unrolling unrolled(const RegularLanguage::Part& part, std::uint32_t limit, bool is_loose)
{
    Unrolling result;
    result.copies = std::min(part.least, limit);
    const std::uint32_t beyond = part.least - result.copies;
    const std::uint32_t optional = part.most - part.least;
    result.has_loop =
        part.most == RegularLanguage::unbounded || optional > limit || (is_loose && beyond > 0);
    result.optional_copies = result.has_loop ? 0 : optional;
    result.turns_without_text = is_loose ? 0 : beyond;
    return result;
}

/// A bound of the states that a language has with that limit.
double count_of_states(const LanguageParts& parts, std::uint32_t limit)
{
    std::vector<double> counts(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        double sum = 1;
        for (const std::uint32_t operand : parts[i].operands)
        {
            sum += counts[operand];
        }
        if (parts[i].kind == RegularLanguage::Kind::repeat)
        {
            const Unrolling turns = unrolled(parts[i], limit, false);
            sum = 3 + (counts[parts[i].operands[0]] *
                          (double{1} * turns.copies + turns.optional_copies + 1));
        }
        counts[i] = sum;
    }
    return counts.back();
}

/// An automaton with all states in an order in which its edges lead on, but for those that close
/// loops.
class LanguageAutomaton
{
public:
    LanguageAutomaton(
        const LanguageParts& parts, std::vector<double> lengths, std::uint32_t limit, bool is_loose)
      : m_parts(parts), m_lengths(std::move(lengths)), m_limit(limit), m_is_loose(is_loose)
    {
        m_end = add(parts.size() - 1, 0);
    }

    /// The cheapest way through the automaton and the text; one row of costs for each place of the
    /// text.
    [[nodiscard]] double distance_of(std::u16string_view text) const
    {
        std::vector<double> costs(m_state_count, no_way);
        std::vector<double> next(m_state_count);
        std::vector<double> moves(m_parts.size());
        costs[0] = 0;
        put_units_in(costs);
        for (const char16_t unit : text)
        {
            for (const std::uint32_t part : m_units)
            {
                moves[part] = cost_of_move(m_parts[part], unit);
            }
            std::ranges::transform(costs, next.begin(), [](double cost) { return cost + 1; });
            for (const Edge& edge : m_edges)
            {
                if (edge.unit != no_unit)
                {
                    next[edge.to] = std::min(next[edge.to], costs[edge.from] + moves[edge.unit]);
                }
            }
            std::swap(costs, next);
            put_units_in(costs);
        }
        return costs[m_end];
    }

private:
    using Index = std::uint32_t;
    static constexpr Index no_unit = 0xffffffff;

    struct Edge
    {
        Index from = 0;
        Index to = 0;
        /// The part of the unit that the edge takes; without one it takes none.
        Index unit = no_unit;
        /// What passing the edge costs if none of the text is taken.
        double cost = 0;
    };

    Index add_state() { return m_state_count++; }
    void connect(Index from, Index to, double cost = 0)
    {
        m_edges.push_back({from, to, no_unit, cost});
    }

    /// Adds a part that begins at a state; the state where it ends.
    Index add(std::size_t index, Index from)
    {
        const RegularLanguage::Part& part = m_parts[index];
        switch (part.kind)
        {
            case RegularLanguage::Kind::empty:
                return from;
            case RegularLanguage::Kind::unit:
                return add_unit(static_cast<Index>(index), from);
            case RegularLanguage::Kind::concat:
                for (const Index operand : part.operands)
                {
                    from = add(operand, from);
                }
                return from;
            case RegularLanguage::Kind::either:
                return add_either(part, from);
            case RegularLanguage::Kind::repeat:
                break;
        }
        return add_repeat(part, from);
    }

    Index add_unit(Index index, Index from)
    {
        const Index to = add_state();
        if (!m_parts[index].ranges.empty())
        {
            m_edges.push_back({from, to, index, 1});
            m_units.push_back(index);
        }
        return to;
    }

    Index add_either(const RegularLanguage::Part& part, Index from)
    {
        std::vector<Index> ends;
        for (const Index operand : part.operands)
        {
            ends.push_back(add(operand, from));
        }
        return join(ends);
    }

    Index add_repeat(const RegularLanguage::Part& part, Index from)
    {
        const Unrolling turns = unrolled(part, m_limit, m_is_loose);
        const Index operand = part.operands[0];
        for (std::uint32_t turn = 0; turn < turns.copies; ++turn)
        {
            from = add(operand, from);
        }
        if (turns.turns_without_text > 0)
        {
            const Index to = add_state();
            connect(from, to, turns.turns_without_text * m_lengths[operand]);
            from = to;
        }
        std::vector<Index> ends{from};
        if (turns.has_loop)
        {
            const Index start = add_state();
            connect(from, start);
            const Index end = add(operand, start);
            connect(end, start);
            ends.push_back(end);
        }
        for (std::uint32_t turn = 0; turn < turns.optional_copies; ++turn)
        {
            ends.push_back(add(operand, ends.back()));
        }
        return ends.size() == 1 ? from : join(ends);
    }

    /// A state after all of these.
    Index join(const std::vector<Index>& ends)
    {
        const Index to = add_state();
        for (const Index end : ends)
        {
            connect(end, to);
        }
        return to;
    }

    /// Lowers the costs of one row to what they are if units may be put in. The cheapest way goes
    /// back at most once, to the beginning of a loop around both its ends: two passes find it.
    void put_units_in(std::vector<double>& costs) const
    {
        for (int pass = 0; pass < 2; ++pass)
        {
            for (const Edge& edge : m_edges)
            {
                costs[edge.to] = std::min(costs[edge.to], costs[edge.from] + edge.cost);
            }
        }
    }

    static double cost_of_move(const RegularLanguage::Part& part, char16_t unit)
    {
        const auto after = std::ranges::upper_bound(
            part.ranges, unit, {}, [](const auto& range) { return char16_t{range.first}; });
        int by = std::numeric_limits<int>::max();
        if (after != part.ranges.end())
        {
            by = after->first - unit;
        }
        if (after != part.ranges.begin())
        {
            by = std::min(by, std::max(0, unit - (after - 1)->second));
        }
        return by / (by + 1.0);
    }

    const LanguageParts& m_parts;
    std::vector<double> m_lengths;
    Index m_limit;
    bool m_is_loose;
    std::vector<Edge> m_edges;  // those into a state before those out of it
    std::vector<Index> m_units;
    Index m_state_count = 1;
    Index m_end = 0;
};

}  // namespace

double distance_to(const RegularLanguage& language, std::u16string_view text)
{
    const LanguageParts& parts = language.parts;
    std::vector<double> lengths = shortest_lengths(parts);
    if (std::isinf(lengths.back()))
    {
        return no_way;
    }
    const auto exact_limit = static_cast<std::uint32_t>(text.size());
    std::uint32_t limit = exact_limit;
    while (limit > 0 && count_of_states(parts, limit) > most_language_states)
    {
        limit /= 2;
    }
    const bool is_loose = limit < exact_limit;
    const double distance =
        LanguageAutomaton(parts, std::move(lengths), limit, is_loose).distance_of(text);
    if (!is_loose)
    {
        return distance;
    }
    return matches(language, text) ? 0 : std::max(distance, cheapest_edit);
}

}  // namespace sbst::symbolic
