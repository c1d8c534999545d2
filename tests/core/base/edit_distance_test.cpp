// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/base/edit_distance.hpp>
#include <sbst/random/rng.hpp>

#include <string>
#include <string_view>

using namespace sbst;

namespace
{

std::size_t edits(std::string_view from, std::string_view to, Swap swap)
{
    return count_edits(from, to, swap);
}

}  // namespace

TEST_CASE("count_edits: insertions, deletions and substitutions", "[core][edit_distance]")
{
    for (const Swap swap : {Swap::two_edits, Swap::one_edit})
    {
        CHECK(edits("", "", swap) == 0);
        CHECK(edits("abc", "", swap) == 3);
        CHECK(edits("", "abc", swap) == 3);
        CHECK(edits("kitten", "sitting", swap) == 3);
    }
}

TEST_CASE("count_edits: a swap is one edit where it shall be", "[core][edit_distance]")
{
    CHECK(edits("mosa", "msoa", Swap::one_edit) == 1);
    CHECK(edits("mosa", "msoa", Swap::two_edits) == 2);
    // The swapped letters are not edited again.
    CHECK(edits("ca", "abc", Swap::one_edit) == 3);
    CHECK(edits("ab", "ba", Swap::one_edit) == 1);
}

TEST_CASE("count_edits: symmetric, and never more with swaps", "[core][edit_distance][property]")
{
    Rng rng(5);
    const auto draw = [&rng] {
        std::string text(rng.below(8), 'a');
        for (char& letter : text)
        {
            letter = static_cast<char>('a' + rng.below(3));
        }
        return text;
    };
    for (int i = 0; i < 2000; ++i)
    {
        const std::string a = draw();
        const std::string b = draw();
        INFO(a << " " << b);
        for (const Swap swap : {Swap::two_edits, Swap::one_edit})
        {
            CHECK(edits(a, b, swap) == edits(b, a, swap));
            CHECK((edits(a, b, swap) == 0) == (a == b));
        }
        CHECK(edits(a, b, Swap::one_edit) <= edits(a, b, Swap::two_edits));
    }
}
