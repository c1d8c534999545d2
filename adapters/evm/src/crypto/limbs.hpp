// SPDX-License-Identifier: Apache-2.0
// Unsigned integers of a fixed number of 64-bit limbs, with the operations needed for fields and
// scalars. Next: prime_field.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/numeric/u256.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sbst::evm
{

/// Base-2^64 digits, least significant first.
template <std::size_t N>
using Limbs = std::array<std::uint64_t, N>;

/// Reads lower-case hexadecimal digits without prefix, at compile time; at most 16 N of them.
template <std::size_t N>
[[nodiscard]] consteval Limbs<N> limbs_from_hex(std::string_view digits)
{
    Limbs<N> result{};
    for (std::size_t i = 0; i < digits.size(); ++i)
    {
        const char c = digits[digits.size() - 1 - i];
        const auto value = static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
        result.at(i / 16) |= value << (4 * (i % 16));
    }
    return result;
}

/// Reads 8 N big-endian bytes.
template <std::size_t N>
[[nodiscard]] constexpr Limbs<N> limbs_from_bytes(
    std::span<const std::uint8_t, 8 * N> bytes) noexcept
{
    Limbs<N> result{};
    for (std::size_t i = 0; i < 8 * N; ++i)
    {
        const std::size_t place = 8 * N - 1 - i;
        result[place / 8] |= std::uint64_t{bytes[i]} << (8 * (place % 8));
    }
    return result;
}

/// Adds `b` to `a` and returns the carry.
template <std::size_t N>
constexpr bool add_to(Limbs<N>& a, const Limbs<N>& b) noexcept
{
    unsigned char carry = 0;
    for (std::size_t i = 0; i < N; ++i)
    {
        a[i] = sbst::detail::add_carry(a[i], b[i], carry);
    }
    return carry != 0;
}

/// Subtracts `b` from `a` and returns the borrow.
template <std::size_t N>
constexpr bool subtract_from(Limbs<N>& a, const Limbs<N>& b) noexcept
{
    unsigned char borrow = 0;
    for (std::size_t i = 0; i < N; ++i)
    {
        a[i] = sbst::detail::sub_borrow(a[i], b[i], borrow);
    }
    return borrow != 0;
}

/// Tells whether a < b.
template <std::size_t N>
[[nodiscard]] constexpr bool is_less(Limbs<N> a, const Limbs<N>& b) noexcept
{
    return subtract_from(a, b);
}

/// Divides by a small number, rounding down.
template <std::size_t N>
[[nodiscard]] constexpr Limbs<N> divided(Limbs<N> a, std::uint64_t divisor) noexcept
{
    std::uint64_t remainder = 0;
    for (std::size_t i = N; i-- > 0;)
    {
        const Uint128 part = (Uint128{remainder} << 64U) | a[i];
        a[i] = static_cast<std::uint64_t>(part / divisor);
        remainder = static_cast<std::uint64_t>(part % divisor);
    }
    return a;
}

/// Returns the four bits from bit 4 `index` up.
template <std::size_t N>
[[nodiscard]] constexpr unsigned nibble(const Limbs<N>& a, std::size_t index) noexcept
{
    return static_cast<unsigned>(a[index / 16] >> (4 * (index % 16))) & 0xfU;
}

/// Raises to a power; `Group` has `one()`, `squared()` and multiplication. 0^0 is 1.
template <typename Group, std::size_t N>
[[nodiscard]] constexpr Group power(const Group& base, const Limbs<N>& exponent) noexcept
{
    std::array<Group, 16> powers{};
    powers[0] = Group::one();
    for (std::size_t i = 1; i < powers.size(); ++i)
    {
        powers[i] = powers[i - 1] * base;
    }
    Group result = Group::one();
    for (std::size_t i = 16 * N; i-- > 0;)
    {
        result = result.squared().squared().squared().squared();
        if (const unsigned digit = nibble(exponent, i); digit != 0)
        {
            result = result * powers[digit];
        }
    }
    return result;
}

}  // namespace sbst::evm
