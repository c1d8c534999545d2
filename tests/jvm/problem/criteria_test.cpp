// SPDX-License-Identifier: Apache-2.0
#include "subject.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/jvm/report/report.hpp>
#include <sbst/testing/conformance.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

JavaProblemOptions gate_options(const CoverageSet& coverage)
{
    JavaProblemOptions options = options_of("criteria.Gate");
    options.criteria.sought = coverage;
    return options;
}

TestCase calls(const JavaProblem& problem, const std::string& name, std::vector<Argument> arguments)
{
    TestCase test;
    test.calls.push_back({.callable = callable_named(problem, "<init>"), .arguments = {}});
    arguments.insert(arguments.begin(), ResultRef{0});
    test.calls.push_back(
        {.callable = callable_named(problem, name), .arguments = std::move(arguments)});
    return test;
}

Trace run(JavaProblem& problem, const TestCase& test)
{
    const std::vector<Request<TestCase>> requests{
        {.test = &test, .record = Record::coverage | Record::distances}};
    std::vector<Trace> traces(1);
    problem.execute(requests, traces, StopToken{});
    return traces.front();
}

/// The labels of the goals of a criterion that the test covers, without lines of the source.
std::set<std::string> covered(JavaProblem& problem, const TestCase& test, Coverage coverage)
{
    const Trace trace = run(problem, test);
    std::set<std::string> labels;
    touch_goals(trace, problem.goals(), [&](GoalId id, const Touch& touch) {
        const Goal& goal = problem.goals()[id];
        if (touch.is_covered && goal.is_shown && coverage_of(goal) == coverage)
        {
            std::string label = goal.label;
            if (const std::size_t colon = label.find("):"); colon != std::string::npos)
            {
                label.erase(colon + 1, label.find(' ', colon) - colon - 1);
            }
            labels.insert(label);
        }
    });
    return labels;
}

using Labels = std::set<std::string>;

}  // namespace

TEST_CASE("criteria: a problem with all of them passes the conformance suite", "[jvm][criteria]")
{
    const auto make = [] { return JavaProblem(gate_options(CoverageSet::all())); };
    const std::vector<Finding> findings = check_conformance(make);
    INFO(to_text(findings));
    CHECK(findings.empty());
}

TEST_CASE(
    "criteria: only what the test calls itself is direct, but for private code", "[jvm][criteria]")
{
    JavaProblem problem(gate_options({Coverage::branch, Coverage::direct_branch}));
    const TestCase outer = calls(problem, "outer", {Value(7)});
    CHECK(covered(problem, outer, Coverage::direct_branch) ==
          Labels{"Gate.hidden(int) if (number == 7) true, by the test",
              "Gate.outer(int) entered, by the test", "Gate() entered, by the test"});
    CHECK(covered(problem, outer, Coverage::branch) ==
          Labels{"Gate.hidden(int) if (number == 7) true", "Gate.inner(int) if (number > 10) false",
              "Gate.outer(int) entered", "Gate() entered"});
    const TestCase inner = calls(problem, "inner", {Value(11)});
    CHECK(covered(problem, inner, Coverage::direct_branch)
              .contains("Gate.inner(int) if (number > 10) true, by the test"));
}

TEST_CASE("criteria: a method that throws is called and does not return", "[jvm][criteria]")
{
    JavaProblem problem(
        gate_options({Coverage::method, Coverage::method_without_exception, Coverage::exception}));
    const TestCase always = calls(problem, "always", {});
    CHECK(covered(problem, always, Coverage::method) ==
          Labels{"Gate() called", "Gate.always() called"});
    CHECK(
        covered(problem, always, Coverage::method_without_exception) == Labels{"Gate() returned"});
    std::size_t methods = 0;
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        // No test can call the private one.
        CHECK((goal.place.function != "Gate.hidden(int)" || !goal.is_shown));
        methods += goal.criterion == MethodCriterion::id ? 1U : 0U;
    }
    CHECK(methods == 14);
}

TEST_CASE("criteria: exceptions are told apart by method, type and kind", "[jvm][criteria]")
{
    JavaProblem problem(gate_options({Coverage::exception}));
    const auto thrown = [&](const std::string& name, std::vector<Argument> arguments) {
        return covered(problem, calls(problem, name, std::move(arguments)), Coverage::exception);
    };
    const std::size_t before = problem.goals().size();
    CHECK(thrown("declared", {Value(true)}) ==
          Labels{"declared throws java.io.IOException (declared)"});
    CHECK(problem.goals().size() == before + 1);
    CHECK(thrown("stated", {Value(std::string())}) ==
          Labels{"stated throws java.lang.IllegalStateException (explicit)"});
    CHECK(thrown("stated", {Value{}}) ==
          Labels{"stated throws java.lang.NullPointerException (implicit)"});
    // What passes through `finally` is thrown again, but not by the author.
    CHECK(thrown("indexed", {Value(9)}) ==
          Labels{"indexed throws java.lang.ArrayIndexOutOfBoundsException (implicit)"});
    CHECK(thrown("indexed", {Value(1)}).empty());
    CHECK(problem.goals().size() == before + 4);
    // A kind that is known is no new goal.
    CHECK(thrown("indexed", {Value(12)}).size() == 1);
    CHECK(problem.goals().size() == before + 4);
    problem.close_goals();
    CHECK(thrown("always", {}).empty());
    CHECK(problem.goals().size() == before + 4);
}

TEST_CASE("criteria: results have classes, and distances to the others", "[jvm][criteria]")
{
    JavaProblemOptions options = gate_options({Coverage::output});
    options.output_distances = GENERATE(true, false);
    JavaProblem problem(options);
    const auto returned = [&](const std::string& name, const Value& argument) {
        return covered(problem, calls(problem, name, {argument}), Coverage::output);
    };
    CHECK(returned("half", Value(-3.0)) == Labels{"Gate.half(double) returns negative"});
    CHECK(returned("half", Value(0.0)) == Labels{"Gate.half(double) returns zero"});
    CHECK(returned("half", Value(1e-9)) == Labels{"Gate.half(double) returns positive"});
    CHECK(returned("repeat", Value(-1)) == Labels{"Gate.repeat(int) returns null"});
    CHECK(returned("repeat", Value(5)) == Labels{"Gate.repeat(int) returns empty"});
    CHECK(returned("repeat", Value(1)) == Labels{"Gate.repeat(int) returns not empty"});
    CHECK(returned("upTo", Value(0)) == Labels{"Gate.upTo(int) returns empty"});
    CHECK(returned("upTo", Value(3)) == Labels{"Gate.upTo(int) returns not empty"});
    CHECK(returned("object", Value(true)) == Labels{"Gate.object(boolean) returns not null"});
    CHECK(returned("object", Value(false)) == Labels{"Gate.object(boolean) returns null"});
    CHECK(returned("letter", Value(1)) == Labels{"Gate.letter(int) returns letter"});
    CHECK(returned("letter", Value(-40)) == Labels{"Gate.letter(int) returns digit"});
    CHECK(returned("letter", Value(500)) == Labels{"Gate.letter(int) returns other character"});
    CHECK(returned("isEven", Value(2)) == Labels{"Gate.isEven(int) returns true"});
    CHECK(returned("isEven", Value(3)) == Labels{"Gate.isEven(int) returns false"});
    // Nothing is returned, or nothing at all.
    CHECK(returned("indexed", Value(9)).empty());
    CHECK(covered(problem, calls(problem, "plain", {}), Coverage::output).empty());

    const Trace trace = run(problem, calls(problem, "upTo", {Value(3)}));
    REQUIRE(trace.outputs.size() == (options.output_distances ? 3U : 1U));
    if (options.output_distances)
    {
        // Three elements away from an empty list.
        CHECK(trace.outputs[1].least == Distance(U256(3)));
        CHECK(trace.outputs[1].hits == 0);
    }
}

TEST_CASE(
    "criteria: a search answers for all, and its suite covers what it says", "[jvm][criteria][jdk]")
{
    JavaProblemOptions options = gate_options(CoverageSet::all());
    JavaProblem problem(options);
    RunSpec spec;
    spec.budget.max_executions = 3000;
    spec.algorithm = GENERATE(Algorithm::dynamosa, Algorithm::mosa, Algorithm::whole_suite,
        Algorithm::mio, Algorithm::random);
    const RunResult result = search_suite(problem, spec);
    REQUIRE(result.answers.size() == problem.goals().size());
    const auto rows = reported_goals(problem, result.answers);
    const GoalTotals totals = count_goals(rows);
    REQUIRE(totals.by_criterion.size() == coverage_count);
    std::size_t sum = 0;
    for (const CoverageCounts& row : totals.by_criterion)
    {
        INFO(to_string(row.coverage));
        CHECK(row.counts.covered > 0);
        sum += row.counts.goals;
    }
    CHECK(sum == totals.shown.goals);
    // Three ways to fail in three methods, and one that always does, at least.
    const auto& exceptions = totals.by_criterion[coverage_count - 2];
    CHECK(exceptions.coverage == Coverage::exception);
    CHECK(exceptions.counts.covered >= 4);
    CHECK(exceptions.counts.open == 0);
    std::set<GoalId> recounted;
    for (const TestCase& test : result.suite)
    {
        const Trace trace = run(problem, test);
        touch_goals(trace, problem.goals(), [&](GoalId id, const Touch& touch) {
            if (touch.is_covered)
            {
                recounted.insert(id);
            }
        });
    }
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const bool is_covered = result.answers[i].status == GoalStatus::covered;
        const bool is_initialiser =
            has_class(problem.goals()[GoalId(i)], JavaGoalClass::static_initialiser);
        CHECK((is_initialiser || is_covered == recounted.contains(GoalId(i))));
    }
}

TEST_CASE(
    "criteria: with lines alone DynaMOSA follows branches that it does not show", "[jvm][criteria]")
{
    JavaProblemOptions options = gate_options({Coverage::line});
    options.branches_help = true;
    JavaProblem problem(options);
    RunSpec spec;
    spec.budget.max_executions = 3000;
    const RunResult result = search_suite(problem, spec);
    const GoalTotals totals = count_goals(reported_goals(problem, result.answers));
    REQUIRE(totals.by_criterion.size() == 1);
    CHECK(totals.by_criterion[0].coverage == Coverage::line);
    CHECK(totals.shown.open == 0);
    CHECK(result.stopped_by == StopReason::all_covered);
}

TEST_CASE(
    "criteria: the same seed writes the same tests with any number of jobs", "[jvm][criteria]")
{
    std::vector<std::vector<TestCase>> suites;
    for (const std::size_t jobs : {1U, 2U})
    {
        JavaProblemOptions options = gate_options(CoverageSet::all());
        options.worker.jobs = jobs;
        JavaProblem problem(options);
        RunSpec spec;
        spec.budget.max_executions = 2000;
        suites.push_back(search_suite(problem, spec).suite);
    }
    CHECK(suites[0] == suites[1]);
}
