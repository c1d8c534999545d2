// SPDX-License-Identifier: Apache-2.0
// What tests print to the standard streams, as an assertion.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <string>
#include <string_view>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

std::size_t count_of(const std::string& text, std::string_view part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    {
        ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("what a test prints is asserted, where it is the same everywhere", "[jvm][printed][jdk]")
{
    JavaProblem problem(options_of("proof.Speaker"));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 5'000};
    RunResult result = search_suite(problem, spec);
    const int junit = GENERATE(4, 5);
    const ProvenSuite proven =
        prove_suite(problem, result, {.tools = referee_tools(), .junit = junit});
    const std::string& written = proven.main.source.text;
    INFO(written);
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        INFO(problem.goals()[GoalId(i)].label);
        CHECK(result.answers[i].status == GoalStatus::covered);
    }
    for (const std::string_view text :
        {"assertEquals(\"hello 0\\nhello 1\\nhello 2\\nwarning",
            "private final ByteArrayOutputStream output = new ByteArrayOutputStream();",
            "System.setOut(systemOut);", "System.setErr(systemErr);", "private String printed() {"})
    {
        INFO(text);
        CHECK(has(written, text));
    }
    CHECK(has(written, junit == 4 ? "    @Before\n    public void catchOutput()" :
                                    "    @BeforeEach\n    void catchOutput()"));
    CHECK(count_of(written, "ByteArrayOutputStream output") == 1);
}

TEST_CASE("a class that prints nothing has nothing to catch it", "[jvm][printed]")
{
    JavaProblem problem(options_of("proof.Rules"));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 2'000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    CHECK_FALSE(proven.main.suite.tests.empty());
    CHECK_FALSE(has(proven.main.source.text, "catchOutput"));
}

TEST_CASE("what differs between runs, or is lost or long, is not asserted", "[jvm][printed]")
{
    const std::string name = GENERATE("proof.Herald", "proof.Mumbler");
    JavaProblem problem(options_of(name));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 2'000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    INFO(proven.main.source.text);
    for (const std::string_view called : {"shut()", "below(", "trace()", "endless(true)", "name("})
    {
        CHECK(has(proven.main.source.text + proven.suspicious.source.text,
            name == "proof.Herald" ? "say(" : called));
    }
    CHECK_FALSE(has(proven.main.source.text, "printed()"));
}
