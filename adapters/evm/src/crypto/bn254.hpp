// SPDX-License-Identifier: Apache-2.0
// The curve alt_bn128 of EIP-196 and EIP-197, a BN curve over a prime field of 254 bits. Next:
// bn254_precompiles.hpp.
#pragma once

#include "pairing.hpp"

namespace sbst::evm
{

/// y^2 = x^3 + 3. Source: EIP-196, EIP-197; BN parameter x = 4965661367192848881.
struct Bn254
{
    struct BasePrime
    {
        static constexpr Limbs<4> modulus =
            limbs_from_hex<4>("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
    };
    using Fp = PrimeField<BasePrime>;

    static constexpr CurveFamily family = CurveFamily::bn;
    static constexpr Twist twist = Twist::divided;
    static constexpr std::uint64_t b = 3;
    static constexpr std::uint64_t xi_real = 9;
    static constexpr std::uint64_t parameter = 0x44e992b44a6909f1;
    static constexpr bool is_parameter_negative = false;
    static constexpr Uint128 loop_length = (Uint128{parameter} * 6) + 2;
    static constexpr Uint128 trace_less_one_value = Uint128{parameter} * parameter * 6;
    static constexpr Limbs<2> trace_less_one{static_cast<std::uint64_t>(trace_less_one_value),
        static_cast<std::uint64_t>(trace_less_one_value >> 64U)};
    static constexpr bool is_trace_negative = false;

    /// The number of points of the curve, and of G2.
    static constexpr Limbs<4> order =
        limbs_from_hex<4>("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
};

}  // namespace sbst::evm
