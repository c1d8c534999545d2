// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/problem/trace.hpp>

namespace
{

using namespace sbst;

Trace with_call(OutcomeKind kind)
{
    Trace trace;
    trace.was_run = true;
    trace.calls.resize(2);
    trace.calls[0].kind = OutcomeKind::returned;
    trace.calls[1].kind = kind;
    return trace;
}

TEST_CASE("Record: a set has what was put into it", "[core][trace][unit]")
{
    const Record set = Record::coverage | Record::values;
    CHECK(has(set, Record::coverage));
    CHECK(has(set, Record::values));
    CHECK_FALSE(has(set, Record::distances));
    CHECK_FALSE(has(set, Record::path));
}

TEST_CASE("Trace: timeouts and unsupported things make it unusable, exceptions do not",
    "[core][trace][unit]")
{
    CHECK(with_call(OutcomeKind::timed_out).is_unusable());
    CHECK(with_call(OutcomeKind::unsupported).is_unusable());
    CHECK_FALSE(with_call(OutcomeKind::threw).is_unusable());
    CHECK_FALSE(with_call(OutcomeKind::not_reached).is_unusable());
    CHECK_FALSE(with_call(OutcomeKind::returned).is_unusable());
    CHECK_FALSE(Trace{}.is_unusable());
}

TEST_CASE("Trace: clearing forgets everything and keeps the buffers", "[core][trace][unit]")
{
    Trace trace = with_call(OutcomeKind::timed_out);
    trace.predicates.resize(100);
    trace.methods.resize(3);
    trace.lines.resize(3);
    trace.state.set_capacity(1);
    trace.state.push({});
    trace.state.push({});
    trace.values.push({});
    trace.path.push({});
    REQUIRE(trace.state.is_truncated());
    const auto* buffer = trace.predicates.data();

    trace.clear();
    CHECK_FALSE(trace.was_run);
    CHECK_FALSE(trace.is_unusable());
    CHECK(trace.calls.empty());
    CHECK(trace.predicates.empty());
    CHECK(trace.methods.empty());
    CHECK(trace.lines.empty());
    CHECK(trace.values.entries().empty());
    CHECK(trace.state.entries().empty());
    CHECK(trace.path.entries().empty());
    CHECK_FALSE(trace.state.is_truncated());
    CHECK(trace.predicates.capacity() >= 100);
    CHECK(trace.predicates.data() == buffer);
}

TEST_CASE("CappedLog: stops at its cap and says so", "[core][trace][unit]")
{
    CappedLog<int> log;
    log.set_capacity(2);
    log.push(1);
    log.push(2);
    CHECK_FALSE(log.is_truncated());
    log.push(3);
    CHECK(log.is_truncated());
    CHECK(log.entries() == std::vector<int>{1, 2});
    log.clear();
    log.push(4);
    CHECK_FALSE(log.is_truncated());
    CHECK(log.entries() == std::vector<int>{4});
}

}  // namespace
