// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/numeric/u256.hpp>

using sbst::addmod;
using sbst::byte_at;
using sbst::mulmod;
using sbst::sar;
using sbst::saturating_add;
using sbst::saturating_sub;
using sbst::sdiv;
using sbst::sign_extend;
using sbst::smod;
using sbst::U256;

namespace
{

const U256 minimum = U256::power_of_two(255);  // the least signed value

U256 number(const char* text)
{
    return U256::parse(text).value();
}

}  // namespace

TEST_CASE("U256: a new value is zero and words convert", "[core][u256][unit]")
{
    CHECK(is_zero(U256{}));
    CHECK(U256{7} == 7);
    CHECK(low64(U256{7}) == 7);
    CHECK(fits_u64(U256{~std::uint64_t{0}}));
    CHECK_FALSE(fits_u64(U256::power_of_two(64)));
    CHECK(U256::power_of_two(256) == 0);
}

TEST_CASE("U256: constant expressions can compute", "[core][u256][unit]")
{
    static_assert(U256{2} + U256{3} == U256{5});
    static_assert(U256{2} - U256{3} == U256::max());
    static_assert((U256{1} << 200U) == U256::power_of_two(200));
    static_assert(U256::max() * U256::max() == U256{1});
    static_assert(U256{1} < U256::power_of_two(64));
    CHECK(true);
}

TEST_CASE("U256: text is read and written in both bases", "[core][u256][golden]")
{
    const char* decimal =
        "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    CHECK(U256::max().to_decimal() == decimal);
    CHECK(U256::parse(decimal) == U256::max());
    CHECK(U256{}.to_decimal() == "0");
    CHECK(U256{}.to_hex() == "0x0");
    CHECK(U256{0xabc}.to_hex() == "0xabc");
    CHECK(U256::parse("0xABc") == U256{0xabc});
    CHECK(number("10000000000000000000").to_decimal() == "10000000000000000000");
    CHECK(number("100000000000000000000000000000000000000").to_decimal() ==
          "100000000000000000000000000000000000000");
    CHECK(U256::power_of_two(255).to_hex() ==
          "0x8000000000000000000000000000000000000000000000000000000000000000");
    CHECK(U256::parse("0x00000000000000000000000000000000000000000000000000000000000000000001") ==
          U256{1});
}

TEST_CASE("U256: junk and overflow are refused", "[core][u256][unit]")
{
    const char* text = GENERATE("", "0x", "-1", "+1", " 1", "1 ", "12a", "0xg", "1.0",
        "115792089237316195423570985008687907853269984665640564039457584007913129639936",
        "1157920892373161954235709850086879078532699846656405640394575840079131296399350",
        "0x10000000000000000000000000000000000000000000000000000000000000000");
    INFO(text);
    CHECK_FALSE(U256::parse(text).has_value());
}

TEST_CASE("U256: bytes are big-endian and short inputs are padded left", "[core][u256][unit]")
{
    const std::array<std::uint8_t, 3> bytes{1, 2, 3};
    CHECK(U256::from_be_bytes(bytes) == U256{0x010203});
    CHECK(U256::from_be_bytes({}) == 0);
    const U256 x = number("0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20");
    CHECK(U256::from_be_bytes(x.to_be_bytes()) == x);
    CHECK(x.to_be_bytes()[0] == 1);
    CHECK(x.to_be_bytes()[31] == 32);
}

TEST_CASE("U256: arithmetic wraps modulo 2^256", "[core][u256][unit]")
{
    CHECK(U256::max() + 1 == 0);
    CHECK(U256{} - 1 == U256::max());
    CHECK(-U256{1} == U256::max());
    CHECK(U256::power_of_two(128) * U256::power_of_two(128) == 0);
    CHECK(U256::power_of_two(64) + U256::max() == U256::power_of_two(64) - 1);
}

TEST_CASE("U256: division by zero gives zero", "[core][u256][unit]")
{
    CHECK(U256{7} / 0 == 0);
    CHECK(U256{7} % 0 == 0);
    CHECK(sdiv(7, 0) == 0);
    CHECK(smod(7, 0) == 0);
    CHECK(addmod(7, 8, 0) == 0);
    CHECK(mulmod(7, 8, 0) == 0);
}

TEST_CASE("U256: signed division truncates and wraps at the minimum", "[core][u256][unit]")
{
    CHECK(sdiv(-U256{7}, 2) == -U256{3});
    CHECK(sdiv(7, -U256{2}) == -U256{3});
    CHECK(sdiv(-U256{7}, -U256{2}) == 3);
    CHECK(sdiv(minimum, -U256{1}) == minimum);
    CHECK(smod(-U256{7}, 3) == -U256{1});
    CHECK(smod(7, -U256{3}) == 1);
    CHECK(smod(minimum, -U256{1}) == 0);
}

TEST_CASE("U256: modular sums and products do not wrap in between", "[core][u256][unit]")
{
    CHECK(addmod(U256::max(), U256::max(), U256::max()) == 0);
    CHECK(addmod(U256::max(), 2, U256::max()) == 2);
    CHECK(mulmod(U256::max(), U256::max(), U256::max() - 1) == 1);
    CHECK(mulmod(U256::max(), U256::max(), 12) == 9);
}

TEST_CASE("U256: powers are taken modulo 2^256", "[core][u256][unit]")
{
    CHECK(pow(U256{0}, 0) == 1);
    CHECK(pow(U256{0}, 5) == 0);
    CHECK(pow(U256{10}, 18) == number("1000000000000000000"));
    CHECK(pow(U256{2}, 255) == minimum);
    CHECK(pow(U256{2}, 256) == 0);
    CHECK(pow(U256{3}, U256::max()) * 3 ==
          pow(U256{3}, 0) * pow(pow(U256{3}, U256::power_of_two(255)), 2));
}

TEST_CASE("U256: shifts by 256 and more empty the word", "[core][u256][unit]")
{
    CHECK((U256::max() << 256U) == 0);
    CHECK((U256::max() >> 256U) == 0);
    CHECK((U256::max() << (U256::power_of_two(64) + 1)) == 0);
    CHECK((U256{1} << U256{255}) == minimum);
    CHECK((minimum >> U256{255}) == 1);
    CHECK((U256{5} << 0U) == 5);
    CHECK((U256{5} << 64U) == U256{0, 5, 0, 0});
    CHECK((U256{0, 5, 0, 0} >> 64U) == 5);
}

TEST_CASE("U256: an arithmetic shift fills with the sign", "[core][u256][unit]")
{
    CHECK(sar(-U256{8}, 1) == -U256{4});
    CHECK(sar(-U256{8}, 0) == -U256{8});
    CHECK(sar(8, 2) == 2);
    CHECK(sar(-U256{8}, 255) == U256::max());
    CHECK(sar(-U256{8}, 256) == U256::max());
    CHECK(sar(8, U256::max()) == 0);
}

TEST_CASE("U256: signs extend from the chosen byte", "[core][u256][unit]")
{
    CHECK(sign_extend(0, 0xff) == U256::max());
    CHECK(sign_extend(0, 0x17f) == 0x7f);
    CHECK(sign_extend(1, 0xff) == 0xff);
    CHECK(sign_extend(1, 0x8000) == -U256{0x8000});
    CHECK(sign_extend(31, 0xff) == 0xff);
    CHECK(sign_extend(U256::max(), 0xff) == 0xff);
}

TEST_CASE("U256: bytes are picked from the most significant end", "[core][u256][unit]")
{
    CHECK(byte_at(31, 0x1234) == 0x34);
    CHECK(byte_at(30, 0x1234) == 0x12);
    CHECK(byte_at(0, minimum) == 0x80);
    CHECK(byte_at(32, U256::max()) == 0);
    CHECK(byte_at(U256::max(), U256::max()) == 0);
}

TEST_CASE("U256: signed order differs from unsigned order", "[core][u256][unit]")
{
    CHECK(signed_less(-U256{1}, 0));
    CHECK_FALSE(signed_less(0, -U256{1}));
    CHECK(signed_less(minimum, minimum - 1));
    CHECK(U256{} < -U256{1});
    CHECK((U256{1} <=> U256{2}) == std::strong_ordering::less);
    CHECK(U256{2} >= U256{2});
    CHECK(is_negative(minimum));
    CHECK_FALSE(is_negative(minimum - 1));
}

TEST_CASE("U256: saturating sums and differences stay in range", "[core][u256][unit]")
{
    CHECK(saturating_add(U256::max(), 1) == U256::max());
    CHECK(saturating_add(1, 2) == 3);
    CHECK(saturating_sub(1, 2) == 0);
    CHECK(saturating_sub(5, 2) == 3);
    CHECK(abs_difference(0, U256::max()) == U256::max());
    CHECK(abs_difference(U256::max(), 1) == U256::max() - 1);
}

TEST_CASE("U256: conversion to double rounds to nearest", "[core][u256][unit]")
{
    CHECK(to_double(U256{3}) == 3.0);
    CHECK(to_double(U256::max()) == 0x1p256);
    CHECK(to_double(U256::power_of_two(200)) == 0x1p200);
    // 2^53 + 1 scaled up is a tie and goes to even; one more bit far below breaks the tie.
    const U256 tie = (U256::power_of_two(53) + 1) << 100U;
    CHECK(to_double(tie) == 0x1p153);
    CHECK(to_double(tie + 1) == 0x1p153 + 0x1p101);
}

TEST_CASE("U256: the bit width counts up to the highest set bit", "[core][u256][unit]")
{
    CHECK(bit_width(U256{}) == 0);
    CHECK(bit_width(U256{1}) == 1);
    CHECK(bit_width(U256::power_of_two(64)) == 65);
    CHECK(bit_width(U256::max()) == 256);
}

TEST_CASE("U256: the hash is pinned and spreads neighbours", "[core][u256][golden]")
{
    CHECK(hash_value(U256{}) == 0);
    CHECK(hash_value(U256{1}) != hash_value(U256{2}));
    CHECK(hash_value(U256{1}) != hash_value(U256::power_of_two(64)));
    CHECK(std::hash<U256>{}(U256{9}) == hash_value(U256{9}));
}
