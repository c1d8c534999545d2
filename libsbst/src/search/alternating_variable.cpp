// SPDX-License-Identifier: Apache-2.0
#include "text_characters.hpp"

#include <sbst/search/alternating_variable.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst
{

namespace
{

/// Where steps of the smallest size make no difference, this many times larger ones are tried ...
constexpr std::uint64_t enlargement = 16;

/// The integers from 0 to `last`, each of which stands for a value.
struct WholeLine
{
    using Place = U256;

    U256 place;
    U256 last;
    std::function<Value(const U256&)> value_at;
    /// ... so often.
    int enlargements = 0;

    [[nodiscard]] static U256 unit() { return 1; }
    [[nodiscard]] static bool is_least(const U256& step) { return step == unit(); }
    [[nodiscard]] static U256 half(const U256& step) { return step >> 1U; }
    [[nodiscard]] static U256 times(const U256& step, std::uint64_t factor)
    {
        return bit_width(step) + bit_width(U256{factor}) <= 256 ? step * U256{factor} : U256::max();
    }

    /// Stops at the ends; nothing where it cannot move.
    [[nodiscard]] std::optional<U256> moved(const U256& step, bool is_up) const
    {
        const U256 there =
            is_up ? std::min(last, saturating_add(place, step)) : saturating_sub(place, step);
        return there == place ? std::nullopt : std::optional(there);
    }

    /// The step to distance 0, if the distance is linear, after a step that gained something.
    [[nodiscard]] static std::optional<U256> step_to_zero(
        const U256& step, const Distance& before, const Distance& after)
    {
        if (before.level != after.level || !(after.whole < before.whole) ||
            bit_width(step) + bit_width(after.whole) > 256)
        {
            return std::nullopt;
        }
        const U256 gain = before.whole - after.whole;
        const auto [quotient, rest] = divmod(step * after.whole, gain);
        const U256 rounded_up = is_zero(rest) ? quotient : quotient + U256{1};
        return is_zero(rounded_up) ? std::nullopt : std::optional(rounded_up);
    }
};

/// Numbers with a fraction, at multiples of the unit from where it starts.
struct RealLine
{
    using Place = double;

    double place = 0.0;
    double least = 1.0;
    bool is_single = false;
    int enlargements = 0;

    [[nodiscard]] double rounded(double number) const
    {
        return is_single ? static_cast<double>(static_cast<float>(number)) : number;
    }
    [[nodiscard]] static Value value_at(double number) { return Value(number); }
    [[nodiscard]] double unit() const { return least; }
    [[nodiscard]] bool is_least(double step) const { return step < 2.0 * least; }
    [[nodiscard]] static double half(double step) { return step / 2.0; }
    [[nodiscard]] static double times(double step, std::uint64_t factor)
    {
        return step * static_cast<double>(factor);
    }
    [[nodiscard]] std::optional<double> moved(double step, bool is_up) const
    {
        const double there = rounded(is_up ? place + step : place - step);
        return there == place || !std::isfinite(there) ? std::nullopt : std::optional(there);
    }
    [[nodiscard]] static std::optional<double> step_to_zero(
        double step, const Distance& before, const Distance& after)
    {
        const double gain = to_double(before) - to_double(after);
        const double next = step * to_double(after) / gain;
        return gain > 0.0 && std::isfinite(next) && next > 0.0 ? std::optional(next) : std::nullopt;
    }
};

/// The distance to the next larger number.
double gap_above(double number, bool is_single)
{
    if (is_single)
    {
        const auto single = static_cast<float>(number);
        return static_cast<double>(std::nextafter(single, std::numeric_limits<float>::infinity())) -
               number;
    }
    return std::nextafter(number, std::numeric_limits<double>::infinity()) - number;
}

template <class Line>
struct Move
{
    typename Line::Place step{};
    bool is_up = true;
};

/// Tries moves from where the line is, and makes the best of them if it is nearer.
template <class Line>
LiteralTrial::Result try_moves(
    LiteralTrial& trial, Line& line, std::span<const Move<Line>> moves, Move<Line>& made)
{
    std::vector<typename Line::Place> places;
    std::vector<Move<Line>> kept;
    std::vector<Value> values;
    for (const Move<Line>& move : moves)
    {
        const auto there = line.moved(move.step, move.is_up);
        if (there && std::find(places.begin(), places.end(), *there) == places.end())
        {
            places.push_back(*there);
            kept.push_back(move);
            values.push_back(line.value_at(*there));
        }
    }
    if (values.empty())
    {
        return {.nearest = std::nullopt, .is_plateau = false};
    }
    const LiteralTrial::Result result = trial.run(std::move(values));
    if (result.nearest)
    {
        made = kept[*result.nearest];
        line.place = places[*result.nearest];
    }
    return result;
}

/// The first move from a place: the smallest that makes a difference.
template <class Line>
std::optional<Move<Line>> explore(LiteralTrial& trial, Line& line)
{
    auto step = line.unit();
    for (int i = 0; i <= line.enlargements && !trial.is_over(); ++i)
    {
        Move<Line> made;
        const std::array<Move<Line>, 2> moves{{{step, true}, {step, false}}};
        const LiteralTrial::Result result = try_moves<Line>(trial, line, moves, made);
        if (result.nearest)
        {
            return made;
        }
        if (!result.is_plateau)
        {
            break;
        }
        step = Line::times(step, enlargement);
    }
    return std::nullopt;
}

/// Moves on, twice as far each time or to the zero of a straight line; returns the last step.
template <class Line>
typename Line::Place follow(LiteralTrial& trial, Line& line, Move<Line> last, Fitness before)
{
    while (!trial.is_over())
    {
        const Fitness now = trial.fitness();
        std::vector<Move<Line>> moves{{Line::times(last.step, 2), last.is_up}};
        const auto to_zero = now.approach_level == before.approach_level ?
                                 Line::step_to_zero(last.step, before.distance, now.distance) :
                                 std::nullopt;
        if (to_zero)
        {
            // The last step may have gone past it.
            moves.insert(moves.begin(), {{*to_zero, last.is_up}, {*to_zero, !last.is_up}});
        }
        if (!try_moves<Line>(trial, line, moves, last).nearest)
        {
            break;
        }
        before = now;
    }
    return last.step;
}

/// Halves the step; returns whether the last, smallest one still came nearer.
template <class Line>
bool narrow(LiteralTrial& trial, Line& line, typename Line::Place step)
{
    bool is_nearer = false;
    while (!trial.is_over())
    {
        Move<Line> made;
        const std::array<Move<Line>, 2> moves{{{step, true}, {step, false}}};
        is_nearer = try_moves<Line>(trial, line, moves, made).nearest.has_value();
        if (line.is_least(step))
        {
            break;
        }
        step = Line::half(step);
    }
    return is_nearer;
}

template <class Line>
bool climb_line(LiteralTrial& trial, Line& line)
{
    bool is_nearer = false;
    bool goes_on = true;
    while (goes_on && !trial.is_over())
    {
        const Fitness before = trial.fitness();
        const auto start = explore(trial, line);
        goes_on = start && narrow(trial, line, follow(trial, line, *start, before));
        is_nearer = is_nearer || start;
    }
    return is_nearer;
}

bool climb_integer(LiteralTrial& trial, const Type& type)
{
    // Enough to cross the range.
    constexpr unsigned bits = 4;
    const U256 first = integer_minimum(type);
    WholeLine line{.place = trial.value().word() - first,
        .last = integer_maximum(type) - first,
        .value_at = [first](const U256& place) { return Value(first + place); },
        .enlargements = static_cast<int>(type.bits / bits)};
    return climb_line(trial, line);
}

/// Tries numbers, and returns whether one came nearer.
bool try_numbers(LiteralTrial& trial, const RealLine& line, std::span<const double> numbers)
{
    std::vector<Value> values;
    for (const double number : numbers)
    {
        values.emplace_back(line.rounded(number));
    }
    return trial.run(std::move(values)).nearest.has_value();
}

bool climb_number(LiteralTrial& trial, const Type& type)
{
    constexpr int most_decimals = 15;
    constexpr int most_decimals_of_single = 7;
    const bool is_single = type.bits == 32;
    RealLine line{.is_single = is_single, .enlargements = 8};
    bool is_nearer = false;
    if (!std::isfinite(trial.value().number()))
    {
        is_nearer = try_numbers(trial, line, std::array{0.0});
        if (!is_nearer)
        {
            return false;
        }
    }
    // A number that is compared itself is as far away as the distance.
    const double start = trial.value().number();
    const double distance = to_double(trial.fitness().distance);
    is_nearer =
        try_numbers(trial, line, std::array{start + distance, start - distance}) || is_nearer;
    const int most = is_single ? most_decimals_of_single : most_decimals;
    for (int decimals = 0; decimals <= most && !trial.is_over(); ++decimals)
    {
        const double scale = std::pow(10.0, decimals);
        const double shorter = std::nearbyint(trial.value().number() * scale) / scale;
        is_nearer = try_numbers(trial, line, std::array{shorter}) || is_nearer;
        line.place = trial.value().number();
        const double gap = gap_above(line.place, is_single);
        if (decimals > 0 && gap > 1.0 / scale)
        {
            break;
        }
        line.least = std::max(1.0 / scale, gap);
        is_nearer = climb_line(trial, line) || is_nearer;
        line.enlargements = 0;
    }
    return is_nearer;
}

bool climb_text(LiteralTrial& trial, const Type& type, const ClimbLimits& limits)
{
    constexpr char filler = 'n';  // in the middle of the usual characters
    bool is_nearer = false;
    Characters text = Characters::of(trial.value().text(), type);
    if (!type.fixed_size)
    {
        const std::size_t size = text.codes.size();
        WholeLine length{.place = size,
            .last = std::max(size, type.max_length.value_or(limits.max_text_length)),
            .value_at = [&text](const U256& place) {
                Characters resized = text;
                resized.codes.resize(low64(place), filler);
                return Value(resized.text());
            }};
        is_nearer = climb_line(trial, length);
        text = Characters::of(trial.value().text(), type);
    }
    for (std::size_t i = 0; i < text.codes.size() && !trial.is_over(); ++i)
    {
        const CodeRange range = text.range_of(i);
        WholeLine line{.place = range.place_of(text.codes[i]),
            .last = range.size() - 1,
            .value_at =
                [&](const U256& place) {
                    Characters changed = text;
                    changed.codes[i] = range.code_at(low64(place));
                    return Value(changed.text());
                },
            .enlargements = 1};
        is_nearer = climb_line(trial, line) || is_nearer;
        text.codes[i] = range.code_at(low64(line.place));
    }
    return is_nearer;
}

bool climb_length(
    LiteralTrial& trial, const Type& type, const TypeUniverse& types, const ClimbLimits& limits)
{
    if (type.fixed_size)
    {
        return false;
    }
    const Value::List items = trial.value().list();
    const Value filler = items.empty() ? neutral_value(type.elements.front(), types) : items.back();
    const std::size_t least = type.min_length.value_or(0);
    const std::size_t most =
        std::max(items.size(), type.max_length.value_or(limits.max_array_length));
    WholeLine line{
        .place = items.size() - least, .last = most - least, .value_at = [&](const U256& place) {
            Value::List resized = items;
            resized.resize(low64(place) + least, filler);
            return Value(std::move(resized));
        }};
    return climb_line(trial, line);
}

/// Tries all values from 0 below `count` but the present one.
bool try_choices(LiteralTrial& trial, std::size_t count)
{
    std::vector<Value> values;
    for (std::size_t i = 0; i < count; ++i)
    {
        if (trial.value().word() != U256{i})
        {
            values.emplace_back(U256{i});
        }
    }
    return !values.empty() && trial.run(std::move(values)).nearest;
}

}  // namespace

bool climb(
    LiteralTrial& trial, TypeId type_id, const TypeUniverse& types, const ClimbLimits& limits)
{
    const Type& type = types[type_id];
    if (trial.value().is_null())
    {
        const Value some = neutral_value(type_id, types);
        return !some.is_null() && trial.run({some}).nearest;
    }
    switch (type.kind)
    {
        case TypeKind::boolean:
            return try_choices(trial, 2);
        case TypeKind::enumeration:
            return try_choices(trial, type.members.size());
        case TypeKind::integer:
            return climb_integer(trial, type);
        case TypeKind::floating:
            return climb_number(trial, type);
        case TypeKind::string:
        case TypeKind::bytes:
            return climb_text(trial, type, limits);
        case TypeKind::array:
            return climb_length(trial, type, types, limits);
        case TypeKind::tuple:
        case TypeKind::void_type:
        case TypeKind::object:
            break;
    }
    return false;
}

}  // namespace sbst
