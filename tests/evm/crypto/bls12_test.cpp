// SPDX-License-Identifier: Apache-2.0
#include "random_points.hpp"
#include "support/catch.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

using Fp = Bls12::Fp;
using Jacobian = JacobianPoint<Fp>;
using Encoding = std::array<std::uint8_t, 48>;

}  // namespace

TEST_CASE(
    "BLS12-381: a point is in the first group when the order kills it", "[evm][crypto][property]")
{
    Rng rng{1};
    CHECK(is_in_g1({}));
    for (int i = 0; i < 10; ++i)
    {
        INFO(i);
        const Jacobian inside = Jacobian{bls12_g1()}.times(random_scalar(rng));
        CHECK(is_in_g1(inside));
        const Jacobian outside = random_curve_point(rng);
        REQUIRE_FALSE(outside.times(Bls12::order).is_infinity());
        CHECK_FALSE(is_in_g1(outside));
        CHECK_FALSE(is_in_g1(inside + outside));
        CHECK_FALSE(is_in_g1(outside.times(Bls12::order)));
    }
}

TEST_CASE("BLS12-381: the generator and infinity as everybody writes them", "[evm][crypto][golden]")
{
    CHECK(to_hex(compress_g1(bls12_g1())) ==
          "0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac58"
          "6c55e83ff97a1aeffb3af00adb22c6bb");
    CHECK(to_hex(compress_g1(-bls12_g1())) ==
          "0xb7f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac58"
          "6c55e83ff97a1aeffb3af00adb22c6bb");
    CHECK(to_hex(compress_g1({})) == "0xc0" + std::string(94, '0'));
}

TEST_CASE("BLS12-381: compressed points are read back", "[evm][crypto][property]")
{
    Rng rng{2};
    CHECK(decompress_g1(compress_g1({})) == G1Point{});
    for (int i = 0; i < 10; ++i)
    {
        INFO(i);
        const G1Point p = Jacobian{bls12_g1()}.times(random_scalar(rng)).to_affine();
        CHECK(decompress_g1(compress_g1(p)) == p);
        CHECK(decompress_g1(compress_g1(-p)) == -p);
    }
}

TEST_CASE("BLS12-381: other encodings are refused", "[evm][crypto][unit]")
{
    const Encoding good = compress_g1(bls12_g1());
    const auto refuses = [](const Encoding& bytes) { return !decompress_g1(bytes).has_value(); };
    const auto with_flags = [](Encoding bytes, unsigned flags) {
        bytes[0] = static_cast<std::uint8_t>((bytes[0] & 0x1fU) | flags);
        return bytes;
    };
    CHECK_FALSE(refuses(good));
    CHECK(refuses(with_flags(good, 0x00)));
    CHECK(refuses(with_flags(good, 0x20)));
    CHECK(refuses(with_flags(good, 0x40)));
    CHECK(refuses(with_flags(good, 0xc0)));
    CHECK(refuses(with_flags(Encoding{}, 0xe0)));
    CHECK(refuses(Encoding{}));
    Encoding infinity = with_flags(Encoding{}, 0xc0);
    CHECK_FALSE(refuses(infinity));
    infinity.back() = 1;
    CHECK(refuses(infinity));
    // x not below p: p itself, and all bits set.
    Encoding large{};
    (-Fp::one()).to_bytes(large);
    ++large.back();
    CHECK(refuses(with_flags(large, large[0] | 0x80U)));
    large.fill(0xff);
    CHECK(refuses(with_flags(large, 0x9f)));
    // x = 0 is a point of the curve, of order 3; x = 1 is not: 5 is not a square.
    CHECK(refuses(with_flags(Encoding{}, 0x80)));
    Encoding none = with_flags(Encoding{}, 0x80);
    none.back() = 1;
    REQUIRE_FALSE(Fp::from_small(5).square_root().has_value());
    CHECK(refuses(none));
    Rng rng{3};
    CHECK(refuses(compress_g1(random_curve_point(rng).to_affine())));
}
