// SPDX-License-Identifier: Apache-2.0
// Which exceptions of the JDK are set apart as suspicious, and which the code or the test asked
// for.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <string>

using namespace sbst;
using namespace sbst::jvm;

TEST_CASE("what numbers of the JDK refuse is no suspicion, but a division by zero is",
    "[jvm][proof][jdk]")
{
    JavaProblem problem(options_of("proof.Counted"));
    const auto call = [&problem](const std::string& method, Argument argument) {
        return TestCase{
            .calls = {{.callable = callable_named(problem, method), .arguments = {argument}}}};
    };
    RunResult result;
    result.suite = {call("exact", Value(std::string("99999999999"))), call("third", Value(1)),
        call("nanos", Value(U256(1ULL << 60U))), call("part", Value(0))};
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    INFO(proven.main.source.text);
    INFO(proven.suspicious.source.text);
    CHECK(proven.main.suite.tests.size() == 3);
    REQUIRE(proven.suspicious.suite.tests.size() == 1);
    CHECK(has(proven.suspicious.source.text, "Counted.part(0)"));
}
