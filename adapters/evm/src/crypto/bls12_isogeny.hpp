// SPDX-License-Identifier: Apache-2.0
// The constants of the maps from numbers to BLS12-381: the isogenous curves and the maps from them.
// Source: RFC 9380, sections 8.8 and E.2, E.3.
#pragma once

#include "bls12_381.hpp"

namespace sbst::evm
{

/// y^2 = x^3 + a x + b, and a number z that is not a square.
template <typename Field>
struct IsogenousCurve
{
    Field a;
    Field b;
    Field z;
};

/// Coefficients of the four polynomials of an isogeny, lowest first.
template <typename Field, std::size_t Degree>
struct Isogeny
{
    IsogenousCurve<Field> curve;
    std::array<Field, Degree + 1> x_numerator;
    std::array<Field, Degree> x_denominator;
    std::array<Field, ((3 * Degree) - 1) / 2> y_numerator;
    std::array<Field, ((3 * Degree) - 1) / 2> y_denominator;
};

/// The isogeny of degree 11 to the curve of G1.
[[nodiscard]] const Isogeny<Bls12::Fp, 11>& g1_isogeny() noexcept;

/// The isogeny of degree 3 to the curve of G2.
[[nodiscard]] const Isogeny<Fp2<Bls12>, 3>& g2_isogeny() noexcept;

}  // namespace sbst::evm
