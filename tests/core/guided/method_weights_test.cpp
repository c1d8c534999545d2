// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/guided/method_weights.hpp>

#include <array>
#include <cmath>
#include <vector>

using namespace sbst;

TEST_CASE("method_weight: open goals and failed calls, as computed by hand", "[core][guided][unit]")
{
    const MethodWeighting weighting;
    CHECK(method_weight({0.5, 2}, 4, weighting) == Approx(0.5));
    CHECK(method_weight({1.0, 0}, 1, weighting) == Approx(1.0));
    CHECK(method_weight({0.0, 4}, 4, weighting) == Approx(0.0).margin(1e-12));
    CHECK(method_weight({0.25, 1}, 4, weighting) == Approx(0.3));
}

TEST_CASE("drawn_factor: falls with each draw, down to a floor", "[core][guided][unit]")
{
    const MethodWeighting weighting;
    CHECK(drawn_factor(0, 10, weighting) == 1.0);
    // The factors themselves: a floor that is lower than all of them.
    constexpr std::size_t many = 100'000'000;
    CHECK(drawn_factor(1, many, weighting) == Approx(0.644927).epsilon(1e-5));
    CHECK(drawn_factor(2, many, weighting) == Approx(0.319239).epsilon(1e-5));
    CHECK(drawn_factor(3, many, weighting) == Approx(0.210698).epsilon(1e-5));
    CHECK(drawn_factor(2, 10, weighting) == Approx(0.389871).epsilon(1e-5));
    CHECK(0.5 * drawn_factor(1, 10, weighting) == Approx(0.322464).epsilon(1e-5));
    CHECK(0.5 * drawn_factor(3, 10, weighting) == Approx(0.194936).epsilon(1e-5));
}

TEST_CASE("MethodWeights: a drawn method weighs less until the next update", "[core][guided][unit]")
{
    MethodWeights weights;
    const std::array<MethodFacts, 2> facts{{{1.0, 0}, {0.0, 1}}};
    weights.update(facts);
    REQUIRE(weights.size() == 2);
    CHECK(weights.weights()[0] == Approx(1.0));
    CHECK(weights.weights()[1] == Approx(0.0).margin(1e-12));
    Rng rng(1);
    CHECK(weights.draw(rng) == 0);
    CHECK(weights.weights()[0] == Approx(drawn_factor(1, 2, {})));
    CHECK(weights.draw(rng) == 0);
    CHECK(weights.weights()[0] == Approx(drawn_factor(2, 2, {})));
    weights.update(facts);
    CHECK(weights.weights()[0] == Approx(1.0));
}

TEST_CASE("MethodWeights: methods without open goals or failures are drawn evenly",
    "[core][guided][unit]")
{
    MethodWeights weights;
    const std::array<MethodFacts, 4> facts{{{0.0, 3}, {0.0, 3}, {0.0, 3}, {0.0, 3}}};
    weights.update(facts);
    Rng rng(1);
    std::array<int, 4> drawn{};
    for (int i = 0; i < 4000; ++i)
    {
        ++drawn.at(weights.draw(rng));
    }
    for (const int times : drawn)
    {
        CHECK(times > 900);
        CHECK(times < 1100);
    }
}

TEST_CASE("MethodWeights: one that stays open gets less than twice its fair share",
    "[core][guided][property]")
{
    // Nine methods are covered half, the tenth has a branch that nothing covers.
    std::vector<MethodFacts> facts(9, MethodFacts{0.5, 100});
    facts.push_back({1.0, 100});
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
    {
        MethodWeights weights;
        Rng rng(seed);
        int stuck = 0;
        constexpr int draws = 20'000;
        for (int i = 0; i < draws; ++i)
        {
            if (i % 1000 == 0)
            {
                weights.update(facts);
            }
            stuck += weights.draw(rng) == 9 ? 1 : 0;
        }
        INFO("seed " << seed);
        CHECK(stuck < 2 * draws / 10);
        CHECK(stuck > draws / 20);
    }
}
