// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/construction/setter_score.hpp>

#include <vector>

using namespace sbst;

TEST_CASE("setter score: figure 6 of the paper", "[core][construction]")
{
    const std::vector<WritePath> paths{{.method = 1, .parameters = 1, .shares = {0.5, 1, 1}},
        {.method = 2, .parameters = 1, .shares = {1, 1}},
        {.method = 1, .parameters = 1, .shares = {1, 1}},
        {.method = 3, .parameters = 1, .shares = {1}},
        {.method = 4, .parameters = 0, .shares = {1}}};
    const std::vector<double> scores{5.0 / 3, 2, 2, 2, 1};
    for (std::size_t i = 0; i < paths.size(); ++i)
    {
        CHECK(score_of(paths[i]) == Approx(scores[i]).epsilon(1e-12));
    }
    const std::vector<ScoredMethod> methods = score_methods(paths);
    REQUIRE(methods.size() == 4);
    for (std::size_t i = 0; i < methods.size(); ++i)
    {
        CHECK(methods[i].method == i + 1);
        CHECK(methods[i].score == Approx(i < 3 ? 2.0 : 1.0).epsilon(1e-12));
        CHECK(methods[i].probability == Approx(i < 3 ? 2.0 / 7 : 1.0 / 7).epsilon(1e-12));
    }
}

TEST_CASE("setter score: methods that seem never to write are drawn evenly", "[core][construction]")
{
    CHECK(score_methods({}).empty());
    const std::vector<WritePath> paths{{.method = 5, .shares = {0}}, {.method = 9, .shares = {0}}};
    const std::vector<ScoredMethod> methods = score_methods(paths);
    REQUIRE(methods.size() == 2);
    CHECK(methods[0].probability == 0.5);
    CHECK(methods[1].probability == 0.5);
}
