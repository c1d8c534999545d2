// SPDX-License-Identifier: Apache-2.0
#include "bls12_map.hpp"

#include "bls12_isogeny.hpp"

namespace sbst::evm
{

namespace
{

using Fp = Bls12::Fp;
using Extension = Fp2<Bls12>;

/// Returns the sign of RFC 9380, section 4.1: the parity of the first part that is not 0.
bool is_odd(const Fp& a) noexcept
{
    return (a.to_integer()[0] & 1U) != 0;
}

bool is_odd(const Extension& a) noexcept
{
    return is_odd(a.c0) || (a.c0.is_zero() && is_odd(a.c1));
}

/// Maps to the curve y^2 = x^3 + a x + b of the isogeny. Source: RFC 9380, section 6.6.2.
template <typename Field>
AffinePoint<Field> map_simple(const Field& u, const IsogenousCurve<Field>& curve) noexcept
{
    const auto right_side = [&](const Field& x) { return ((x.squared() + curve.a) * x) + curve.b; };
    const Field scaled = curve.z * u.squared();
    const Field inverse = (scaled.squared() + scaled).inverse();
    const Field first = inverse.is_zero() ?
                            curve.b * (curve.z * curve.a).inverse() :
                            -(curve.b * curve.a.inverse()) * (Field::one() + inverse);
    AffinePoint<Field> point{first, {}};
    auto root = right_side(first).square_root();
    if (!root)
    {
        // One of the two is a square: their quotient is z^3 u^6, and z is not a square.
        point.x = scaled * first;
        root = right_side(point.x).square_root();
    }
    point.y = root.value_or(Field{});
    return is_odd(u) == is_odd(point.y) ? point : -point;
}

/// Returns the value of a polynomial, lowest coefficient first.
template <typename Field>
Field value_at(std::span<const Field> coefficients, const Field& x) noexcept
{
    Field sum;
    for (std::size_t i = coefficients.size(); i-- > 0;)
    {
        sum = (sum * x) + coefficients[i];
    }
    return sum;
}

/// Applies the isogeny; where a denominator is 0 the image is infinity. Source: RFC 9380, E.
template <typename Field, typename Isogeny>
JacobianPoint<Field> apply(const Isogeny& isogeny, const AffinePoint<Field>& p) noexcept
{
    const auto x_denominator = value_at<Field>(isogeny.x_denominator, p.x);
    const auto y_denominator = value_at<Field>(isogeny.y_denominator, p.x);
    const Field scale = (x_denominator * y_denominator).inverse();
    if (scale.is_zero())
    {
        return {};
    }
    return {value_at<Field>(isogeny.x_numerator, p.x) * y_denominator * scale,
        p.y * value_at<Field>(isogeny.y_numerator, p.x) * x_denominator * scale, Field::one()};
}

}  // namespace

JacobianPoint<Fp> map_to_g1(const Fp& u) noexcept
{
    const auto point = apply<Fp>(g1_isogeny(), map_simple(u, g1_isogeny().curve));
    // The multiplication by 1 - x clears the cofactor.
    return point.times(Limbs<1>{Bls12::parameter + 1});
}

JacobianPoint<Extension> map_to_g2(const Extension& u) noexcept
{
    const auto point = apply<Extension>(g2_isogeny(), map_simple(u, g2_isogeny().curve));
    // [x^2 - x - 1] P + [x - 1] f(P) + f(f([2] P)), f the Frobenius map. Source: Budroni, Pintore,
    // Efficient Hash Maps to G2 on BLS Curves, ePrint 2017/419.
    const auto once = -point.times(Limbs<1>{Bls12::parameter});
    const auto image = frobenius<Bls12>(point);
    const auto twice = frobenius<Bls12>(frobenius<Bls12>(point.doubled()));
    const auto sum = once + image;
    return -sum.times(Limbs<1>{Bls12::parameter}) + -once + -point + -image + twice;
}

}  // namespace sbst::evm
