// SPDX-License-Identifier: Apache-2.0
#include "fixture.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/language/java_text.hpp>
#include <sbst/numeric/korel.hpp>
#include <sbst/numeric/string_distance.hpp>

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

TEST_CASE("worker: each test begins with the initial static state", "[jvm][exec]")
{
    Fixture fixture;
    for (int i = 0; i < 3; ++i)
    {
        const Ran ran = fixture.call("count", "()I");
        REQUIRE(ran.detail.results.size() == 1);
        CHECK(ran.detail.results[0].bits == 1 + 200 + 30'000);
    }
    // The first number of java.util.Random with the seed of the first generator of a class:
    // 42 - 0xD1B54A32D192ED03, modulo 2^64.
    for (int i = 0; i < 3; ++i)
    {
        const Ran ran = fixture.call("state", "()Ljava/lang/String;");
        REQUIRE(ran.detail.results.size() == 1);
        CHECK(to_utf8(ran.detail.results[0].text) == "1 597259757 {0} xy {a=2, b1=2} 6 [5]");
    }
}

TEST_CASE("worker: static state is put back however it was changed", "[jvm][exec]")
{
    Fixture fixture;
    const std::size_t show = fixture.method("p/Kept.show", "()Ljava/lang/String;");
    const std::size_t change = fixture.method("p/Kept.change", "(I)Ljava/lang/String;");
    const auto changed = [&](int way) {
        return fixture.run([&](TestWriter& writer) {
            writer.begin_call(show);
            writer.begin_call(change);
            writer.add_integer(way);
        });
    };
    const std::u16string initial = changed(0).detail.results[0].text;
    int ways = 0;
    for (bool is_last = false; !is_last; ++ways)
    {
        CAPTURE(ways);
        const Ran ran = changed(ways);
        REQUIRE(ran.detail.results.size() == 2);
        CHECK(to_utf8(ran.detail.results[0].text) == to_utf8(initial));
        is_last = ran.detail.results[1].kind == JavaResultKind::null;
        CHECK((is_last || ran.detail.results[1].text != initial));
    }
    CHECK(ways == 43);
    // A call of the test itself, which no code of the subject sees.
    const std::size_t write = fixture.add({.kind = JavaCallableKind::static_field_write,
        .owner = "p/Kept",
        .name = "own",
        .descriptor = "I"});
    const Ran written = fixture.run([&](TestWriter& writer) {
        writer.begin_call(write);
        writer.add_integer(5);
        writer.begin_call(show);
    });
    REQUIRE(written.detail.results.size() == 2);
    CHECK(written.detail.results[1].text != initial);
    CHECK(to_utf8(changed(0).detail.results[0].text) == to_utf8(initial));
}

TEST_CASE("worker: an exception ends the test and says where it comes from", "[jvm][exec]")
{
    Fixture fixture;
    const auto thrown = [&](std::int32_t kind) {
        const Ran ran = fixture.call("throwing", "(I)Ljava/lang/Object;",
            [&](TestWriter& writer) { writer.add_integer(kind); });
        CHECK(ran.last().kind == OutcomeKind::threw);
        REQUIRE(ran.detail.thrown);
        CHECK(fixture.pool.exceptions().at(ran.last().exception.index()) ==
              ran.detail.thrown->class_name);
        CHECK(ran.detail.thrown->frame_class == "p.Branches");
        CHECK(ran.detail.thrown->frame_method == "throwing");
        CHECK(ran.detail.thrown->is_from_class_under_test);
        return *ran.detail.thrown;
    };
    const ThrownDetail by_hand = thrown(0);
    CHECK(by_hand.class_name == "java.lang.IllegalStateException");
    CHECK(by_hand.message == u"kind 0");
    CHECK(by_hand.is_explicit);
    const ThrownDetail by_instruction = thrown(7);
    CHECK(by_instruction.class_name == "java.lang.ArrayIndexOutOfBoundsException");
    CHECK_FALSE(by_instruction.is_explicit);
    CHECK(fixture.pool.exceptions() == std::vector<std::string>{"java.lang.IllegalStateException",
                                           "java.lang.ArrayIndexOutOfBoundsException"});

    const Ran passed_on =
        fixture.call("finallyRuns", "(I)I", [](TestWriter& writer) { writer.add_integer(0); });
    REQUIRE(passed_on.detail.thrown);
    CHECK(passed_on.detail.thrown->class_name == "java.lang.ArithmeticException");
    CHECK_FALSE(passed_on.detail.thrown->is_explicit);
    const Ran locked =
        fixture.call("locked", "(I)I", [](TestWriter& writer) { writer.add_integer(0); });
    REQUIRE(locked.detail.thrown);
    CHECK(locked.detail.thrown->is_explicit);
    CHECK(locked.trace.methods.at(0).left == 0);
}

TEST_CASE("worker: literals of all kinds arrive and results of all kinds return", "[jvm][exec]")
{
    Fixture fixture;
    const auto echo = [&](const JavaCallable& maker,
                          const std::function<void(TestWriter&)>& write) {
        const std::size_t made = fixture.add(maker);
        const std::size_t echoed = fixture.method("echo", "(Ljava/lang/Object;)Ljava/lang/Object;");
        const Ran ran = fixture.run([&](TestWriter& writer) {
            writer.begin_call(made);
            write(writer);
            writer.begin_call(echoed);
            writer.add_result(0);
        });
        REQUIRE(ran.detail.results.size() == 2);
        CHECK(ran.detail.results[0] == ran.detail.results[1]);
        return ran.detail.results[1];
    };
    const auto boxed = [&](const char* descriptor, const std::function<void(TestWriter&)>& write) {
        return echo({.kind = JavaCallableKind::as_object, .descriptor = descriptor}, write);
    };
    const JavaResult number = boxed("I", [](TestWriter& w) { w.add_integer(-3); });
    CHECK(number.is_boxed);
    CHECK(number.kind == JavaResultKind::integer);
    CHECK(number.bits == -3);
    CHECK(boxed("Z", [](TestWriter& w) { w.add_integer(1); }).kind == JavaResultKind::boolean);
    CHECK(boxed("C", [](TestWriter& w) { w.add_integer(0xD800); }).bits == 0xD800);
    CHECK(to_float(boxed("F", [](TestWriter& w) { w.add_float(1.5F); })) == 1.5F);
    const JavaResult nan =
        boxed("D", [](TestWriter& w) { w.add_double(std::numeric_limits<double>::quiet_NaN()); });
    CHECK(std::isnan(to_double(nan)));
    CHECK(boxed("J", [](TestWriter& w) { w.add_integer(INT64_MIN); }).bits == INT64_MIN);

    const JavaResult text = boxed("Ljava/lang/String;",
        [](TestWriter& w) { w.add_string(std::string_view("\xff\xc3\xa9")); });
    CHECK(text.text == u"\u00ff\u00e9");
    CHECK(boxed("Ljava/lang/Object;", [](TestWriter& w) { w.add_null(); }).kind ==
          JavaResultKind::null);
    const JavaResult blue =
        boxed("Ljava/lang/Object;", [](TestWriter& w) { w.add_enum("Lp/Colour;", "BLUE"); });
    CHECK(blue.kind == JavaResultKind::enumeration);
    CHECK(blue.class_name == "p.Colour");
    CHECK(blue.constant == "BLUE");
    const JavaResult grid = boxed("Ljava/lang/Object;", [](TestWriter& w) {
        w.begin_array("[[S", 2);
        w.begin_array("[S", 2);
        w.add_integer(1);
        w.add_integer(-1);
        w.add_null();
    });
    CHECK(grid.class_name == "[[S");
    REQUIRE(grid.elements.size() == 2);
    CHECK(grid.elements[0].elements.at(1).bits == -1);
    CHECK(grid.elements[0].elements.at(1).kind == JavaResultKind::short_integer);
    CHECK(grid.elements[1].kind == JavaResultKind::null);

    const JavaResult list =
        echo({.kind = JavaCallableKind::array_of, .descriptor = "[Ljava/lang/Object;"},
            [](TestWriter& w) {
                w.add_string(std::string_view("a"));
                w.add_null();
            });
    REQUIRE(list.elements.size() == 2);
    CHECK(list.elements[0].text == u"a");
    CHECK(echo({.kind = JavaCallableKind::class_literal, .descriptor = "I"}, [](TestWriter&) {
    }).class_name == "java.lang.Class");
}

TEST_CASE("worker: arrays of each primitive type are made of their elements", "[jvm][exec]")
{
    Fixture fixture;
    const auto made = [&](const char* descriptor, const std::function<void(TestWriter&)>& write) {
        const std::size_t array =
            fixture.add({.kind = JavaCallableKind::array_of, .descriptor = descriptor});
        const Ran ran = fixture.run([&](TestWriter& writer) {
            writer.begin_call(array);
            write(writer);
        });
        CHECK(ran.detail.stop == StopCause::none);
        REQUIRE(ran.detail.results.size() == 1);
        CHECK(ran.detail.results[0].class_name == descriptor);
        return ran.detail.results[0].elements;
    };
    const std::vector<std::pair<const char*, std::int64_t>> integers{{"[Z", 1}, {"[B", INT8_MIN},
        {"[S", INT16_MIN}, {"[C", 0xD800}, {"[I", INT32_MIN}, {"[J", INT64_MIN}};
    for (const auto& [descriptor, number] : integers)
    {
        CAPTURE(descriptor);
        const auto elements = made(descriptor, [number = number](TestWriter& w) {
            w.add_integer(0);
            w.add_integer(number);
        });
        REQUIRE(elements.size() == 2);
        CHECK(elements[0].bits == 0);
        CHECK(elements[1].bits == number);
        CHECK(made(descriptor, [](TestWriter&) {}).empty());
    }
    const auto floats = made("[F", [](TestWriter& w) { w.add_float(1.5F); });
    REQUIRE(floats.size() == 1);
    CHECK(to_float(floats[0]) == 1.5F);
    const auto doubles = made("[D", [](TestWriter& w) { w.add_double(-2.5); });
    REQUIRE(doubles.size() == 1);
    CHECK(to_double(doubles[0]) == -2.5);
}

TEST_CASE("worker: objects are made, changed, asked and passed on", "[jvm][exec]")
{
    Fixture fixture;
    const std::size_t make = fixture.add({.kind = JavaCallableKind::constructor,
        .owner = "p/Branches",
        .name = "<init>",
        .descriptor = "(I)V"});
    const std::size_t set = fixture.add({.kind = JavaCallableKind::instance_method,
        .owner = "p/Branches",
        .name = "setValue",
        .descriptor = "(I)V"});
    const std::size_t get = fixture.add({.kind = JavaCallableKind::instance_method,
        .owner = "p/Branches",
        .name = "getValue",
        .descriptor = "()I"});
    const std::size_t read = fixture.add({.kind = JavaCallableKind::field_read,
        .owner = "p/Branches",
        .name = "value",
        .descriptor = "I"});
    const std::size_t write = fixture.add({.kind = JavaCallableKind::field_write,
        .owner = "p/Branches",
        .name = "value",
        .descriptor = "I"});
    const std::size_t function = fixture.add({.kind = JavaCallableKind::functional,
        .owner = "java/util/function/IntUnaryOperator",
        .name = "applyAsInt",
        .descriptor = "(I)I"});
    const std::size_t apply = fixture.method("apply", "(Ljava/util/function/IntUnaryOperator;)I");
    const std::size_t hidden = fixture.method("hidden", "()I");
    const std::vector<std::uint32_t> getters{static_cast<std::uint32_t>(get)};
    fixture.pool.set_observers("p/Branches", getters);
    const Ran ran = fixture.run([&](TestWriter& writer) {
        writer.begin_call(make);
        writer.add_integer(1);
        writer.begin_call(set);
        writer.add_result(0);
        writer.add_integer(2);
        writer.begin_call(get);
        writer.add_result(0);
        writer.begin_call(write);
        writer.add_result(0);
        writer.add_integer(3);
        writer.begin_call(read);
        writer.add_result(0);
        writer.begin_call(function);
        writer.add_integer(11);
        writer.begin_call(apply);
        writer.add_result(5);
        writer.begin_call(hidden);
        writer.begin_call(get);
        writer.add_null();
        writer.begin_call(get);
        writer.add_result(0);
    });
    REQUIRE(ran.detail.results.size() == 8);
    CHECK(ran.detail.results[0].class_name == "p.Branches");
    CHECK(ran.detail.results[1].kind == JavaResultKind::nothing);
    CHECK(ran.detail.results[2].bits == 2);
    CHECK(ran.detail.results[4].bits == 3);
    CHECK(ran.detail.results[6].bits == 11);
    CHECK(ran.detail.results[7].bits == 7);
    // The subject never sees a call on null: the test ends before it.
    CHECK(ran.trace.calls[8].kind == OutcomeKind::not_reached);
    CHECK(ran.trace.calls[9].kind == OutcomeKind::not_reached);
    CHECK_FALSE(ran.detail.thrown);
    REQUIRE(ran.detail.observations.size() == 1);
    CHECK(ran.detail.observations[0].call == 0);
    CHECK(ran.detail.observations[0].callable == get);
    CHECK(ran.detail.observations[0].value.bits == 3);
}

TEST_CASE("worker: a stand-in returns the answers that it is given", "[jvm][exec]")
{
    Fixture fixture;
    const std::size_t make = fixture.add({.kind = JavaCallableKind::stand_in,
        .owner = "java/util/Map$Entry",
        .name = "<init>",
        .descriptor = "()V",
        .is_owner_interface = true,
        .stand_in = {
            .methods = {{.name = "getKey", .descriptors = {"()Ljava/lang/Object;"}},
                {.name = "getValue", .descriptors = {"()Ljava/lang/Object;"}, .has_answer = true},
                {.name = "setValue", .descriptors = {"(Ljava/lang/Object;)Ljava/lang/Object;"}}}}});
    const auto getter = [&fixture](const std::string& name) {
        return fixture.add({.kind = JavaCallableKind::instance_method,
            .owner = "java/util/Map$Entry",
            .name = name,
            .descriptor = "()Ljava/lang/Object;",
            .is_owner_interface = true});
    };
    const std::size_t key = getter("getKey");
    const std::size_t value = getter("getValue");
    const std::size_t number = fixture.add({.kind = JavaCallableKind::stand_in,
        .owner = "java/lang/Number",
        .name = "<init>",
        .descriptor = "()V",
        .stand_in = {.methods = {{.name = "longValue", .descriptors = {"()J"}, .has_answer = true},
                         {.name = "intValue", .descriptors = {"()I"}, .has_answer = true}}}});
    const std::size_t as_long = fixture.add({.kind = JavaCallableKind::instance_method,
        .owner = "java/lang/Number",
        .name = "longValue",
        .descriptor = "()J"});
    const std::size_t as_byte = fixture.add({.kind = JavaCallableKind::instance_method,
        .owner = "java/lang/Number",
        .name = "byteValue",
        .descriptor = "()B"});
    const std::size_t final_class = fixture.add({.kind = JavaCallableKind::stand_in,
        .owner = "java/lang/String",
        .name = "<init>",
        .descriptor = "()V"});
    const Ran ran = fixture.run([&](TestWriter& writer) {
        writer.begin_call(make);
        writer.add_string("answer");
        writer.begin_call(key);
        writer.add_result(0);
        writer.begin_call(value);
        writer.add_result(0);
        writer.begin_call(number);
        writer.add_integer(std::int64_t{1} << 40);
        writer.add_integer(7);
        writer.begin_call(as_long);
        writer.add_result(3);
        writer.begin_call(as_byte);
        writer.add_result(3);
    });
    REQUIRE(ran.detail.results.size() == 6);
    CHECK(ran.detail.results[1].kind == JavaResultKind::null);
    CHECK(ran.detail.results[2].text == u"answer");
    CHECK(ran.detail.results[4].bits == std::int64_t{1} << 40);
    CHECK(ran.detail.results[5].bits == 7);
    const Ran not_linked = fixture.run([&](TestWriter& writer) { writer.begin_call(final_class); });
    CHECK(not_linked.detail.stop == StopCause::not_linked);
}

TEST_CASE(
    "worker: a stand-in throws what it is told, in each call or in the first ones", "[jvm][exec]")
{
    Fixture fixture;
    const MadeException plain{
        .name = "java/lang/IllegalStateException", .descriptor = "(Ljava/lang/String;)V"};
    const MadeException caused{.name = "java/io/UncheckedIOException",
        .descriptor = "(Ljava/lang/String;Ljava/io/IOException;)V",
        .cause = "java/io/IOException",
        .cause_descriptor = "()V"};
    const std::size_t make = fixture.add({.kind = JavaCallableKind::stand_in,
        .owner = "java/util/Iterator",
        .name = "<init>",
        .descriptor = "()V",
        .is_owner_interface = true,
        .stand_in = {
            .methods = {{.name = "hasNext",
                            .descriptors = {"()Z"},
                            .has_answer = true,
                            .has_turns = true,
                            .failures = {plain, caused}},
                {.name = "next", .descriptors = {"()Ljava/lang/Object;"}, .failures = {plain}}}}});
    const auto method = [&fixture](const std::string& name, const std::string& descriptor) {
        return fixture.add({.kind = JavaCallableKind::instance_method,
            .owner = "java/util/Iterator",
            .name = name,
            .descriptor = descriptor,
            .is_owner_interface = true});
    };
    const std::size_t has_next = method("hasNext", "()Z");
    const std::size_t next = method("next", "()Ljava/lang/Object;");
    const auto run = [&](std::int64_t turns, std::int64_t first, std::int64_t second,
                         std::size_t called) {
        return fixture.run([&](TestWriter& writer) {
            writer.begin_call(make);
            for (const std::int64_t argument :
                {std::int64_t{1}, std::int64_t{0}, turns, first, second})
            {
                writer.add_integer(argument);
            }
            writer.begin_call(called);
            writer.add_result(0);
        });
    };
    for (const std::int64_t turns : {0, 2})
    {
        CAPTURE(turns);
        const Ran one = run(turns, 1, 0, has_next);
        REQUIRE(one.detail.thrown);
        CHECK(one.detail.thrown->class_name == "java.lang.IllegalStateException");
        CHECK(one.detail.thrown->message == u"hasNext failed");
        const Ran two = run(turns, 2, 0, has_next);
        REQUIRE(two.detail.thrown);
        CHECK(two.detail.thrown->class_name == "java.io.UncheckedIOException");
        CHECK(two.detail.thrown->message == u"hasNext failed");
    }
    // The first answer is false, the later one true.
    CHECK(run(0, 0, 0, has_next).detail.results.at(1).bits == 1);
    CHECK(run(2, 0, 0, has_next).detail.results.at(1).bits == 0);
    CHECK(run(0, 0, 0, next).detail.results.at(1).kind == JavaResultKind::null);
    CHECK(run(0, 0, 1, next).detail.thrown->class_name == "java.lang.IllegalStateException");
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

TEST_CASE("worker: classes are shown as the JVM has them", "[jvm][exec]")
{
    Fixture fixture;
    const auto object = fixture.pool.class_bytes("java/lang/Object");
    REQUIRE(object);
    REQUIRE(object->size() > 4);
    CHECK((*object)[0] == std::byte{0xCA});
    CHECK((*object)[1] == std::byte{0xFE});
    CHECK_FALSE(fixture.pool.class_bytes("java/lang/NoSuchClass"));
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

TEST_CASE("worker: static methods of interfaces are called", "[jvm][exec]")
{
    Fixture fixture;
    const std::size_t list = fixture.add({.kind = JavaCallableKind::static_method,
        .owner = "java/util/List",
        .name = "of",
        .descriptor = "()Ljava/util/List;",
        .is_owner_interface = true});
    const std::size_t size = fixture.add({.kind = JavaCallableKind::instance_method,
        .owner = "java/util/List",
        .name = "size",
        .descriptor = "()I",
        .is_owner_interface = true});
    const Ran ran = fixture.run([&](TestWriter& writer) {
        writer.begin_call(list);
        writer.begin_call(size);
        writer.add_result(0);
    });
    CHECK(ran.last().kind == OutcomeKind::returned);
    CHECK(ran.detail.results.at(1).bits == 0);
}

TEST_CASE("worker: a callable that is not there is no outcome of the subject", "[jvm][exec]")
{
    Fixture fixture;
    const Ran ran = fixture.call("noSuchMethod", "()V");
    CHECK(ran.detail.stop == StopCause::not_linked);
    CHECK(ran.last().kind == OutcomeKind::unsupported);
    const Ran other = fixture.call("p/NoSuchClass.method", "()V");
    CHECK(other.detail.stop == StopCause::not_linked);
    CHECK(fixture.call("count", "()I").last().kind == OutcomeKind::returned);
}

TEST_CASE("worker: exceptions can go without their stack traces", "[jvm][exec]")
{
    WorkerSettings settings = fixture_settings();
    settings.has_stack_traces = false;
    Fixture fixture(settings);
    const Ran ran = fixture.call(
        "throwing", "(I)Ljava/lang/Object;", [](TestWriter& writer) { writer.add_integer(0); });
    REQUIRE(ran.detail.thrown);
    CHECK(ran.detail.thrown->message == u"kind 0");
    CHECK(ran.detail.thrown->frame_class.empty());
    CHECK(ran.detail.thrown->frame_line == -1);
}

TEST_CASE("worker: a test ends before a call whose argument is not of its type", "[jvm][exec]")
{
    Fixture fixture;
    const std::size_t number =
        fixture.add({.kind = JavaCallableKind::as_object, .descriptor = "I"});
    const std::size_t array =
        fixture.add({.kind = JavaCallableKind::array_of, .descriptor = "[Ljava/lang/String;"});
    const std::size_t trim = fixture.add({.kind = JavaCallableKind::instance_method,
        .owner = "java/lang/String",
        .name = "trim",
        .descriptor = "()Ljava/lang/String;"});
    for (const std::size_t wrong : {trim, array})
    {
        const Ran ran = fixture.run([&](TestWriter& writer) {
            writer.begin_call(number);
            writer.add_integer(1);
            writer.begin_call(wrong);
            writer.add_result(0);
            writer.begin_call(number);
            writer.add_integer(2);
        });
        CHECK(ran.detail.stop == StopCause::none);
        CHECK_FALSE(ran.detail.thrown);
        REQUIRE(ran.trace.calls.size() == 3);
        CHECK(ran.trace.calls[0].kind == OutcomeKind::returned);
        CHECK(ran.trace.calls[1].kind == OutcomeKind::not_reached);
        CHECK(ran.trace.calls[2].kind == OutcomeKind::not_reached);
    }
    // Casts of the subject's own are exceptions like any other.
    const Ran own = fixture.call("castsToInteger", "(Ljava/lang/Object;)I",
        [](TestWriter& writer) { writer.add_string(std::string_view("one")); });
    REQUIRE(own.detail.thrown);
    CHECK(own.detail.thrown->class_name == "java.lang.ClassCastException");
}
