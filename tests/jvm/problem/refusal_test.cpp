// SPDX-License-Identifier: Apache-2.0
// No shape of a class costs the whole class, and what is lost is named.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/report/report.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

RunSpec refusal_search()
{
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 3000};
    return spec;
}

/// Searches and proves; nothing that was found may be lost.
ProvenSuite proven_suite(JavaProblem& problem)
{
    RunResult result = search_suite(problem, refusal_search());
    ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    for (const DroppedTest& dropped : proven.dropped)
    {
        FAIL_CHECK(dropped.test << ": " << dropped.reason);
    }
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        INFO(goal.label);
        CHECK((!goal.is_sought() || result.answers[i].status == GoalStatus::covered));
    }
    return proven;
}

/// The fixtures' classes without one of them and those nested in it.
std::filesystem::path classes_without(const std::string& name)
{
    const std::filesystem::path folder = scratch() / ("without-" + name);
    std::filesystem::remove_all(folder);
    std::filesystem::copy(SBST_CLASSES, folder, std::filesystem::copy_options::recursive);
    for (const auto& entry : std::filesystem::directory_iterator(SBST_CLASSES "/proof"))
    {
        const std::string file = entry.path().filename().string();
        if (file == name + ".class" || file.starts_with(name + "$"))
        {
            std::filesystem::remove(folder / "proof" / file);
        }
    }
    return folder;
}

std::string reason_of(const JavaReport& report, std::string_view label)
{
    const auto found =
        std::find_if(report.goals.begin(), report.goals.end(), [label](const ReportedGoal& goal) {
            return goal.goal.label.find(label) != std::string::npos;
        });
    REQUIRE(found != report.goals.end());
    return found->answer.reason;
}

}  // namespace

TEST_CASE("an inner class of an enum is made of a constant", "[jvm][refusal]")
{
    JavaProblem problem(options_of("proof.Gem"));
    const ProvenSuite proven = proven_suite(problem);
    INFO(proven.main.source.text);
    CHECK(has(proven.main.source.text, ".new Cut("));
}

TEST_CASE("a member that a subclass closes is called by the class that has it", "[jvm][refusal]")
{
    JavaProblem problem(options_of("proof.Closing"));
    const ProvenSuite proven = proven_suite(problem);
    INFO(proven.main.source.text);
    CHECK(has(proven.main.source.text, "((Closing) "));
    // What is public needs no cast.
    CHECK_FALSE(has(proven.main.source.text, "((Closing) closed).open("));
}

TEST_CASE("an object of a class without a name is a variable all the same", "[jvm][refusal]")
{
    JavaProblem problem(options_of("proof.Veiled"));
    const CallableId make = callable_named(problem, "<init>");
    const CallableId first = callable_named(problem, "first");
    const CallableId use = callable_named(problem, "use");
    RunResult result;
    // Used twice, so that it is no part of another call.
    result.suite.push_back(
        {.calls = {{.callable = make, .arguments = {}},
             {.callable = first, .arguments = {ResultRef{.call = 0}, Value(12)}},
             {.callable = use, .arguments = {ResultRef{.call = 0}, ResultRef{.call = 1}}},
             {.callable = use, .arguments = {ResultRef{.call = 0}, ResultRef{.call = 1}}}}});
    result.suite.push_back(
        {.calls = {{.callable = callable_named(problem, "count"), .arguments = {Value()}}}});
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    INFO(proven.main.source.text);
    CHECK(proven.dropped.empty());
    CHECK(proven.main.suite.tests.size() == 2);
    CHECK(has(proven.main.source.text, "var "));
}

TEST_CASE("a class that only inherits is tested with what it inherits", "[jvm][refusal]")
{
    JavaProblem problem(options_of("proof.Facade"));
    const ProvenSuite proven = proven_suite(problem);
    INFO(proven.main.source.text);
    CHECK(has(proven.main.source.text, "LowerPart.middle("));

    // Another package can name the class alone.
    JavaProblemOptions options = options_of("proof.Facade");
    options.package = "far.away";
    JavaProblem from_afar(options);
    RunResult result = search_suite(from_afar, refusal_search());
    const ProvenSuite seen = prove_suite(from_afar, result, {.tools = referee_tools()});
    check_all_passed(seen.referee);
    INFO(seen.main.source.text);
    CHECK(seen.dropped.empty());
    CHECK(has(seen.main.source.text, "Facade.middle("));
    CHECK(has(seen.main.source.text, "Facade.sign("));
    CHECK_FALSE(has(seen.main.source.text, "closed("));
}

TEST_CASE("a class that is not found before a call is named", "[jvm][refusal]")
{
    JavaProblemOptions options = options_of("proof.Needy");
    options.class_path = {classes_without("Needed")};
    JavaProblem problem(options);
    RunResult result = search_suite(problem, refusal_search());
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const JavaReport report = make_java_report(
        problem, refusal_search(), result, proven, observe_suite(problem, result.suite));
    REQUIRE(report.link_failures.size() == 1);
    CHECK(report.link_failures.front().missing == "proof.Needed");
    CHECK(report.link_failures.front().error == "java.lang.NoClassDefFoundError: proof/Needed");
    CHECK(report.link_failures.front().tests > 2);
    CHECK(problem.workers().counters().not_linked > 0);
    CHECK(has(reason_of(report, "Needy$Part() entered"), "proof.Needed was not found"));
    CHECK(has(reason_of(report, "> 20) true"), "proof.Needed was not found"));
    // The rest of the class is tested.
    CHECK_FALSE(proven.main.suite.tests.empty());
}

TEST_CASE("missing_class: only errors that name a class", "[jvm][refusal]")
{
    CHECK(missing_class("java.lang.NoClassDefFoundError: p/q/A$B") == "p.q.A$B");
    CHECK(missing_class("java.lang.NoClassDefFoundError: Could not initialize class p.A").empty());
    CHECK(missing_class("java.lang.NoClassDefFoundError").empty());
    CHECK(missing_class("java.lang.NoClassDefFoundError: ").empty());
    CHECK(missing_class("java.lang.NoSuchMethodError: 'void p.A.b()'").empty());
}
