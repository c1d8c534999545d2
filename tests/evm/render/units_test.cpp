// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/evm/render/units.hpp>
#include <sbst/random/rng.hpp>

using namespace sbst;
using namespace sbst::evm;

namespace
{

const U256 ether{1'000'000'000'000'000'000U};

}  // namespace

TEST_CASE("parse_amount: units scale exactly, without a unit it is wei", "[evm][units]")
{
    CHECK(parse_amount("0") == U256{});
    CHECK(parse_amount("1000") == U256{1000});
    CHECK(parse_amount("7 wei") == U256{7});
    CHECK(parse_amount("5 gwei") == U256{5'000'000'000U});
    CHECK(parse_amount("2 ether") == ether * U256{2});
    CHECK(parse_amount("2ether") == ether * U256{2});
    CHECK(parse_amount("0.000000000000000001 ether") == U256{1});
    CHECK(parse_amount("1.50 ether") == U256{1'500'000'000'000'000'000U});
    CHECK(parse_amount(U256::max().to_decimal()) == U256::max());
}

TEST_CASE("parse_amount: refuses what is no exact amount", "[evm][units]")
{
    const auto* text = GENERATE("", "-1", "+1", "1e3", "1 etehr", "ether", "0.5", "1.5 wei", "1.",
        ".5 ether", "1 ", " 1", "1 2", "0x10", "1_000", "0.0000000000000000001 ether",
        "115792089237316195423570985008687907853269984665640564039457584007913129639936",
        "115792089237316195423570985008687907853269984665640564039458 ether");
    INFO(text);
    CHECK_FALSE(parse_amount(text));
}

TEST_CASE("amount_text: the largest unit that needs few decimals", "[evm][units]")
{
    CHECK(amount_text(U256{}) == "0");
    CHECK(amount_text(U256{1}) == "1 wei");
    CHECK(amount_text(U256{1000}) == "1000 wei");
    CHECK(amount_text(U256{20'000'000'000U}) == "20 gwei");
    CHECK(amount_text(ether) == "1 ether");
    CHECK(amount_text(ether * U256{3} + ether / U256{2}) == "3.5 ether");
    CHECK(amount_text(ether / U256{1000}) == "0.001 ether");
    CHECK(amount_text(ether + U256{1}) == "1000000000000000001 wei");
}

TEST_CASE("amount_text: parse_amount reads it back", "[evm][units][property]")
{
    Rng rng(11);
    for (int i = 0; i < 2000; ++i)
    {
        const auto bits = static_cast<unsigned>(rng.below(257));
        const U256 amount =
            bits == 256 ? rng.word() : rng.below(U256::power_of_two(bits) + U256{1});
        INFO(amount.to_decimal());
        CHECK(parse_amount(amount_text(amount)) == amount);
    }
}
