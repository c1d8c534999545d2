// SPDX-License-Identifier: Apache-2.0
// The 256-bit integer of the whole project: wide words, exact branch distances, bounds of wide
// types. Arithmetic wraps modulo 2^256; dividing by 0 gives 0. Next: distance.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sbst
{

/// The widest integer of the machine, for products and quotients of limbs.
__extension__ typedef unsigned __int128 Uint128;  // NOLINT(modernize-use-using): no extension there

/// Bytes of a word.
inline constexpr std::size_t word_bytes = 32;

/// Holds an unsigned integer in [0, 2^256); signed operations read it as two's complement.
struct U256
{
    /// Base-2^64 digits, least significant first.
    std::array<std::uint64_t, 4> limbs{};

    constexpr U256() noexcept = default;

    /// Converts from a machine word; negative machine integers are not extended (write `-U256{n}`).
    // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): words mix freely
    constexpr U256(std::uint64_t value) noexcept : limbs{value, 0, 0, 0} {}

    /// Builds from four limbs, least significant first.
    constexpr U256(std::uint64_t l0, std::uint64_t l1, std::uint64_t l2, std::uint64_t l3) noexcept
      : limbs{l0, l1, l2, l3}
    {}

    /// Returns 2^256 - 1.
    [[nodiscard]] static constexpr U256 max() noexcept
    {
        return U256{~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}};
    }

    /// Returns 2^exponent; exponents of 256 and more give 0.
    [[nodiscard]] static constexpr U256 power_of_two(unsigned exponent) noexcept
    {
        U256 result;
        if (exponent < 256)
        {
            result.limbs[exponent / 64] = std::uint64_t{1} << (exponent % 64);
        }
        return result;
    }

    /// Reads big-endian bytes, at most 32 (the last 32 of a longer span); fewer are padded on the
    /// left.
    [[nodiscard]] static U256 from_be_bytes(std::span<const std::uint8_t> bytes) noexcept;

    /// Writes 32 big-endian bytes.
    [[nodiscard]] std::array<std::uint8_t, 32> to_be_bytes() const noexcept;

    /// Reads decimal digits or `0x` and hexadecimal digits; nothing for other characters, no digits
    /// or overflow.
    [[nodiscard]] static std::optional<U256> parse(std::string_view text) noexcept;

    /// Writes decimal digits without leading zeros.
    [[nodiscard]] std::string to_decimal() const;

    /// Writes `0x` and hexadecimal digits without leading zeros.
    [[nodiscard]] std::string to_hex() const;

    friend constexpr bool operator==(const U256& a, const U256& b) noexcept
    {
        return ((a.limbs[0] ^ b.limbs[0]) | (a.limbs[1] ^ b.limbs[1]) | (a.limbs[2] ^ b.limbs[2]) |
                   (a.limbs[3] ^ b.limbs[3])) == 0;
    }
};

/// Quotient and remainder of one division.
struct DivMod
{
    U256 quotient;
    U256 remainder;
};

namespace detail
{

/// Adds with carry; `carry` is 0 or 1 before and after.
constexpr std::uint64_t add_carry(std::uint64_t a, std::uint64_t b, unsigned char& carry) noexcept
{
#if defined(__x86_64__)
    if (!std::is_constant_evaluated())
    {
        unsigned long long sum = 0;
        carry = _addcarry_u64(carry, a, b, &sum);
        return sum;
    }
#endif
    const std::uint64_t partial = a + b;
    const std::uint64_t sum = partial + carry;
    carry = static_cast<unsigned char>((partial < a ? 1U : 0U) | (sum < partial ? 1U : 0U));
    return sum;
}

/// Subtracts with borrow; `borrow` is 0 or 1 before and after.
constexpr std::uint64_t sub_borrow(std::uint64_t a, std::uint64_t b, unsigned char& borrow) noexcept
{
#if defined(__x86_64__)
    if (!std::is_constant_evaluated())
    {
        unsigned long long difference = 0;
        borrow = _subborrow_u64(borrow, a, b, &difference);
        return difference;
    }
#endif
    const std::uint64_t partial = a - b;
    const std::uint64_t difference = partial - borrow;
    borrow = static_cast<unsigned char>((a < b ? 1U : 0U) | (partial < borrow ? 1U : 0U));
    return difference;
}

/// Converts between a big-endian number and this machine's; its own inverse.
[[nodiscard]] constexpr std::uint64_t from_big_endian(std::uint64_t word) noexcept
{
    return std::endian::native == std::endian::little ? __builtin_bswap64(word) : word;
}

/// Divides by any divisor, word by word; 0 and 0 when the divisor is 0.
[[nodiscard]] DivMod divmod_wide(const U256& dividend, const U256& divisor) noexcept;

}  // namespace detail

/// Tells whether x is 0.
[[nodiscard]] constexpr bool is_zero(const U256& x) noexcept
{
    return (x.limbs[0] | x.limbs[1] | x.limbs[2] | x.limbs[3]) == 0;
}

/// Tells whether x < 2^64.
[[nodiscard]] constexpr bool fits_u64(const U256& x) noexcept
{
    return (x.limbs[1] | x.limbs[2] | x.limbs[3]) == 0;
}

/// Returns x mod 2^64.
[[nodiscard]] constexpr std::uint64_t low64(const U256& x) noexcept
{
    return x.limbs[0];
}

/// Returns the number of bits needed to write x: 0 for 0, 256 at most.
[[nodiscard]] constexpr unsigned bit_width(const U256& x) noexcept
{
    for (unsigned i = 4; i-- > 0;)
    {
        if (x.limbs[i] != 0)
        {
            return (64 * i) + static_cast<unsigned>(std::bit_width(x.limbs[i]));
        }
    }
    return 0;
}

/// Tells whether bit 255 is set, that is, x < 0 in two's complement.
[[nodiscard]] constexpr bool is_negative(const U256& x) noexcept
{
    return (x.limbs[3] >> 63U) != 0;
}

/// Returns the nearest double (ties to even).
[[nodiscard]] double to_double(const U256& x) noexcept;

constexpr U256 operator+(const U256& a, const U256& b) noexcept
{
    unsigned char carry = 0;
    U256 r;
    r.limbs[0] = detail::add_carry(a.limbs[0], b.limbs[0], carry);
    r.limbs[1] = detail::add_carry(a.limbs[1], b.limbs[1], carry);
    r.limbs[2] = detail::add_carry(a.limbs[2], b.limbs[2], carry);
    r.limbs[3] = detail::add_carry(a.limbs[3], b.limbs[3], carry);
    return r;
}

constexpr U256 operator-(const U256& a, const U256& b) noexcept
{
    unsigned char borrow = 0;
    U256 r;
    r.limbs[0] = detail::sub_borrow(a.limbs[0], b.limbs[0], borrow);
    r.limbs[1] = detail::sub_borrow(a.limbs[1], b.limbs[1], borrow);
    r.limbs[2] = detail::sub_borrow(a.limbs[2], b.limbs[2], borrow);
    r.limbs[3] = detail::sub_borrow(a.limbs[3], b.limbs[3], borrow);
    return r;
}

constexpr U256 operator-(const U256& x) noexcept
{
    return U256{} - x;
}

constexpr U256 operator&(const U256& a, const U256& b) noexcept
{
    return U256{a.limbs[0] & b.limbs[0], a.limbs[1] & b.limbs[1], a.limbs[2] & b.limbs[2],
        a.limbs[3] & b.limbs[3]};
}

constexpr U256 operator|(const U256& a, const U256& b) noexcept
{
    return U256{a.limbs[0] | b.limbs[0], a.limbs[1] | b.limbs[1], a.limbs[2] | b.limbs[2],
        a.limbs[3] | b.limbs[3]};
}

constexpr U256 operator^(const U256& a, const U256& b) noexcept
{
    return U256{a.limbs[0] ^ b.limbs[0], a.limbs[1] ^ b.limbs[1], a.limbs[2] ^ b.limbs[2],
        a.limbs[3] ^ b.limbs[3]};
}

constexpr U256 operator~(const U256& x) noexcept
{
    return U256{~x.limbs[0], ~x.limbs[1], ~x.limbs[2], ~x.limbs[3]};
}

/// Compares unsigned: a borrow out of a - b means a < b, without a branch.
constexpr bool operator<(const U256& a, const U256& b) noexcept
{
    unsigned char borrow = 0;
    for (std::size_t i = 0; i < 4; ++i)
    {
        static_cast<void>(detail::sub_borrow(a.limbs[i], b.limbs[i], borrow));
    }
    return borrow != 0;
}

constexpr bool operator>(const U256& a, const U256& b) noexcept
{
    return b < a;
}

constexpr bool operator<=(const U256& a, const U256& b) noexcept
{
    return !(b < a);
}

constexpr bool operator>=(const U256& a, const U256& b) noexcept
{
    return !(a < b);
}

constexpr std::strong_ordering operator<=>(const U256& a, const U256& b) noexcept
{
    if (a == b)
    {
        return std::strong_ordering::equal;
    }
    return a < b ? std::strong_ordering::less : std::strong_ordering::greater;
}

constexpr U256 operator*(const U256& a, const U256& b) noexcept
{
    if (fits_u64(a) && fits_u64(b))
    {
        const Uint128 product = Uint128{a.limbs[0]} * b.limbs[0];
        return U256{
            static_cast<std::uint64_t>(product), static_cast<std::uint64_t>(product >> 64U), 0, 0};
    }
    U256 r;
    for (std::size_t i = 0; i < 4; ++i)
    {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; i + j < 4; ++j)
        {
            const Uint128 t = (Uint128{a.limbs[i]} * b.limbs[j]) + r.limbs[i + j] + carry;
            r.limbs[i + j] = static_cast<std::uint64_t>(t);
            carry = static_cast<std::uint64_t>(t >> 64U);
        }
    }
    return r;
}

/// Shifts left; counts of 256 and more give 0.
constexpr U256 operator<<(const U256& x, std::uint64_t count) noexcept
{
    if (count >= 256)
    {
        return {};
    }
    const std::size_t words = count / 64;
    const auto bits = static_cast<unsigned>(count % 64);
    U256 r;
    for (std::size_t i = 4; i-- > words;)
    {
        r.limbs[i] = x.limbs[i - words] << bits;
        if (bits != 0 && i > words)
        {
            r.limbs[i] |= x.limbs[i - words - 1] >> (64 - bits);
        }
    }
    return r;
}

/// Shifts right, filling with zeros; counts of 256 and more give 0.
constexpr U256 operator>>(const U256& x, std::uint64_t count) noexcept
{
    if (count >= 256)
    {
        return {};
    }
    const std::size_t words = count / 64;
    const auto bits = static_cast<unsigned>(count % 64);
    U256 r;
    for (std::size_t i = 0; i + words < 4; ++i)
    {
        r.limbs[i] = x.limbs[i + words] >> bits;
        if (bits != 0 && i + words < 3)
        {
            r.limbs[i] |= x.limbs[i + words + 1] << (64 - bits);
        }
    }
    return r;
}

constexpr U256 operator<<(const U256& x, const U256& count) noexcept
{
    return fits_u64(count) ? x << low64(count) : U256{};
}

constexpr U256 operator>>(const U256& x, const U256& count) noexcept
{
    return fits_u64(count) ? x >> low64(count) : U256{};
}

/// Divides unsigned; quotient and remainder are 0 when the divisor is 0.
[[nodiscard]] inline DivMod divmod(const U256& dividend, const U256& divisor) noexcept
{
    if (fits_u64(dividend) && fits_u64(divisor) && divisor.limbs[0] != 0)
    {
        return {
            U256{dividend.limbs[0] / divisor.limbs[0]}, U256{dividend.limbs[0] % divisor.limbs[0]}};
    }
    return detail::divmod_wide(dividend, divisor);
}

/// Divides unsigned; x / 0 is 0.
inline U256 operator/(const U256& a, const U256& b) noexcept
{
    return divmod(a, b).quotient;
}

/// Takes the remainder unsigned; x % 0 is 0.
inline U256 operator%(const U256& a, const U256& b) noexcept
{
    return divmod(a, b).remainder;
}

constexpr U256& operator+=(U256& a, const U256& b) noexcept
{
    return a = a + b;
}

constexpr U256& operator-=(U256& a, const U256& b) noexcept
{
    return a = a - b;
}

constexpr U256& operator*=(U256& a, const U256& b) noexcept
{
    return a = a * b;
}

constexpr U256& operator&=(U256& a, const U256& b) noexcept
{
    return a = a & b;
}

constexpr U256& operator|=(U256& a, const U256& b) noexcept
{
    return a = a | b;
}

constexpr U256& operator^=(U256& a, const U256& b) noexcept
{
    return a = a ^ b;
}

constexpr U256& operator<<=(U256& a, std::uint64_t count) noexcept
{
    return a = a << count;
}

constexpr U256& operator>>=(U256& a, std::uint64_t count) noexcept
{
    return a = a >> count;
}

inline U256& operator/=(U256& a, const U256& b) noexcept
{
    return a = a / b;
}

inline U256& operator%=(U256& a, const U256& b) noexcept
{
    return a = a % b;
}

/// Maps two's complement to offset binary, so that unsigned order becomes signed order.
[[nodiscard]] constexpr U256 flip_sign(const U256& x) noexcept
{
    return U256{x.limbs[0], x.limbs[1], x.limbs[2], x.limbs[3] ^ (std::uint64_t{1} << 63U)};
}

/// Tells whether a < b in two's complement.
[[nodiscard]] constexpr bool signed_less(const U256& a, const U256& b) noexcept
{
    return flip_sign(a) < flip_sign(b);
}

/// Divides in two's complement, truncating towards zero; x / 0 is 0, -2^255 / -1 wraps to -2^255.
[[nodiscard]] U256 sdiv(const U256& a, const U256& b) noexcept;

/// Takes the remainder with the sign of the dividend; x % 0 is 0.
[[nodiscard]] U256 smod(const U256& a, const U256& b) noexcept;

/// Returns (a + b) mod m over the integers; 0 when m is 0.
[[nodiscard]] U256 addmod(const U256& a, const U256& b, const U256& m) noexcept;

/// Returns (a * b) mod m over the integers; 0 when m is 0.
[[nodiscard]] U256 mulmod(const U256& a, const U256& b, const U256& m) noexcept;

/// Returns base^exponent mod 2^256; 0^0 is 1.
[[nodiscard]] U256 pow(U256 base, const U256& exponent) noexcept;

/// Extends the sign of the integer of byte_index + 1 bytes at the low end; indices above 30 change
/// nothing.
[[nodiscard]] U256 sign_extend(const U256& byte_index, const U256& x) noexcept;

/// Returns byte `index` counted from the most significant one; 0 from index 32 on.
[[nodiscard]] constexpr U256 byte_at(const U256& index, const U256& x) noexcept
{
    if (!fits_u64(index) || index.limbs[0] >= 32)
    {
        return {};
    }
    const std::size_t position = 31 - index.limbs[0];
    return U256{(x.limbs[position / 8] >> (8 * (position % 8))) & 0xffU};
}

/// Shifts right, filling with the sign; counts of 256 and more give 0 or -1.
[[nodiscard]] constexpr U256 sar(const U256& x, const U256& count) noexcept
{
    const U256 fill = is_negative(x) ? U256::max() : U256{};
    if (!fits_u64(count) || low64(count) >= 256)
    {
        return fill;
    }
    const std::uint64_t n = low64(count);
    return n == 0 ? x : (x >> n) | (fill << (256 - n));
}

/// Returns a + b, or 2^256 - 1 where that does not fit.
[[nodiscard]] constexpr U256 saturating_add(const U256& a, const U256& b) noexcept
{
    const U256 sum = a + b;
    return sum < a ? U256::max() : sum;
}

/// Returns a - b, or 0 where a < b.
[[nodiscard]] constexpr U256 saturating_sub(const U256& a, const U256& b) noexcept
{
    return a < b ? U256{} : a - b;
}

/// Returns |a - b| of unsigned values.
[[nodiscard]] constexpr U256 abs_difference(const U256& a, const U256& b) noexcept
{
    return a < b ? b - a : a - b;
}

/// Mixes the limbs into one word, the same on every machine.
[[nodiscard]] constexpr std::uint64_t hash_value(const U256& x) noexcept
{
    std::uint64_t h = x.limbs[0] * 0x9e3779b97f4a7c15ULL;
    h = (h ^ (h >> 32U) ^ x.limbs[1]) * 0xbf58476d1ce4e5b9ULL;
    h = (h ^ (h >> 32U) ^ x.limbs[2]) * 0x94d049bb133111ebULL;
    h = (h ^ (h >> 32U) ^ x.limbs[3]) * 0x9e3779b97f4a7c15ULL;
    return h ^ (h >> 32U);
}

inline U256 U256::from_be_bytes(std::span<const std::uint8_t> bytes) noexcept
{
    if (bytes.size() > 32)
    {
        bytes = bytes.last(32);
    }
    std::array<std::uint8_t, 32> padded{};
    std::copy(bytes.begin(), bytes.end(), padded.end() - static_cast<std::ptrdiff_t>(bytes.size()));
    std::array<std::uint64_t, 4> words{};
    std::memcpy(words.data(), padded.data(), 32);
    return U256{detail::from_big_endian(words[3]), detail::from_big_endian(words[2]),
        detail::from_big_endian(words[1]), detail::from_big_endian(words[0])};
}

inline std::array<std::uint8_t, 32> U256::to_be_bytes() const noexcept
{
    const std::array<std::uint64_t, 4> words{detail::from_big_endian(limbs[3]),
        detail::from_big_endian(limbs[2]), detail::from_big_endian(limbs[1]),
        detail::from_big_endian(limbs[0])};
    std::array<std::uint8_t, 32> bytes{};
    std::memcpy(bytes.data(), words.data(), 32);
    return bytes;
}

}  // namespace sbst

/// Hashes for lookup tables; iteration order of such tables must never matter.
template <>
struct std::hash<sbst::U256>
{
    std::size_t operator()(const sbst::U256& x) const noexcept { return sbst::hash_value(x); }
};
