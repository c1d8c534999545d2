// SPDX-License-Identifier: Apache-2.0
#include "bls12_381.hpp"

#include <algorithm>

namespace sbst::evm
{

namespace
{

using Fp = Bls12::Fp;

constexpr std::uint8_t compressed_flag = 0x80;
constexpr std::uint8_t infinity_flag = 0x40;
constexpr std::uint8_t greater_flag = 0x20;
constexpr std::uint8_t all_flags = compressed_flag | infinity_flag | greater_flag;

/// Tells whether y > -y as integers.
bool is_greater_root(const Fp& y) noexcept
{
    return is_less((-y).to_integer(), y.to_integer());
}

}  // namespace

const G1Point& bls12_g1() noexcept
{
    static constexpr G1Point point{
        Fp::from_integer(limbs_from_hex<6>("17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905"
                                           "a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb")),
        Fp::from_integer(limbs_from_hex<6>("08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af6"
                                           "00db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1"))};
    return point;
}

const G2Point& bls12_g2() noexcept
{
    static constexpr G2Point point{
        {Fp::from_integer(limbs_from_hex<6>("024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02"
                                            "b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8")),
            Fp::from_integer(
                limbs_from_hex<6>("13e02b6052719f607dacd3a088274f65596bd0d09920b61a"
                                  "b5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"))},
        {Fp::from_integer(limbs_from_hex<6>("0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a7"
                                            "6d429a695160d12c923ac9cc3baca289e193548608b82801")),
            Fp::from_integer(
                limbs_from_hex<6>("0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af"
                                  "267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be"))}};
    return point;
}

bool is_in_g1(const JacobianPoint<Fp>& p) noexcept
{
    // (x, y) -> (beta x, y) satisfies f^2 + f + 1 = 0 on the whole curve. On points where it is
    // multiplication by -x^2, x^4 - x^2 + 1 = r maps the point to infinity.
    constexpr Fp beta =
        Fp::from_integer(limbs_from_hex<6>("5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688"
                                           "de17d813620a00022e01fffffffefffe"));
    constexpr Limbs<1> parameter{Bls12::parameter};
    const JacobianPoint<Fp> image{p.x * beta, p.y, p.z};
    return image == -p.times(parameter).times(parameter);
}

std::optional<G1Point> decompress_g1(std::span<const std::uint8_t, 48> bytes) noexcept
{
    const auto flags = static_cast<std::uint8_t>(bytes[0] & all_flags);
    std::array<std::uint8_t, 48> digits{};
    std::copy(bytes.begin(), bytes.end(), digits.begin());
    digits[0] = static_cast<std::uint8_t>(digits[0] ^ flags);
    const auto x = Fp::from_bytes(digits);
    if ((flags & compressed_flag) == 0 || !x)
    {
        return std::nullopt;
    }
    if ((flags & infinity_flag) != 0)
    {
        return x->is_zero() && (flags & greater_flag) == 0 ? std::optional{G1Point{}} :
                                                             std::nullopt;
    }
    const auto y = ((x->squared() * *x) + Fp::from_small(Bls12::b)).square_root();
    if (!y)
    {
        return std::nullopt;
    }
    const bool wants_greater = (flags & greater_flag) != 0;
    const G1Point point{*x, is_greater_root(*y) == wants_greater ? *y : -*y};
    return is_in_g1(JacobianPoint<Fp>{point}) ? std::optional{point} : std::nullopt;
}

std::array<std::uint8_t, 48> compress_g1(const G1Point& p) noexcept
{
    std::array<std::uint8_t, 48> bytes{};
    p.x.to_bytes(bytes);
    unsigned flags = compressed_flag;
    if (p.is_infinity())
    {
        flags |= infinity_flag;
    }
    else if (is_greater_root(p.y))
    {
        flags |= greater_flag;
    }
    bytes[0] = static_cast<std::uint8_t>(bytes[0] | flags);
    return bytes;
}

}  // namespace sbst::evm
