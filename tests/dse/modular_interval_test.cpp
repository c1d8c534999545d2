// SPDX-License-Identifier: Apache-2.0
// The first multiple in an interval, against trying all of them.
#include "modular_interval.hpp"

#include "support/catch.hpp"

#include <sbst/random/rng.hpp>

#include <algorithm>

using namespace sbst;
using namespace sbst::dse;

TEST_CASE("first_multiple_between: as trying all multiples says", "[dse][equations]")
{
    constexpr unsigned width = 6;
    constexpr std::uint64_t modulus = 1U << width;
    int wrong = 0;
    for (std::uint64_t factor = 0; factor < modulus; ++factor)
    {
        for (std::uint64_t first = 0; first < modulus; ++first)
        {
            for (std::uint64_t last = 0; last < modulus; ++last)
            {
                std::optional<U256> expected;
                for (std::uint64_t x = 0; x < modulus && !expected; ++x)
                {
                    const std::uint64_t multiple = factor * x % modulus;
                    const bool is_in = first <= last ? first <= multiple && multiple <= last :
                                                       first <= multiple || multiple <= last;
                    expected = is_in ? std::optional(U256{x}) : std::nullopt;
                }
                const auto found =
                    first_multiple_between(U256{factor}, width, U256{first}, U256{last});
                wrong += found == expected ? 0 : 1;
            }
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("first_multiple_between: words of 256 bits", "[dse][equations]")
{
    Rng rng(3);
    for (int i = 0; i < 200; ++i)
    {
        const U256 factor = rng.word() | U256{1};
        const U256 first = rng.word() >> std::uint64_t{1};
        const U256 last = first + (rng.word() >> std::uint64_t{200});
        const auto found = first_multiple_between(factor, 256, first, last);
        REQUIRE(found);  // an odd factor has multiples everywhere
        CHECK(first <= factor * *found);
        CHECK(factor * *found <= last);
    }
}
