// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "trace_builder.hpp"

#include <sbst/fitness/trace_index.hpp>

namespace
{
using namespace sbst;
using sbst::testing::TraceBuilder;

TEST_CASE("TraceIndex: touched things are found, others are not", "[core][trace_index][unit]")
{
    const GoalGraph graph;
    TraceBuilder builder;
    builder.was_true(9, 4).was_false(2, 8).entered(3).threw(1);
    TraceIndex index;
    CHECK_FALSE(index.is_usable());
    CHECK(index.find(PredicateId{9}) == nullptr);
    index.reset(builder.trace(), graph);
    CHECK(index.is_usable());
    REQUIRE(index.find(PredicateId{9}) != nullptr);
    CHECK(index.find(PredicateId{9})->all.hits_true == 1);
    REQUIRE(index.find(PredicateId{2}) != nullptr);
    CHECK(index.find(PredicateId{2})->all.least_true == Distance{U256{8}});
    CHECK(index.find(PredicateId{3}) == nullptr);
    CHECK(index.find(PredicateId{1000}) == nullptr);
    CHECK(index.find(PredicateId{}) == nullptr);
    REQUIRE(index.find(MethodId{3}) != nullptr);
    CHECK(index.find(MethodId{3})->entered == 1);
    CHECK(index.find(MethodId{2}) == nullptr);
    CHECK(index.threw(ExceptionId{1}));
    CHECK_FALSE(index.threw(ExceptionId{0}));
}

TEST_CASE("TraceIndex: a reset forgets the trace before", "[core][trace_index][unit]")
{
    const GoalGraph graph;
    TraceBuilder first;
    first.was_true(0, 1).was_true(7, 1).entered(2).threw(3);
    TraceBuilder second;
    second.was_false(7, 5);
    TraceIndex index;
    index.reset(first.trace(), graph);
    index.reset(second.trace(), graph);
    CHECK(index.find(PredicateId{0}) == nullptr);
    CHECK(index.find(MethodId{2}) == nullptr);
    CHECK_FALSE(index.threw(ExceptionId{3}));
    REQUIRE(index.find(PredicateId{7}) != nullptr);
    CHECK(index.find(PredicateId{7})->all.hits_false == 1);
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
