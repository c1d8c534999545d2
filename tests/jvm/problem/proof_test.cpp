// SPDX-License-Identifier: Apache-2.0
// What a written suite claims is true at its user's too: what is set apart, and what is not
// written.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/report/report.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

RunSpec short_search()
{
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 2000};
    return spec;
}

/// A suite of one call each, of a method with one number.
ProvenSuite proven_calls(
    const std::string& class_name, const std::vector<std::pair<std::string, int>>& calls)
{
    JavaProblem problem(options_of(class_name));
    RunResult result;
    for (const auto& [method, argument] : calls)
    {
        result.suite.push_back({.calls = {{.callable = callable_named(problem, method),
                                    .arguments = {Value(argument)}}}});
    }
    ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    return proven;
}

/// Proves a test of each of these methods without parameters: only the last is written.
void check_never_written(const std::string& class_name, const std::vector<std::string>& refused,
    const std::string& harmless)
{
    JavaProblem problem(options_of(class_name));
    RunResult result;
    std::vector<std::string> methods = refused;
    methods.push_back(harmless);
    for (const std::string& method : methods)
    {
        result.suite.push_back(
            {.calls = {{.callable = callable_named(problem, method), .arguments = {}}}});
    }
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    INFO(proven.main.source.text);
    CHECK(proven.suspicious.suite.tests.empty());
    CHECK(proven.main.suite.tests.size() == 1);
    CHECK(has(proven.main.source.text, "." + harmless + "());"));
    REQUIRE(proven.dropped.size() == refused.size());
    for (std::size_t i = 0; i < refused.size(); ++i)
    {
        CHECK_FALSE(has(proven.main.source.text, "." + refused[i] + "("));
        CHECK(has(proven.dropped[i].test, refused[i]));
        CHECK(has(proven.dropped[i].reason, "it changes files"));
    }
}

}  // namespace

TEST_CASE("an assertion of the subject that fails is set apart", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Asserting"));
    RunResult result = search_suite(problem, short_search());
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    for (const DroppedTest& dropped : proven.dropped)
    {
        FAIL_CHECK(dropped.reason);
    }
    // Without -enableassertions neither outcome of the condition could be had.
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        INFO(goal.label);
        CHECK((!goal.is_sought() || result.answers[i].status == GoalStatus::covered));
    }
    CHECK(has(proven.suspicious.source.text, "AssertionError"));
    CHECK(has(proven.suspicious.source.text, "no step"));
    CHECK_FALSE(has(proven.main.source.text, "AssertionError"));
    CHECK_FALSE(proven.main.suite.tests.empty());
}

TEST_CASE("what another method returned as null is null for whom it is passed to", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Nulls"));
    RunResult result;
    Call find{.callable = callable_named(problem, "find"), .arguments = {Value(1)}};
    Call length{.callable = callable_named(problem, "length"), .arguments = {ResultRef{.call = 0}}};
    result.suite.push_back({.calls = {std::move(find), std::move(length)}});
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    INFO(proven.main.source.text);
    REQUIRE(proven.main.suite.tests.size() == 1);
    CHECK(has(proven.main.source.text, "NullPointerException"));
    CHECK(proven.suspicious.suite.tests.empty());
}

TEST_CASE("null that a receiver or an argument was made with is asked for", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Label"));
    const auto label = [&problem](Value text) {
        return Call{.callable = callable_named(problem, "<init>"), .arguments = {std::move(text)}};
    };
    const Call length{
        .callable = callable_named(problem, "lengthOf"), .arguments = {ResultRef{.call = 0}}};
    const Call change{.callable = callable_named(problem, "setText"),
        .arguments = {ResultRef{.call = 0}, Value()}};
    RunResult result;
    result.suite.push_back({.calls = {label(Value()), length}});
    result.suite.push_back({.calls = {label(Value(std::string("a"))), change, length}});
    result.suite.push_back({.calls = {label(Value(std::string())), length}});
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    INFO(proven.suspicious.source.text);
    CHECK(proven.main.suite.tests.size() == 2);
    REQUIRE(proven.suspicious.suite.tests.size() == 1);
    CHECK(has(proven.suspicious.source.text, "new Label(\"\")"));
}

TEST_CASE(
    "an exception that the code or the test asks the JDK for is no suspicion", "[jvm][proof][jdk]")
{
    JavaProblem problem(options_of("proof.Announced"));
    const auto largest = Value(U256(std::numeric_limits<std::int32_t>::max()));
    const auto bytes = Value(Value::List{Value(1), Value(2)});
    RunResult result;
    result.suite.push_back(
        {.calls = {{.callable = callable_named(problem, "sum"), .arguments = {largest, largest}}}});
    result.suite.push_back({.calls = {{.callable = callable_named(problem, "length"),
                                .arguments = {Value(std::string("a")), Value(true)}}}});
    result.suite.push_back(
        {.calls = {{.callable = constructor_of(problem, "java/io/ByteArrayInputStream", "([BII)V"),
                       .arguments = {bytes, Value(1), Value(7)}},
             {.callable = callable_named(problem, "first"), .arguments = {ResultRef{.call = 0}}}}});
    result.suite.push_back(
        {.calls = {{.callable = constructor_of(problem, "java/io/ByteArrayInputStream", "([BII)V"),
                       .arguments = {bytes, Value(-5), Value(3)}},
             {.callable = callable_named(problem, "letter"),
                 .arguments = {ResultRef{.call = 0}}}}});
    result.suite.push_back({.calls = {{.callable = callable_named(problem, "fifth"),
                                .arguments = {Value(Value::List{Value(1)})}}}});
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    INFO(proven.main.source.text);
    INFO(proven.suspicious.source.text);
    CHECK(has(proven.main.source.text, "ArithmeticException"));
    CHECK(has(proven.main.source.text, "NullPointerException"));
    CHECK(has(proven.main.source.text, "new ByteArrayInputStream("));
    CHECK(has(proven.main.source.text, "letter("));
    REQUIRE(proven.suspicious.suite.tests.size() == 1);
    CHECK(has(proven.suspicious.source.text, "fifth("));
}

TEST_CASE("a cast that fails is suspicious where types are checked", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Ordered"));
    RunResult result = search_suite(problem, short_search());
    const auto throws_cast = [&problem](const TestCase& test) {
        return problem.render(test).find("isBelow") != std::string::npos;
    };
    REQUIRE(
        std::any_of(problem.throwing_tests().begin(), problem.throwing_tests().end(), throws_cast));
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    const std::string& text = proven.suspicious.source.text;
    INFO(text);
    CHECK(has(text, "number(true)"));
    CHECK_FALSE(has(text, "isBelowThrows"));
}

TEST_CASE("fields that tests can read are asserted, once each", "[jvm][proof][jdk]")
{
    for (const int junit : {4, 5})
    {
        CAPTURE(junit);
        JavaProblem problem(options_of("proof.Point"));
        RunResult result = search_suite(problem, short_search());
        const ProvenSuite proven =
            prove_suite(problem, result, {.tools = referee_tools(), .junit = junit});
        check_all_passed(proven.referee);
        CHECK(proven.dropped.empty());
        const std::string& text = proven.main.source.text;
        INFO(text);
        CHECK(has(text, ".getX()"));
        CHECK_FALSE(has(text, "point.x)"));
        CHECK(has(text, ".y)"));
        CHECK(has(text, ".label)"));
        CHECK_FALSE(has(text, ".hidden"));
        CHECK_FALSE(has(text, ".cached"));
    }
}

TEST_CASE("what only the class of an object has is asked of it by a cast", "[jvm][proof]")
{
    const ProvenSuite proven = proven_calls("proof.Figures", {{"figure", 7}, {"square", 8}});
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(proven.dropped.empty());
    CHECK(proven.dropped_assertions == 0);
    CHECK(has(text, "assertEquals(7, ((Figures.Square) Figures.figure(7)).getSide());"));
    CHECK(has(text, "assertEquals(8, Figures.square(8).getSide());"));
}

TEST_CASE("a method that declares Throwable is tested", "[jvm][proof]")
{
    const ProvenSuite proven = proven_calls("proof.Anything", {{"twice", 21}, {"twice", -1}});
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(proven.dropped.empty());
    CHECK(has(text, "throws Throwable {"));
    CHECK(has(text, "assertEquals(42, Anything.twice(21));"));
    CHECK(has(text, "assertThrows(Throwable.class"));
}

TEST_CASE("a test that throws elsewhere only is dropped, and said to be", "[jvm][proof]")
{
    const ProvenSuite proven = proven_calls("proof.Dated", {{"late", 1}, {"refuse", 1}});
    INFO(proven.main.source.text);
    REQUIRE(proven.dropped.size() == 1);
    CHECK(proven.dropped[0].reason == "it throws in one run and not, or elsewhere, in the next");
    CHECK_FALSE(has(proven.main.source.text, "Dated.late("));
}

TEST_CASE("tests that are blamed in vain for the failures of others come back", "[jvm][proof]")
{
    // The calm ones stand between the test that raises the level and those that fail after it.
    std::vector<std::pair<std::string, int>> calls{{"raise", 1}};
    for (int i = 0; i < 12; ++i)
    {
        calls.emplace_back("calm", i);
    }
    calls.emplace_back("level", 0);
    calls.emplace_back("level", 5);
    const ProvenSuite proven = proven_calls("proof.Tracer", calls);
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(proven.dropped.size() <= 1);
    for (int i = 0; i < 12; ++i)
    {
        CHECK(has(text, "assertEquals(" + std::to_string(i + 1) + ", Tracer.calm(" +
                            std::to_string(i) + "));"));
    }
}

TEST_CASE("a message that differs elsewhere costs itself, not its test", "[jvm][proof][jdk]")
{
    const ProvenSuite proven = proven_calls("proof.Dated", {{"refuse", 1}});
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(proven.dropped.empty());
    CHECK(proven.dropped_assertions == 1);
    CHECK(has(text, "assertThrows(IllegalStateException.class"));
    CHECK_FALSE(has(text, "not at"));
}

TEST_CASE("fields of type parameters are asserted", "[jvm][proof]")
{
    for (const int junit : {4, 5})
    {
        CAPTURE(junit);
        JavaProblem problem(options_of("proof.Pair"));
        RunResult result = search_suite(problem, short_search());
        const ProvenSuite proven =
            prove_suite(problem, result, {.tools = referee_tools(), .junit = junit});
        check_all_passed(proven.referee);
        CHECK(proven.dropped.empty());
        const std::string& text = proven.main.source.text;
        INFO(text);
        CHECK(has(text, ".first)"));
        CHECK(has(text, ".second)"));
    }
}

TEST_CASE("a test asserts the class of an object that tells nothing else", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Shapes"));
    RunResult result = search_suite(problem, short_search());
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(has(text, "assertInstanceOf(Shapes.Triangle.class, "));
    CHECK(has(text, "assertNotNull("));
    CHECK_FALSE(has(text, "Hidden.class"));
}

TEST_CASE("no test is written whose outcome the sandbox decided", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Outside"));
    if (!problem.workers().isolation_warning().empty())
    {
        WARN("skipped: " << problem.workers().isolation_warning());
        return;
    }
    // The search wants none of them.
    RunResult result = search_suite(problem, short_search());
    CHECK(result.suite.empty());
    for (const GoalAnswer& answer : result.answers)
    {
        // No test makes an object of it.
        CHECK(answer.status != GoalStatus::covered);
        CHECK((answer.status == GoalStatus::infeasible || has(answer.reason, "sandbox")));
    }
    // What comes otherwise is dropped.
    const std::vector<std::string_view> methods{
        "writes", "swallows", "wraps", "makes", "connects", "destroys", "starts"};
    for (const std::string_view method : methods)
    {
        result.suite.push_back(
            {.calls = {{.callable = callable_named(problem, method), .arguments = {}}}});
    }
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    CHECK(proven.main.suite.tests.empty());
    for (const std::string_view method : methods)
    {
        INFO(method);
        const auto dropped = std::find_if(proven.dropped.begin(), proven.dropped.end(),
            [method](const DroppedTest& test) { return has(test.test, method); });
        REQUIRE(dropped != proven.dropped.end());
        CHECK(has(dropped->reason, "sandbox"));
    }
}

TEST_CASE("a test that changes files is never written", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Writer"));
    RunResult result;
    for (const std::string_view method : {"streams", "seeks", "appends", "folders", "erases",
             "removes", "leaves", "hooks", "types", "looks"})
    {
        result.suite.push_back(
            {.calls = {{.callable = callable_named(problem, method), .arguments = {}}}});
    }
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    CHECK(proven.suspicious.suite.tests.empty());
    INFO(proven.main.source.text);
    CHECK(proven.main.suite.tests.size() == 1);
    CHECK(has(proven.main.source.text, "looks()"));
    CHECK(proven.dropped.size() == 9);
    for (const DroppedTest& dropped : proven.dropped)
    {
        CHECK(has(dropped.reason, "it changes files"));
    }
}

TEST_CASE("a test that gives the JDK something to keep is never written", "[jvm][proof][jdk]")
{
    check_never_written("proof.Registrar", {"marks", "secures", "edits"}, "asks");
}

TEST_CASE("a test that changes what all databases have is never written", "[jvm][proof][jdk]")
{
    check_never_written("proof.Registrar", {"waits"}, "asks");
}

TEST_CASE("what only looks like a refusal is written", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Inside"));
    RunResult result = search_suite(problem, short_search());
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    CHECK(has(proven.main.source.text, "denies(7)"));
    CHECK(has(proven.main.source.text, "misses()"));
}

TEST_CASE("broken laws of objects are found, each once, and shown in the second file",
    "[jvm][proof][long]")
{
    JavaProblem problem(options_of("proof.Pairs"));
    RunResult result = search_suite(problem, short_search());
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    std::vector<std::string> found;
    for (const ObjectLawRow& row : proven.object_laws)
    {
        found.push_back(row.class_name + ": " + row.law);
        CHECK(row.test >= proven.suspicious.first_test);
        CHECK(row.test < result.suite.size());
    }
    std::sort(found.begin(), found.end());
    CHECK(found == std::vector<std::string>{
                       "proof.Pairs$AlwaysGreater: compareTo is antisymmetric",
                       "proof.Pairs$Counting: hashCode is stable",
                       "proof.Pairs$EqualsNull: equals null is false",
                       "proof.Pairs$NoHash: hashCode follows equals",
                       "proof.Pairs$NotReflexive: equals is reflexive",
                       "proof.Pairs$NotSymmetric: equals is symmetric",
                       "proof.Pairs$Silent: toString returns",
                       "proof.Pairs$Throwing: toString returns",
                   });
    CHECK(has(proven.suspicious.source.text, "Broken law: equals is symmetric"));
    CHECK_FALSE(has(proven.main.source.text, "Broken law"));
}

TEST_CASE("branches of static initialisers count as JaCoCo counts them", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Initialised"));
    RunResult result = search_suite(problem, short_search());
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    std::size_t covered = 0;
    std::size_t missed = 0;
    std::size_t initialised = 0;
    for (const ReportedGoal& goal : reported_goals(problem, result.answers))
    {
        const bool is_initialiser = goal.goal.goal_class == "static-initialiser";
        INFO(goal.goal.label << ": " << goal.answer.reason);
        CHECK(goal.goal.is_shown == (is_initialiser || problem.goals()[GoalId(goal.id)].is_shown));
        // No search seeks them.
        CHECK_FALSE((is_initialiser && problem.goals()[GoalId(goal.id)].is_sought()));
        if (is_initialiser && goal.answer.status == GoalStatus::covered)
        {
            CHECK(goal.answer.reason == "class initialisation");
            ++initialised;
        }
        if (is_initialiser && goal.answer.status == GoalStatus::open)
        {
            CHECK(has(goal.answer.reason, "class initialisation"));
        }
        if (goal.goal.is_shown && is_branch(goal.goal))
        {
            (goal.answer.status == GoalStatus::covered ? covered : missed) += 1;
        }
    }
    // Both sides of the loop and of square, and one side of the last condition.
    CHECK(initialised == 5);
    CoverageCounter branches;
    for (const ClassCoverage& one : proven.referee.coverage)
    {
        branches.covered += one.branches.covered;
        branches.missed += one.branches.missed;
    }
    CHECK(covered == branches.covered);
    CHECK(missed == branches.missed);
}

TEST_CASE("without tests no initialiser counts as covered", "[jvm][proof]")
{
    JavaProblem problem(options_of("proof.Initialised"));
    RunResult result;
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    CHECK(proven.main.suite.tests.empty());
    const GoalTotals totals = count_goals(reported_goals(problem, result.answers));
    CHECK(totals.shown.covered == 0);
    CHECK(totals.shown.goals > 5);
}

TEST_CASE(
    "what the subject throws itself is an answer, an error of linking too", "[jvm][proof][jdk]")
{
    JavaProblem problem(options_of("proof.Refusing"));
    RunResult result = search_suite(problem, short_search());
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    INFO(proven.main.source.text);
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        INFO(problem.goals()[GoalId(i)].label << ": " << result.answers[i].reason);
        CHECK(result.answers[i].status == GoalStatus::covered);
    }
    CHECK(has(proven.main.source.text, "assertThrows(NoClassDefFoundError.class, "));
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    CHECK(problem.workers().counters().link_errors.empty());
}
