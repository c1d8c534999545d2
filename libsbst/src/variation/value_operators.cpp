// SPDX-License-Identifier: Apache-2.0
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/value_operators.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace sbst
{

namespace
{

/// Printable ASCII, as in EvoSuite but without DEL.
constexpr std::int64_t first_printable = 32;
constexpr std::int64_t last_printable = 126;
constexpr std::size_t max_edits = 8;

char to_char(std::int64_t code)
{
    return static_cast<char>(static_cast<unsigned char>(code));
}

}  // namespace

ValueOperators::ValueOperators(
    const TypeUniverse& types, const ConstantPool& pool, const ValueOptions& options)
  : m_types(&types), m_pool(&pool), m_options(options)
{
    validate(options);
    const IntegerMix& mix = options.integer_mix;
    m_mix = {mix.small_step, mix.bit_flip, mix.power_of_two, mix.boundary, mix.pool,
        mix.pool_neighbour, mix.uniform};
}

ValueOperators::Lengths ValueOperators::lengths(const Type& type) const
{
    if (type.fixed_size)
    {
        return {*type.fixed_size, *type.fixed_size};
    }
    const bool is_array = type.kind == TypeKind::array;
    const std::size_t usual_min = is_array ? m_options.min_array_length : 0;
    const std::size_t usual_max =
        is_array ? m_options.max_array_length : m_options.max_string_length;
    // The type's limits win over those of the options; the other end is adjusted.
    const std::size_t min =
        type.min_length.value_or(std::min(usual_min, type.max_length.value_or(usual_min)));
    return {min, type.max_length.value_or(std::max(min, usual_max))};
}

std::size_t ValueOperators::most_known(const Type& type) const
{
    constexpr std::size_t most = 1025;
    const std::size_t usual = std::max(lengths(type).max, most);
    return std::min(usual, type.fixed_size.value_or(type.max_length.value_or(usual)));
}

std::optional<Value> ValueOperators::from_pool(TypeId type, Rng& rng) const
{
    return rng.chance(m_options.pool_prob) ? m_pool->draw(type, *m_types, rng) : std::nullopt;
}

bool ValueOperators::has_choice(TypeId type_id) const
{
    const Type& type = (*m_types)[type_id];
    return (type.nullable && type.kind != TypeKind::object) || has_choice_of_some(type_id);
}

bool ValueOperators::has_choice_of_some(TypeId type_id) const
{
    const Type& type = (*m_types)[type_id];
    const auto chooses = [this](TypeId inner) { return has_choice(inner); };
    switch (type.kind)
    {
        case TypeKind::boolean:
        case TypeKind::floating:
            return true;
        case TypeKind::integer:
            return integer_minimum(type) != integer_maximum(type);
        case TypeKind::string:
        case TypeKind::bytes:
            return lengths(type).max > 0;
        case TypeKind::array:
        {
            const Lengths bounds = lengths(type);
            return bounds.min < bounds.max || (bounds.max > 0 && has_choice(type.elements.front()));
        }
        case TypeKind::tuple:
            return std::any_of(type.elements.begin(), type.elements.end(), chooses);
        case TypeKind::enumeration:
            return type.members.size() > 1;
        case TypeKind::void_type:
        case TypeKind::object:
            break;
    }
    return false;
}

Value ValueOperators::random(TypeId type_id, Rng& rng) const
{
    const Type& type = (*m_types)[type_id];
    return type.nullable && rng.chance(m_options.null_prob) ? Value{} : random_some(type_id, rng);
}

Value ValueOperators::random_some(TypeId type_id, Rng& rng) const
{
    const Type& type = (*m_types)[type_id];
    switch (type.kind)
    {
        case TypeKind::boolean:
            return Value(rng.chance(0.5));
        case TypeKind::enumeration:
            return Value(rng.index(type.members.size()));
        case TypeKind::integer:
        case TypeKind::floating:
        case TypeKind::string:
        case TypeKind::bytes:
            // The pool first: only the kinds with large ranges have one, and comparisons often need
            // exact constants.
            if (auto constant = from_pool(type_id, rng))
            {
                return *std::move(constant);
            }
            if (type.kind == TypeKind::integer)
            {
                return Value(random_integer(type, rng));
            }
            return type.kind == TypeKind::floating ? Value(random_number(type, rng)) :
                                                     Value(random_text(type, rng));
        case TypeKind::array:
        case TypeKind::tuple:
            return random_list(type, rng);
        case TypeKind::void_type:
        case TypeKind::object:
            break;
    }
    return Value{};
}

std::optional<std::uint32_t> ValueOperators::mutate(Value& value, TypeId type_id, Rng& rng) const
{
    if (!has_choice(type_id))
    {
        return std::nullopt;
    }
    const Type& type = (*m_types)[type_id];
    if (value.is_null())
    {
        value = random_some(type_id, rng);
        return 0;
    }
    if (type.nullable && (!has_choice_of_some(type_id) || rng.chance(m_options.null_prob)))
    {
        value = Value{};
        return 0;
    }
    return mutate_some(value, type_id, rng);
}

std::optional<std::uint32_t> ValueOperators::mutate_some(
    Value& value, TypeId type_id, Rng& rng) const
{
    const Type& type = (*m_types)[type_id];
    switch (type.kind)
    {
        case TypeKind::boolean:
            value = Value(is_zero(value.word()));
            break;
        case TypeKind::enumeration:
        {
            // Drawn from the other members and shifted past the present one, so that one draw
            // always changes the value.
            const U256 other{rng.index(type.members.size() - 1)};
            value = Value(other < value.word() ? other : other + U256{1});
            break;
        }
        case TypeKind::integer:
            mutate_integer(value.word(), type_id, rng);
            break;
        case TypeKind::floating:
            mutate_number(value.number(), type_id, rng);
            break;
        case TypeKind::string:
        case TypeKind::bytes:
            mutate_text(value.text(), type_id, rng);
            break;
        case TypeKind::array:
            return mutate_array(value.list(), type, rng);
        case TypeKind::tuple:
            return mutate_tuple(value.list(), type, rng);
        case TypeKind::void_type:
        case TypeKind::object:
            return std::nullopt;
    }
    return 0;
}

char ValueOperators::random_unit(const Type& type, Rng& rng) const
{
    return to_char(type.kind == TypeKind::string ? rng.between(first_printable, last_printable) :
                                                   rng.between(0, 255));
}

std::string ValueOperators::random_text(const Type& type, Rng& rng) const
{
    if (type.is_unicode)
    {
        return random_characters(type, rng);
    }
    const Lengths bounds = lengths(type);
    std::string text(bounds.min + rng.index(bounds.max - bounds.min + 1), '\0');
    for (char& unit : text)
    {
        unit = random_unit(type, rng);
    }
    return text;
}

void ValueOperators::edit_text(std::string& text, const Type& type, Rng& rng) const
{
    if (type.is_unicode)
    {
        edit_characters(text, type, rng);
        return;
    }
    const Lengths bounds = lengths(type);
    // Replacing comes last because it is always possible: the limits of length can rule out the
    // others.
    const bool can_insert = text.size() < bounds.max;
    const bool can_remove = text.size() > bounds.min && !text.empty();
    if (can_insert && (text.empty() || rng.chance(1.0 / 3.0)))
    {
        const char unit = random_unit(type, rng);
        text.insert(rng.index(text.size() + 1), 1, unit);
        return;
    }
    if (text.empty())
    {
        return;
    }
    const std::size_t at = rng.index(text.size());
    if (can_remove && rng.chance(1.0 / 3.0))
    {
        text.erase(at, 1);
        return;
    }
    const auto code = static_cast<unsigned char>(text[at]);
    switch (rng.below(3))
    {
        case 0:
        {
            // A step of up to 20, as EvoSuite moves characters; strings stay printable.
            const std::int64_t moved = code + rng.between(-20, 20);
            const bool stays = type.kind == TypeKind::bytes ||
                               (moved >= first_printable && moved <= last_printable);
            text[at] = stays ? to_char(moved & 0xff) : random_unit(type, rng);
            break;
        }
        case 1:
            if (type.kind == TypeKind::bytes)
            {
                text[at] = to_char(code ^ (std::int64_t{1} << rng.below(8)));
                break;
            }
            [[fallthrough]];
        default:
            text[at] = random_unit(type, rng);
    }
}

void ValueOperators::mutate_text(std::string& text, TypeId type_id, Rng& rng) const
{
    const Type& type = (*m_types)[type_id];
    const std::string before = text;
    for (int tries = 0; text == before && tries < max_tries; ++tries)
    {
        if (rng.chance(m_options.random_perturbation_prob))
        {
            auto constant = from_pool(type_id, rng);
            text = constant ? std::move(constant->text()) : random_text(type, rng);
            continue;
        }
        std::size_t edits = 0;
        do
        {
            edit_text(text, type, rng);
            ++edits;
        } while (edits < max_edits && rng.chance(0.5));
    }
    if (text == before)
    {
        if (text.empty())
        {
            text.push_back(random_unit(type, rng));
        }
        else if (type.is_unicode)
        {
            // No edit made another text: one more of the same sort does, or one less.
            text.size() < lengths(type).max ? text.push_back('a') : text.clear();
        }
        else
        {
            text.back() = to_char(static_cast<unsigned char>(text.back()) ^ 1);
        }
    }
}

Value ValueOperators::random_list(const Type& type, Rng& rng) const
{
    Value::List items;
    if (type.kind == TypeKind::tuple)
    {
        items.reserve(type.elements.size());
        for (const TypeId member : type.elements)
        {
            items.push_back(random(member, rng));
        }
        return Value(std::move(items));
    }
    const Lengths bounds = lengths(type);
    const auto known = long_length(type, rng);
    if (known)
    {
        fill_long_array(items, *known, type, rng);
        return Value(std::move(items));
    }
    const std::size_t length = bounds.min + rng.index(bounds.max - bounds.min + 1);
    items.reserve(length);
    for (std::size_t i = 0; i < length; ++i)
    {
        items.push_back(random(type.elements.front(), rng));
    }
    return Value(std::move(items));
}

void ValueOperators::fill_long_array(
    Value::List& items, std::size_t length, const Type& type, Rng& rng) const
{
    constexpr std::size_t most_shift = 2;
    constexpr std::size_t most_number = 3;
    constexpr unsigned byte_bits = 8;
    const TypeId item_type = type.elements.front();
    const Type& item = (*m_types)[item_type];
    items.resize(std::min(items.size(), length));
    if (item.kind == TypeKind::integer && item.bits == byte_bits && rng.chance(0.5))
    {
        const std::size_t width = std::size_t{1} << rng.index(most_shift + 1);
        const auto number = static_cast<int>(rng.index(most_number + 1));
        items.clear();
        for (std::size_t i = 0; i < length; ++i)
        {
            items.emplace_back(i % width + 1 == width ? number : 0);
        }
    }
    // The length of very long ones matters, and each member costs time.
    if (length > m_options.max_long_array)
    {
        items.resize(length, neutral_value(item_type, *m_types));
    }
    while (items.size() < length)
    {
        items.push_back(random(item_type, rng));
    }
}

std::optional<std::size_t> ValueOperators::long_length(const Type& type, Rng& rng) const
{
    const bool is_off = m_options.long_array_prob <= 0.0 || type.fixed_size || type.max_length;
    if (is_off || !rng.chance(m_options.long_array_prob))
    {
        return std::nullopt;
    }
    const std::size_t min = lengths(type).min;
    const std::size_t max = std::max(min, m_options.max_long_array);
    const auto known =
        rng.chance(0.5) ? m_pool->draw_length(min, most_known(type), rng) : std::nullopt;
    return known ? *known : min + rng.index(max - min + 1);
}

std::optional<std::uint32_t> ValueOperators::mutate_item(
    Value::List& items, std::size_t at, TypeId item_type, Rng& rng) const
{
    std::size_t before = 1;
    for (std::size_t i = 0; i < at; ++i)
    {
        before += element_count(items[i]);
    }
    const auto inside = mutate(items[at], item_type, rng);
    if (!inside)
    {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(before) + *inside;
}

std::optional<std::uint32_t> ValueOperators::mutate_array(
    Value::List& items, const Type& type, Rng& rng) const
{
    const TypeId item_type = type.elements.front();
    const Lengths bounds = lengths(type);
    if (const auto length = long_length(type, rng); length && *length != items.size())
    {
        fill_long_array(items, *length, type, rng);
        return 0;
    }
    const bool can_insert = items.size() < bounds.max;
    const bool can_remove = items.size() > bounds.min;
    const bool can_change = !items.empty() && has_choice(item_type);
    if (!can_insert && !can_remove && !can_change)
    {
        return std::nullopt;
    }
    if (can_change && ((!can_insert && !can_remove) || rng.chance(0.5)))
    {
        return mutate_item(items, rng.index(items.size()), item_type, rng);
    }
    if (can_insert && (!can_remove || rng.chance(0.5)))
    {
        const auto at = static_cast<std::ptrdiff_t>(rng.index(items.size() + 1));
        items.insert(items.begin() + at, random(item_type, rng));
        return 0;
    }
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(rng.index(items.size())));
    return 0;
}

std::optional<std::uint32_t> ValueOperators::mutate_tuple(
    Value::List& items, const Type& type, Rng& rng) const
{
    std::size_t choices = 0;
    for (const TypeId member : type.elements)
    {
        choices += has_choice(member) ? 1U : 0U;
    }
    std::size_t left = rng.index(choices);
    for (std::size_t i = 0; i < items.size(); ++i)
    {
        if (has_choice(type.elements[i]) && left-- == 0)
        {
            return mutate_item(items, i, type.elements[i], rng);
        }
    }
    return std::nullopt;
}

}  // namespace sbst
