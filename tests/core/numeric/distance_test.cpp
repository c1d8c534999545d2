// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/fitness/fitness.hpp>
#include <sbst/numeric/distance.hpp>
#include <sbst/random/rng.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace
{

using namespace sbst;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST_CASE("Distance: conversion from double is exact where 64 binary places suffice",
    "[core][distance][unit]")
{
    CHECK(Distance::from_double(0.0) == Distance::zero());
    CHECK(Distance::from_double(-0.0) == Distance::zero());
    CHECK(Distance::from_double(1.0) == Distance{U256{1}});
    CHECK(Distance::from_double(2.5) == Distance{U256{2}, std::uint64_t{1} << 63U});
    CHECK(Distance::from_double(0x1p-64) == Distance{U256{}, 1});
    CHECK(Distance::from_double(0x1p53) == Distance{U256{std::uint64_t{1} << 53U}});
    CHECK(Distance::from_double(0x1.8p200) == Distance{U256{3} << 199U});
    CHECK(
        Distance::from_double(0x1.fffffffffffffp255) == Distance{U256{0x1fffffffffffffU} << 203U});
    CHECK(Distance::from_double(1.0 - 0x1p-53).fraction == UINT64_MAX - 2047);
}

TEST_CASE("Distance: only 0 becomes 0", "[core][distance][unit]")
{
    CHECK(Distance::from_double(std::numeric_limits<double>::denorm_min()) == Distance{U256{}, 1});
    CHECK(Distance::from_double(std::numeric_limits<double>::min()) == Distance{U256{}, 1});
    CHECK(Distance::from_double(0x1.8p-64) == Distance{U256{}, 2});
}

TEST_CASE("Distance: numbers that are too large or NaN are infinite", "[core][distance][unit]")
{
    CHECK(Distance::from_double(0x1p256) == Distance::infinite());
    CHECK(Distance::from_double(infinity) == Distance::infinite());
    CHECK(Distance::from_double(std::nan("")) == Distance::infinite());
    CHECK(to_double(Distance::infinite()) == infinity);
}

TEST_CASE("Distance: addition carries from the fraction and saturates", "[core][distance][unit]")
{
    const std::uint64_t half = std::uint64_t{1} << 63U;
    CHECK(Distance{U256{1}, half} + Distance{U256{2}, half} == Distance{U256{4}});
    CHECK(Distance{U256{1}, 3} + Distance{U256{2}, 4} == Distance{U256{3}, 7});
    CHECK(Distance{U256::max()} + Distance{U256{1}} == Distance::infinite());
    CHECK(Distance{U256::max(), half} + Distance{U256{}, half} == Distance::infinite());
    CHECK(Distance{U256::max() - 1, half} + Distance{U256{}, half} == Distance{U256::max()});
    CHECK(Distance{U256::max(), half} + Distance{U256::max(), half} == Distance::infinite());
    CHECK(Distance::infinite() + Distance::zero() == Distance::infinite());
    CHECK(Distance::infinite() + Distance{U256{}, 1} == Distance::infinite());
}

TEST_CASE("Distance: order is that of whole part and fraction", "[core][distance][unit]")
{
    CHECK(Distance{U256{1}, UINT64_MAX} < Distance{U256{2}});
    CHECK(Distance{U256{2}, 1} > Distance{U256{2}});
    CHECK(Distance::infinite() > Distance{U256::max()});
    CHECK(is_zero(Distance::zero()));
    CHECK_FALSE(is_zero(Distance{U256{}, 1}));
}

TEST_CASE("Distance: conversion to double rounds to nearest, once", "[core][distance][unit]")
{
    CHECK(to_double(Distance{U256{2}, std::uint64_t{1} << 63U}) == 2.5);
    CHECK(to_double(Distance{U256{}, 1}) == 0x1p-64);
    // A tie in the whole part is broken by the fraction, near 2^53 and far above.
    const U256 odd{(std::uint64_t{1} << 53U) + 1};
    CHECK(to_double(Distance{odd}) == 0x1p53);
    CHECK(to_double(Distance{odd, 1}) == 0x1p53 + 2.0);
    CHECK(to_double(Distance{odd << 190U}) == 0x1p243);
    CHECK(to_double(Distance{odd << 190U, 1}) == 0x1p243 + 0x1p191);
    CHECK(to_double(Distance{U256::max()}) == 0x1p256);
}

TEST_CASE("Distance: doubles survive the way there and back", "[core][distance][property]")
{
    Rng rng{1};
    for (int i = 0; i < 2000; ++i)
    {
        // 53 bits from 2^-11 up: at most 64 places.
        const double number = std::ldexp(1.0 + rng.real(), static_cast<int>(rng.between(-11, 255)));
        INFO("case " << i << ": " << number);
        CHECK(to_double(Distance::from_double(number)) == number);
    }
}

TEST_CASE("Distance: conversion keeps order", "[core][distance][property]")
{
    Rng rng{2};
    for (int i = 0; i < 2000; ++i)
    {
        const double a = std::ldexp(rng.real(), static_cast<int>(rng.between(-80, 250)));
        const double b = rng.chance(0.5) ? std::nextafter(a, infinity) : a * (1.0 + rng.real());
        INFO("case " << i << ": " << a << ' ' << b);
        CHECK(Distance::from_double(a) <= Distance::from_double(b));
        CHECK(is_zero(Distance::from_double(a)) == (a == 0.0));
    }
}

TEST_CASE("Fitness: order is covered, approach level, exact distance", "[core][fitness][unit]")
{
    const Distance far = Distance::infinite();
    const Distance near{U256{}, 1};
    const std::vector<Fitness> ascending{Fitness::covered(), Fitness{true, 0, Distance::zero()},
        Fitness{true, 0, near}, Fitness{true, 0, far}, Fitness{true, 1, Distance::zero()},
        Fitness{true, 1, Distance{U256::max() - 1}}, Fitness{true, 1, Distance{U256::max()}},
        Fitness{true, 2, near}, Fitness::worst()};
    for (std::size_t i = 0; i < ascending.size(); ++i)
    {
        for (std::size_t j = 0; j < ascending.size(); ++j)
        {
            INFO(i << ' ' << j);
            CHECK((ascending[i] <=> ascending[j]) == (i <=> j));
        }
    }
}

TEST_CASE("Fitness: distance 0 does not mean covered", "[core][fitness][unit]")
{
    CHECK_FALSE(Fitness{true, 0, Distance::zero()}.is_covered());
    CHECK(Fitness::covered().is_covered());
    CHECK_FALSE(Fitness::worst().is_covered());
}

}  // namespace

TEST_CASE("distance: a lower level is nearer than any number of a higher one", "[core][distance]")
{
    sbst::Distance decided{sbst::U256{1}};
    decided.level = 1;
    CHECK(sbst::Distance{sbst::U256::max()} < decided);
    CHECK(decided < sbst::Distance::infinite());
    CHECK_FALSE(sbst::is_zero(sbst::Distance{} + decided));
    CHECK((decided + decided).level == 2);
    CHECK(sbst::to_double(decided) == std::numeric_limits<double>::infinity());
}
