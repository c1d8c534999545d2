// SPDX-License-Identifier: Apache-2.0
// Stand-ins and lambdas that throw, because handlers of the class under test catch it.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

RunResult searched(JavaProblem& problem, std::uint64_t seed, std::uint64_t executions)
{
    RunSpec spec;
    spec.seed = seed;
    spec.budget = {.max_executions = executions};
    return search_suite(problem, spec);
}

std::vector<std::string> open_labels(JavaProblem& problem, const RunResult& result)
{
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        if (result.answers[i].status == GoalStatus::open)
        {
            labels.push_back(problem.goals()[GoalId(i)].label);
        }
    }
    return labels;
}

/// By method of a stand-in of a type: what it may throw, `save: IOException, Refused`.
std::vector<std::string> failures_of(const JavaSurface& surface, std::string_view owner)
{
    std::vector<std::string> found;
    for (const JavaCallable& one : surface.callables())
    {
        for (const StandInMethod& method : one.stand_in.methods)
        {
            std::string text = method.name + ":";
            for (const MadeException& failure : method.failures)
            {
                text += " " + failure.name.substr(failure.name.find_last_of("/$") + 1);
                text += failure.number == 1 ? "" : "(" + std::to_string(failure.number) + ")";
                text += failure.cause.empty() ? "" : " by " + failure.cause;
            }
            if (one.owner == owner && !method.failures.empty())
            {
                found.push_back(std::move(text));
            }
        }
    }
    return found;
}

}  // namespace

TEST_CASE("stand-ins may throw what handlers around calls of their methods catch",
    "[jvm][problem][failing]")
{
    const JavaProblem problem(options_of("stand.Failing"));
    const JavaSurface& surface = problem.surface();
    using Texts = std::vector<std::string>;
    CHECK(failures_of(surface, "stand/Failing$Store") ==
          Texts{"save: Refused by java/io/IOException",
              "log: NullPointerException IllegalStateException"});
    CHECK(failures_of(surface, "stand/Failing$Gateway") ==
          Texts{"charge: UncheckedIOException by java/io/IOException IllegalStateException"});
    // It is what the variable stands for.
    CHECK(failures_of(surface, "stand/Failing$Task").at(0) == "run: IOException");
    CHECK(failures_of(surface, "stand/Failing$Later") ==
          Texts{"get: ExecutionException by java/lang/IllegalStateException"});
    CHECK(failures_of(surface, "stand/Failing$Queue") ==
          Texts{"take: Refused by java/io/IOException"});
    CHECK(failures_of(surface, "java/io/Closeable").at(0) == "close: IOException");
    // Readers that read are made, too, but none of them fails.
    CHECK(failures_of(surface, "java/io/Reader") == Texts{"read: IOException"});
}

TEST_CASE("handlers run where stand-ins throw, and tests prove it", "[jvm][problem][failing][jdk]")
{
    JavaProblem problem(options_of("stand.Failing"));
    for (const std::uint64_t seed : {1U, 2U, 3U})
    {
        const RunResult result = searched(problem, seed, 20'000);
        CHECK(open_labels(problem, result) == std::vector<std::string>{});
    }
    RunResult result = searched(problem, 1, 20'000);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    const std::string& written = proven.main.source.text;
    INFO(written);
    for (const std::string_view part : {"public int save(String x) throws Failing.Refused {\n",
             "throw new Failing.Refused(new IOException(\"save failed\"));\n",
             "throw new ExecutionException(\"get failed\", new IllegalStateException(\"",
             "x -> {\n"})
    {
        CAPTURE(part);
        CHECK(has(written, part));
    }
    // An exception of a stand-in is no fault of the class, but one like it is that it throws
    // itself.
    const std::string& suspicious = proven.suspicious.source.text;
    INFO(suspicious);
    CHECK(proven.suspicious.suite.tests.size() == 1);
    CHECK(has(suspicious, "assertThrows(NullPointerException.class, () -> failing.size("));
}

TEST_CASE("stand-ins throw exceptions that are made of numbers", "[jvm][problem][failing][jdk]")
{
    JavaProblem problem(options_of("stand.Coded"));
    CHECK(
        failures_of(problem.surface(), "stand/Coded$Sensor") ==
        std::vector<std::string>{"read: Fault Report by java/lang/IllegalStateException Fault(404)",
            "tell: Report by java/lang/IllegalStateException Report(404) by "
            "java/lang/IllegalStateException"});
    RunResult result = searched(problem, 1, 20'000);
    // Its messages are never empty.
    CHECK(open_labels(problem, result).size() == 1);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    INFO(proven.main.source.text);
    CHECK(has(proven.main.source.text, "throw new Coded.Fault(1);"));
    CHECK(has(proven.main.source.text, "throw new Coded.Fault(404);"));
    CHECK(has(proven.main.source.text, "throw new Coded.Report(1L, \""));
    CHECK(has(proven.main.source.text, " failed\", 'a', new IllegalStateException(\""));
}

TEST_CASE("tests without stand-ins have nothing that throws", "[jvm][problem][failing]")
{
    JavaProblemOptions options = options_of("stand.Failing");
    options.surface.stand_ins = StandIns::off;
    const JavaProblem problem(options);
    const auto& callables = problem.surface().callables();
    CHECK(std::none_of(callables.begin(), callables.end(),
        [](const JavaCallable& one) { return !one.stand_in.methods.empty(); }));
}
