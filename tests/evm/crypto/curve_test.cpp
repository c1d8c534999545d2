// SPDX-License-Identifier: Apache-2.0
#include "random_points.hpp"
#include "support/catch.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

/// Adds by the schoolbook's slope; no case is special but that no point is infinity and the x
/// coordinates differ.
template <typename Field>
AffinePoint<Field> chord(const AffinePoint<Field>& p, const AffinePoint<Field>& q)
{
    const Field slope = (q.y - p.y) * (q.x - p.x).inverse();
    const Field x = slope.squared() - p.x - q.x;
    return {x, (slope * (p.x - x)) - p.y};
}

template <typename Field>
AffinePoint<Field> tangent(const AffinePoint<Field>& p)
{
    const Field square = p.x.squared();
    const Field slope = (square + square + square) * p.y.doubled().inverse();
    const Field x = slope.squared() - p.x.doubled();
    return {x, (slope * (p.x - x)) - p.y};
}

template <typename Field>
void check_group(const AffinePoint<Field>& generator, const Limbs<4>& order, Rng& rng)
{
    using Point = JacobianPoint<Field>;
    const Point g{generator};
    const Point infinity;
    CHECK(g.times(order) == infinity);
    CHECK_FALSE(g == infinity);
    for (int i = 0; i < 5; ++i)
    {
        INFO(i);
        const U256 a = to_u256(random_scalar(rng));
        const U256 b = to_u256(random_scalar(rng));
        const Point p = g.times(to_limbs(a));
        const Point q = g.times(to_limbs(b));
        const Point r = g.times(random_scalar(rng));
        CHECK(p + q == g.times(to_limbs(a + b)));
        CHECK(p + q == q + p);
        CHECK((p + q) + r == p + (q + r));
        CHECK(p + infinity == p);
        CHECK(infinity + p == p);
        CHECK(p + -p == infinity);
        CHECK(p + p == p.doubled());
        CHECK(p.times(Limbs<1>{5}) == p.doubled().doubled() + p);
        CHECK((p + q).to_affine() == chord(p.to_affine(), q.to_affine()));
        CHECK(p.doubled().to_affine() == tangent(p.to_affine()));
        CHECK(Point{p.to_affine()} == p);
    }
}

}  // namespace

TEMPLATE_TEST_CASE("curve: both groups obey their laws", "[evm][crypto][property]", Bn254, Bls12)
{
    Rng rng{1};
    const auto g1 = first_generator<TestType>();
    const auto g2 = second_generator<TestType>();
    CHECK(is_on_curve(g1, TestType::Fp::from_small(TestType::b)));
    CHECK(is_on_curve(g2, twisted_b<TestType>()));
    check_group(g1, TestType::order, rng);
    check_group(g2, TestType::order, rng);
}

TEST_CASE("curve: infinity is fixed by everything", "[evm][crypto][unit]")
{
    using Point = JacobianPoint<Bn254::Fp>;
    const Point infinity;
    CHECK(infinity.doubled() == infinity);
    CHECK(infinity + infinity == infinity);
    CHECK(infinity.times(Bn254::order) == infinity);
    CHECK(infinity.to_affine().is_infinity());
    CHECK(Point{AffinePoint<Bn254::Fp>{}}.is_infinity());
    CHECK(is_on_curve(AffinePoint<Bn254::Fp>{}, Bn254::Fp::from_small(3)));
    const AffinePoint<Bn254::Fp> off{Bn254::Fp::from_small(1), Bn254::Fp::from_small(3)};
    CHECK_FALSE(is_on_curve(off, Bn254::Fp::from_small(3)));
}

TEMPLATE_TEST_CASE("curve: a point of the twist is in the second group when the order kills it",
    "[evm][crypto][property]", Bn254, Bls12)
{
    Rng rng{2};
    const JacobianPoint<Fp2<TestType>> generator{second_generator<TestType>()};
    CHECK(is_in_g2<TestType>({}));
    for (int i = 0; i < 5; ++i)
    {
        INFO(i);
        const auto inside = generator.times(random_scalar(rng));
        CHECK(is_in_g2<TestType>(inside));
        const auto outside = random_twist_point<TestType>(rng);
        REQUIRE(is_on_curve(outside.to_affine(), twisted_b<TestType>()));
        REQUIRE_FALSE(outside.times(TestType::order).is_infinity());
        CHECK_FALSE(is_in_g2<TestType>(outside));
        CHECK_FALSE(is_in_g2<TestType>(inside + outside));
        // What the order leaves over has the order of the cofactor.
        CHECK_FALSE(is_in_g2<TestType>(outside.times(TestType::order)));
    }
}

TEMPLATE_TEST_CASE("curve: the Frobenius map multiplies the second group by p",
    "[evm][crypto][property]", Bn254, Bls12)
{
    Rng rng{3};
    const JacobianPoint<Fp2<TestType>> generator{second_generator<TestType>()};
    const auto q = generator.times(random_scalar(rng));
    CHECK(frobenius<TestType>(q) == q.times(TestType::Fp::modulus));
    const auto outside = random_twist_point<TestType>(rng);
    CHECK(is_on_curve(frobenius<TestType>(outside).to_affine(), twisted_b<TestType>()));
}
