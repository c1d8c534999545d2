// SPDX-License-Identifier: Apache-2.0
// What the search of classes reaches through their results, and through what it is asked for.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

std::size_t open_goals(const std::string& name, std::uint64_t seed, std::uint64_t executions)
{
    JavaProblem problem(options_of(name));
    RunSpec spec;
    spec.seed = seed;
    spec.budget = {.max_executions = executions};
    const RunResult result = search_suite(problem, spec);
    std::size_t open = 0;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const bool is_open = result.answers[i].status == GoalStatus::open;
        if (is_open)
        {
            UNSCOPED_INFO(problem.goals()[GoalId(i)].label);
        }
        open += is_open ? 1U : 0U;
    }
    return open;
}

}  // namespace

TEST_CASE("the code of lambdas that a class returns is run", "[jvm][problem][later]")
{
    for (const std::uint64_t seed : {1U, 2U, 3U})
    {
        CHECK(open_goals("stand.Later", seed, 10'000) == 0);
    }
}

TEST_CASE("entries that the code asks bundles and properties for are made", "[jvm][problem][later]")
{
    for (const std::uint64_t seed : {1U, 2U, 3U})
    {
        CHECK(open_goals("text.Entries", seed, 20'000) == 0);
    }
}
