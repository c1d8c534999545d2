// SPDX-License-Identifier: Apache-2.0
// Moves of words, truth values and floating-point numbers.
#include "avm_search.hpp"
#include "word_bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace sbst::dse
{

using symbolic::SortKind;

namespace
{

/// Few enough to try each.
constexpr std::uint64_t few_values = 32;

/// A distance in units of 2^-64, or in whole units if it is too large for that.
U256 scaled_down(const Distance& distance, bool has_fraction)
{
    return has_fraction ? (distance.whole << 64U) | U256{distance.fraction} : distance.whole;
}

/// The number of positions to where a distance would be 0 if it went on to become smaller as it did
/// in one step: floor and the next one. Nothing if it did not become smaller.
struct LineEnd
{
    bool is_found = false;
    U256 below{};
    U256 above{};
};

LineEnd line_end(const DistanceChange& change, const U256& step)
{
    if (!(change.after < change.before) || change.before.level > 0 || is_zero(change.after))
    {
        return {};
    }
    constexpr unsigned most_whole_bits = 192;
    const bool has_fraction = bit_width(change.before.whole) <= most_whole_bits;
    const U256 before = scaled_down(change.before, has_fraction);
    const U256 after = scaled_down(change.after, has_fraction);
    const U256 slope = before - after;
    if (is_zero(slope))
    {
        return {};
    }
    const auto [steps, rest] = divmod(before, slope);
    U256 below = steps * step;
    if (bit_width(steps) + bit_width(step) > 256)
    {
        return {};
    }
    if (bit_width(rest) + bit_width(step) <= 256)
    {
        below = below + (rest * step) / slope;
    }
    return {true, below, below + U256{1}};
}

double rounded_to(double number, unsigned decimals)
{
    const double scale = std::pow(10.0, static_cast<double>(decimals));
    const double rounded = std::round(number * scale) / scale;
    return std::isfinite(rounded) ? rounded : number;
}

}  // namespace

bool AvmSearch::search_scale(VariableId id, const Scale& scale)
{
    bool is_better = false;
    if (scale.last() <= U256{few_values} && !m_only_published)
    {
        for (std::uint64_t i = 0; U256{i} <= scale.last(); ++i)
        {
            is_better = attempt(id, scale.value_at(U256{i})) || is_better;
        }
        return is_better;
    }
    while (!m_state.is_over())
    {
        if (climb(id, scale, true, U256{1}) || climb(id, scale, false, U256{1}) ||
            (!m_only_published && leap(id, scale)))
        {
            is_better = true;
            continue;
        }
        break;
    }
    return is_better;
}

/// An exploratory step, then steps that double from the last accepted value.
bool AvmSearch::climb(VariableId id, const Scale& scale, bool upwards, const U256& first_step)
{
    const U256 start = scale.position_of(m_state.value(id));
    const auto next = scale.moved(start, first_step, upwards);
    if (!next)
    {
        return false;
    }
    const bool is_better = attempt(id, scale.value_at(*next));
    if (!m_only_published && follow_lines(id, scale, upwards, first_step, start))
    {
        return true;
    }
    if (!is_better)
    {
        return false;
    }
    U256 step = first_step;
    while (!m_state.is_over())
    {
        step = saturating_add(step, step);
        const auto further = scale.moved(scale.position_of(m_state.value(id)), step, upwards);
        if (!further || !attempt(id, scale.value_at(*further)))
        {
            break;
        }
    }
    return true;
}

/// Goes to where the distances of violated constraints would be 0 if they were straight lines.
/// Precondition: the last attempt was that step from `position`; what it changed gives the lines.
bool AvmSearch::follow_lines(
    VariableId id, const Scale& scale, bool upwards, const U256& step, const U256& position)
{
    constexpr std::size_t most_lines = 4;
    // A copy: each attempt replaces them.
    const auto first = m_state.changes().first(std::min(m_state.changes().size(), most_lines));
    const std::vector<DistanceChange> changes(first.begin(), first.end());
    for (const DistanceChange& change : changes)
    {
        const LineEnd end = line_end(change, step);
        if (!end.is_found)
        {
            continue;
        }
        for (const U256& steps : {end.below, end.above})
        {
            const auto target = scale.moved(position, steps, upwards);
            if (target && attempt(id, scale.value_at(*target)))
            {
                return true;
            }
        }
    }
    return false;
}

/// Steps of all powers of two, the largest first: single bits, and distances that have plains.
bool AvmSearch::leap(VariableId id, const Scale& scale)
{
    bool is_better = false;
    for (unsigned bit = bit_width(scale.last()); bit-- > 1 && !m_state.is_over();)
    {
        const U256 step = U256::power_of_two(bit);
        for (const bool upwards : {true, false})
        {
            const U256 position = scale.position_of(m_state.value(id));
            const U256 room = upwards ? scale.last() - position : position;
            if (step <= room && climb(id, scale, upwards, step))
            {
                is_better = true;
            }
        }
    }
    return is_better;
}

bool AvmSearch::scan(VariableId id)
{
    constexpr std::uint64_t scanned = 256;
    const SortKind kind = variable(id).sort.kind;
    const bool is_number = kind == SortKind::float32 || kind == SortKind::float64;
    bool is_better = false;
    for (std::uint64_t i = 0; i < scanned && kind != SortKind::string && !m_state.is_over(); ++i)
    {
        const Datum wish = is_number ? Datum(static_cast<double>(i)) : Datum(U256{i});
        is_better = m_state.improve(id, fitted(variable(id), wish)) || is_better;
    }
    return is_better;
}

bool AvmSearch::search_number(VariableId id)
{
    bool is_better = std::isnan(number(id)) && attempt(id, 0.0);
    while (!m_state.is_over() && (climb_number(id, 1.0) || climb_number(id, -1.0)))
    {
        is_better = true;
    }
    is_better = search_digits(id) || is_better;
    if (!m_only_published)
    {
        const Scale scale(variable(id));
        while (!m_state.is_over() && (climb(id, scale, true, U256{1}) ||
                                         climb(id, scale, false, U256{1}) || leap(id, scale)))
        {
            is_better = true;
        }
    }
    return is_better;
}

/// The pattern of climb() in steps of numbers, with a sign.
bool AvmSearch::climb_number(VariableId id, double first_step)
{
    const double start = number(id);
    const auto attempt_number = [this, id](double wish) {
        return attempt(id, fitted(variable(id), wish));
    };
    const bool is_better = attempt_number(start + first_step);
    if (!m_only_published)
    {
        const std::vector<DistanceChange> changes(
            m_state.changes().begin(), m_state.changes().end());
        for (const DistanceChange& change : changes)
        {
            const double slope = to_double(change.before) - to_double(change.after);
            if (slope > 0.0 && !is_zero(change.after) &&
                attempt_number(start + first_step * (to_double(change.before) / slope)))
            {
                return true;
            }
        }
    }
    if (!is_better)
    {
        return false;
    }
    double step = first_step;
    do
    {
        step *= 2.0;
    } while (!m_state.is_over() && attempt_number(number(id) + step));
    return true;
}

/// Rounds to more and more decimals, each with steps of its last digit.
bool AvmSearch::search_digits(VariableId id)
{
    const unsigned most_decimals = variable(id).sort.kind == SortKind::float32 ? 7 : 15;
    const Score before = m_state.score();
    for (unsigned decimals = 1; decimals <= most_decimals && !m_state.is_over(); ++decimals)
    {
        if (!m_repairs)
        {
            m_state.drift(id, fitted(variable(id), rounded_to(number(id), decimals)));
        }
        const double step = std::pow(10.0, -static_cast<double>(decimals));
        while (!m_state.is_over() && (climb_number(id, step) || climb_number(id, -step)))
        {
        }
    }
    return m_state.score() < before;
}

}  // namespace sbst::dse
