// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "trace_builder.hpp"

#include <sbst/fitness/trace_index.hpp>

namespace
{

using namespace sbst;
using sbst::testing::TraceBuilder;

/// Goals of all kinds, each with its own index.
struct Goals
{
    GoalGraph graph;
    GoalId yes = graph.add(branch_goal(PredicateId{9}, true, "yes"));
    GoalId no = graph.add(branch_goal(PredicateId{9}, false, "no"));
    GoalId other = graph.add(branch_goal(PredicateId{2}, true, "other"));
    GoalId entry = graph.add(method_entry_goal(MethodId{3}, "entry"));
    GoalId thrown = graph.add(exception_goal(ExceptionId{1}, "thrown"));
};

TEST_CASE("TraceIndex: touched goals are found, others are not", "[core][trace_index][unit]")
{
    const Goals goals;
    TraceBuilder builder;
    builder.was_true(9, 4).was_false(7, 8).entered(3).entered(2).threw(0);
    TraceIndex index;
    CHECK_FALSE(index.is_usable());
    CHECK(index.least(goals.yes) == nullptr);
    CHECK_FALSE(index.covers(goals.yes));
    index.reset(builder.trace(), goals.graph);
    CHECK(index.is_usable());
    CHECK(index.covers(goals.yes));
    REQUIRE(index.least(goals.no) != nullptr);
    CHECK(*index.least(goals.no) == Distance{U256{4}});
    CHECK_FALSE(index.covers(goals.no));
    CHECK(index.least(goals.other) == nullptr);
    CHECK(index.covers(goals.entry));
    REQUIRE(index.least(goals.entry) != nullptr);
    CHECK(*index.least(goals.entry) == Distance::zero());
    CHECK(index.least(goals.thrown) == nullptr);
    CHECK(index.least(GoalId{1000}) == nullptr);
    CHECK_FALSE(index.covers(GoalId{}));
}

TEST_CASE("TraceIndex: a reset forgets the trace before", "[core][trace_index][unit]")
{
    const Goals goals;
    TraceBuilder first;
    first.was_true(9, 1).was_true(2, 1).entered(3).threw(1);
    TraceBuilder second;
    second.was_false(9, 5);
    TraceIndex index;
    index.reset(first.trace(), goals.graph);
    CHECK(index.covers(goals.thrown));
    index.reset(second.trace(), goals.graph);
    CHECK(index.least(goals.other) == nullptr);
    CHECK_FALSE(index.covers(goals.entry));
    CHECK_FALSE(index.covers(goals.thrown));
    CHECK(index.covers(goals.no));
    REQUIRE(index.least(goals.yes) != nullptr);
    CHECK(*index.least(goals.yes) == Distance{U256{5}});
}

TEST_CASE(
    "TraceIndex: goals that came since are found at the next reset", "[core][trace_index][unit]")
{
    Goals goals;
    TraceBuilder builder;
    builder.entered(8);
    TraceIndex index;
    index.reset(builder.trace(), goals.graph);
    const GoalId late = goals.graph.add(method_entry_goal(MethodId{8}, "late"));
    CHECK_FALSE(index.covers(late));
    index.reset(builder.trace(), goals.graph);
    CHECK(index.covers(late));
}

TEST_CASE("TraceIndex: runs that prove nothing are not usable", "[core][trace_index][unit]")
{
    const GoalGraph graph;
    TraceIndex index;
    const auto is_usable = [&index, &graph](const Trace& trace) {
        index.reset(trace, graph);
        return index.is_usable();
    };
    CHECK_FALSE(is_usable(Trace{}));
    CHECK_FALSE(is_usable(TraceBuilder{}.ended(OutcomeKind::timed_out).trace()));
    CHECK_FALSE(is_usable(TraceBuilder{}.ended(OutcomeKind::unsupported).trace()));
    CHECK(is_usable(TraceBuilder{}.ended(OutcomeKind::not_reached).trace()));
    CHECK(is_usable(TraceBuilder{}.threw(0).trace()));
}

}  // namespace
