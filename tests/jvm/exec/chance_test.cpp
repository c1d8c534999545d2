// SPDX-License-Identifier: Apache-2.0
// Clocks and generators of the JDK: every run of a test sees the same.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <cstdint>
#include <string>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

SubjectPlan plan_with_chance()
{
    SubjectPlan plan = fixture_plan();
    plan.preload.emplace_back("p/Chance");
    plan.static_fields.push_back({"p/Chance", "KEPT", "Ljava/util/Random;", true});
    return plan;
}

JavaResult result_of(const Ran& ran)
{
    REQUIRE(ran.trace.was_run);
    REQUIRE(static_cast<int>(ran.detail.stop) == static_cast<int>(StopCause::none));
    REQUIRE(ran.detail.results.size() == 1);
    return ran.detail.results[0];
}

}  // namespace

TEST_CASE("worker: what the JDK tells by chance or by the clock is repeated", "[jvm][exec][chance]")
{
    Fixture fixture(fixture_settings(), plan_with_chance());
    const auto* const name =
        GENERATE("identifier", "temporaryFile", "numbers", "shuffled", "times");
    CAPTURE(name);
    const std::string method = std::string("p/Chance.") + name;
    const JavaResult first = result_of(fixture.call(method, "()Ljava/lang/String;"));
    CHECK_FALSE(first.text.empty());
    (void)fixture.call("p/Chance.numbers", "()Ljava/lang/String;");
    CHECK(result_of(fixture.call(method, "()Ljava/lang/String;")).text == first.text);
    Fixture other(fixture_settings(), plan_with_chance());
    (void)other.call("p/Chance.identifier", "()Ljava/lang/String;");
    CHECK(result_of(other.call(method, "()Ljava/lang/String;")).text == first.text);
}

TEST_CASE(
    "worker: temporary files are files that a test makes, and no resources", "[jvm][exec][chance]")
{
    Fixture fixture(fixture_settings(), plan_with_chance());
    const Ran ran = fixture.call("p/Chance.temporaryFile", "()Ljava/lang/String;");
    CHECK(ran.detail.was_refused);
    CHECK(result_of(fixture.call("p/Chance.isResource", "()Z")).bits == 0);
}

TEST_CASE("worker: each clock and each generator tells something else on another occasion",
    "[jvm][exec][chance]")
{
    WorkerSettings settings = fixture_settings();
    settings.occasion = Occasion::other;
    Fixture usual(fixture_settings(), plan_with_chance());
    Fixture other(settings, plan_with_chance());
    const auto [name, type] = GENERATE(
        table<std::string, std::string>({{"byConstructor", "J"}, {"kept", "I"}, {"first", "I"},
            {"ofOtherThread", "I"}, {"referred", "D"}, {"nanoTime", "J"}, {"threadLocals", "J"},
            {"secureNumbers", "J"}, {"instant", "J"}, {"date", "J"}, {"calendar", "J"}}));
    CAPTURE(name);
    const auto call = [&, method = "p/Chance." + name, form = "()" + type](
                          Fixture& fixture) { return result_of(fixture.call(method, form)).bits; };
    const std::int64_t first = call(usual);
    CHECK(call(usual) == first);
    const std::int64_t second = call(other);
    CHECK(call(other) == second);
    CHECK(first != second);
    // Two numbers of one generator that were equal would leave nothing.
    CHECK((first != 0 || name == "nanoTime"));
    Fixture again(fixture_settings(), plan_with_chance());
    CHECK(call(again) == first);
}

TEST_CASE("worker: a test that asks for the time or for a number by chance is marked, and no other",
    "[jvm][exec][chance]")
{
    Fixture fixture(fixture_settings(), plan_with_chance());
    const auto [name, type, is_repeatable] =
        GENERATE(table<std::string, std::string, bool>({{"identifier", "Ljava/lang/String;", false},
            {"shuffled", "Ljava/lang/String;", false}, {"referred", "D", false},
            {"nanoTime", "J", false}, {"instant", "J", false}, {"date", "J", false},
            {"seeded", "I", true}, {"first", "I", true}, {"zone", "Ljava/lang/String;", true}}));
    CAPTURE(name);
    const std::string method = "p/Chance." + name;
    // The first test of a worker initialises the class.
    for (int i = 0; i < 2; ++i)
    {
        CHECK(fixture.call(method, "()" + type).trace.is_repeatable == is_repeatable);
        CHECK(fixture.call("p/Chance.seeded", "()I").trace.is_repeatable);
    }
}

TEST_CASE("worker: the clock begins at a date in the past", "[jvm][exec][chance]")
{
    static constexpr std::int64_t start = 1'704'067'200'000;        // 2024-01-01T00:00:00Z
    static constexpr std::int64_t other_start = 1'565'459'001'987;  // 2019-08-10T17:43:21.987Z
    const auto [occasion, expected] = GENERATE(
        table<Occasion, std::int64_t>({{Occasion::usual, start}, {Occasion::other, other_start}}));
    WorkerSettings settings = fixture_settings();
    settings.occasion = occasion;
    Fixture fixture(settings, plan_with_chance());
    for (const char* const name : {"instant", "date", "calendar"})
    {
        CAPTURE(name);
        CHECK(result_of(fixture.call(std::string("p/Chance.") + name, "()J")).bits == expected);
    }
    CHECK(result_of(fixture.call("p/Chance.waitsUntil", "()Z")).bits == 1);
    CHECK(result_of(fixture.call("p/Chance.zone", "()Ljava/lang/String;")).text ==
          (occasion == Occasion::usual ? u"UTC en_US" : u"America/St_Johns de_DE"));
}

TEST_CASE("worker: a generator with a seed gives its own numbers", "[jvm][exec][chance]")
{
    Fixture fixture(fixture_settings(), plan_with_chance());
    constexpr std::int64_t first_of_seven = 1560068868;
    CHECK(result_of(fixture.call("p/Chance.seeded", "()I")).bits == first_of_seven);
}

TEST_CASE("worker: each sequence of numbers differs, and repeats itself whatever ran before",
    "[jvm][exec][chance]")
{
    Fixture fixture(fixture_settings(), plan_with_chance());
    const auto* const name = GENERATE("numbers", "shuffled", "identifier");
    CAPTURE(name);
    const auto text_of = [&](std::uint16_t numbers) {
        fixture.circumstances.numbers = numbers;
        const Ran ran = fixture.call(std::string("p/Chance.") + name, "()Ljava/lang/String;");
        CHECK(ran.detail.has_drawn);
        return result_of(ran).text;
    };
    const std::u16string first = text_of(0);
    const std::u16string second = text_of(1);
    CHECK(first != second);
    CHECK(text_of(2) != second);
    CHECK(text_of(1) == second);
    CHECK(text_of(0) == first);
}
