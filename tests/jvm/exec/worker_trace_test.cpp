// SPDX-License-Identifier: Apache-2.0
// What a worker records of a test: distances, hits, operands, lines. Next: worker_values_test.cpp.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <sbst/numeric/korel.hpp>
#include <sbst/numeric/string_distance.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// The only predicate that a test touched.
const PredicateTrace& only_predicate(const Trace& trace)
{
    REQUIRE(trace.predicates.size() == 1);
    return trace.predicates.front();
}

/// A distance that is an integer.
std::uint64_t to_integer(const Distance& distance)
{
    CHECK(distance.fraction == 0);
    CHECK(distance.whole == U256{distance.whole.limbs[0]});
    return distance.whole.limbs[0];
}

/// Whether a trace says about its only predicate what the core's formula says; javac jumps over
/// the branch when a condition is false.
void check_jump_if_not(const Trace& trace, const BranchDistance& condition)
{
    const BranchDistance jump = logical_not(condition);
    const PredicateTrace& predicate = only_predicate(trace);
    CHECK(predicate.all.hits_true == (jump.is_true() ? 1 : 0));
    CHECK(predicate.all.hits_false == (jump.is_true() ? 0 : 1));
    CHECK(predicate.all.least_true == jump.to_true);
    CHECK(predicate.all.least_false == jump.to_false);
    CHECK(predicate.direct.hits_true == predicate.all.hits_true);
    CHECK(predicate.direct.least_false == predicate.all.least_false);
}

}  // namespace

TEST_CASE("worker: distances of numbers are the core's", "[jvm][exec]")
{
    Fixture fixture;
    SECTION("ints")
    {
        const std::vector<std::int32_t> values{0, 1, -1, 5, INT32_MIN, INT32_MAX};
        for (const std::int32_t a : values)
        {
            for (const std::int32_t b : values)
            {
                INFO(a << " < " << b);
                const Ran ran = fixture.call("ofInts", "(II)I", [&](TestWriter& writer) {
                    writer.add_integer(a);
                    writer.add_integer(b);
                });
                check_jump_if_not(ran.trace, compare_integers(Relation::lt, a, b));
                REQUIRE(ran.detail.results.size() == 1);
                CHECK(ran.detail.results[0].bits == (a < b ? 1 : 2));
            }
        }
    }
    SECTION("longs")
    {
        const std::vector<std::int64_t> values{0, 1, -1, INT64_MIN, INT64_MAX, INT64_MIN + 1};
        for (const std::int64_t a : values)
        {
            for (const std::int64_t b : values)
            {
                INFO(a << " == " << b);
                const Ran ran = fixture.call("ofLongs", "(JJ)I", [&](TestWriter& writer) {
                    writer.add_integer(a);
                    writer.add_integer(b);
                });
                check_jump_if_not(ran.trace, compare_integers(Relation::eq, a, b));
            }
        }
    }
    SECTION("doubles")
    {
        const double infinity = std::numeric_limits<double>::infinity();
        const std::vector<double> values{0.0, -0.0, 0.5, 1e300, -1e300, 1e-300, infinity, -infinity,
            std::numeric_limits<double>::quiet_NaN()};
        for (const double a : values)
        {
            for (const double b : values)
            {
                INFO(a << " < " << b);
                const Ran ran = fixture.call("ofDoubles", "(DD)I", [&](TestWriter& writer) {
                    writer.add_double(a);
                    writer.add_double(b);
                });
                check_jump_if_not(ran.trace, compare_numbers(Relation::lt, a, b));
            }
        }
    }
}

TEST_CASE("worker: distances of strings are the core's", "[jvm][exec]")
{
    Fixture fixture;
    using Units = CodeUnits<char16_t>;
    const std::vector<std::u16string> values{u"", u"a", u"abc", u"abd", u"ABC", u"xab", u"xxyz",
        u"axyy", std::u16string{0xE9, 0xD800, u'b', u'c'}, u"abcabcabcabc"};
    const auto ran = [&](const char* name, const std::u16string& text) {
        return fixture
            .call(name, "(Ljava/lang/String;)I",
                [&](TestWriter& writer) { writer.add_string(std::u16string_view(text)); })
            .trace;
    };
    for (const std::u16string& text : values)
    {
        const Units s = text;
        check_jump_if_not(ran("ofStrings", text), compare_strings(Relation::eq, s, Units{u"abc"}));
        check_jump_if_not(ran("ofPrefixes", text), starts_with_distance(s, Units{u"ab"}));
        check_jump_if_not(ran("ofSuffixes", text), ends_with_distance(s, Units{u"bc"}));
        check_jump_if_not(ran("ofParts", text), contains_distance(s, Units{u"xyz"}));
        check_jump_if_not(ran("ofEmptiness", text), is_empty_distance(s));
        check_jump_if_not(ran("ofCases", text), equals_ignoring_case_distance(s, Units{u"ABC"}));
    }
}

TEST_CASE("worker: each way of a switch has its distances", "[jvm][exec]")
{
    Fixture fixture;
    const auto ran = [&](std::int32_t key) {
        return fixture.call("ofKeys", "(I)I", [&](TestWriter& writer) { writer.add_integer(key); })
            .trace.predicates;
    };
    // Ways by first appearance: default, 10, 20 and 21, 1000.
    const auto distances = [](std::vector<PredicateTrace> ways) {
        std::sort(ways.begin(), ways.end(),
            [](const auto& a, const auto& b) { return a.predicate < b.predicate; });
        std::vector<std::uint64_t> result;
        for (const PredicateTrace& way : ways)
        {
            CHECK(way.all.hits_true + way.all.hits_false == 1);
            result.push_back(way.all.hits_true == 1 ? 0 : to_integer(way.all.least_true));
        }
        return result;
    };
    CHECK(distances(ran(10)) == std::vector<std::uint64_t>{1, 0, 10, 990});
    CHECK(distances(ran(20)) == std::vector<std::uint64_t>{1, 10, 0, 980});
    CHECK(distances(ran(21)) == std::vector<std::uint64_t>{1, 11, 0, 979});
    CHECK(distances(ran(500)) == std::vector<std::uint64_t>{0, 490, 479, 500});
    const auto at_twenty = ran(20);
    const auto taken = std::find_if(at_twenty.begin(), at_twenty.end(),
        [](const PredicateTrace& way) { return way.all.hits_true == 1; });
    REQUIRE(taken != at_twenty.end());
    CHECK(to_integer(taken->all.least_false) == 1);
}

TEST_CASE("worker: hits of a test's own calls are told from all others", "[jvm][exec]")
{
    Fixture fixture;
    const std::size_t outer = fixture.method("outer", "(I)I");
    const std::size_t inner = fixture.method("ofInts", "(II)I");
    const Ran ran = fixture.run([&](TestWriter& writer) {
        writer.begin_call(outer);
        writer.add_integer(6);
        writer.begin_call(inner);
        writer.add_integer(3);
        writer.add_integer(9);
    });
    // 6 < 5 is false, 6 < 7 and, directly, 3 < 9 are true; javac jumps where it is false.
    const PredicateTrace& predicate = only_predicate(ran.trace);
    CHECK(predicate.all.hits_true == 1);
    CHECK(predicate.all.hits_false == 2);
    CHECK(is_zero(predicate.all.least_true));
    CHECK(predicate.direct.hits_true == 0);
    CHECK(predicate.direct.hits_false == 1);
    CHECK(to_integer(predicate.direct.least_true) == 6);
    REQUIRE(ran.trace.methods.size() == 2);
    CHECK(ran.trace.methods[0].entered == 1);
    CHECK(ran.trace.methods[0].entered_directly == 1);
    CHECK(ran.trace.methods[1].entered == 3);
    CHECK(ran.trace.methods[1].entered_directly == 1);
    CHECK(ran.trace.methods[1].left == 3);
    CHECK(ran.trace.methods[1].left_directly == 1);
}

TEST_CASE("worker: compared operands are logged", "[jvm][exec]")
{
    Fixture fixture;
    const Ran ran = fixture.call("ofStrings", "(Ljava/lang/String;)I",
        [](TestWriter& writer) { writer.add_string(std::string_view("x")); });
    REQUIRE(ran.trace.values.entries().size() == 1);
    CHECK(ran.trace.values.entries()[0].left == Value(std::string("x")));
    CHECK(ran.trace.values.entries()[0].right == Value(std::string("abc")));
    const Ran longs = fixture.call("ofLongs", "(JJ)I", [](TestWriter& writer) {
        writer.add_integer(-5);
        writer.add_integer(7);
    });
    REQUIRE(longs.trace.values.entries().size() == 1);
    CHECK(longs.trace.values.entries()[0].left == Value(-5));
    CHECK(longs.trace.values.entries()[0].predicate == longs.trace.predicates[0].predicate);
}

TEST_CASE("worker: lines are recorded where that is asked for", "[jvm][exec]")
{
    WorkerSettings settings = fixture_settings();
    settings.record_lines = true;
    Fixture with_lines(settings);
    Fixture without;
    const auto lines = [](Fixture& fixture) {
        return fixture.call("rounds", "(I)I", [](TestWriter& writer) { writer.add_integer(3); })
            .trace.lines.size();
    };
    // The loop has two places in the table: before it and where it goes round.
    CHECK(lines(with_lines) == 5);
    CHECK(lines(without) == 0);
}

TEST_CASE("worker: what initialisation touches is told once, before all tests", "[jvm][exec]")
{
    Fixture fixture;
    const Trace& initial = fixture.pool.initial_trace();
    CHECK(initial.was_run);
    // The branch of Branches' initialiser; those of Colour and of its switch table have none.
    CHECK(only_predicate(initial).all.hits_false == 1);
    CHECK_FALSE(initial.methods.empty());
}
