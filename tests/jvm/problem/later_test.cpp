// SPDX-License-Identifier: Apache-2.0
// What the search of classes reaches through their results, and through what it is asked for.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

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

TEST_CASE("the code of lambdas that a future runs is run, and what it gives is asked",
    "[jvm][problem][later]")
{
    for (const std::uint64_t seed : {1U, 2U, 3U})
    {
        CHECK(open_goals("stand.Quotes", seed, 2'000) == 0);
    }
    JavaProblem problem(options_of("stand.Quotes"));
    const auto& callables = problem.surface().callables();
    for (const std::string_view name : {"join", "toCompletableFuture", "get"})
    {
        CAPTURE(name);
        CHECK(std::any_of(callables.begin(), callables.end(), [name](const JavaCallable& one) {
            return one.name == name && one.owner.starts_with("java/util/concurrent/") &&
                   one.opens_result;
        }));
    }
}

TEST_CASE("a clock that tests give is one that stands still", "[jvm][problem][later]")
{
    JavaProblem problem(options_of("stand.Expiry"));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 2'000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    INFO(proven.main.source.text);
    check_all_passed(proven.referee);
    CHECK(has(proven.main.source.text, "Clock.fixed("));
    // What the test itself made, and cannot change.
    CHECK_FALSE(has(proven.main.source.text, "duration.toString()"));
    for (const std::string_view text : {"\"future\"", "\"expired\"", "\"epoch\"", "\"valid\""})
    {
        CAPTURE(text);
        CHECK(has(proven.main.source.text, "assertEquals(" + std::string(text)));
    }
}
