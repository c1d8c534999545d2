// SPDX-License-Identifier: Apache-2.0
// Objects for code that asks by reflection: proxies, beans with annotations, and members.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/report/analysis_report.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

std::size_t count_of(const JavaProblem& problem, JavaCallableKind kind)
{
    const auto& callables = problem.surface().callables();
    return static_cast<std::size_t>(std::count_if(callables.begin(), callables.end(),
        [kind](const JavaCallable& callable) { return callable.kind == kind; }));
}

}  // namespace

TEST_CASE("code that asks for proxies is given some", "[jvm][reflection]")
{
    JavaProblem problem(options_of("reflect.Kinds"));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 10'000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string& written = proven.main.source.text;
    INFO(written);
    // No proxy is without a handler.
    CHECK(std::count_if(result.answers.begin(), result.answers.end(),
              [](const GoalAnswer& answer) { return answer.status == GoalStatus::open; }) == 1);
    CHECK(has(written, ") Proxy.newProxyInstance("));
    CHECK(has(written, "new Class<?>[] {"));
    CHECK(has(written, "(x, y, z) -> "));
    CHECK(has(written, ".getClass()"));
    check_all_passed(proven.referee);
    for (const DroppedTest& dropped : proven.dropped)
    {
        FAIL_CHECK(dropped.reason);
    }
}

TEST_CASE("code that does not ask for proxies is given none", "[jvm][reflection]")
{
    CHECK(count_of(JavaProblem(options_of("reflect.Kinds")), JavaCallableKind::proxy) == 2);
    CHECK(count_of(JavaProblem(options_of("stand.Svc")), JavaCallableKind::proxy) == 0);
}

TEST_CASE("a parameter of the type Proxy is given a proxy", "[jvm][reflection][jdk]")
{
    JavaProblem problem(options_of("reflect.Handled"));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 1'000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string& written = proven.main.source.text;
    INFO(written);
    // One that is a Runnable, one that is not, and none.
    for (const GoalAnswer& answer : result.answers)
    {
        CHECK(answer.status != GoalStatus::open);
    }
    CHECK(has(written, "(Proxy) Proxy.newProxyInstance("));
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
}

TEST_CASE("code that reads properties is given a bean with annotations", "[jvm][reflection][jdk]")
{
    JavaProblem problem(options_of("reflect.Reader"));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 10'000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string& written = proven.main.source.text;
    INFO(written);
    const auto is_open_in_properties = [&problem](const GoalAnswer& answer, std::size_t goal) {
        return answer.status == GoalStatus::open &&
               has(problem.goals()[GoalId(goal)].label, "properties");
    };
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        INFO(problem.goals()[GoalId(i)].label);
        CHECK_FALSE(is_open_in_properties(result.answers[i], i));
    }
    CHECK(has(written, "    public static class SampleBean {\n"));
    CHECK(has(written, "new SampleBean("));
    CHECK(has(written, "        @Reader.Named(\"label\")\n"));
    CHECK(has(written, "        @Reader.Hidden\n"));
    CHECK_FALSE(has(written, "Lost"));
    CHECK_FALSE(has(written, "Stored"));
    check_all_passed(proven.referee);
    for (const DroppedTest& dropped : proven.dropped)
    {
        FAIL_CHECK(dropped.reason);
    }
}

TEST_CASE("code that takes members is given some", "[jvm][reflection]")
{
    JavaProblem problem(options_of("reflect.Calls"));
    CHECK(has(analysis_to_json(problem), "\"reflected-member\""));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 3'000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string& written = proven.main.source.text;
    INFO(written);
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        INFO(problem.goals()[GoalId(i)].label);
        CHECK(result.answers[i].status != GoalStatus::open);
    }
    for (const std::string_view lookup : {".class.getDeclaredMethod(\"",
             ".class.getDeclaredField(\"", ".class.getDeclaredConstructor("})
    {
        CHECK(has(written, lookup));
    }
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
}
