// SPDX-License-Identifier: Apache-2.0
// The extension fields of a pairing-friendly curve, of degree 2, 6 and 12 over its prime field:
// Fp2 = Fp[i] / (i^2 + 1), Fp6 = Fp2[v] / (v^3 - xi), Fp12 = Fp6[w] / (w^2 - v), xi = n + i with a
// small n. `Curve` names `Fp` and n as `xi_real`; see bn254.hpp. Next: curve.hpp.
#pragma once

#include "prime_field.hpp"

namespace sbst::evm
{

/// c0 + c1 i.
template <typename Curve>
struct Fp2
{
    using Fp = typename Curve::Fp;

    Fp c0;
    Fp c1;

    [[nodiscard]] static constexpr Fp2 one() noexcept { return {Fp::one(), {}}; }

    /// The number whose cube root makes Fp6.
    [[nodiscard]] static constexpr Fp2 xi() noexcept
    {
        return {Fp::from_small(Curve::xi_real), Fp::one()};
    }

    [[nodiscard]] constexpr bool is_zero() const noexcept { return c0.is_zero() && c1.is_zero(); }

    friend constexpr bool operator==(const Fp2& a, const Fp2& b) noexcept = default;
    friend constexpr Fp2 operator+(const Fp2& a, const Fp2& b) noexcept
    {
        return {a.c0 + b.c0, a.c1 + b.c1};
    }
    friend constexpr Fp2 operator-(const Fp2& a, const Fp2& b) noexcept
    {
        return {a.c0 - b.c0, a.c1 - b.c1};
    }
    friend constexpr Fp2 operator-(const Fp2& a) noexcept { return {-a.c0, -a.c1}; }
    friend constexpr Fp2 operator*(const Fp2& a, const Fp2& b) noexcept
    {
        const Fp real = a.c0 * b.c0;
        const Fp imaginary = a.c1 * b.c1;
        return {real - imaginary, ((a.c0 + a.c1) * (b.c0 + b.c1)) - real - imaginary};
    }
    friend constexpr Fp2 operator*(const Fp2& a, const Fp& b) noexcept
    {
        return {a.c0 * b, a.c1 * b};
    }

    [[nodiscard]] constexpr Fp2 squared() const noexcept
    {
        return {(c0 + c1) * (c0 - c1), (c0 * c1).doubled()};
    }
    [[nodiscard]] constexpr Fp2 doubled() const noexcept { return *this + *this; }

    /// Returns c0 - c1 i, which is also the p-th power.
    [[nodiscard]] constexpr Fp2 conjugate() const noexcept { return {c0, -c1}; }

    /// Returns 1 / a; 0 for 0.
    [[nodiscard]] constexpr Fp2 inverse() const noexcept
    {
        const Fp scale = (c0.squared() + c1.squared()).inverse();
        return {c0 * scale, -(c1 * scale)};
    }

    /// Returns one of the square roots; nothing when there is none. Source: Adj, Rodriguez-
    /// Henriquez, Square Root Computation over Even Extension Fields, IEEE Trans. Computers 2014,
    /// algorithm 9.
    [[nodiscard]] constexpr std::optional<Fp2> square_root() const noexcept
    {
        // p = 3 mod 4, so that the floors are (p-3)/4 and (p-1)/2.
        const Fp2 start = power(*this, divided(Fp::modulus, 4));
        const Fp2 candidate = start * *this;
        const Fp2 norm = start * candidate;
        const Fp2 root = norm == -one() ? Fp2{-candidate.c1, candidate.c0} :
                                          power(one() + norm, divided(Fp::modulus, 2)) * candidate;
        return root.squared() == *this ? std::optional{root} : std::nullopt;
    }

    [[nodiscard]] constexpr Fp2 times_xi() const noexcept
    {
        return {times_small(c0) - c1, c0 + times_small(c1)};
    }

private:
    /// Multiplies by n, using only additions.
    [[nodiscard]] static constexpr Fp times_small(const Fp& a) noexcept
    {
        Fp result = a;
        for (auto bit = std::bit_floor(Curve::xi_real) / 2; bit != 0; bit /= 2)
        {
            result = result.doubled();
            if ((Curve::xi_real & bit) != 0)
            {
                result = result + a;
            }
        }
        return result;
    }
};

/// c0 + c1 v + c2 v^2.
template <typename Curve>
struct Fp6
{
    using Coefficient = Fp2<Curve>;

    Coefficient c0;
    Coefficient c1;
    Coefficient c2;

    [[nodiscard]] static constexpr Fp6 one() noexcept { return {Coefficient::one(), {}, {}}; }

    friend constexpr bool operator==(const Fp6& a, const Fp6& b) noexcept = default;
    friend constexpr Fp6 operator+(const Fp6& a, const Fp6& b) noexcept
    {
        return {a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2};
    }
    friend constexpr Fp6 operator-(const Fp6& a, const Fp6& b) noexcept
    {
        return {a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2};
    }
    friend constexpr Fp6 operator-(const Fp6& a) noexcept { return {-a.c0, -a.c1, -a.c2}; }
    friend constexpr Fp6 operator*(const Fp6& a, const Fp6& b) noexcept
    {
        const Coefficient v0 = a.c0 * b.c0;
        const Coefficient v1 = a.c1 * b.c1;
        const Coefficient v2 = a.c2 * b.c2;
        return {v0 + (((a.c1 + a.c2) * (b.c1 + b.c2)) - v1 - v2).times_xi(),
            ((a.c0 + a.c1) * (b.c0 + b.c1)) - v0 - v1 + v2.times_xi(),
            ((a.c0 + a.c2) * (b.c0 + b.c2)) - v0 - v2 + v1};
    }
    friend constexpr Fp6 operator*(const Fp6& a, const Coefficient& b) noexcept
    {
        return {a.c0 * b, a.c1 * b, a.c2 * b};
    }

    /// Multiplies by b0 + b1 v.
    [[nodiscard]] constexpr Fp6 times_linear(
        const Coefficient& b0, const Coefficient& b1) const noexcept
    {
        const Coefficient v0 = c0 * b0;
        const Coefficient v1 = c1 * b1;
        return {v0 + (((c1 + c2) * b1) - v1).times_xi(), ((c0 + c1) * (b0 + b1)) - v0 - v1,
            ((c0 + c2) * b0) - v0 + v1};
    }

    /// Multiplies by v.
    [[nodiscard]] constexpr Fp6 times_v() const noexcept { return {c2.times_xi(), c0, c1}; }

    /// Returns 1 / a; 0 for 0.
    [[nodiscard]] constexpr Fp6 inverse() const noexcept
    {
        const Coefficient t0 = c0.squared() - (c1 * c2).times_xi();
        const Coefficient t1 = c2.squared().times_xi() - (c0 * c1);
        const Coefficient t2 = c1.squared() - (c0 * c2);
        const Coefficient scale = ((c0 * t0) + ((c2 * t1) + (c1 * t2)).times_xi()).inverse();
        return {t0 * scale, t1 * scale, t2 * scale};
    }
};

/// c0 + c1 w.
template <typename Curve>
struct Fp12
{
    using Coefficient = Fp6<Curve>;

    Coefficient c0;
    Coefficient c1;

    [[nodiscard]] static constexpr Fp12 one() noexcept { return {Coefficient::one(), {}}; }

    friend constexpr bool operator==(const Fp12& a, const Fp12& b) noexcept = default;
    friend constexpr Fp12 operator*(const Fp12& a, const Fp12& b) noexcept
    {
        const Coefficient t0 = a.c0 * b.c0;
        const Coefficient t1 = a.c1 * b.c1;
        return {t0 + t1.times_v(), ((a.c0 + a.c1) * (b.c0 + b.c1)) - t0 - t1};
    }

    [[nodiscard]] constexpr Fp12 squared() const noexcept
    {
        const Coefficient t = c0 * c1;
        return {((c0 + c1) * (c0 + c1.times_v())) - t - t.times_v(), t + t};
    }

    /// Returns c0 - c1 w, which is also the p^6-th power.
    [[nodiscard]] constexpr Fp12 conjugate() const noexcept { return {c0, -c1}; }

    /// Returns 1 / a; 0 for 0.
    [[nodiscard]] constexpr Fp12 inverse() const noexcept
    {
        const Coefficient scale = ((c0 * c0) - (c1 * c1).times_v()).inverse();
        return {c0 * scale, -(c1 * scale)};
    }
};

/// Returns the powers 0 to 5 of xi^((p-1)/6): the factors of the conjugated coefficients of 1, w,
/// w^2, ... in the p-th power.
template <typename Curve>
[[nodiscard]] const std::array<Fp2<Curve>, 6>& frobenius_factors() noexcept
{
    static const std::array<Fp2<Curve>, 6> factors = [] {
        std::array<Fp2<Curve>, 6> result{};
        result[0] = Fp2<Curve>::one();
        result[1] = power(Fp2<Curve>::xi(), divided(Curve::Fp::modulus, 6));
        for (std::size_t i = 2; i < result.size(); ++i)
        {
            result[i] = result[i - 1] * result[1];
        }
        return result;
    }();
    return factors;
}

/// Returns the p-th power.
template <typename Curve>
[[nodiscard]] Fp12<Curve> frobenius(const Fp12<Curve>& a) noexcept
{
    const auto& factors = frobenius_factors<Curve>();
    return {
        {a.c0.c0.conjugate(), a.c0.c1.conjugate() * factors[2], a.c0.c2.conjugate() * factors[4]},
        {a.c1.c0.conjugate() * factors[1], a.c1.c1.conjugate() * factors[3],
            a.c1.c2.conjugate() * factors[5]}};
}

}  // namespace sbst::evm
