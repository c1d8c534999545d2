// SPDX-License-Identifier: Apache-2.0
#include "crypto/point_evaluation.hpp"

#include "crypto/digest.hpp"
#include "random_points.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

using Jacobian = JacobianPoint<Bls12::Fp>;

const U256 r = to_u256(Bls12::order);

/// The precompile's input; the hash follows from the commitment.
struct Claim
{
    U256 z;
    U256 y;
    G1Point commitment;
    G1Point proof;
};

Bytes encoded(const Claim& claim)
{
    const auto commitment = compress_g1(claim.commitment);
    Hash256 hash = sha256(commitment);
    hash[0] = 1;
    Bytes bytes(point_evaluation_size);
    auto place = std::copy(hash.begin(), hash.end(), bytes.begin());
    for (const U256& number : {claim.z, claim.y})
    {
        const auto digits = number.to_be_bytes();
        place = std::copy(digits.begin(), digits.end(), place);
    }
    place = std::copy(commitment.begin(), commitment.end(), place);
    const auto proof = compress_g1(claim.proof);
    std::copy(proof.begin(), proof.end(), place);
    return bytes;
}

bool is_accepted(const Bytes& input)
{
    Bytes output;
    const bool accepted = check_point_evaluation(input, output);
    CHECK(output.size() == (accepted ? 64U : 0U));
    return accepted;
}

bool is_accepted(const Claim& claim)
{
    return is_accepted(encoded(claim));
}

/// A published proof: its polynomial is not constant.
Bytes published()
{
    return parse_hex(
        "01e798154708fe7789429634053cbf9f99b619f9f084048927333fce637f549b"
        "564c0a11a0f704f4fc3e8acfe0f8245f0ad1347b378fbf96e206da11a5d36306"
        "24d25032e67a7e6a4910df5834b8fe70e6bcfeeac0352434196bdf4b2485d5a1"
        "8f59a8d2a1a625a17f3fea0fe5eb8c896db3764f3185481bc22f91b4aaffcca2"
        "5f26936857bc3a7c2539ea8ec3a952b7873033e038326e87ed3e1276fd140253"
        "fa08e9fc25fb2d9a98527fc22a2c9612fbeafdad446cbc7bcdbdcd780af2c16a")
        .value();
}

}  // namespace

TEST_CASE("point evaluation: a published proof holds, and returns the two constants",
    "[evm][crypto][golden]")
{
    Bytes output;
    REQUIRE(check_point_evaluation(published(), output));
    CHECK(to_hex(output) ==
          "0x0000000000000000000000000000000000000000000000000000000000001000"
          "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
}

TEST_CASE("point evaluation: a change to any part breaks the proof", "[evm][crypto][unit]")
{
    // Hash, z, y, commitment, proof; the last byte of each.
    for (const std::size_t place : {0U, 1U, 31U, 63U, 95U, 143U, 191U})
    {
        INFO(place);
        Bytes input = published();
        input[place] ^= 1;
        CHECK_FALSE(is_accepted(input));
    }
}

TEST_CASE(
    "point evaluation: constant polynomials, whose proof is infinity", "[evm][crypto][property]")
{
    Rng rng{1};
    for (int i = 0; i < 3; ++i)
    {
        INFO(i);
        const U256 value = to_u256(random_scalar(rng));
        const G1Point commitment = Jacobian{bls12_g1()}.times(to_limbs(value)).to_affine();
        const U256 z = to_u256(random_scalar(rng));
        CHECK(is_accepted(Claim{z, value, commitment, {}}));
        CHECK_FALSE(is_accepted(Claim{z, value + U256{1}, commitment, {}}));
        CHECK_FALSE(is_accepted(Claim{z, value, commitment, bls12_g1()}));
    }
    CHECK(is_accepted(Claim{0, 0, {}, {}}));
    CHECK(is_accepted(Claim{r - U256{1}, 0, {}, {}}));
    CHECK_FALSE(is_accepted(Claim{0, 1, {}, {}}));
}

TEST_CASE("point evaluation: numbers from the modulus up fail", "[evm][crypto][unit]")
{
    REQUIRE(is_accepted(Claim{1, 0, {}, {}}));
    CHECK_FALSE(is_accepted(Claim{r, 0, {}, {}}));
    CHECK_FALSE(is_accepted(Claim{r + U256{1}, 0, {}, {}}));
    CHECK_FALSE(is_accepted(Claim{1, r, {}, {}}));
    CHECK_FALSE(is_accepted(Claim{U256::max(), 0, {}, {}}));
    // The published y plus the modulus is the same number of the field.
    Bytes input = published();
    const U256 y = U256::from_be_bytes(BytesView{input}.subspan(64, 32)) + r;
    const auto digits = y.to_be_bytes();
    std::copy(digits.begin(), digits.end(), input.begin() + 64);
    CHECK_FALSE(is_accepted(input));
}

TEST_CASE("point evaluation: other lengths fail", "[evm][crypto][unit]")
{
    for (const std::size_t size : {0U, 32U, 191U, 193U, 384U})
    {
        INFO(size);
        Bytes input = published();
        input.resize(size);
        CHECK_FALSE(is_accepted(input));
    }
}

TEST_CASE("point evaluation: points that are not valid fail", "[evm][crypto][unit]")
{
    Claim claim{0, 0, {}, {}};
    REQUIRE(is_accepted(claim));
    // A proof and a commitment off the group: x = 0 has order 3.
    const G1Point small{{}, Bls12::Fp::from_small(2)};
    REQUIRE(is_on_curve(small, Bls12::Fp::from_small(Bls12::b)));
    claim.proof = small;
    CHECK_FALSE(is_accepted(claim));
    claim.proof = {};
    claim.commitment = small;
    CHECK_FALSE(is_accepted(claim));
    Bytes uncompressed = encoded(Claim{0, 0, {}, {}});
    uncompressed[144] = 0x40;
    CHECK_FALSE(is_accepted(uncompressed));
}
