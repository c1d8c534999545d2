// SPDX-License-Identifier: Apache-2.0
// The curve BLS12-381 and its points as Ethereum encodes them. Next: point_evaluation.hpp.
#pragma once

#include "pairing.hpp"

namespace sbst::evm
{

/// y^2 = x^3 + 4. Source: RFC 9380, section 8.8; EIP-2537; BLS parameter x = -0xd201000000010000.
struct Bls12
{
    struct BasePrime
    {
        static constexpr Limbs<6> modulus = limbs_from_hex<6>(
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf"
            "6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
    };
    using Fp = PrimeField<BasePrime>;

    static constexpr CurveFamily family = CurveFamily::bls12;
    static constexpr Twist twist = Twist::multiplied;
    static constexpr std::uint64_t b = 4;
    static constexpr std::uint64_t xi_real = 1;
    static constexpr std::uint64_t parameter = 0xd201000000010000;
    static constexpr bool is_parameter_negative = true;
    static constexpr Uint128 loop_length = parameter;
    static constexpr Limbs<1> trace_less_one{parameter};
    static constexpr bool is_trace_negative = true;

    /// The number of points of G1 and of G2.
    static constexpr Limbs<4> order =
        limbs_from_hex<4>("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
};

using G1Point = AffinePoint<Bls12::Fp>;
using G2Point = AffinePoint<Fp2<Bls12>>;

/// Returns the standard generator of G1.
[[nodiscard]] const G1Point& bls12_g1() noexcept;

/// Returns the standard generator of G2.
[[nodiscard]] const G2Point& bls12_g2() noexcept;

/// Tells whether a point of the curve has order r (or is infinity). Source: Scott, A Note on Group
/// Membership Tests, ePrint 2021/1130.
[[nodiscard]] bool is_in_g1(const JacobianPoint<Bls12::Fp>& p) noexcept;

/// Reads a point of G1 from 48 bytes: the x coordinate, and in its three top bits the flags
/// compressed, infinite and "y is the greater root". Nothing unless it is the unique encoding of a
/// point of order r or of infinity. Source: EIP-4844's KeyValidate of the consensus specification.
[[nodiscard]] std::optional<G1Point> decompress_g1(
    std::span<const std::uint8_t, 48> bytes) noexcept;

/// Writes such an encoding.
[[nodiscard]] std::array<std::uint8_t, 48> compress_g1(const G1Point& p) noexcept;

}  // namespace sbst::evm
