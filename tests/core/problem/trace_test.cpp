// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/problem/trace.hpp>

#include <vector>

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

TEST_CASE("Trace: what two runs have in common is what both reached, the farther distance",
    "[core][trace][unit]")
{
    Trace kept = with_call(OutcomeKind::returned);
    kept.predicates = {{PredicateId(3), {1, 2, Distance(U256{0}), Distance(U256{0})}, {}},
        {PredicateId(1), {4, 0, Distance(U256{0}), Distance(U256{7})}, {}}};
    kept.methods = {{MethodId(0), 2, 1, 2, 1}, {MethodId(4), 1, 1, 1, 1}};
    kept.lines = {LineId(8), LineId(9)};
    kept.outputs = {{OutputId(2), 1, Distance(U256{0})}};
    kept.mutants = {{MutantId(5), Distance(U256{0})}};
    kept.contexts = {{ContextId(6), {1, 1, Distance(U256{0}), Distance(U256{0})}}};
    Trace other = with_call(OutcomeKind::threw);
    other.predicates = {{PredicateId(1), {0, 3, Distance(U256{9}), Distance(U256{0})}, {}}};
    other.methods = {{MethodId(4), 3, 0, 0, 0}, {MethodId(7), 1, 1, 1, 1}};
    other.lines = {LineId(9), LineId(10)};
    other.outputs = {{OutputId(2), 0, Distance(U256{5})}};
    other.mutants = {{MutantId(5), Distance(U256{2})}};
    keep_common(kept, other);

    REQUIRE(kept.predicates.size() == 1);
    const BranchHits& hits = kept.predicates[0].all;
    CHECK(kept.predicates[0].predicate == PredicateId(1));
    CHECK(hits.hits_true == 0);
    CHECK(hits.hits_false == 0);
    CHECK(hits.least_true == Distance(U256{9}));
    CHECK(hits.least_false == Distance(U256{7}));
    REQUIRE(kept.methods.size() == 1);
    CHECK(kept.methods[0].method == MethodId(4));
    CHECK(kept.methods[0].entered == 1);
    CHECK(kept.methods[0].entered_directly == 0);
    CHECK(kept.lines == std::vector<LineId>{LineId(9)});
    REQUIRE(kept.outputs.size() == 1);
    CHECK(kept.outputs[0].hits == 0);
    CHECK(kept.outputs[0].least == Distance(U256{5}));
    REQUIRE(kept.mutants.size() == 1);
    CHECK(kept.mutants[0].least == Distance(U256{2}));
    CHECK(kept.contexts.empty());
    // Calls are those of the first run.
    CHECK(kept.calls[1].kind == OutcomeKind::returned);
}

TEST_CASE("Trace: an unusable run has nothing in common with another", "[core][trace][unit]")
{
    Trace kept = with_call(OutcomeKind::returned);
    kept.lines = {LineId(8)};
    Trace other = with_call(OutcomeKind::timed_out);
    other.lines = {LineId(8)};
    keep_common(kept, other);
    CHECK(kept.lines.empty());
    CHECK_FALSE(kept.is_unusable());
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
