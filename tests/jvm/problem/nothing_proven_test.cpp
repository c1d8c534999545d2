// SPDX-License-Identifier: Apache-2.0
// What is left when no test of a suite can be proven: an empty suite, and why.
#include "subject.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/suite/generate.hpp>

using namespace sbst;
using namespace sbst::jvm;

TEST_CASE("a suite of which nothing holds elsewhere is dropped whole, with reasons", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Elsewhere"));
    RunSpec spec;
    spec.budget.max_executions = 50;
    RunResult result = search_suite(problem, spec);
    REQUIRE_FALSE(result.suite.empty());
    const std::size_t found = result.suite.size();
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    CHECK(proven.main.suite.tests.empty());
    CHECK(proven.suspicious.suite.tests.empty());
    CHECK(result.suite.empty());
    CHECK(proven.dropped.size() >= found);
    for (const DroppedTest& dropped : proven.dropped)
    {
        CHECK_FALSE(dropped.reason.empty());
    }
    for (const GoalAnswer& answer : result.answers)
    {
        CHECK(answer.status != GoalStatus::covered);
    }
}
