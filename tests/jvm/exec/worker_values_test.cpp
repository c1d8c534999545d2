// SPDX-License-Identifier: Apache-2.0
// What a worker makes of a test: literals, arrays, objects, stand-ins, calls that cannot be.
// Next: worker_pool_test.cpp.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

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
