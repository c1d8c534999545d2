// SPDX-License-Identifier: Apache-2.0
// A worker's tests beside each other: static state, exceptions, classes. Next:
// kept_workers_test.cpp.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/language/java_text.hpp>

#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

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
