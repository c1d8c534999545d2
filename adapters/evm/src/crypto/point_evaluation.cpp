// SPDX-License-Identifier: Apache-2.0
#include "point_evaluation.hpp"

#include "bls12_381.hpp"
#include "digest.hpp"

#include <algorithm>

namespace sbst::evm
{

namespace
{

using Fp = Bls12::Fp;
using Jacobian = JacobianPoint<Fp>;

constexpr std::uint64_t elements_per_blob = 4096;
constexpr std::uint8_t kzg_version = 1;

/// Returns [tau] G2 of the ceremony's setup: its `g2_monomial[1]`, decompressed.
const G2Point& tau_g2() noexcept
{
    static constexpr G2Point point{
        {Fp::from_integer(limbs_from_hex<6>("185cbfee53492714734429b7b38608e23926c911cceceac9"
                                            "a36851477ba4c60b087041de621000edc98edada20c1def2")),
            Fp::from_integer(
                limbs_from_hex<6>("15bfd7dd8cdeb128843bc287230af38926187075cbfbefa8"
                                  "1009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72"))},
        {Fp::from_integer(limbs_from_hex<6>("014353bdb96b626dd7d5ee8599d1fca2131569490e28de18"
                                            "e82451a496a9c9794ce26d105941f383ee689bfbbb832a99")),
            Fp::from_integer(
                limbs_from_hex<6>("1666c54b0a32529503432fcae0181b4bef79de09fc63671f"
                                  "da5ed1ba9bfa07899495346f3d7ac9cd23048ef30d0a154f"))}};
    return point;
}

/// Tells whether the commitment hashes to the versioned hash.
bool has_hash(BytesView commitment, BytesView versioned_hash)
{
    Hash256 hash = sha256(commitment);
    hash[0] = kzg_version;
    return std::equal(hash.begin(), hash.end(), versioned_hash.begin(), versioned_hash.end());
}

/// Checks e(C - [y] G1 + [z] proof, G2) = e(proof, [tau] G2), the check of EIP-4844 with z on the
/// cheaper side.
bool is_proven(
    const G1Point& commitment, const G1Point& proof, const Limbs<4>& z, const Limbs<4>& y)
{
    const Jacobian left =
        Jacobian{commitment} + -Jacobian{bls12_g1()}.times(y) + Jacobian{proof}.times(z);
    const std::array<PairingInput<Bls12>, 2> pairs{
        {{left.to_affine(), bls12_g2()}, {-proof, tau_g2()}}};
    return pairing_product<Bls12>(pairs) == Fp12<Bls12>::one();
}

}  // namespace

bool check_point_evaluation(BytesView input, Bytes& output)
{
    if (input.size() != point_evaluation_size)
    {
        return false;
    }
    const Limbs<4> z = limbs_from_bytes<4>(input.subspan<32, 32>());
    const Limbs<4> y = limbs_from_bytes<4>(input.subspan<64, 32>());
    if (!has_hash(input.subspan<96, 48>(), input.first<32>()) || !is_less(z, Bls12::order) ||
        !is_less(y, Bls12::order))
    {
        return false;
    }
    const auto commitment = decompress_g1(input.subspan<96, 48>());
    const auto proof = decompress_g1(input.subspan<144, 48>());
    if (!commitment || !proof || !is_proven(*commitment, *proof, z, y))
    {
        return false;
    }
    const auto& r = Bls12::order;
    const auto count = U256{elements_per_blob}.to_be_bytes();
    const auto modulus = U256{r[0], r[1], r[2], r[3]}.to_be_bytes();
    output.assign(count.begin(), count.end());
    output.insert(output.end(), modulus.begin(), modulus.end());
    return true;
}

}  // namespace sbst::evm
