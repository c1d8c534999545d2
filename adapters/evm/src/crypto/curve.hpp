// SPDX-License-Identifier: Apache-2.0
// Points of curves y^2 = x^3 + b over any field, and the membership tests for pairings. Only
// `is_on_curve` uses b. Next: pairing.hpp.
#pragma once

#include "tower.hpp"

namespace sbst::evm
{

/// A point by its coordinates; (0, 0), which is not on these curves, is the point at infinity.
template <typename Field>
struct AffinePoint
{
    Field x;
    Field y;

    [[nodiscard]] constexpr bool is_infinity() const noexcept { return x.is_zero() && y.is_zero(); }

    friend constexpr bool operator==(const AffinePoint&, const AffinePoint&) noexcept = default;
    friend constexpr AffinePoint operator-(const AffinePoint& p) noexcept { return {p.x, -p.y}; }
};

/// Tells whether y^2 = x^3 + b, or the point is infinity.
template <typename Field>
[[nodiscard]] constexpr bool is_on_curve(const AffinePoint<Field>& p, const Field& b) noexcept
{
    return p.is_infinity() || p.y.squared() == (p.x.squared() * p.x) + b;
}

/// The point (x / z^2, y / z^3); infinity where z = 0.
template <typename Field>
struct JacobianPoint
{
    Field x{Field::one()};
    Field y{Field::one()};
    Field z{};

    /// Infinity.
    constexpr JacobianPoint() noexcept = default;
    constexpr JacobianPoint(const Field& px, const Field& py, const Field& pz) noexcept
      : x{px}, y{py}, z{pz}
    {}
    explicit constexpr JacobianPoint(const AffinePoint<Field>& p) noexcept
    {
        if (!p.is_infinity())
        {
            *this = {p.x, p.y, Field::one()};
        }
    }

    [[nodiscard]] constexpr bool is_infinity() const noexcept { return z.is_zero(); }

    [[nodiscard]] constexpr AffinePoint<Field> to_affine() const noexcept
    {
        const Field scale = z.inverse();
        const Field square = scale.squared();
        return {x * square, y * square * scale};
    }

    friend constexpr bool operator==(const JacobianPoint& p, const JacobianPoint& q) noexcept
    {
        if (p.is_infinity() || q.is_infinity())
        {
            return p.is_infinity() == q.is_infinity();
        }
        const Field p_square = p.z.squared();
        const Field q_square = q.z.squared();
        return p.x * q_square == q.x * p_square && p.y * q_square * q.z == q.y * p_square * p.z;
    }

    friend constexpr JacobianPoint operator-(const JacobianPoint& p) noexcept
    {
        return {p.x, -p.y, p.z};
    }

    [[nodiscard]] constexpr JacobianPoint doubled() const noexcept
    {
        // Source: Lange's dbl-2009-l for a = 0. Infinity, and a point with y = 0, give z = 0.
        const Field a = x.squared();
        const Field b = y.squared();
        const Field c = b.squared();
        const Field d = ((x + b).squared() - a - c).doubled();
        const Field e = a.doubled() + a;
        const Field new_x = e.squared() - d.doubled();
        return {new_x, (e * (d - new_x)) - c.doubled().doubled().doubled(), (y * z).doubled()};
    }

    friend constexpr JacobianPoint operator+(
        const JacobianPoint& p, const JacobianPoint& q) noexcept
    {
        if (p.is_infinity())
        {
            return q;
        }
        if (q.is_infinity())
        {
            return p;
        }
        const Field p_square = p.z.squared();
        const Field q_square = q.z.squared();
        const Field start = p.x * q_square;
        const Field height = p.y * q_square * q.z;
        const Field run = (q.x * p_square) - start;
        const Field rise = (q.y * p_square * p.z) - height;
        if (run.is_zero())
        {
            return rise.is_zero() ? p.doubled() : JacobianPoint{};
        }
        const Field square = run.squared();
        const Field cube = square * run;
        const Field v = start * square;
        const Field new_x = rise.squared() - cube - v.doubled();
        return {new_x, (rise * (v - new_x)) - (height * cube), p.z * q.z * run};
    }

    /// Adds the point `scalar` times, by windows of four bits.
    template <std::size_t N>
    [[nodiscard]] constexpr JacobianPoint times(const Limbs<N>& scalar) const noexcept
    {
        std::array<JacobianPoint, 16> multiples{};
        for (std::size_t i = 1; i < multiples.size(); ++i)
        {
            multiples[i] = multiples[i - 1] + *this;
        }
        JacobianPoint result;
        for (std::size_t i = 16 * N; i-- > 0;)
        {
            if (!result.is_infinity())
            {
                result = result.doubled().doubled().doubled().doubled();
            }
            if (const unsigned digit = nibble(scalar, i); digit != 0)
            {
                result = result + multiples[digit];
            }
        }
        return result;
    }
};

/// How the curve over Fp2 with G2 is derived from y^2 = x^3 + b, and how its points map to the
/// curve over Fp12.
enum class Twist : std::uint8_t
{
    divided,    ///< y^2 = x^3 + b / xi; (x, y) stands for (x w^2, y w^3)
    multiplied  ///< y^2 = x^3 + b xi; (x, y) stands for (x / w^2, y / w^3)
};

/// Returns the constant of the twisted curve.
template <typename Curve>
[[nodiscard]] const Fp2<Curve>& twisted_b() noexcept
{
    static const Fp2<Curve> b =
        (Curve::twist == Twist::divided ? Fp2<Curve>::xi().inverse() : Fp2<Curve>::xi()) *
        Curve::Fp::from_small(Curve::b);
    return b;
}

/// Returns the point of the twisted curve for the p-th powers of the coordinates.
template <typename Curve>
[[nodiscard]] JacobianPoint<Fp2<Curve>> frobenius(const JacobianPoint<Fp2<Curve>>& q) noexcept
{
    static const std::array<Fp2<Curve>, 2> factors = [] {
        const auto& powers = frobenius_factors<Curve>();
        return Curve::twist == Twist::divided ?
                   std::array{powers[2], powers[3]} :
                   std::array{powers[2].inverse(), powers[3].inverse()};
    }();
    return {q.x.conjugate() * factors[0], q.y.conjugate() * factors[1], q.z.conjugate()};
}

/// Tells whether a point of the twisted curve has the curve's prime order r (or is infinity).
///
/// In G2 the Frobenius map, with trace t, is multiplication by t - 1. Multiplication by p + 1 - t =
/// h r maps such points to infinity; and h is 1 (bn254) or prime to the twist's cofactor
/// (BLS12-381). Source: Scott, A Note on Group Membership Tests, ePrint 2021/1130.
template <typename Curve>
[[nodiscard]] bool is_in_g2(const JacobianPoint<Fp2<Curve>>& q) noexcept
{
    const JacobianPoint<Fp2<Curve>> multiple = q.times(Curve::trace_less_one);
    return frobenius<Curve>(q) == (Curve::is_trace_negative ? -multiple : multiple);
}

}  // namespace sbst::evm
