// SPDX-License-Identifier: Apache-2.0
#include "sample_suite.hpp"
#include "support/catch.hpp"

#include <sbst/output/executed_suite.hpp>

#include <vector>

using namespace sbst;

TEST_CASE("assign_goals: a shown goal is new in its first test only", "[core][output]")
{
    const ExecutedSuite suite = sbst::test::sample_suite();
    CHECK(suite.tests[0].goals == std::vector<std::size_t>{0, 1, 2});
    CHECK(suite.tests[0].new_goals == std::vector<std::size_t>{0, 1, 2});
    CHECK(suite.tests[1].goals == std::vector<std::size_t>{2, 5});
    CHECK(suite.tests[1].new_goals.empty());
}

TEST_CASE("executed_test: calls as the core writes them, with their outcomes", "[core][output]")
{
    TypeUniverse types;
    const TypeId nothing = types.add({});
    const TypeId number = types.add(integer_type(16, true, "number"));
    const TypeId stack = types.add(object_type("Stack"));
    Catalogue catalogue;
    const CallableId make =
        catalogue.add({.kind = CallableKind::constructor, .name = "Stack", .result = stack}, types);
    const CallableId push = catalogue.add({.kind = CallableKind::method,
                                              .name = "push",
                                              .parameters = {{"stack", stack}, {"n", number}},
                                              .result = nothing},
        types);
    const TestCase test{
        {{make, {}}, {push, {ResultRef{0}, Value(7)}}, {push, {ResultRef{0}, ArgumentRef{1, 1}}}}};
    Trace trace;
    trace.was_run = true;
    trace.calls.resize(3);
    trace.calls[0].kind = OutcomeKind::returned;
    trace.calls[1].kind = OutcomeKind::threw;

    const ExecutedTest executed = executed_test(test, trace, catalogue, types);
    REQUIRE(executed.calls.size() == 3);
    CHECK(executed.calls[0].story.action == "v0 = Stack()");
    CHECK(executed.calls[0].outcome == OutcomeKind::returned);
    CHECK(executed.calls[0].story.outcome.empty());
    CHECK(executed.calls[1].story.action == "push(v0, 7)");
    CHECK(executed.calls[1].story.outcome == "throws");
    CHECK(executed.calls[1].arguments.at(1).name == "n");
    CHECK(executed.calls[1].arguments.at(1).value.type == "number");
    // What stood there is written again.
    CHECK(executed.calls[2].story.action == "push(v0, 7)");
    CHECK(executed.calls[2].story.outcome == "not reached");

    CHECK(executed_test(test, Trace{}, catalogue, types).calls[0].outcome ==
          OutcomeKind::not_reached);
}
