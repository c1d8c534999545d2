// SPDX-License-Identifier: Apache-2.0
#include "random_points.hpp"
#include "support/catch.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

using Fp254 = Bn254::Fp;
using Fp381 = Bls12::Fp;

constexpr int rounds = 50;

/// Checks the laws of a field with 1 and inverses.
template <typename Field>
void check_laws(const Field& a, const Field& b, const Field& c)
{
    CHECK((a + b) + c == a + (b + c));
    CHECK(a + b == b + a);
    CHECK((a - b) + b == a);
    CHECK((a * b) * c == a * (b * c));
    CHECK(a * b == b * a);
    CHECK(a * (b + c) == (a * b) + (a * c));
    CHECK(a * Field::one() == a);
    CHECK(a * a.inverse() == Field::one());
    CHECK(a.squared() == a * a);
    CHECK(a + -a == Field{});
}

template <typename Field>
Limbs<Field::limb_count> less_one()
{
    Limbs<Field::limb_count> result = Field::modulus;
    --result[0];
    return result;
}

}  // namespace

TEST_CASE("prime field: products agree with those of 256-bit integers", "[evm][crypto][property]")
{
    Rng rng{1};
    const U256 p = to_u256(Fp254::modulus);
    for (int i = 0; i < rounds; ++i)
    {
        const Fp254 a = random_element<Fp254>(rng);
        const Fp254 b = random_element<Fp254>(rng);
        INFO(i);
        const U256 x = to_u256(a.to_integer());
        const U256 y = to_u256(b.to_integer());
        CHECK(to_u256((a * b).to_integer()) == mulmod(x, y, p));
        CHECK(to_u256((a + b).to_integer()) == addmod(x, y, p));
        CHECK(to_u256((a - b).to_integer()) == addmod(x, p - y, p));
    }
}

TEMPLATE_TEST_CASE("prime field: the laws of a field", "[evm][crypto][property]", Fp254, Fp381)
{
    Rng rng{2};
    for (int i = 0; i < rounds; ++i)
    {
        INFO(i);
        const auto a = random_element<TestType>(rng);
        const auto b = random_element<TestType>(rng);
        check_laws(a, b, random_element<TestType>(rng));
        CHECK(power(a, less_one<TestType>()) == TestType::one());
        CHECK(power(a, TestType::modulus) == a);
    }
}

TEMPLATE_TEST_CASE("prime field: the largest numbers neither overflow nor wrap",
    "[evm][crypto][unit]", Fp254, Fp381)
{
    const auto last = TestType::from_integer(less_one<TestType>());
    CHECK(last + TestType::one() == TestType{});
    CHECK(last * last == TestType::one());
    CHECK((last + last).to_integer() == (-TestType::from_small(2)).to_integer());
    CHECK(-TestType{} == TestType{});
    CHECK(TestType{}.inverse() == TestType{});
    CHECK(last.to_integer() == less_one<TestType>());
}

TEMPLATE_TEST_CASE("prime field: bytes are read below the modulus only, and written back",
    "[evm][crypto][unit]", Fp254, Fp381)
{
    std::array<std::uint8_t, TestType::byte_count> bytes{};
    const auto last = TestType::from_integer(less_one<TestType>());
    last.to_bytes(bytes);
    CHECK(TestType::from_bytes(bytes) == last);
    ++bytes.back();  // the modulus; p - 1 is even
    CHECK_FALSE(TestType::from_bytes(bytes).has_value());
    bytes.fill(0xff);
    CHECK_FALSE(TestType::from_bytes(bytes).has_value());
    bytes.fill(0);
    CHECK(TestType::from_bytes(bytes) == TestType{});
    bytes.back() = 7;
    CHECK(TestType::from_bytes(bytes) == TestType::from_small(7));
}

TEMPLATE_TEST_CASE(
    "prime field: squares have roots and others have none", "[evm][crypto][property]", Fp254, Fp381)
{
    Rng rng{3};
    for (int i = 0; i < rounds; ++i)
    {
        INFO(i);
        const auto a = random_element<TestType>(rng);
        const auto root = a.squared().square_root();
        REQUIRE(root.has_value());
        CHECK((*root == a || *root == -a));
        // -1 is not a square because p = 3 mod 4.
        CHECK_FALSE((-a.squared()).square_root().has_value());
    }
}

TEMPLATE_TEST_CASE(
    "tower: squares of degree 2 have roots, others none", "[evm][crypto][property]", Bn254, Bls12)
{
    Rng rng{6};
    using Field = Fp2<TestType>;
    for (int i = 0; i < rounds; ++i)
    {
        INFO(i);
        // Every number of the prime field has a root in the extension, half of them an imaginary.
        const Field a = i < 10 ? Field{random_element<typename TestType::Fp>(rng), {}} :
                                 random_fp2<TestType>(rng);
        const auto root = a.squared().square_root();
        REQUIRE(root.has_value());
        CHECK((*root == a || *root == -a));
        CHECK(Field{a.c0, {}}.square_root().has_value());
        // xi has no cube root, nor a square root.
        CHECK_FALSE((a.squared() * Field::xi()).square_root().has_value());
    }
    CHECK(Field{}.square_root() == Field{});
}

TEMPLATE_TEST_CASE("tower: the laws of each extension", "[evm][crypto][property]", Bn254, Bls12)
{
    Rng rng{4};
    for (int i = 0; i < rounds; ++i)
    {
        INFO(i);
        const auto a = random_fp2<TestType>(rng);
        const auto b = random_fp2<TestType>(rng);
        check_laws(a, b, random_fp2<TestType>(rng));
        CHECK(a.times_xi() == a * Fp2<TestType>::xi());
        CHECK(power(a, TestType::Fp::modulus) == a.conjugate());

        const auto u = random_fp6<TestType>(rng);
        const auto v = random_fp6<TestType>(rng);
        const auto w = random_fp6<TestType>(rng);
        CHECK((u * v) * w == u * (v * w));
        CHECK(u * (v + w) == (u * v) + (u * w));
        CHECK(u * u.inverse() == Fp6<TestType>::one());
        const Fp6<TestType> generator{{}, Fp2<TestType>::one(), {}};
        CHECK(u.times_v() == u * generator);
        CHECK(generator * generator * generator == Fp6<TestType>::one() * Fp2<TestType>::xi());
        CHECK(u.times_linear(a, b) == u * Fp6<TestType>{a, b, {}});
        CHECK(u * a == u * Fp6<TestType>{a, {}, {}});
    }
}

TEMPLATE_TEST_CASE("tower: degree 12 squares, inverts and takes p-th powers",
    "[evm][crypto][property]", Bn254, Bls12)
{
    Rng rng{5};
    const Fp6<TestType> v{{}, Fp2<TestType>::one(), {}};
    const Fp12<TestType> w{{}, Fp6<TestType>::one()};
    CHECK(w * w == Fp12<TestType>{v, {}});
    for (int i = 0; i < 5; ++i)
    {
        INFO(i);
        const auto a = random_fp12<TestType>(rng);
        const auto b = random_fp12<TestType>(rng);
        const auto c = random_fp12<TestType>(rng);
        CHECK((a * b) * c == a * (b * c));
        CHECK(a * b == b * a);
        CHECK(a.squared() == a * a);
        CHECK(a * a.inverse() == Fp12<TestType>::one());
        CHECK(frobenius(a) == power(a, TestType::Fp::modulus));
        Fp12<TestType> sixth = a;
        for (int k = 0; k < 6; ++k)
        {
            sixth = frobenius(sixth);
        }
        CHECK(sixth == a.conjugate());
    }
}

TEST_CASE("limbs: digits, division and nibbles", "[evm][crypto][unit]")
{
    constexpr Limbs<2> number = limbs_from_hex<2>("123456789abcdef0fedcba9876543210");
    CHECK(number == Limbs<2>{0xfedcba9876543210, 0x123456789abcdef0});
    CHECK(nibble(number, 0) == 0);
    CHECK(nibble(number, 1) == 1);
    CHECK(nibble(number, 31) == 1);
    CHECK(divided(Limbs<2>{0, 6}, 4) == Limbs<2>{std::uint64_t{1} << 63U, 1});
    Limbs<2> sum{~std::uint64_t{0}, ~std::uint64_t{0}};
    CHECK(add_to(sum, Limbs<2>{1, 0}));
    CHECK(sum == Limbs<2>{});
    CHECK(subtract_from(sum, Limbs<2>{1, 0}));
    CHECK(is_less(Limbs<2>{5, 1}, Limbs<2>{4, 2}));
    CHECK_FALSE(is_less(Limbs<2>{5, 1}, Limbs<2>{5, 1}));
}
