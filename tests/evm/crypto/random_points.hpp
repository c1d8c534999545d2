// SPDX-License-Identifier: Apache-2.0
// Random elements of the fields and groups, and the common part of the tests of two curves.
#pragma once

#include "crypto/bls12_381.hpp"
#include "crypto/bn254.hpp"

#include <sbst/random/rng.hpp>

namespace sbst::evm::test
{

template <std::size_t N>
Limbs<N> random_limbs(Rng& rng)
{
    Limbs<N> result{};
    for (std::uint64_t& digit : result)
    {
        digit = rng.next();
    }
    return result;
}

/// Returns a number in [0, 2^253), which is below the orders of both curves.
inline Limbs<4> random_scalar(Rng& rng)
{
    Limbs<4> result = random_limbs<4>(rng);
    result[3] >>= 3U;
    return result;
}

inline U256 to_u256(const Limbs<4>& a)
{
    return U256{a[0], a[1], a[2], a[3]};
}

inline Limbs<4> to_limbs(const U256& a)
{
    return a.limbs;
}

/// Returns an element of a prime field, of limbs that fit.
template <typename Field>
Field random_element(Rng& rng)
{
    typename Field::Integer digits = random_limbs<Field::limb_count>(rng);
    digits.back() %= Field::modulus.back();
    return Field::from_integer(digits);
}

template <typename Curve>
Fp2<Curve> random_fp2(Rng& rng)
{
    using Fp = typename Curve::Fp;
    const Fp real = random_element<Fp>(rng);
    return {real, random_element<Fp>(rng)};
}

template <typename Curve>
Fp6<Curve> random_fp6(Rng& rng)
{
    const Fp2<Curve> c0 = random_fp2<Curve>(rng);
    const Fp2<Curve> c1 = random_fp2<Curve>(rng);
    return {c0, c1, random_fp2<Curve>(rng)};
}

template <typename Curve>
Fp12<Curve> random_fp12(Rng& rng)
{
    const Fp6<Curve> c0 = random_fp6<Curve>(rng);
    return {c0, random_fp6<Curve>(rng)};
}

/// The generator of the first group.
template <typename Curve>
AffinePoint<typename Curve::Fp> first_generator()
{
    if constexpr (Curve::family == CurveFamily::bn)
    {
        return {Curve::Fp::from_small(1), Curve::Fp::from_small(2)};
    }
    else
    {
        return bls12_g1();
    }
}

/// The generator of the second group; for bn254 that of EIP-197.
template <typename Curve>
AffinePoint<Fp2<Curve>> second_generator()
{
    if constexpr (Curve::family == CurveFamily::bn)
    {
        const auto number = [](const Limbs<4>& digits) { return Curve::Fp::from_integer(digits); };
        return {{number(limbs_from_hex<4>(
                     "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed")),
                    number(limbs_from_hex<4>(
                        "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"))},
            {number(limbs_from_hex<4>(
                 "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa")),
                number(limbs_from_hex<4>(
                    "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"))}};
    }
    else
    {
        return bls12_g2();
    }
}

/// Returns a point of the twisted curve by trial of x; nearly never of the right order.
template <typename Curve>
JacobianPoint<Fp2<Curve>> random_twist_point(Rng& rng)
{
    for (;;)
    {
        const Fp2<Curve> x = random_fp2<Curve>(rng);
        const auto y = ((x.squared() * x) + twisted_b<Curve>()).square_root();
        if (y)
        {
            return {x, *y, Fp2<Curve>::one()};
        }
    }
}

/// Returns a point of the curve of G1 by trial of x; nearly never of the right order.
inline JacobianPoint<Bls12::Fp> random_curve_point(Rng& rng)
{
    for (;;)
    {
        const auto x = random_element<Bls12::Fp>(rng);
        const auto y = ((x.squared() * x) + Bls12::Fp::from_small(Bls12::b)).square_root();
        if (y)
        {
            return {x, *y, Bls12::Fp::one()};
        }
    }
}

}  // namespace sbst::evm::test
