// SPDX-License-Identifier: Apache-2.0
// Which exceptions of the JDK are set apart as suspicious, and which the code or the test asked
// for.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <cstddef>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// The callable that makes an object of a kind for a type, by its owner or descriptor.
CallableId maker_of(const JavaProblem& problem, JavaCallableKind kind, const std::string& of)
{
    const auto& callables = problem.surface().callables();
    for (std::size_t i = 0; i < callables.size(); ++i)
    {
        if (callables[i].kind == kind &&
            (callables[i].owner == of || callables[i].descriptor == of))
        {
            return CallableId(i);
        }
    }
    return {};
}

/// A test that gives a method a stand-in whose first method answers with a number.
TestCase answers_number(
    const JavaProblem& problem, const std::string& method, const std::string& type)
{
    const CallableId number = maker_of(problem, JavaCallableKind::as_object, "I");
    const CallableId made = maker_of(problem, JavaCallableKind::stand_in, type);
    REQUIRE(number.is_valid());
    REQUIRE(made.is_valid());
    REQUIRE(problem.catalogue()[made].parameters.size() == 2);
    return {
        .calls = {{.callable = number, .arguments = {Value(5)}},
            {.callable = made, .arguments = {ResultRef{.call = 0}, Value(1)}},
            {.callable = callable_named(problem, method), .arguments = {ResultRef{.call = 1}}}}};
}

}  // namespace

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

TEST_CASE("a cast that fails by the answer of a generic stand-in is no suspicion", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Counted"));
    RunResult result;
    result.suite = {answers_number(problem, "length", "proof/Counted$Store"),
        answers_number(problem, "plain", "proof/Counted$Shelf")};
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    INFO(proven.main.source.text);
    INFO(proven.suspicious.source.text);
    CHECK(has(proven.main.source.text, "Counted.length("));
    // The code itself says which class it takes the object to have.
    REQUIRE(proven.suspicious.suite.tests.size() == 1);
    CHECK(has(proven.suspicious.source.text, "Counted.plain("));
}
