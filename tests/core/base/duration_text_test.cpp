// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/base/duration_text.hpp>
#include <sbst/random/rng.hpp>

#include <cstdint>
#include <utility>

using namespace sbst;

TEST_CASE("parse_duration: seconds, units and sums", "[core][duration_text]")
{
    using Row = std::pair<const char*, double>;
    const auto row = GENERATE(Row{"0", 0.0}, Row{"90", 90.0}, Row{"1.5", 1.5}, Row{"2h", 7200.0},
        Row{"30 days", 2592000.0}, Row{"3 days 4 hours", 273600.0}, Row{"1m 30s", 90.0},
        Row{"1 year", 31536000.0}, Row{"0.5 min", 30.0});
    INFO(row.first);
    const auto parsed = parse_duration(row.first);
    REQUIRE(parsed);
    CHECK(parsed->count() == row.second);
}

TEST_CASE("parse_duration: refuses junk, signs and ages", "[core][duration_text]")
{
    const auto* text = GENERATE("", "-1", "1e3", "2 lightyears", "h", "1 2", "1h 2", "1 h h", "1h ",
        "nan", "inf", "9007199254740993", "99999999999999999999999999999999999999999 y");
    INFO(text);
    CHECK_FALSE(parse_duration(text));
}

TEST_CASE("duration_text: parse_duration reads it back", "[core][duration_text][property]")
{
    CHECK(duration_text(0) == "0 seconds");
    CHECK(duration_text(1) == "1 second");
    CHECK(duration_text(273'600) == "3 days 4 hours");
    Rng rng(12);
    for (int i = 0; i < 2000; ++i)
    {
        const std::uint64_t seconds = rng.below(std::uint64_t{1} << (1 + rng.below(52)));
        const auto parsed = parse_duration(duration_text(seconds));
        INFO(seconds);
        REQUIRE(parsed);
        CHECK(parsed->count() == static_cast<double>(seconds));
    }
}
