// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/random/rng.hpp>
#include <sbst/suite/set_cover.hpp>

#include <bit>
#include <cstdint>
#include <set>
#include <utility>

using namespace sbst;

namespace
{

using Sets = std::vector<std::vector<std::size_t>>;
using Indices = std::vector<std::size_t>;

std::set<std::size_t> united(const Sets& sets, const Indices& chosen)
{
    std::set<std::size_t> elements;
    for (const std::size_t i : chosen)
    {
        elements.insert(sets[i].begin(), sets[i].end());
    }
    return elements;
}

std::pair<std::size_t, std::size_t> price(const Indices& costs, const Indices& chosen)
{
    std::size_t cost = 0;
    for (const std::size_t i : chosen)
    {
        cost += costs[i];
    }
    return {chosen.size(), cost};
}

// The oracle: all subsets.
std::pair<std::size_t, std::size_t> best_price(const Sets& sets, const Indices& costs)
{
    Indices all;
    for (std::size_t i = 0; i < sets.size(); ++i)
    {
        all.push_back(i);
    }
    const std::set<std::size_t> wanted = united(sets, all);
    std::pair<std::size_t, std::size_t> best{SIZE_MAX, SIZE_MAX};
    for (std::uint32_t mask = 0; mask < (1U << sets.size()); ++mask)
    {
        Indices chosen;
        for (std::size_t i = 0; i < sets.size(); ++i)
        {
            if (((mask >> i) & 1U) != 0)
            {
                chosen.push_back(i);
            }
        }
        if (price(costs, chosen) < best && united(sets, chosen) == wanted)
        {
            best = price(costs, chosen);
        }
    }
    return best;
}

}  // namespace

TEST_CASE("choose_cover: where the greedy choice needs three sets the exact one finds two",
    "[core][set_cover][unit]")
{
    const Sets sets{{0, 1, 2, 3}, {0, 1, 4}, {2, 3, 5}, {4}, {5}};
    const Indices costs(sets.size(), 1);
    CHECK(choose_cover(sets, costs) == Indices{1, 2});
}

TEST_CASE("choose_cover: equal numbers of sets are told apart by cost, then by index",
    "[core][set_cover][unit]")
{
    const Sets sets{{0, 1}, {0, 1}, {1, 0}};
    CHECK(choose_cover(sets, Indices{5, 3, 3}) == Indices{1});
    CHECK(choose_cover(sets, Indices{5, 5, 5}) == Indices{0});
}

TEST_CASE("choose_cover: nothing to cover needs nothing", "[core][set_cover][unit]")
{
    CHECK(choose_cover({}, {}).empty());
    CHECK(choose_cover({{}, {}}, Indices{1, 1}).empty());
}

TEST_CASE("choose_cover: small instances are solved exactly", "[core][set_cover][property]")
{
    for (std::uint64_t seed = 0; seed < 150; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        Sets sets(1 + rng.index(9));
        Indices costs;
        const std::size_t elements = 1 + rng.index(12);
        for (auto& set : sets)
        {
            costs.push_back(1 + rng.index(6));
            for (std::size_t element = 0; element < elements; ++element)
            {
                if (rng.chance(0.35))
                {
                    set.push_back(element);
                }
            }
        }
        const Indices chosen = choose_cover(sets, costs);
        CHECK(price(costs, chosen) == best_price(sets, costs));
    }
}

TEST_CASE("choose_cover: large instances are covered without a redundant set",
    "[core][set_cover][property]")
{
    const std::size_t exact_limit = GENERATE(0U, 24U);
    for (std::uint64_t seed = 0; seed < 10; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        Sets sets(120);
        Indices costs;
        Indices all;
        for (std::size_t i = 0; i < sets.size(); ++i)
        {
            all.push_back(i);
            costs.push_back(1 + rng.index(20));
            for (std::size_t j = 0; j < 12; ++j)
            {
                sets[i].push_back(rng.index(200));
            }
        }
        const Indices chosen = choose_cover(sets, costs, exact_limit);
        const std::set<std::size_t> wanted = united(sets, all);
        REQUIRE(united(sets, chosen) == wanted);
        for (const std::size_t i : chosen)
        {
            Indices others = chosen;
            std::erase(others, i);
            CHECK(united(sets, others) != wanted);
        }
    }
}
