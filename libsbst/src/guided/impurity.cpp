// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/utf8.hpp>
#include <sbst/guided/impurity.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst
{

namespace
{

constexpr std::uint32_t first_printable = 32;
constexpr std::uint32_t last_printable = 126;

/// Steps of that many deviations must fit into the type, or its unit is too large.
constexpr double most_deviations = 3.0;

U256 unit_for(const U256& span, const ImpureSteps& steps, Rng& rng)
{
    const U256 most =
        U256{static_cast<std::uint64_t>(std::ceil(most_deviations * steps.deviation))};
    std::vector<U256> fitting;
    for (const U256& unit : steps.units)
    {
        if (unit <= span / most)
        {
            fitting.push_back(unit);
        }
    }
    return fitting.empty() ? U256{1} : fitting[rng.index(fitting.size())];
}

void move_integer(U256& word, const Type& type, const ImpureSteps& steps, Rng& rng)
{
    const U256 low = integer_minimum(type);
    const U256 span = integer_maximum(type) - low;
    const double step = std::round(rng.gaussian(0.0, steps.deviation));
    // No step has more than 2^53: even the tails of deviation 1e9 end far below.
    const U256 distance =
        U256{static_cast<std::uint64_t>(std::abs(step))} * unit_for(span, steps, rng);
    const U256 position = word - low;
    if (span == U256::max())
    {
        word = low + (step < 0.0 ? position - distance : position + distance);
        return;
    }
    const U256 size = span + U256{1};
    const U256 turned = distance % size;
    // position and turned are below size, which need not leave room for their sum.
    const bool wraps = step < 0.0 ? turned > position : turned > span - position;
    const U256 moved = step < 0.0 ? position - turned : position + turned;
    const U256 back = step < 0.0 ? moved + size : moved - size;
    word = low + (wraps ? back : moved);
}

void move_number(double& number, const Type& type, const ImpureSteps& steps, Rng& rng)
{
    const double moved = number + rng.gaussian(0.0, steps.deviation);
    const double kept = type.bits == 32 ? static_cast<double>(static_cast<float>(moved)) : moved;
    // The sum of infinite and finite is no new value; nothing gives NaN.
    number = std::isnan(kept) ? number : kept;
}

/// The characters of a text of that type; bytes where it has no characters.
std::vector<std::string> units_of(std::string_view text, bool is_unicode)
{
    std::vector<std::string> units;
    while (!text.empty())
    {
        const std::size_t length = is_unicode ? first_code_point(text).length : 1;
        units.emplace_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return units;
}

std::string random_unit(const Type& type, Rng& rng)
{
    const std::int64_t code = type.kind == TypeKind::bytes ?
                                  rng.between(0, 255) :
                                  rng.between(first_printable, last_printable);
    return {static_cast<char>(static_cast<unsigned char>(code))};
}

bool edit(std::string& text, const Type& type, Rng& rng)
{
    enum Edit : std::uint8_t
    {
        insert,
        remove,
        replace,
        substring
    };
    std::vector<std::string> units = units_of(text, type.is_unicode);
    const std::size_t size = units.size();
    const auto place = [&](std::size_t at) {
        return units.begin() + static_cast<std::ptrdiff_t>(at);
    };
    const std::uint64_t drawn = type.fixed_size ? std::uint64_t{replace} : rng.below(4);
    if ((drawn != insert && size == 0) || (drawn == substring && size < 2))
    {
        return false;
    }
    switch (drawn)
    {
        case insert:
        {
            std::string unit = random_unit(type, rng);
            units.insert(place(rng.index(size + 1)), std::move(unit));
            break;
        }
        case remove:
            units.erase(place(rng.index(size)));
            break;
        case replace:
            units[rng.index(size)] = random_unit(type, rng);
            break;
        default:
        {
            const std::size_t first = rng.index(size - 1);
            const std::size_t last = first + 1 + rng.index(size - first);
            units = std::vector<std::string>(place(first), place(std::min(last, size)));
        }
    }
    std::string edited;
    for (const std::string& unit : units)
    {
        edited += unit;
    }
    return std::exchange(text, std::move(edited)) != text;
}

bool change_item(Value::List& items, const Type& type, const TypeUniverse& types,
    const ImpureSteps& steps, Rng& rng)
{
    if (items.empty())
    {
        return false;
    }
    const std::size_t at = rng.index(items.size());
    const TypeId item = type.kind == TypeKind::tuple ? type.elements[at] : type.elements[0];
    return make_impure(items[at], item, types, steps, rng);
}

}  // namespace

bool make_impure(
    Value& value, TypeId type_id, const TypeUniverse& types, const ImpureSteps& steps, Rng& rng)
{
    const Type& type = types[type_id];
    if (value.is_null())
    {
        return false;
    }
    const Value before = value;
    switch (type.kind)
    {
        case TypeKind::integer:
            move_integer(value.word(), type, steps, rng);
            break;
        case TypeKind::floating:
            move_number(value.number(), type, steps, rng);
            break;
        case TypeKind::string:
        case TypeKind::bytes:
            if (!edit(value.text(), type, rng))
            {
                return false;
            }
            break;
        case TypeKind::array:
        case TypeKind::tuple:
            if (!change_item(value.list(), type, types, steps, rng))
            {
                return false;
            }
            break;
        default:
            return false;
    }
    if (value == before || !is_well_formed(value, type_id, types))
    {
        value = before;
        return false;
    }
    return true;
}

}  // namespace sbst
