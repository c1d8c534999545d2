// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/evm/render/readable.hpp>
#include <sbst/numeric/u256.hpp>

#include <string>
#include <utility>

using namespace sbst;
using sbst::evm::with_readable_numbers;

TEST_CASE("with_readable_numbers: names what lies beside powers of two", "[evm][readable]")
{
    const auto text = [](const U256& number) { return with_readable_numbers(number.to_decimal()); };
    CHECK(text(U256::max()) == "2^256 - 1");
    CHECK(text(U256::max() - U256{999}) == "2^256 - 1000");
    CHECK(text(U256::max() - U256{1000}) == (U256::max() - U256{1000}).to_decimal());
    CHECK(text(U256::power_of_two(255)) == "2^255");
    CHECK(text(U256::power_of_two(128) + U256{7}) == "2^128 + 7");
    CHECK(text(U256::power_of_two(64) - U256{1}) == "2^64 - 1");
    CHECK(text(U256{4294967297}) == "2^32 + 1");
    CHECK(text(U256{4294967298}) == "4294967298");
}

TEST_CASE("with_readable_numbers: shortens long rows of zeros", "[evm][readable]")
{
    CHECK(with_readable_numbers("5000000000000000000") == "5e18");
    CHECK(with_readable_numbers("1234560000000000000") == "123456e13");
    CHECK(with_readable_numbers("1234567000000000000") == "1234567000000000000");
    CHECK(with_readable_numbers("1000000000") == "1e9");
    CHECK(with_readable_numbers("100000000") == "100000000");
}

TEST_CASE("with_readable_numbers: keeps the sign outside of sums", "[evm][readable]")
{
    CHECK(with_readable_numbers("-" + U256::power_of_two(255).to_decimal()) == "-2^255");
    CHECK(with_readable_numbers("-" + (U256::power_of_two(255) - U256{1}).to_decimal()) ==
          "-(2^255 - 1)");
}

TEST_CASE("with_readable_numbers: leaves texts, words and hexadecimals alone", "[evm][readable]")
{
    const auto* text = GENERATE("", "plain", "\"5000000000000000000\"",
        "\"a\\\"5000000000000000000\"", "0x5000000000000000000", "x5000000000000000000",
        "0000000000005", "\"open 5000000000000000000",
        "99999999999999999999999999999999999999999999999999999999999999999999999999999999999");
    CHECK(with_readable_numbers(text) == text);
}

TEST_CASE("with_readable_numbers: works inside lists and around names", "[evm][readable]")
{
    CHECK(with_readable_numbers("f(a = [5000000000000000000, 3], b = \"1000000000000\")") ==
          "f(a = [5e18, 3], b = \"1000000000000\")");
}
