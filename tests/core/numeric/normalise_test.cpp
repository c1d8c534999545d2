// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/numeric/normalise.hpp>
#include <sbst/random/rng.hpp>

#include <cmath>
#include <limits>

namespace
{

using namespace sbst;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST_CASE("normalise: worked values", "[core][normalise][golden]")
{
    CHECK(nu(0.0) == 0.0);
    CHECK(nu(1.0) == 0.5);
    CHECK(nu(3.0) == 0.75);
    CHECK(nu(infinity) == 1.0);
    CHECK(nu(Distance{U256{3}}) == 0.75);
    CHECK(nu(Distance::infinite()) == 1.0);
    CHECK(nu_log(0.0) == 0.0);
    CHECK(nu_log(1.0) == Approx(0.5).epsilon(1e-15));
    CHECK(nu_log(7.0) == Approx(0.75).epsilon(1e-15));
    CHECK(nu_log(infinity) == 1.0);
    CHECK(nu_log(Distance{U256::max()}) == Approx(256.0 / 257.0).epsilon(1e-15));
    CHECK(nu_log(Distance::infinite()) == 1.0);
}

TEST_CASE("normalise: only nu_log tells wide words apart", "[core][normalise][unit]")
{
    const Distance far{U256{1} << 200U};
    const Distance farther{U256{1} << 201U};
    CHECK(nu(far) == nu(farther));
    CHECK(nu_log(far) < nu_log(farther));
    CHECK(nu_log(Distance{U256::max()}) < 1.0);
}

TEST_CASE("normalise: both forms keep the order of distances", "[core][normalise][property]")
{
    Rng rng{1};
    for (int i = 0; i < 5000; ++i)
    {
        const Distance a{rng.word() >> rng.index(256), rng.next()};
        const Distance step{
            rng.chance(0.5) ? U256{rng.index(2)} : rng.word() >> rng.index(256), rng.next()};
        const Distance b = a + step;
        INFO("case " << i << ": " << a.whole.to_hex() << ' ' << b.whole.to_hex());
        CHECK(nu(a) <= nu(b));
        CHECK(nu_log(a) <= nu_log(b));
        CHECK(nu_log(a) >= 0.0);
        CHECK(nu(b) <= 1.0);
    }
}

TEST_CASE("normalise: neighbouring doubles are never turned round", "[core][normalise][property]")
{
    Rng rng{2};
    for (int i = 0; i < 20000; ++i)
    {
        const double x = std::ldexp(1.0 + rng.real(), static_cast<int>(rng.between(-60, 60)));
        const double above = std::nextafter(x, infinity);
        INFO("case " << i << ": " << x);
        CHECK(nu(x) <= nu(above));
        CHECK(nu(x) > 0.0);
        CHECK(nu(x) == Approx(x / (x + 1.0)).epsilon(1e-15));
        CHECK(nu_log(x) <= nu_log(above));
    }
}

TEST_CASE("normalise: each power of two is a step up of nu_log", "[core][normalise][property]")
{
    double before = nu_log(Distance::zero());
    for (unsigned bit = 0; bit < 256; ++bit)
    {
        INFO("bit " << bit);
        const double now = nu_log(Distance{U256::power_of_two(bit)});
        CHECK(now > before);
        before = now;
    }
    CHECK(before < nu_log(Distance::infinite()));
}

}  // namespace
