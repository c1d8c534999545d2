// SPDX-License-Identifier: Apache-2.0
#include <sbst/seeding/constant_table.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace sbst
{

namespace
{

/// Integers up to here are exact in a double of 64 bits.
constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53U;

/// The words of a range in two's complement: at most two slices of the unsigned order.
struct WordSlices
{
    std::span<const U256> first;
    std::span<const U256> second;

    [[nodiscard]] std::size_t size() const { return first.size() + second.size(); }
    [[nodiscard]] const U256& operator[](std::size_t i) const
    {
        return i < first.size() ? first[i] : second[i - first.size()];
    }
};

WordSlices slices(
    const SortedConstants<U256, std::less<>>& words, const U256& low, const U256& high)
{
    if (low <= high)
    {
        return {words.slice(low, high), {}};
    }
    // A signed range around 0 wraps: its negative part is the upper end of the unsigned order.
    return {words.slice(U256{}, high), words.slice(low, U256::max())};
}

std::string bytes_of(const U256& word, std::size_t size)
{
    const std::array<std::uint8_t, word_bytes> bytes = word.to_be_bytes();
    return {bytes.end() - static_cast<std::ptrdiff_t>(size), bytes.end()};
}

double signed_number(const U256& word)
{
    return is_negative(word) ? -to_double(-word) : to_double(word);
}

}  // namespace

std::optional<Value> ConstantTable::draw(const Type& type, Rng& rng) const
{
    switch (type.kind)
    {
        case TypeKind::integer:
            return draw_integer(type, rng);
        case TypeKind::floating:
            return draw_number(type, rng);
        case TypeKind::string:
            return draw_text(type, rng);
        case TypeKind::bytes:
            return type.fixed_size ? draw_fixed_bytes(*type.fixed_size, rng) : draw_text(type, rng);
        case TypeKind::void_type:
        case TypeKind::boolean:
        case TypeKind::array:
        case TypeKind::tuple:
        case TypeKind::enumeration:
        case TypeKind::object:
            break;
    }
    return std::nullopt;
}

std::optional<Value> ConstantTable::draw_integer(const Type& type, Rng& rng) const
{
    const WordSlices fitting = slices(words, integer_minimum(type), integer_maximum(type));
    if (fitting.size() == 0)
    {
        return std::nullopt;
    }
    return Value(fitting[rng.index(fitting.size())]);
}

std::optional<Value> ConstantTable::draw_number(const Type& type, Rng& rng) const
{
    const WordSlices fitting = slices(words, -U256{largest_exact}, U256{largest_exact});
    const std::size_t total = numbers.size() + fitting.size();
    if (total == 0)
    {
        return std::nullopt;
    }
    const std::size_t at = rng.index(total);
    const double number =
        at < numbers.size() ? numbers.values()[at] : signed_number(fitting[at - numbers.size()]);
    if (type.bits == 64)
    {
        return Value(number);
    }
    // The conversion is undefined outside the narrow type's range: stay at its end.
    constexpr double largest = std::numeric_limits<float>::max();
    return Value(static_cast<double>(
        static_cast<float>(std::isinf(number) ? number : std::clamp(number, -largest, largest))));
}

std::optional<Value> ConstantTable::draw_text(const Type& type, Rng& rng) const
{
    const auto& sorted = texts.values();
    const auto shorter = [](const std::string& text, std::size_t length) {
        return text.size() < length;
    };
    const auto longer = [](std::size_t length, const std::string& text) {
        return length < text.size();
    };
    const auto first =
        std::lower_bound(sorted.begin(), sorted.end(), type.min_length.value_or(0), shorter);
    const auto last = type.max_length ?
                          std::upper_bound(first, sorted.end(), *type.max_length, longer) :
                          sorted.end();
    if (first == last)
    {
        return std::nullopt;
    }
    const std::size_t at = rng.index(static_cast<std::size_t>(last - first));
    return Value(first[static_cast<std::ptrdiff_t>(at)]);
}

std::optional<Value> ConstantTable::draw_fixed_bytes(std::size_t size, Rng& rng) const
{
    const std::span<const std::string> same_size =
        texts.slice(std::string(size, '\0'), std::string(size, '\xff'));
    std::span<const U256> fitting;
    if (size > 0 && size <= word_bytes)
    {
        const auto bits = static_cast<unsigned>(8 * size);
        // 2^256 wraps to 0, so 32 bytes give all words.
        fitting = words.slice(U256{}, U256::power_of_two(bits) - U256{1});
    }
    const std::size_t total = same_size.size() + fitting.size();
    if (total == 0)
    {
        return std::nullopt;
    }
    const std::size_t at = rng.index(total);
    return Value(
        at < same_size.size() ? same_size[at] : bytes_of(fitting[at - same_size.size()], size));
}

}  // namespace sbst
