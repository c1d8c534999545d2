// SPDX-License-Identifier: Apache-2.0
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/referee/referee.hpp>
#include <sbst/testing/conformance.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

RunSpec short_run(std::uint64_t seed)
{
    RunSpec spec;
    spec.seed = seed;
    spec.budget = {.max_executions = 4000};
    return spec;
}

std::size_t count_open(const JavaProblem& problem, const RunResult& result)
{
    std::size_t open = 0;
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const bool is_open = result.answers[i].status == GoalStatus::open;
        open += problem.goals()[GoalId(i)].is_sought() && is_open ? 1U : 0U;
    }
    return open;
}

void alter(JavaValue& value)
{
    switch (value.type)
    {
        case JavaTypeKind::string:
            value.text += u"?";
            break;
        case JavaTypeKind::boolean:
            value.number = 1 - value.number;
            break;
        default:
            value.number += 1;
            break;
    }
}

void alter(JavaAssertion& assertion)
{
    if (assertion.kind == JavaAssertionKind::is_null)
    {
        assertion.kind = JavaAssertionKind::not_null;
    }
    else if (assertion.kind == JavaAssertionKind::instance_of)
    {
        assertion.expected = java_class("Ljava/lang/Thread;");
    }
    else if (assertion.expected.kind == JavaValueKind::literal)
    {
        alter(assertion.expected);
    }
    else
    {
        assertion.kind = JavaAssertionKind::is_null;
    }
}

/// Alters the value, the message or the exception that the test's first check expects; false: there
/// is no check.
bool alter_first_check(JavaTest& test)
{
    for (JavaStep& step : test.steps)
    {
        if (auto* assertion = std::get_if<JavaAssertion>(&step))
        {
            alter(*assertion);
            return true;
        }
        auto& call = std::get<JavaCall>(step);
        if (call.expected_message)
        {
            *call.expected_message += u"?";
            return true;
        }
        if (!call.expected_exception.empty())
        {
            call.expected_exception = "java/lang/ClassCircularityError";
            return true;
        }
    }
    return false;
}

}  // namespace

TEST_CASE("JavaProblem: passes the conformance suite", "[jvm][problem][jdk]")
{
    const auto make = [] { return JavaProblem(ledger_options()); };
    const std::vector<Finding> findings = check_conformance(make);
    INFO(to_text(findings));
    CHECK(findings.empty());
}

TEST_CASE("JavaProblem: one worker and two do the same", "[jvm][problem][jdk]")
{
    const auto make = [](std::size_t jobs) {
        JavaProblemOptions options = ledger_options();
        options.worker.jobs = jobs;
        return JavaProblem(options);
    };
    const std::vector<Finding> findings =
        check_workers([&] { return make(1); }, [&] { return make(2); });
    INFO(to_text(findings));
    CHECK(findings.empty());
}

TEST_CASE("a Java class is covered whole, and its suite is proven", "[jvm][problem][jdk]")
{
    JavaProblem problem(ledger_options());
    RunResult result = search_suite(problem, short_run(1));
    CHECK(count_open(problem, result) == 0);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    CHECK(proven.dropped.empty());
    CHECK(count_open(problem, result) == 0);
    REQUIRE(proven.referee.is_compiled);
    for (std::size_t i = 0; i < proven.referee.tests.size(); ++i)
    {
        CHECK(why_unproven(proven.referee, i).value_or("") == "");
    }
    // The fault of the last entry is set apart.
    CHECK(proven.suspicious.suite.tests.size() == 1);
    CHECK(proven.suspicious.source.text.find("lastAmount") != std::string::npos);
    CHECK(proven.main.source.text.find("\"balance is too small\"") != std::string::npos);
    CHECK(result.suite.size() ==
          proven.main.suite.tests.size() + proven.suspicious.suite.tests.size());
    CHECK(proven.suspicious.first_test == proven.main.suite.tests.size());
    for (const ClassCoverage& file : proven.referee.coverage)
    {
        CHECK(file.branches.missed == 0);
    }
}

TEST_CASE("the number of workers decides nothing", "[jvm][problem]")
{
    std::vector<std::string> suites;
    for (const std::size_t jobs : {std::size_t{1}, std::size_t{2}, std::size_t{1}})
    {
        JavaProblemOptions options = ledger_options();
        options.worker.jobs = jobs;
        JavaProblem problem(options);
        const RunResult result = search_suite(problem, short_run(3));
        std::string text;
        for (const TestCase& test : result.suite)
        {
            text += problem.render(test) + "\n";
        }
        suites.push_back(std::move(text));
    }
    CHECK_FALSE(suites[0].empty());
    CHECK(suites[0] == suites[1]);
    CHECK(suites[0] == suites[2]);
}

TEST_CASE("each test fails when what it recorded is altered", "[jvm][problem][long]")
{
    const std::string name = GENERATE(
        as<std::string>{}, "bank.Ledger", "proof.Box", "proof.Point", "proof.Shapes", "proof.Pair");
    CAPTURE(name);
    JavaProblem problem(options_of(name));
    RunResult result = search_suite(problem, short_run(1));
    ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    CHECK(proven.dropped.empty());
    JavaSuite& suite = proven.main.suite;
    REQUIRE_FALSE(suite.tests.empty());
    std::vector<bool> has_check;
    for (JavaTest& test : suite.tests)
    {
        has_check.push_back(alter_first_check(test));
    }
    // A call whose result differs from run to run stands alone in one test.
    CHECK(std::count(has_check.begin(), has_check.end(), false) <= (name == "bank.Ledger" ? 1 : 0));
    const std::filesystem::path folder = scratch() / "altered";
    std::filesystem::remove_all(folder);
    const RenderedSuite source = render_suite(suite);
    std::filesystem::create_directories((folder / source.file_name).parent_path());
    std::ofstream(folder / source.file_name, std::ios::binary) << source.text;
    const RefereeReport report = judge_suite({.sources = folder,
                                                 .class_path = problem.options().class_path,
                                                 .classes_under_test = {suite.class_under_test},
                                                 .runs = {standard_runs(1).front()}},
        referee_tools());
    INFO(source.text);
    REQUIRE(report.is_compiled);
    REQUIRE(report.tests.size() == suite.tests.size());
    for (std::size_t i = 0; i < report.tests.size(); ++i)
    {
        INFO(report.tests[i].method);
        const TestVerdict expected = has_check[i] ? TestVerdict::failed : TestVerdict::passed;
        CHECK(report.runs.front().outcomes[i].verdict == expected);
    }
}

TEST_CASE("one method can be asked for by its name", "[jvm][problem]")
{
    JavaProblemOptions options = ledger_options();
    options.method = "describe";
    JavaProblem problem(options);
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        CHECK((!goal.is_shown || goal.label.find("describe") != std::string::npos));
    }
    const RunResult result = search_suite(problem, short_run(1));
    CHECK(count_open(problem, result) == 0);
    options.method = "nothing";
    CHECK_THROWS_AS(JavaProblem(options), ConfigError);
}

TEST_CASE("special values are reached, and no test of them is dropped", "[jvm][problem]")
{
    JavaProblem problem(options_of("corners.Corners"));
    RunResult result = search_suite(problem, short_run(1));
    CHECK(count_open(problem, result) == 0);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    for (const DroppedTest& dropped : proven.dropped)
    {
        INFO(dropped.test);
        CHECK(dropped.reason == "");
    }
    CHECK(proven.dropped_assertions == 0);
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(text.find("kindOf(Double.NaN)") != std::string::npos);
    CHECK(text.find("Double.NEGATIVE_INFINITY") != std::string::npos);
    CHECK(text.find("Float.NaN") != std::string::npos);
    // The only annotation that makes it true.
    CHECK(text.find("FunctionalInterface") != std::string::npos);
    // Lists of strings hold strings only.
    CHECK(proven.suspicious.source.text.find("ClassCastException") == std::string::npos);
}

TEST_CASE("arrays of all types are made where an object is asked which it is", "[jvm][problem]")
{
    JavaProblem problem(options_of("proof.ArrayKinds"));
    RunResult result = search_suite(problem, short_run(1));
    CHECK(count_open(problem, result) == 0);
    CHECK(problem.workers().counters().not_linked == 0);
    std::string labels;
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        labels += problem.goals()[GoalId(i)].label + "\n";
    }
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    REQUIRE(proven.referee.is_compiled);
    CHECK(proven.dropped.empty());
    const std::string& text = proven.main.source.text;
    INFO(text);
    for (const std::string type :
        {"boolean", "byte", "short", "char", "int", "long", "float", "double", "String"})
    {
        CAPTURE(type);
        CHECK(text.find(type + "[] ") != std::string::npos);
        CHECK(labels.find("if (o instanceof " + type + "[]) true\n") != std::string::npos);
    }
}

TEST_CASE("an answer says that tests were stopped", "[jvm][problem]")
{
    JavaProblem problem(options_of("proof.Endless"));
    RunSpec spec = short_run(1);
    spec.budget = {.max_executions = 300};
    const RunResult result = search_suite(problem, spec);
    const auto reason_of = [&](const std::string& label) {
        for (std::size_t i = 0; i < problem.goals().size(); ++i)
        {
            const GoalAnswer& answer = result.answers[i];
            if (problem.goals()[GoalId(i)].label == label && answer.status == GoalStatus::open)
            {
                return answer.reason;
            }
        }
        return std::string("no open goal");
    };
    CHECK(reason_of("Endless.loops(int):10 if (x > 5) true") ==
          "reached, but the condition never had this outcome in tests that ran to an end; "
          "some tests that called loops were stopped: out of probe budget");
    CHECK(reason_of("Endless.exits(int):19 if (x > 0) true") ==
          "every test that called exits was stopped: exit");
    // Which limit it meets first is up to the JVM.
    CHECK(reason_of("Endless.inner(int):27 if (x > 0) true")
              .starts_with("every test that called recurses was stopped: "));
    CHECK(reason_of("Endless.ends(int):31 if (x == 305419897) true") ==
          "reached, but the condition never had this outcome");
}
