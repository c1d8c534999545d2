// SPDX-License-Identifier: Apache-2.0
// Every operation against GMP on random words of all shapes: short, sparse, all ones, powers of two
// and neighbours.
#include "support/catch.hpp"

#include <sbst/numeric/u256.hpp>

#include <gmpxx.h>

using sbst::U256;

namespace
{

/// A small generator for the tests (SplitMix64), fixed seeds.
class Words
{
public:
    explicit Words(std::uint64_t seed) : m_state{seed} {}

    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31U);
    }

    U256 word()
    {
        const U256 random{next(), next(), next(), next()};
        switch (next() % 8)
        {
            case 0:
                return random;
            case 1:
                return random >> (next() % 256);
            case 2:
                return near_power();
            case 3:
                return -(random >> (next() % 256));
            case 4:
                return U256{next() % 5};
            case 5:  // limbs of zeros and ones provoke the corrections of long division
                return U256{limb(), limb(), limb(), limb()};
            case 6:
                return random << (next() % 256);
            default:
                return random & U256{limb(), limb(), limb(), limb()};
        }
    }

private:
    U256 near_power()
    {
        const auto exponent = static_cast<unsigned>(next() % 256);
        return U256::power_of_two(exponent) - (next() % 3);
    }

    std::uint64_t limb()
    {
        switch (next() % 4)
        {
            case 0:
                return 0;
            case 1:
                return ~std::uint64_t{0};
            case 2:
                return std::uint64_t{1} << 63U;
            default:
                return next();
        }
    }

    std::uint64_t m_state;
};

mpz_class to_mpz(const U256& x)
{
    mpz_class r;
    mpz_import(r.get_mpz_t(), 4, -1, 8, 0, 0, x.limbs.data());
    return r;
}

U256 from_mpz(const mpz_class& value)
{
    mpz_class wrapped;
    mpz_fdiv_r_2exp(wrapped.get_mpz_t(), value.get_mpz_t(), 256);
    U256 r;
    mpz_export(r.limbs.data(), nullptr, -1, 8, 0, 0, wrapped.get_mpz_t());
    return r;
}

mpz_class to_signed(const U256& x)
{
    const mpz_class value = to_mpz(x);
    return is_negative(x) ? mpz_class{value - (mpz_class{1} << 256U)} : value;
}

}  // namespace

TEST_CASE(
    "U256: sums, differences, products and bit operations agree with GMP", "[core][u256][property]")
{
    Words words{1};
    for (int i = 0; i < 20'000; ++i)
    {
        const U256 a = words.word();
        const U256 b = words.word();
        INFO(a.to_hex() << ' ' << b.to_hex());
        REQUIRE(a + b == from_mpz(to_mpz(a) + to_mpz(b)));
        REQUIRE(a - b == from_mpz(to_mpz(a) - to_mpz(b)));
        REQUIRE(a * b == from_mpz(to_mpz(a) * to_mpz(b)));
        REQUIRE((a & b) == from_mpz(to_mpz(a) & to_mpz(b)));
        REQUIRE((a | b) == from_mpz(to_mpz(a) | to_mpz(b)));
        REQUIRE((a ^ b) == from_mpz(to_mpz(a) ^ to_mpz(b)));
        REQUIRE(~a == from_mpz(-to_mpz(a) - 1));
        REQUIRE(abs_difference(a, b) == from_mpz(abs(to_mpz(a) - to_mpz(b))));
    }
}

TEST_CASE("U256: quotients and remainders agree with GMP", "[core][u256][property]")
{
    Words words{2};
    for (int i = 0; i < 40'000; ++i)
    {
        const U256 a = words.word();
        const U256 b = words.word();
        const U256 m = words.word();
        INFO(a.to_hex() << ' ' << b.to_hex() << ' ' << m.to_hex());
        if (!is_zero(b))
        {
            REQUIRE(a / b == from_mpz(to_mpz(a) / to_mpz(b)));
            REQUIRE(a % b == from_mpz(to_mpz(a) % to_mpz(b)));
            REQUIRE(sdiv(a, b) == from_mpz(to_signed(a) / to_signed(b)));
            REQUIRE(smod(a, b) == from_mpz(to_signed(a) % to_signed(b)));
        }
        if (!is_zero(m))
        {
            REQUIRE(addmod(a, b, m) == from_mpz((to_mpz(a) + to_mpz(b)) % to_mpz(m)));
            REQUIRE(mulmod(a, b, m) == from_mpz((to_mpz(a) * to_mpz(b)) % to_mpz(m)));
        }
    }
}

TEST_CASE("U256: comparisons agree with GMP", "[core][u256][property]")
{
    Words words{3};
    for (int i = 0; i < 20'000; ++i)
    {
        const U256 a = words.word();
        const U256 b = i % 4 == 0 ? a : words.word();
        INFO(a.to_hex() << ' ' << b.to_hex());
        REQUIRE((a == b) == (to_mpz(a) == to_mpz(b)));
        REQUIRE((a < b) == (to_mpz(a) < to_mpz(b)));
        REQUIRE((a <= b) == (to_mpz(a) <= to_mpz(b)));
        REQUIRE((a <=> b == std::strong_ordering::greater) == (to_mpz(a) > to_mpz(b)));
        REQUIRE(signed_less(a, b) == (to_signed(a) < to_signed(b)));
    }
}

TEST_CASE("U256: shifts, sign extension and powers agree with GMP", "[core][u256][property]")
{
    Words words{4};
    for (int i = 0; i < 5'000; ++i)
    {
        const U256 a = words.word();
        const std::uint64_t n = words.next() % 260;
        INFO(a.to_hex() << ' ' << n);
        REQUIRE((a << n) == from_mpz(to_mpz(a) << n));
        REQUIRE((a >> n) == from_mpz(to_mpz(a) >> n));
        REQUIRE(sar(a, U256{n}) == from_mpz(to_signed(a) >> n));
        const std::uint64_t byte = words.next() % 32;
        const mpz_class modulus = mpz_class{1} << ((8 * byte) + 8);
        mpz_class low = to_mpz(a) % modulus;
        if (low >= modulus / 2)
        {
            low -= modulus;
        }
        REQUIRE(sign_extend(U256{byte}, a) == from_mpz(low));
        const U256 exponent = words.word();
        mpz_class power;
        const mpz_class wrap = mpz_class{1} << 256U;
        mpz_powm(power.get_mpz_t(), to_mpz(a).get_mpz_t(), to_mpz(exponent).get_mpz_t(),
            wrap.get_mpz_t());
        REQUIRE(pow(a, exponent) == from_mpz(power));
    }
}

TEST_CASE("U256: text and bytes of random values survive the round trip", "[core][u256][property]")
{
    Words words{5};
    for (int i = 0; i < 5'000; ++i)
    {
        const U256 a = words.word();
        REQUIRE(a.to_decimal() == to_mpz(a).get_str());
        REQUIRE(a.to_hex() == "0x" + to_mpz(a).get_str(16));
        REQUIRE(U256::parse(a.to_decimal()) == a);
        REQUIRE(U256::parse(a.to_hex()) == a);
        REQUIRE(U256::from_be_bytes(a.to_be_bytes()) == a);
        if (bit_width(a) <= 53)
        {
            REQUIRE(to_double(a) == to_mpz(a).get_d());
        }
    }
}
