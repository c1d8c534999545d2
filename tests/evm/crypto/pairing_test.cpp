// SPDX-License-Identifier: Apache-2.0
#include "random_points.hpp"
#include "support/catch.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

template <typename Curve>
Fp12<Curve> pairing(const JacobianPoint<typename Curve::Fp>& p, const JacobianPoint<Fp2<Curve>>& q)
{
    const std::array<PairingInput<Curve>, 1> input{{{p.to_affine(), q.to_affine()}}};
    return pairing_product<Curve>(input);
}

}  // namespace

TEMPLATE_TEST_CASE("pairing: linear in both arguments", "[evm][crypto][property]", Bn254, Bls12)
{
    Rng rng{1};
    const JacobianPoint<typename TestType::Fp> p{first_generator<TestType>()};
    const JacobianPoint<Fp2<TestType>> q{second_generator<TestType>()};
    const Fp12<TestType> base = pairing<TestType>(p, q);
    for (int i = 0; i < 3; ++i)
    {
        INFO(i);
        const Limbs<4> a = random_scalar(rng);
        const Limbs<4> b = random_scalar(rng);
        CHECK(pairing<TestType>(p.times(a), q) == power(base, a));
        CHECK(pairing<TestType>(p, q.times(a)) == power(base, a));
        CHECK(pairing<TestType>(p.times(a), q.times(b)) == power(power(base, a), b));
        CHECK(pairing<TestType>(p.times(a) + p.times(b), q) ==
              pairing<TestType>(p.times(a), q) * pairing<TestType>(p.times(b), q));
    }
}

TEMPLATE_TEST_CASE(
    "pairing: not degenerate, of order r, and 1 at infinity", "[evm][crypto][unit]", Bn254, Bls12)
{
    const JacobianPoint<typename TestType::Fp> p{first_generator<TestType>()};
    const JacobianPoint<Fp2<TestType>> q{second_generator<TestType>()};
    const auto one = Fp12<TestType>::one();
    const auto base = pairing<TestType>(p, q);
    CHECK_FALSE(base == one);
    CHECK(power(base, TestType::order) == one);
    CHECK(pairing<TestType>(-p, q) == base.conjugate());
    CHECK(pairing<TestType>(p, -q) == base.inverse());
    CHECK(pairing<TestType>({}, q) == one);
    CHECK(pairing<TestType>(p, {}) == one);
    CHECK(pairing_product<TestType>({}) == one);
}

TEMPLATE_TEST_CASE(
    "pairing: a product of many is the product of each", "[evm][crypto][property]", Bn254, Bls12)
{
    Rng rng{2};
    const JacobianPoint<typename TestType::Fp> p{first_generator<TestType>()};
    const JacobianPoint<Fp2<TestType>> q{second_generator<TestType>()};
    std::vector<PairingInput<TestType>> inputs;
    auto product = Fp12<TestType>::one();
    for (int i = 0; i < 4; ++i)
    {
        const auto left = p.times(random_scalar(rng));
        const auto right = q.times(random_scalar(rng));
        inputs.push_back({left.to_affine(), right.to_affine()});
        product = product * pairing<TestType>(left, right);
    }
    inputs.insert(inputs.begin() + 1, {{}, second_generator<TestType>()});
    CHECK(pairing_product<TestType>(inputs) == product);
}

TEMPLATE_TEST_CASE("final exponentiation: the fast squares and powers are those of the field",
    "[evm][crypto][property]", Bn254, Bls12)
{
    Rng rng{3};
    const auto f = random_fp12<TestType>(rng);
    // The easy part leads into the subgroup where the short cuts hold.
    const auto unitary = f.conjugate() * f.inverse();
    const auto easy = frobenius(frobenius(unitary)) * unitary;
    CHECK(cyclotomic_square(easy) == easy.squared());
    const auto raised = power(easy, Limbs<1>{TestType::parameter});
    CHECK(parameter_power(easy) == (TestType::is_parameter_negative ? raised.inverse() : raised));
    CHECK(power(final_exponentiation(f), TestType::order) == Fp12<TestType>::one());
    CHECK_FALSE(final_exponentiation(f) == Fp12<TestType>::one());
}

TEST_CASE("signed digits: give the number back, with no two neighbours", "[evm][crypto][property]")
{
    Rng rng{4};
    for (int i = 0; i < 100; ++i)
    {
        const Uint128 value = (Uint128{rng.below(32)} << 64U) | rng.next();
        const SignedDigits digits = signed_digits(value);
        INFO(i);
        Uint128 sum = 0;
        for (std::size_t k = digits.count; k-- > 0;)
        {
            sum = (sum * 2) + static_cast<Uint128>(digits.digits[k]);
            CHECK((k == 0 || digits.digits[k] == 0 || digits.digits[k - 1] == 0));
        }
        CHECK(sum == value);
    }
    CHECK(signed_digits(0).count == 0);
}
