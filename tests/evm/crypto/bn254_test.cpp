// SPDX-License-Identifier: Apache-2.0
#include "crypto/bn254_precompiles.hpp"
#include "random_points.hpp"
#include "support/catch.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

using Fp = Bn254::Fp;
using Jacobian = JacobianPoint<Fp>;
using TwistJacobian = JacobianPoint<Fp2<Bn254>>;
using Precompile = bool (*)(BytesView, Bytes&);

/// Returns the output as hexadecimal digits, or "failed".
std::string answer(Precompile precompile, const Bytes& input)
{
    Bytes output;
    if (precompile(input, output))
    {
        return to_hex(output);
    }
    return output.empty() ? "failed" : "failed with output";
}

std::string answer(Precompile precompile, const std::string& input)
{
    return answer(precompile, parse_hex(input).value());
}

void append(Bytes& bytes, const Fp& number)
{
    std::array<std::uint8_t, 32> part{};
    number.to_bytes(part);
    bytes.insert(bytes.end(), part.begin(), part.end());
}

Bytes encoded(const Jacobian& point)
{
    const auto affine = point.to_affine();
    Bytes bytes;
    append(bytes, affine.x);
    append(bytes, affine.y);
    return bytes;
}

Bytes encoded(const TwistJacobian& point)
{
    const auto affine = point.to_affine();
    Bytes bytes;
    for (const Fp& part : {affine.x.c1, affine.x.c0, affine.y.c1, affine.y.c0})
    {
        append(bytes, part);
    }
    return bytes;
}

Bytes operator+(Bytes a, const Bytes& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Bytes word(const U256& value)
{
    const auto bytes = value.to_be_bytes();
    return {bytes.begin(), bytes.end()};
}

const std::string zero_point = "0x" + std::string(128, '0');
const std::string yes = "0x" + std::string(63, '0') + "1";
const std::string no = "0x" + std::string(64, '0');
const U256 p = to_u256(Bn254::Fp::modulus);
const U256 r = to_u256(Bn254::order);

Jacobian first()
{
    return Jacobian{first_generator<Bn254>()};
}

TwistJacobian second()
{
    return TwistJacobian{second_generator<Bn254>()};
}

}  // namespace

TEST_CASE("bn254 add: published sums", "[evm][crypto][golden]")
{
    CHECK(answer(bn254_add,
              "18b18acfb4c2c30276db5411368e7185b311dd124691610c5d3b74034e093dc9"
              "063c909c4720840cb5134cb9f59fa749755796819658d32efc0d288198f37266"
              "07c2b7f58a84bd6145f00c9c2bc0bb1a187f20ff2c92963a88019e7c6a014eed"
              "06614e20c147e940f2d70da3f74c9a17df361706a4485c742bd6788478fa17d7") ==
          "0x2243525c5efd4b9c3d3c45ac0ca3fe4dd85e830a4ce6b65fa1eeaee202839703"
          "301d1d33be6da8e509df21cc35964723180eed7532537db9ae5e7d48f195c915");
    // 2 (1, 2), whose coordinates EIP-197's examples use.
    CHECK(answer(bn254_add, word(1) + word(2) + word(1) + word(2)) ==
          "0x030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3"
          "15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4");
}

TEST_CASE("bn254 add: infinity, inverses, and inputs of any length", "[evm][crypto][unit]")
{
    const Bytes g = word(1) + word(2);
    CHECK(answer(bn254_add, Bytes{}) == zero_point);
    CHECK(answer(bn254_add, g) == to_hex(g));
    CHECK(answer(bn254_add, Bytes(64, 0) + g) == to_hex(g));
    CHECK(answer(bn254_add, g + word(1) + word(p - U256{2})) == zero_point);
    CHECK(answer(bn254_add, g + g + Bytes(100, 0xff)) == answer(bn254_add, g + g));
    // Cut after a digit of y: the rest counts as zeros, and (1, 0) is no point.
    CHECK(answer(bn254_add, Bytes(g.begin(), g.begin() + 40)) == "failed");
}

TEST_CASE("bn254 add: sums of random points", "[evm][crypto][property]")
{
    Rng rng{1};
    for (int i = 0; i < 10; ++i)
    {
        INFO(i);
        const Jacobian a = first().times(random_scalar(rng));
        const Jacobian b = first().times(random_scalar(rng));
        CHECK(answer(bn254_add, encoded(a) + encoded(b)) == to_hex(encoded(a + b)));
    }
}

TEST_CASE(
    "bn254 add and multiply: numbers and points that are not valid fail", "[evm][crypto][unit]")
{
    const Bytes g = word(1) + word(2);
    for (const Bytes& wrong : {word(1) + word(3), word(0) + word(2), word(p) + word(0),
             word(0) + word(p), word(p + U256{1}) + word(2), word(1) + word(p + U256{2}),
             word(U256::max()) + word(U256::max())})
    {
        INFO(to_hex(wrong));
        CHECK(answer(bn254_add, wrong + g) == "failed");
        CHECK(answer(bn254_add, g + wrong) == "failed");
        CHECK(answer(bn254_multiply, wrong + word(0)) == "failed");
    }
}

TEST_CASE("bn254 multiply: published and known multiples", "[evm][crypto][golden]")
{
    CHECK(answer(bn254_multiply,
              "2bd3e6d0f3b142924f5ca7b49ce5b9d54c4703d7ae5648e61d02268b1a0a9fb7"
              "21611ce0a6af85915e2f1d70300909ce2e49dfad4a4619c8390cae66cefdb204"
              "00000000000000000000000000000000000000000000000011138ce750fa15c2") ==
          "0x070a8d6a982153cae4be29d434e8faef8a47b274a053f5a4ee2a6c9c13c31e5c"
          "031b8ce914eba3a9ffb989f9cdd5b0f01943074bf4f0f315690ec3cec6981afc");
    const Bytes g = word(1) + word(2);
    CHECK(answer(bn254_multiply, g + word(0)) == zero_point);
    CHECK(answer(bn254_multiply, g) == zero_point);
    CHECK(answer(bn254_multiply, g + word(1)) == to_hex(g));
    CHECK(answer(bn254_multiply, g + word(r)) == zero_point);
    CHECK(answer(bn254_multiply, g + word(r - U256{1})) == to_hex(word(1) + word(p - U256{2})));
    CHECK(answer(bn254_multiply, g + word(r + U256{2})) == answer(bn254_add, g + g));
    CHECK(answer(bn254_multiply, g + word(U256::max())) ==
          answer(bn254_multiply, g + word(U256::max() % r)));
    CHECK(answer(bn254_multiply, Bytes{}) == zero_point);
    CHECK(answer(bn254_multiply, Bytes(64, 0) + word(U256::max())) == zero_point);
    // A short number counts as if zeros followed: 2^248.
    CHECK(answer(bn254_multiply, g + Bytes{1}) ==
          answer(bn254_multiply, g + word(U256::power_of_two(248))));
    CHECK(answer(bn254_multiply, g + word(3) + Bytes(7, 0xff)) ==
          answer(bn254_multiply, g + word(3)));
}

TEST_CASE("bn254 pairing: a published product of two", "[evm][crypto][golden]")
{
    const std::string input =
        "1c76476f4def4bb94541d57ebba1193381ffa7aa76ada664dd31c16024c43f59"
        "3034dd2920f673e204fee2811c678745fc819b55d3e9d294e45c9b03a76aef41"
        "209dd15ebff5d46c4bd888e51a93cf99a7329636c63514396b4a452003a35bf7"
        "04bf11ca01483bfa8b34b43561848d28905960114c8ac04049af4b6315a41678"
        "2bb8324af6cfc93537a2ad1a445cfd0ca2a71acd7ac41fadbf933c2a51be344d"
        "120a2a4cf30c1bf9845f20c6fe39e07ea2cce61f0c9bb048165fe5e4de877550"
        "111e129f1cf1097710d41c4ac70fcdfa5ba2023c6ff1cbeac322de49d1b6df7c"
        "2032c61a830e3c17286de9462bf242fca2883585b93870a73853face6a6bf411"
        "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
        "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"
        "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"
        "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa";
    CHECK(answer(bn254_check_pairings, input) == yes);
    CHECK(answer(bn254_check_pairings, input.substr(0, 384)) == no);
}

TEST_CASE("bn254 pairing: products of random points", "[evm][crypto][property]")
{
    Rng rng{2};
    for (int i = 0; i < 3; ++i)
    {
        INFO(i);
        // e([a] P, [b] Q) e(-[b] P, [a] Q) = 1
        const Limbs<4> a = random_scalar(rng);
        const Limbs<4> b = random_scalar(rng);
        const Bytes left = encoded(first().times(a)) + encoded(second().times(b));
        CHECK(answer(bn254_check_pairings,
                  left + encoded(-first().times(b)) + encoded(second().times(a))) == yes);
        CHECK(answer(bn254_check_pairings,
                  left + encoded(first().times(b)) + encoded(second().times(a))) == no);
    }
}

TEST_CASE("bn254 pairing: nothing and infinities give 1", "[evm][crypto][unit]")
{
    CHECK(answer(bn254_check_pairings, Bytes{}) == yes);
    CHECK(answer(bn254_check_pairings, Bytes(192, 0)) == yes);
    CHECK(answer(bn254_check_pairings, Bytes(64, 0) + encoded(second())) == yes);
    CHECK(answer(bn254_check_pairings, encoded(first()) + Bytes(128, 0)) == yes);
    CHECK(answer(bn254_check_pairings, encoded(first()) + encoded(second())) == no);
}

TEST_CASE("bn254 pairing: wrong lengths, numbers and points fail", "[evm][crypto][unit]")
{
    const Bytes good = encoded(first()) + encoded(second());
    for (const std::size_t size : {1U, 64U, 191U, 193U, 383U})
    {
        INFO(size);
        Bytes input = good + good;
        input.resize(size);
        CHECK(answer(bn254_check_pairings, input) == "failed");
    }
    for (std::size_t part = 0; part < 6; ++part)
    {
        INFO(part);
        Bytes input = good;
        input[(32 * part) + 31] ^= 1;
        CHECK(answer(bn254_check_pairings, input) == "failed");
        std::fill_n(input.begin() + static_cast<std::ptrdiff_t>(32 * part), 32, std::uint8_t{0xff});
        CHECK(answer(bn254_check_pairings, input) == "failed");
        CHECK(answer(bn254_check_pairings, good + input) == "failed");
    }
}

TEST_CASE("bn254 pairing: points of the twist of a wrong order fail", "[evm][crypto][property]")
{
    Rng rng{3};
    const TwistJacobian outside = random_twist_point<Bn254>(rng);
    CHECK(answer(bn254_check_pairings, encoded(first()) + encoded(outside)) == "failed");
    CHECK(answer(bn254_check_pairings, Bytes(64, 0) + encoded(outside)) == "failed");
    CHECK(answer(bn254_check_pairings, encoded(first()) + encoded(outside.times(Bn254::order))) ==
          "failed");
}
