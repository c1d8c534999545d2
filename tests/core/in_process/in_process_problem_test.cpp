// SPDX-License-Identifier: Apache-2.0
// Messages to an adapter's author about mistakes in the bodies of callables.
#include "support/catch.hpp"

#include <sbst/in_process/in_process_problem.hpp>
#include <sbst/run/generate.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace sbst;
using Catch::Matchers::Contains;

namespace
{

struct Box
{
    std::function<void()> at_end = [] {};
    std::optional<TraceRecorder::MethodScope> scope;
    ~Box() { at_end(); }
};

/// A box with one method `act(box, count, name)`, with a body given by each test, and a condition.
class BoxProblem : public InProcessProblem<std::shared_ptr<Box>>
{
public:
    explicit BoxProblem(Body body, std::optional<Type> result = std::nullopt)
    {
        big = add_branch("act: count > 100");
        called = add_entry("act");
        const TypeId box = universe().add(object_type("Box"));
        const TypeId number = universe().add(integer_type(8, true, "small"));
        Type name = string_type();
        name.nullable = true;
        const TypeId text = universe().add(name);
        add_constructor(
            "Box", box, {}, [](const auto&) { return Result(std::make_shared<Box>()); });
        const Parameter self{"box", box};
        const TypeId made = result ? universe().add(*result) : nothing();
        act = add_method(self, "act", {{"count", number}, {"name", text}}, std::move(body), made);
    }
    using InProcessProblem::add;
    using InProcessProblem::add_branch;
    using InProcessProblem::add_constant;
    using InProcessProblem::add_opening;
    using InProcessProblem::nothing;
    using InProcessProblem::Outcome;
    using InProcessProblem::recorder;
    using InProcessProblem::universe;

    /// Runs `v0 = Box(); act(v0, 7, name)`.
    Trace run(Value name = Value(std::string("ada")))
    {
        const TestCase test{
            {{CallableId(0), {}}, {act, {ResultRef{0}, Value(7), std::move(name)}}}};
        const Request<TestCase> request{&test};
        std::array<Trace, 1> traces;
        execute({&request, 1}, traces, StopToken{});
        return traces[0];
    }
    /// The error of the run; empty = no error.
    std::string complaint(Value name = Value(std::string("ada")))
    {
        try
        {
            run(std::move(name));
        }
        catch (const AdapterError& error)
        {
            return error.what();
        }
        return {};
    }

    PredicateId big;
    MethodId called;
    CallableId act;
};

using Result = BoxProblem::Result;
using Args = Arguments<std::shared_ptr<Box>>;

/// The error of a body.
std::string said(BoxProblem::Body body, std::optional<Type> result = std::nullopt)
{
    return BoxProblem(std::move(body), std::move(result)).complaint();
}

const std::string in_test = "\nin the last call of this test:\nv0 = Box()\nact(v0, 7, \"ada\")";

/// A body that returns it.
BoxProblem::Body returning(const Result& result)
{
    return [result](const Args&) { return result; };
}

}  // namespace

TEST_CASE(
    "in_process_problem: an argument that is not there is named with the callable and the test",
    "[core][in_process_problem]")
{
    CHECK(said([](const Args& a) { return (void)a.integer(3), Result(); }) ==
          "the body of 'act' asks for argument 3, but it has 3 parameters: 0 'box', 1 'count', 2 "
          "'name' (counted from 0)" +
              in_test);
    CHECK_THAT(
        said([](const Args& a) { return (void)a.object(9), Result(); }), Contains("argument 9"));
    CHECK_THAT(
        said([](const Args& a) { return (void)a.is_null(3), Result(); }), Contains("argument 3"));
}

TEST_CASE("in_process_problem: an argument of another type is named", "[core][in_process_problem]")
{
    CHECK(said([](const Args& a) { return (void)a.integer(2), Result(); }) ==
          "the body of 'act' reads argument 2 'name' as an integer, but it is a text" + in_test);
    CHECK_THAT(said([](const Args& a) { return (void)a.text(1), Result(); }),
        Contains("argument 1 'count' as a text, but it is an integer"));
    CHECK_THAT(said([](const Args& a) { return (void)a.number(1), Result(); }),
        Contains("argument 1 'count' as a floating-point number, but it is an integer"));
    CHECK_THAT(said([](const Args& a) { return (void)a.object(1), Result(); }),
        Contains("argument 1 'count' as an object, but it is an integer"));
    CHECK_THAT(said([](const Args& a) { return (void)a.value(0), Result(); }),
        Contains("argument 0 'box' as a value, but it is an object"));
    CHECK_THAT(said([](const Args& a) { return (void)a.value(2).number(), Result(); }),
        Contains("the body of 'act' read a value as something else than it is"));
}

TEST_CASE("in_process_problem: bodies must check for null first", "[core][in_process_problem]")
{
    BoxProblem careless([](const Args& a) { return (void)a.text(2), Result(); });
    CHECK_THAT(careless.complaint(Value()), Contains("argument 2 'name' as a text, but it is null "
                                                     "here: ask is_null(2) first\n"));
    bool was_null = false;
    BoxProblem careful([&](const Args& a) {
        was_null = a.is_null(2);
        return Result();
    });
    CHECK(careful.complaint().empty());
    CHECK_FALSE(was_null);
    CHECK(careful.complaint(Value()).empty());
    CHECK(was_null);
}

TEST_CASE("in_process_problem: a result that is not of the declared type is named",
    "[core][in_process_problem]")
{
    CHECK(said(returning(Result(Value(5)))) ==
          "the body of 'act' returned the integer 5, but 'act' declares no result (a method's "
          "result type is the last argument of add_method)" +
              in_test);
    CHECK_THAT(said(returning(Result(Value(std::string("x")))), integer_type(8, true, "small")),
        Contains("returned a text, but 'act' declares a result of type 'small'"));
    CHECK_THAT(said(returning(Result(Value(-300))), integer_type(8, true, "small")),
        Contains("returned the integer -300, but 'act' declares a result of type 'small'"));
    CHECK_THAT(said(returning(Result()), integer_type(8, true, "small")),
        Contains("returned nothing, but 'act' declares a result of type 'small'"));
    CHECK_THAT(said(returning(Result(std::make_shared<Box>())), string_type()),
        Contains("returned an object, but"));
    CHECK_THAT(said(returning(Result(Value(true))), object_type("Thing")),
        Contains("returned the integer 1, but 'act' declares a result of type 'Thing'"));

    Type never_null = object_type("Thing");
    never_null.nullable = false;
    CHECK_THAT(said(returning(Result()), never_null),
        Contains("returned nothing, but 'act' declares a result of type 'Thing', which is never "
                 "null here"));
    // A handle that is null is null.
    CHECK_THAT(
        said(returning(Result(std::shared_ptr<Box>())), never_null), Contains("returned nothing"));
    CHECK(said(returning(Result(std::shared_ptr<Box>())), object_type("Thing")).empty());
    CHECK(said(returning(Result()), object_type("Thing")).empty());
    CHECK(said(returning(Result(Value(0.0 / 0.0))), floating_type(64)).empty());
}

TEST_CASE("in_process_problem: exceptions of the subject are data under the name of their class",
    "[core][in_process_problem]")
{
    BoxProblem problem([](const Args&) -> Result { throw std::out_of_range("17 of 3"); });
    const Trace trace = problem.run();
    CHECK(trace.was_run);
    CHECK(trace.calls[1].kind == OutcomeKind::threw);
    CHECK(problem.exceptions() == std::vector<std::string>{"std::out_of_range"});
    CHECK(problem.goals()[GoalId(problem.goals().size() - 1)].label == "throws std::out_of_range");

    BoxProblem named([](const Args&) -> Result { throw SubjectException("Overdrawn"); });
    named.run();
    CHECK(named.exceptions() == std::vector<std::string>{"Overdrawn"});
}

TEST_CASE("in_process_problem: other exceptions are mistakes and name the callable and the test",
    "[core][in_process_problem]")
{
    CHECK(said([](const Args&) -> Result { throw 5; }) ==
          "the body of 'act' threw something that is not a std::exception; throw "
          "sbst::SubjectException instead" +
              in_test);
    CHECK(said([](const Args&) -> Result { throw ConfigError("no such option"); }) ==
          "no such option" + in_test);
    CHECK_THAT(said(returning(Result::threw(ExceptionId{}))),
        Contains("the body of 'act' says that it threw, but names no exception"));
    CHECK_THAT(said(returning(Result::threw(ExceptionId(3)))), Contains("names no exception"));
}

TEST_CASE(
    "in_process_problem: unknown predicates and methods are named", "[core][in_process_problem]")
{
    TraceRecorder* recorder = nullptr;
    std::function<void()> mistake;
    BoxProblem problem([&](const Args&) { return mistake(), Result(); });
    recorder = &problem.recorder();
    mistake = [&] { recorder->compare(PredicateId(7), 1, Relation::gt, 100); };
    CHECK(problem.complaint() ==
          "the recorder was given predicate 7, but only 1 was added" + in_test);
    mistake = [&] { recorder->is_true(PredicateId{}, true); };
    CHECK_THAT(problem.complaint(), Contains("a predicate that was never added (an empty id)"));
    mistake = [&] { const auto scope = recorder->enter(MethodId(4)); };
    CHECK_THAT(problem.complaint(), Contains("method 4, but only 1 was added"));
    // A branch that is found while running is known at once.
    mistake = [&] { (void)recorder->is_true(problem.add_branch("found late"), true); };
    CHECK(problem.complaint().empty());
}

TEST_CASE("in_process_problem: a body adds no callables", "[core][in_process_problem]")
{
    std::function<void()> mistake;
    BoxProblem problem([&](const Args&) { return mistake(), Result(); });
    mistake = [&] {
        problem.add({CallableKind::function, "late", {}, problem.nothing()}, returning(Result()));
    };
    CHECK(problem.complaint() ==
          "callable 'late' is added by the body of another one; callables "
          "are added between tests" +
              in_test);
    CHECK(problem.catalogue().size() == 2);
    mistake = [] {};
    CHECK(problem.complaint().empty());
    problem.add({CallableKind::function, "later", {}, problem.nothing()}, returning(Result()));
    CHECK(problem.catalogue().size() == 3);
}

TEST_CASE(
    "in_process_problem: a scope that outlives its call is found", "[core][in_process_problem]")
{
    TraceRecorder* recorder = nullptr;
    MethodId called;
    BoxProblem problem([&](const Args& a) {
        a.object(0)->scope.emplace(*recorder, called);
        return Result();
    });
    recorder = &problem.recorder();
    called = problem.called;
    CHECK_THAT(problem.complaint(), Contains("a MethodScope of the recorder is still open"));
}

TEST_CASE(
    "in_process_problem: events outside a test are not in a trace", "[core][in_process_problem]")
{
    std::function<void()> report;
    BoxProblem problem([&](const Args& a) {
        a.object(0)->at_end = report;
        return Result();
    });
    report = [&] { problem.recorder().is_true(problem.big, true); };
    report();
    // The box of the first test ends before the second one starts.
    CHECK(problem.run().predicates.empty());
    CHECK(problem.run().predicates.empty());
}

TEST_CASE("in_process_problem: after a mistake the next test runs as if nothing had been",
    "[core][in_process_problem]")
{
    bool is_wrong = false;
    TraceRecorder* recorder = nullptr;
    PredicateId big;
    BoxProblem problem([&](const Args& a) {
        recorder->compare(big, a.integer(1), Relation::gt, 100);
        return is_wrong ? Result(Value(1)) : Result();
    });
    recorder = &problem.recorder();
    big = problem.big;
    const Trace before = problem.run();
    is_wrong = true;
    CHECK_FALSE(problem.complaint().empty());
    is_wrong = false;
    const Trace after = problem.run();
    REQUIRE(after.predicates.size() == 1);
    CHECK(after.predicates[0].all.hits_false == before.predicates[0].all.hits_false);
    CHECK(after.calls[1].kind == OutcomeKind::returned);
}

TEST_CASE(
    "in_process_problem: a long test is shown by its last calls", "[core][in_process_problem]")
{
    BoxProblem problem([](const Args& a) { return (void)a.integer(3), Result(); });
    TestCase test;
    test.calls.assign(30, {CallableId(0), {}});
    test.calls.push_back({problem.act, {ResultRef{29}, Value(7), Value(std::string())}});
    test.calls.push_back({CallableId(0), {}});
    const Request<TestCase> request{&test};
    std::array<Trace, 1> traces;
    try
    {
        problem.execute({&request, 1}, traces, StopToken{});
        FAIL("no mistake was found");
    }
    catch (const AdapterError& error)
    {
        const std::string text = error.what();
        CHECK(std::count(text.begin(), text.end(), '\n') < 20);
        CHECK_THAT(text, Contains("\n... (16 calls before)\nv16 = Box()\n") &&
                             Catch::Matchers::EndsWith("act(v29, 7, \"\")"));
    }
}

TEST_CASE("in_process_problem: mistakes in the description are refused at once",
    "[core][in_process_problem]")
{
    BoxProblem problem([](const Args&) { return Result(); });
    CHECK_THROWS_WITH(problem.add({CallableKind::function, "idle", {}, problem.nothing()}, {}),
        "callable 'idle': it needs a body");
    CHECK_THROWS_WITH(
        problem.add_opening({CallableKind::function, "open", {}, problem.nothing()}, {}),
        "callable 'open': it needs a body");
    CHECK_THROWS_WITH(problem.add_branch("late", BoxProblem::Outcome{PredicateId(9), true}),
        "branch 'late' is behind a branch that was not added");
    const TypeId number = *problem.universe().find("small");
    CHECK_THROWS_AS(problem.add_constant(Value(1000), number), ConfigError);
    // A callable that was refused leaves bodies and callables in step.
    CHECK_THROWS_AS(problem.add({CallableKind::function, "", {}, problem.nothing()},
                        [](const Args&) -> Result { throw SubjectException("wrong body"); }),
        ConfigError);
    const CallableId right =
        problem.add({CallableKind::function, "right", {}, problem.nothing()}, returning(Result()));
    const TestCase test{{{right, {}}}};
    const Request<TestCase> request{&test};
    std::array<Trace, 1> traces;
    problem.execute({&request, 1}, traces, StopToken{});
    CHECK(traces[0].calls[0].kind == OutcomeKind::returned);
}
