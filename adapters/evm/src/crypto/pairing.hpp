// SPDX-License-Identifier: Apache-2.0
// The optimal ate pairing of the BN and BLS12 families: Miller loops of many pairs with shared
// squarings, then one final exponentiation. Next: bn254.hpp, bls12_381.hpp.
#pragma once

#include "curve.hpp"

#include <vector>

namespace sbst::evm
{

enum class CurveFamily : std::uint8_t
{
    bn,
    bls12
};

/// Digits -1, 0 and 1, least significant first; at least one of two neighbours is 0.
struct SignedDigits
{
    std::array<std::int8_t, 72> digits{};
    std::size_t count{};
};

/// Writes a number below 2^70 with the fewest non-zero digits.
[[nodiscard]] constexpr SignedDigits signed_digits(Uint128 value) noexcept
{
    SignedDigits result;
    for (; value != 0; value >>= 1U)
    {
        int digit = 0;
        if ((value & 1U) != 0)
        {
            digit = (value & 3U) == 3 ? -1 : 1;
        }
        value = digit < 0 ? value + 1 : value - static_cast<unsigned>(digit);
        result.digits.at(result.count++) = static_cast<std::int8_t>(digit);
    }
    return result;
}

/// One pair of points of order r; a pair with an infinity has the pairing 1.
template <typename Curve>
struct PairingInput
{
    AffinePoint<typename Curve::Fp> p;
    AffinePoint<Fp2<Curve>> q;
};

/// A line y s + x t + u through points of the twist, times a factor that the final exponentiation
/// removes.
template <typename Curve>
struct PairingLine
{
    Fp2<Curve> y;
    Fp2<Curve> x;
    Fp2<Curve> constant;
};

/// Doubles the point and returns its tangent.
template <typename Curve>
[[nodiscard]] PairingLine<Curve> double_step(JacobianPoint<Fp2<Curve>>& t) noexcept
{
    // The slope is 3 x^2 / (2 y z); the line is scaled by 2 y z^3.
    const Fp2<Curve> square = t.x.squared();
    const Fp2<Curve> rise = square.doubled() + square;
    const Fp2<Curve> z_square = t.z.squared();
    const Fp2<Curve> constant = (rise * t.x) - t.y.squared().doubled();
    t = t.doubled();
    return {t.z * z_square, -(rise * z_square), constant};
}

/// Adds a point that is neither t nor -t nor infinity, and returns the line through both.
template <typename Curve>
[[nodiscard]] PairingLine<Curve> add_step(
    JacobianPoint<Fp2<Curve>>& t, const AffinePoint<Fp2<Curve>>& q) noexcept
{
    // The slope is rise / (run z); the line is scaled by run z.
    const Fp2<Curve> z_square = t.z.squared();
    const Fp2<Curve> run = (q.x * z_square) - t.x;
    const Fp2<Curve> rise = (q.y * z_square * t.z) - t.y;
    const Fp2<Curve> square = run.squared();
    const Fp2<Curve> cube = square * run;
    const Fp2<Curve> v = t.x * square;
    const Fp2<Curve> new_x = rise.squared() - cube - v.doubled();
    t = {new_x, (rise * (v - new_x)) - (t.y * cube), t.z * run};
    return {t.z, -rise, (rise * q.x) - (q.y * t.z)};
}

/// Multiplies by the value of the line at p.
template <typename Curve>
[[nodiscard]] Fp12<Curve> times_line(const Fp12<Curve>& f, const PairingLine<Curve>& line,
    const AffinePoint<typename Curve::Fp>& p) noexcept
{
    const Fp2<Curve> y = line.y * p.y;
    const Fp2<Curve> x = line.x * p.x;
    if constexpr (Curve::twist == Twist::divided)
    {
        // y + (x + u v) w
        const Fp6<Curve> low = f.c0 * y;
        const Fp6<Curve> high = f.c1.times_linear(x, line.constant);
        const Fp6<Curve> both = (f.c0 + f.c1).times_linear(y + x, line.constant);
        return {low + high.times_v(), both - low - high};
    }
    else
    {
        // (u + x v) + y v w
        const Fp6<Curve> low = f.c0.times_linear(line.constant, x);
        const Fp6<Curve> high = (f.c1 * y).times_v();
        const Fp6<Curve> both = (f.c0 + f.c1).times_linear(line.constant, x + y);
        return {low + high.times_v(), both - low - high};
    }
}

/// Returns the product of the Miller functions of all pairs. Source: Vercauteren, Optimal Pairings,
/// IEEE Trans. IT 2010.
template <typename Curve>
[[nodiscard]] Fp12<Curve> miller_loop(std::span<const PairingInput<Curve>> inputs)
{
    struct State
    {
        PairingInput<Curve> input;
        JacobianPoint<Fp2<Curve>> t;
    };
    std::vector<State> states;
    for (const PairingInput<Curve>& input : inputs)
    {
        if (!input.p.is_infinity() && !input.q.is_infinity())
        {
            states.push_back({input, JacobianPoint<Fp2<Curve>>{input.q}});
        }
    }
    Fp12<Curve> f = Fp12<Curve>::one();
    constexpr SignedDigits loop = signed_digits(Curve::loop_length);
    for (std::size_t i = loop.count - 1; i-- > 0;)
    {
        f = f.squared();
        for (State& s : states)
        {
            f = times_line(f, double_step<Curve>(s.t), s.input.p);
        }
        if (loop.digits[i] == 0)
        {
            continue;
        }
        for (State& s : states)
        {
            const AffinePoint<Fp2<Curve>> q = loop.digits[i] > 0 ? s.input.q : -s.input.q;
            f = times_line(f, add_step<Curve>(s.t, q), s.input.p);
        }
    }
    if constexpr (Curve::family == CurveFamily::bn)
    {
        for (State& s : states)
        {
            const auto first = frobenius<Curve>(JacobianPoint<Fp2<Curve>>{s.input.q});
            const auto second = frobenius<Curve>(first);
            f = times_line(f, add_step<Curve>(s.t, first.to_affine()), s.input.p);
            f = times_line(f, add_step<Curve>(s.t, (-second).to_affine()), s.input.p);
        }
    }
    return Curve::is_parameter_negative ? f.conjugate() : f;
}

/// Squares an element whose order divides p^4 - p^2 + 1. Source: Granger, Scott, Faster Squaring
/// in the Cyclotomic Subgroup of Sixth Degree Extensions, PKC 2010.
template <typename Curve>
[[nodiscard]] Fp12<Curve> cyclotomic_square(const Fp12<Curve>& f) noexcept
{
    struct Square
    {
        Fp2<Curve> low;
        Fp2<Curve> high;
    };
    // (a + b s)^2 with s^2 = xi.
    const auto square = [](const Fp2<Curve>& a, const Fp2<Curve>& b) {
        const Fp2<Curve> a2 = a.squared();
        const Fp2<Curve> b2 = b.squared();
        return Square{a2 + b2.times_xi(), (a + b).squared() - a2 - b2};
    };
    const auto minus = [](const Fp2<Curve>& t, const Fp2<Curve>& z) {
        return (t - z).doubled() + t;
    };
    const auto plus = [](const Fp2<Curve>& t, const Fp2<Curve>& z) {
        return (t + z).doubled() + t;
    };
    const Square first = square(f.c0.c0, f.c1.c1);
    const Square second = square(f.c1.c0, f.c0.c2);
    const Square third = square(f.c0.c1, f.c1.c2);
    return {{minus(first.low, f.c0.c0), minus(second.low, f.c0.c1), minus(third.low, f.c0.c2)},
        {plus(third.high.times_xi(), f.c1.c0), plus(first.high, f.c1.c1),
            plus(second.high, f.c1.c2)}};
}

/// Raises such an element to the curve's parameter.
template <typename Curve>
[[nodiscard]] Fp12<Curve> parameter_power(const Fp12<Curve>& f) noexcept
{
    constexpr SignedDigits exponent = signed_digits(Curve::parameter);
    const Fp12<Curve> inverse = f.conjugate();
    Fp12<Curve> result = f;
    for (std::size_t i = exponent.count - 1; i-- > 0;)
    {
        result = cyclotomic_square(result);
        if (exponent.digits[i] != 0)
        {
            result = result * (exponent.digits[i] > 0 ? f : inverse);
        }
    }
    return Curve::is_parameter_negative ? result.conjugate() : result;
}

/// Raises to 2x(6x^2 + 3x + 1) times (p^4 - p^2 + 1) / r. Source: Fuentes-Castaneda, Knapp,
/// Rodriguez-Henriquez, Faster Hashing to G2, SAC 2011.
template <typename Curve>
[[nodiscard]] Fp12<Curve> hard_part_bn(const Fp12<Curve>& f) noexcept
{
    const Fp12<Curve> two = cyclotomic_square(parameter_power(f));            // 2x
    const Fp12<Curve> six = cyclotomic_square(two) * two;                     // 6x
    const Fp12<Curve> six_square = parameter_power(six);                      // 6x^2
    const Fp12<Curve> cube = parameter_power(cyclotomic_square(six_square));  // 12x^3
    const Fp12<Curve> a = cube * six_square * six;
    const Fp12<Curve> b = a * two.conjugate();
    return a * six_square * f * frobenius(b) * frobenius(frobenius(a)) *
           frobenius(frobenius(frobenius(b * f.conjugate())));
}

/// Raises to 3 (p^4 - p^2 + 1) / r = (x-1)^2 (x+p) (x^2+p^2-1) + 3. Source: Hayashida, Hayasaka,
/// Teruya, Efficient Final Exponentiation via Cyclotomic Structure, ePrint 2020/875.
template <typename Curve>
[[nodiscard]] Fp12<Curve> hard_part_bls12(const Fp12<Curve>& f) noexcept
{
    const Fp12<Curve> once = parameter_power(f) * f.conjugate();
    const Fp12<Curve> twice = parameter_power(once) * once.conjugate();
    const Fp12<Curve> sum = parameter_power(twice) * frobenius(twice);
    return parameter_power(parameter_power(sum)) * frobenius(frobenius(sum)) * sum.conjugate() *
           cyclotomic_square(f) * f;
}

/// Raises to a multiple of (p^12 - 1) / r that is prime to r; `f` is not 0.
template <typename Curve>
[[nodiscard]] Fp12<Curve> final_exponentiation(const Fp12<Curve>& f) noexcept
{
    const Fp12<Curve> unitary = f.conjugate() * f.inverse();           // p^6 - 1
    const Fp12<Curve> easy = frobenius(frobenius(unitary)) * unitary;  // p^2 + 1
    if constexpr (Curve::family == CurveFamily::bn)
    {
        return hard_part_bn(easy);
    }
    else
    {
        return hard_part_bls12(easy);
    }
}

/// Returns the product of the pairings, each raised to the same number prime to r.
template <typename Curve>
[[nodiscard]] Fp12<Curve> pairing_product(std::span<const PairingInput<Curve>> inputs)
{
    return final_exponentiation(miller_loop(inputs));
}

}  // namespace sbst::evm
