// SPDX-License-Identifier: Apache-2.0
#include "fixture.hpp"
#include "support/catch.hpp"

#include <sbst/fitness/korel.hpp>
#include <sbst/fitness/string_distance.hpp>

#include <algorithm>
#include <cmath>
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
