// SPDX-License-Identifier: Apache-2.0
// Goals of what objects tell that methods under test return.
#include "../../../adapters/jvm/src/problem/result_observers.hpp"

#include "subject.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/testing/conformance.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

using Labels = std::set<std::string>;

JavaProblem accounts(const CoverageSet& coverage, bool has_distances = true)
{
    JavaProblemOptions options = options_of("criteria.Accounts");
    options.criteria.sought = coverage;
    options.output_distances = has_distances;
    return JavaProblem(std::move(options));
}

/// A method and its arguments behind the receiver.
using Step = std::pair<const char*, std::vector<Argument>>;

/// Makes the object under test, then calls its methods.
TestCase test_of(const JavaProblem& problem, std::initializer_list<Step> steps)
{
    TestCase test;
    test.calls.push_back({.callable = callable_named(problem, "<init>"), .arguments = {}});
    for (const auto& [name, more] : steps)
    {
        std::vector<Argument> arguments{ResultRef{0}};
        arguments.insert(arguments.end(), more.begin(), more.end());
        test.calls.push_back(
            {.callable = callable_named(problem, name), .arguments = std::move(arguments)});
    }
    return test;
}

Trace run_once(JavaProblem& problem, const TestCase& test)
{
    const std::vector<Request<TestCase>> requests{
        {.test = &test, .record = Record::coverage | Record::distances}};
    std::vector<Trace> traces(1);
    problem.execute(requests, traces, StopToken{});
    return traces.front();
}

/// The distances to the classes of results, by label.
std::map<std::string, Distance> distances(const JavaProblem& problem, const Trace& trace)
{
    std::map<std::string, Distance> found;
    touch_goals(trace, problem.goals(), [&](GoalId id, const Touch& touch) {
        const Goal& goal = problem.goals()[id];
        if (goal.criterion == OutputCriterion::id)
        {
            found[goal.label] = touch.is_covered ? Distance::zero() : *touch.least;
        }
    });
    return found;
}

/// The labels of the covered classes that begin so, without this head.
Labels told(JavaProblem& problem, std::initializer_list<Step> steps, const std::string& head)
{
    Labels labels;
    for (const auto& [label, distance] :
        distances(problem, run_once(problem, test_of(problem, steps))))
    {
        if (is_zero(distance) && label.starts_with(head))
        {
            labels.insert(label.substr(head.size()));
        }
    }
    return labels;
}

const std::string open_head = "Accounts.open(int) returns ";

/// What `open` returns, and what the object tells.
Labels opened(JavaProblem& problem, int balance)
{
    return told(problem, {{"open", {Value(balance)}}}, open_head);
}

std::vector<std::string> observers_of(const std::string& type)
{
    const ClassPath path({SBST_CLASSES});
    std::vector<std::string> names;
    for (const JavaCallable& callable : jvm::detail::ResultObservers(path, "criteria").of(type))
    {
        names.push_back(callable.name + callable.descriptor);
    }
    return names;
}

using Names = std::vector<std::string>;

bool is_same(const BranchHits& a, const BranchHits& b)
{
    return a.hits_true == b.hits_true && a.hits_false == b.hits_false &&
           a.least_true == b.least_true && a.least_false == b.least_false;
}

bool is_same(const PredicateTrace& a, const PredicateTrace& b)
{
    return a.predicate == b.predicate && is_same(a.all, b.all) && is_same(a.direct, b.direct);
}

bool is_same(const MethodTrace& a, const MethodTrace& b)
{
    return a.method == b.method && a.entered == b.entered &&
           a.entered_directly == b.entered_directly && a.left == b.left &&
           a.left_directly == b.left_directly;
}

bool is_same(const MutantTrace& a, const MutantTrace& b)
{
    return a.mutant == b.mutant && a.least == b.least;
}

bool is_same(const CallOutcome& a, const CallOutcome& b)
{
    return a.kind == b.kind && a.exception == b.exception && a.steps == b.steps;
}

template <class T>
bool are_same(const std::vector<T>& a, const std::vector<T>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
        [](const T& x, const T& y) { return is_same(x, y); });
}

}  // namespace

TEST_CASE("result observers: what changes nothing, whatever class overrides it",
    "[jvm][criteria][result_observers]")
{
    // Not `fee`, which a subclass overrides, nor what is private, static, or counts questions.
    CHECK(observers_of("criteria/Accounts$Account") ==
          Names{"isInDebt()Z", "balance()I", "grade()C", "share()D", "depth()J", "size()I"});
    CHECK(observers_of("criteria/Accounts$Overdraft") ==
          Names{"balance()I", "isInDebt()Z", "grade()C", "share()D", "depth()J", "size()I"});
    // An interface is asked what all classes on the path answer purely.
    CHECK(observers_of("criteria/Accounts$Feed") == Names{"hasMore()Z"});
    // Tests cannot name it.
    CHECK(observers_of("criteria/Accounts$Hidden").empty());
    CHECK(observers_of("java/lang/Integer").empty());
    CHECK(observers_of("criteria/None").empty());
}

TEST_CASE("result observers: their number is bounded, the nearest come first",
    "[jvm][criteria][result_observers]")
{
    static_assert(jvm::detail::max_result_observers == 8);
    CHECK(observers_of("criteria/Accounts$Wide") ==
          Names{"a()Z", "b()Z", "c()Z", "d()Z", "e()Z", "inherited()S", "nearby()F", "mark()B"});
}

TEST_CASE(
    "result observers: of another package only what is public", "[jvm][criteria][result_observers]")
{
    const ClassPath path({SBST_CLASSES});
    Names names;
    for (const JavaCallable& callable :
        jvm::detail::ResultObservers(path, "elsewhere").of("criteria/Accounts$Account"))
    {
        names.push_back(callable.name);
    }
    CHECK(names == Names{"isInDebt", "balance", "share", "depth", "size"});
}

TEST_CASE(
    "result observers: objects have classes by what they tell", "[jvm][criteria][result_observers]")
{
    JavaProblem problem = accounts({Coverage::output}, GENERATE(true, false));
    CHECK(opened(problem, 5) ==
          Labels{"not null", "an object whose isInDebt() is false",
              "an object whose balance() is positive", "an object whose grade() is letter",
              "an object whose share() is positive", "an object whose depth() is positive",
              "an object whose size() is positive"});
    CHECK(opened(problem, -20) ==
          Labels{"not null", "an object whose isInDebt() is true",
              "an object whose balance() is negative", "an object whose grade() is other character",
              "an object whose share() is negative", "an object whose depth() is positive",
              "an object whose size() is positive"});
    CHECK(opened(problem, 0).contains("an object whose balance() is zero"));
    CHECK(opened(problem, 13) == Labels{"null"});
    CHECK(told(problem, {{"failing", {}}}, "Accounts.failing() returns ").empty());
    // The object's own class answers.
    CHECK(told(problem, {{"draw", {Value(3)}}}, "Accounts.draw(int) returns ")
              .contains("an object whose balance() is negative"));
    // It is no number.
    CHECK(told(problem, {{"wide", {}}}, "Accounts.wide() returns ") ==
          Labels{"not null", "an object whose a() is true", "an object whose b() is true",
              "an object whose c() is true", "an object whose d() is true",
              "an object whose e() is true", "an object whose inherited() is negative",
              "an object whose mark() is positive"});
}

TEST_CASE("result observers: distances are those of results", "[jvm][criteria][result_observers]")
{
    JavaProblem problem = accounts({Coverage::output});
    const auto found = distances(problem,
        run_once(problem, test_of(problem, {{"open", {Value(40)}}, {"open", {Value(13)}}})));
    const auto distance = [&found](const std::string& text) {
        return found.at(open_head + "an object whose " + text);
    };
    CHECK(distance("balance() is zero") == Distance(U256(40)));
    CHECK(distance("balance() is negative") == Distance(U256(41)));
    CHECK(distance("share() is zero") == Distance(U256(5)));
    CHECK(distance("isInDebt() is true") == Distance(U256(1)));
    CHECK(is_zero(found.at(open_head + "null")));
    // Null tells nothing.
    const auto of_null =
        distances(problem, run_once(problem, test_of(problem, {{"open", {Value(13)}}})));
    CHECK(of_null.size() == 2);
    // Without distances only what happened is there.
    JavaProblem plain = accounts({Coverage::output}, false);
    CHECK(distances(plain, run_once(plain, test_of(plain, {{"open", {Value(40)}}}))).size() == 7);
}

TEST_CASE("result observers: one that does not return tells nothing, and the test goes on",
    "[jvm][criteria][result_observers]")
{
    JavaProblem problem = accounts({Coverage::output});
    const auto is_silent = [&problem](int balance, const std::string& name) {
        const Trace trace =
            run_once(problem, test_of(problem, {{"open", {Value(balance)}}, {"open", {Value(1)}}}));
        REQUIRE(trace.calls.size() == 3);
        CHECK(trace.calls[1].kind == OutcomeKind::returned);
        CHECK(trace.calls[2].kind == OutcomeKind::returned);
        const Labels labels = opened(problem, balance);
        CHECK(labels.size() == 6);
        return std::none_of(labels.begin(), labels.end(),
            [&name](const std::string& label) { return label.find(name) != std::string::npos; });
    };
    // An exception, calls without an end, a loop without an end, a huge array.
    CHECK(is_silent(500, "share()"));
    CHECK(is_silent(77, "depth()"));
    CHECK(is_silent(78, "size()"));
    CHECK(is_silent(79, "size()"));
    // The stops were not those of tests.
    CHECK(problem.workers().counters().budget_stops == 0);
    CHECK(problem.workers().counters().stack_overflows == 0);
}

TEST_CASE("result observers: an object is judged when it is returned",
    "[jvm][criteria][result_observers]")
{
    JavaProblem problem = accounts({Coverage::output});
    const std::string head = "Accounts.kept() returns an object whose balance() is ";
    CHECK(told(problem, {{"kept", {}}, {"put", {Value(5)}}}, head) == Labels{"zero"});
    CHECK(told(problem, {{"put", {Value(5)}}, {"kept", {}}}, head) == Labels{"positive"});
    CHECK(told(problem, {{"kept", {}}, {"put", {Value(5)}}, {"kept", {}}}, head) ==
          Labels{"zero", "positive"});
}

TEST_CASE("result observers: nothing else knows that they ran", "[jvm][criteria][result_observers]")
{
    const CoverageSet others{Coverage::branch, Coverage::line, Coverage::weak_mutation};
    CoverageSet all = others;
    all.add(Coverage::output);
    JavaProblem without = accounts(others);
    JavaProblem with = accounts(all);
    for (const int balance : {5, -5, 13, 77, 78, 500})
    {
        const std::initializer_list<Step> steps{
            {"open", {Value(balance)}}, {"open", {Value(1)}}, {"count", {Value()}}};
        const Trace expected = run_once(without, test_of(without, steps));
        const Trace trace = run_once(with, test_of(with, steps));
        INFO(balance);
        CHECK(are_same(trace.predicates, expected.predicates));
        CHECK(are_same(trace.methods, expected.methods));
        CHECK(trace.lines == expected.lines);
        CHECK(are_same(trace.mutants, expected.mutants));
        CHECK(are_same(trace.calls, expected.calls));
        CHECK_FALSE(trace.outputs.empty());
        CHECK(expected.outputs.empty());
    }
    // The test itself enters the observer.
    const TestCase open = test_of(with, {{"open", {Value(5)}}});
    TestCase asking = open;
    asking.calls.push_back(
        {.callable = callable_named(with, "isInDebt"), .arguments = {ResultRef{1}}});
    CHECK(run_once(with, asking).lines.size() > run_once(with, open).lines.size());
}

TEST_CASE("result observers: stand-ins and lambdas are not asked, and lose no turn",
    "[jvm][criteria][result_observers]")
{
    JavaProblem problem = accounts({Coverage::output});
    CHECK(told(problem, {{"feed", {Value(false)}}}, "Accounts.feed(boolean) returns ") ==
          Labels{"not null", "an object whose hasMore() is false"});
    CHECK(told(problem, {{"feed", {Value(true)}}, {"asked", {}}}, "Accounts.") ==
          Labels{"feed(boolean) returns not null", "asked() returns zero"});

    const auto& callables = problem.surface().callables();
    const auto made = std::find_if(callables.begin(), callables.end(), [](const JavaCallable& one) {
        return one.kind == JavaCallableKind::stand_in && one.owner == "criteria/Accounts$Stock";
    });
    REQUIRE(made != callables.end());
    REQUIRE(made->stand_in.methods.front().has_turns);
    // It has more twice.
    TestCase test = test_of(
        problem, {{"same", {ResultRef{1}}}, {"hold", {ResultRef{1}}}, {"count", {ResultRef{1}}}});
    test.calls.insert(test.calls.begin() + 1,
        {.callable = CallableId(static_cast<std::size_t>(made - callables.begin())),
            .arguments = {Value(false), Value(true), Value(2)}});
    const auto found = distances(problem, run_once(problem, test));
    CHECK(is_zero(found.at("Accounts.same(Accounts$Stock) returns not null")));
    CHECK_FALSE(
        found.contains("Accounts.same(Accounts$Stock) returns an object whose hasMore() is true"));
    CHECK(is_zero(
        found.at("Accounts.hold(Accounts$Stock) returns an object whose isFull() is true")));
    CHECK(found.at("Accounts.count(Accounts$Stock) returns zero") == Distance(U256(2)));
}

TEST_CASE("result observers: a search finds them, with reasons for the others",
    "[jvm][criteria][result_observers]")
{
    const auto make = [] { return accounts(CoverageSet::all()); };
    const std::vector<Finding> findings = check_conformance(make);
    INFO(to_text(findings));
    CHECK(findings.empty());

    JavaProblem problem = accounts({Coverage::output});
    RunSpec spec;
    spec.budget.max_executions = 4000;
    const RunResult result = search_suite(problem, spec);
    std::map<std::string, const GoalAnswer*> answers;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        answers[problem.goals()[GoalId(i)].label] = &result.answers[i];
    }
    for (const char* text : {"balance() is zero", "balance() is negative", "grade() is letter",
             "isInDebt() is true", "share() is positive"})
    {
        INFO(text);
        CHECK(answers.at(open_head + "an object whose " + text)->status == GoalStatus::covered);
    }
    CHECK(answers.at(open_head + "an object whose depth() is zero")->reason ==
          "called, but no result was of this class");
    CHECK(answers.at("Accounts.failing() returns null")->reason ==
          "no call returned a result that was seen to be of this class");
    CHECK(answers.at("Accounts.failing() returns an object whose balance() is zero")->reason ==
          "no call returned a result that was seen to be of this class");
}

TEST_CASE("result observers: the sizes of views and of the path's own collections",
    "[jvm][criteria][result_observers][jdk]")
{
    JavaProblemOptions options = options_of("criteria.Views");
    options.criteria.sought = {Coverage::output};
    JavaProblem problem(std::move(options));
    const auto of = [&](const char* name, std::int64_t count) {
        Labels covered;
        for (const auto& [label, distance] :
            distances(problem, run_once(problem, test_of(problem, {{name, {Value(count)}}}))))
        {
            if (is_zero(distance))
            {
                covered.insert(label.substr(label.rfind("returns ") + 8));
            }
        }
        return covered;
    };
    for (const char* const name : {"fixed", "keys", "range"})
    {
        CAPTURE(name);
        CHECK(of(name, 3) == Labels{"empty"});
        CHECK(of(name, 7) == Labels{"not empty"});
    }
    // Asking may change what the code under test does.
    CHECK(of("watched", 3).empty());
    CHECK(of("watched", 7).empty());
}
