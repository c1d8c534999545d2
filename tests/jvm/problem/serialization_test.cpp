// SPDX-License-Identifier: Apache-2.0
// Copies by serialisation, which reach the private methods that java.io calls.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

std::vector<std::string> copied_by(const JavaProblem& problem)
{
    std::vector<std::string> owners;
    for (const JavaCallable& callable : problem.surface().callables())
    {
        if (callable.kind == JavaCallableKind::serial_copy)
        {
            owners.push_back(callable.owner);
        }
    }
    return owners;
}

}  // namespace

TEST_CASE("copies by serialisation reach its hooks", "[jvm][serialization][jdk]")
{
    using Texts = std::vector<std::string>;
    const auto [name, texts] = GENERATE(table<std::string, Texts>({
        {"serial.Basket", {"import java.io.ObjectInputStream;", "copyBySerialization(basket",
                              "private static <T> T copyBySerialization(T object)", "it melts"}},
        {"serial.Parcel", {"copyBySerialization(parcel", "void testCopyBySerialization()"}},
    }));
    JavaProblem problem(options_of(name));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 20'000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string written = proven.main.source.text;
    INFO(written);
    CHECK(std::none_of(result.answers.begin(), result.answers.end(),
        [](const GoalAnswer& answer) { return answer.status == GoalStatus::open; }));
    for (const std::string& text : texts)
    {
        INFO(text);
        CHECK(has(written, text));
    }
    check_all_passed(proven.referee);
    for (const DroppedTest& dropped : proven.dropped)
    {
        FAIL_CHECK(dropped.reason);
    }
}

TEST_CASE("only classes with hooks are copied by serialisation", "[jvm][serialization]")
{
    using Names = std::vector<std::string>;
    CHECK(copied_by(JavaProblem(options_of("serial.Basket"))) ==
          Names{"serial/Basket", "serial/Basket$Kind"});
    CHECK(copied_by(JavaProblem(options_of("serial.Parcel"))) == Names{"serial/Parcel"});
    CHECK(copied_by(JavaProblem(options_of("serial.Plain"))).empty());
    CHECK(copied_by(JavaProblem(options_of("stand.Svc"))).empty());
}
