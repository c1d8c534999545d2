// SPDX-License-Identifier: Apache-2.0
// Integers modulo a prime, in Montgomery form: a is stored as a 2^(64 N) mod p, so that a product
// needs no division. Next: tower.hpp.
#pragma once

#include "limbs.hpp"

#include <optional>

namespace sbst::evm
{

/// An element of the field of `Prime::modulus`, an odd prime p = 3 mod 4 whose top bit is clear.
/// Not constant in time: nothing here is secret. Source: Montgomery 1985; CIOS of Koc, Acar,
/// Kaliski 1996, without its extra word thanks to the clear top bit.
template <typename Prime>
class PrimeField
{
public:
    static constexpr std::size_t limb_count = Prime::modulus.size();
    static constexpr std::size_t byte_count = 8 * limb_count;
    using Integer = Limbs<limb_count>;
    static constexpr Integer modulus = Prime::modulus;
    static_assert(modulus[limb_count - 1] >> 63U == 0 && modulus[0] % 4 == 3);

    /// Zero.
    constexpr PrimeField() noexcept = default;

    /// Takes a number below p.
    [[nodiscard]] static constexpr PrimeField from_integer(const Integer& value) noexcept
    {
        return product(PrimeField{value}, PrimeField{montgomery_square});
    }

    /// Takes a small number.
    [[nodiscard]] static constexpr PrimeField from_small(std::uint64_t value) noexcept
    {
        return from_integer(Integer{value});
    }

    /// Reads big-endian bytes; nothing for p and above.
    [[nodiscard]] static constexpr std::optional<PrimeField> from_bytes(
        std::span<const std::uint8_t, byte_count> bytes) noexcept
    {
        const Integer value = limbs_from_bytes<limb_count>(bytes);
        if (!is_less(value, modulus))
        {
            return std::nullopt;
        }
        return from_integer(value);
    }

    [[nodiscard]] static constexpr PrimeField one() noexcept { return PrimeField{montgomery_one}; }

    /// Returns the number in [0, p).
    [[nodiscard]] constexpr Integer to_integer() const noexcept
    {
        return product(*this, PrimeField{Integer{1}}).m_digits;
    }

    /// Writes big-endian bytes.
    constexpr void to_bytes(std::span<std::uint8_t, byte_count> bytes) const noexcept
    {
        const Integer value = to_integer();
        for (std::size_t i = 0; i < byte_count; ++i)
        {
            const std::size_t place = byte_count - 1 - i;
            bytes[i] = static_cast<std::uint8_t>(value[place / 8] >> (8 * (place % 8)));
        }
    }

    [[nodiscard]] constexpr bool is_zero() const noexcept { return m_digits == Integer{}; }

    friend constexpr bool operator==(const PrimeField& a, const PrimeField& b) noexcept = default;

    friend constexpr PrimeField operator+(PrimeField a, const PrimeField& b) noexcept
    {
        add_to(a.m_digits, b.m_digits);
        a.reduce();
        return a;
    }

    friend constexpr PrimeField operator-(PrimeField a, const PrimeField& b) noexcept
    {
        const bool borrow = subtract_from(a.m_digits, b.m_digits);
        Integer more = a.m_digits;
        add_to(more, modulus);
        a.choose(borrow, more);
        return a;
    }

    friend constexpr PrimeField operator-(const PrimeField& a) noexcept { return PrimeField{} - a; }

    friend constexpr PrimeField operator*(const PrimeField& a, const PrimeField& b) noexcept
    {
        return product(a, b);
    }

    [[nodiscard]] constexpr PrimeField squared() const noexcept { return product(*this, *this); }
    [[nodiscard]] constexpr PrimeField doubled() const noexcept { return *this + *this; }

    /// Returns 1 / a; 0 for 0.
    [[nodiscard]] constexpr PrimeField inverse() const noexcept
    {
        Integer exponent = modulus;
        exponent[0] -= 2;
        return power(*this, exponent);
    }

    /// Returns one of the square roots; nothing when there is none.
    [[nodiscard]] constexpr std::optional<PrimeField> square_root() const noexcept
    {
        // a^((p+1)/4); (p+1)/4 is the floor of p/4, plus 1.
        Integer exponent = divided(modulus, 4);
        add_to(exponent, Integer{1});
        const PrimeField root = power(*this, exponent);
        return root.squared() == *this ? std::optional{root} : std::nullopt;
    }

private:
    explicit constexpr PrimeField(const Integer& digits) noexcept : m_digits{digits} {}

    /// Takes the other number if `takes_other`; without a branch, which random numbers would
    /// mispredict.
    constexpr void choose(bool takes_other, const Integer& other) noexcept
    {
        for (std::size_t i = 0; i < limb_count; ++i)
        {
            m_digits[i] = takes_other ? other[i] : m_digits[i];
        }
    }

    /// Reduces a number below 2p to below p.
    constexpr void reduce() noexcept
    {
        Integer less = m_digits;
        const bool borrow = subtract_from(less, modulus);
        choose(!borrow, less);
    }

    /// Returns 2^bits mod p.
    [[nodiscard]] static constexpr Integer power_of_two(std::size_t bits) noexcept
    {
        PrimeField result{Integer{1}};
        for (std::size_t i = 0; i < bits; ++i)
        {
            result = result + result;
        }
        return result.m_digits;
    }

    /// Returns -1 / p mod 2^64, by Newton's iteration: each step doubles the right bits.
    [[nodiscard]] static constexpr std::uint64_t negative_inverse() noexcept
    {
        std::uint64_t inverse = 1;
        for (int i = 0; i < 6; ++i)
        {
            inverse *= 2 - (modulus[0] * inverse);
        }
        return ~inverse + 1;
    }

    [[nodiscard]] static constexpr PrimeField product(
        const PrimeField& a, const PrimeField& b) noexcept
    {
        Integer t{};
        for (std::size_t i = 0; i < limb_count; ++i)
        {
            const std::uint64_t digit = b.m_digits[i];
            Uint128 high = (Uint128{a.m_digits[0]} * digit) + t[0];
            const std::uint64_t factor = static_cast<std::uint64_t>(high) * reduction_factor;
            Uint128 low = (Uint128{factor} * modulus[0]) + static_cast<std::uint64_t>(high);
            for (std::size_t j = 1; j < limb_count; ++j)
            {
                high = (Uint128{a.m_digits[j]} * digit) + t[j] +
                       static_cast<std::uint64_t>(high >> 64U);
                low = (Uint128{factor} * modulus[j]) + static_cast<std::uint64_t>(high) +
                      static_cast<std::uint64_t>(low >> 64U);
                t[j - 1] = static_cast<std::uint64_t>(low);
            }
            t[limb_count - 1] =
                static_cast<std::uint64_t>(high >> 64U) + static_cast<std::uint64_t>(low >> 64U);
        }
        PrimeField result{t};
        result.reduce();
        return result;
    }

    static constexpr std::uint64_t reduction_factor = negative_inverse();
    static constexpr Integer montgomery_one = power_of_two(64 * limb_count);
    static constexpr Integer montgomery_square = power_of_two(128 * limb_count);

    Integer m_digits{};
};

}  // namespace sbst::evm
