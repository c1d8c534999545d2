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

TEST_CASE(
    "worker: another occasion tells something else, as often as it is asked", "[jvm][exec][chance]")
{
    WorkerSettings settings = fixture_settings();
    settings.occasion = Occasion::other;
    Fixture usual(fixture_settings(), plan_with_chance());
    Fixture other(settings, plan_with_chance());
    for (const char* const name : {"identifier", "temporaryFile", "numbers", "shuffled", "times"})
    {
        CAPTURE(name);
        const std::string method = std::string("p/Chance.") + name;
        const auto call = [&](Fixture& fixture) {
            return result_of(fixture.call(method, "()Ljava/lang/String;")).text;
        };
        CHECK(call(usual) != call(other));
        CHECK(call(other) == call(other));
    }
    CHECK(result_of(usual.call("p/Chance.byConstructor", "()J")).bits !=
          result_of(other.call("p/Chance.byConstructor", "()J")).bits);
    CHECK(result_of(usual.call("p/Chance.zone", "()Ljava/lang/String;")).text == u"UTC en_US");
    CHECK(result_of(other.call("p/Chance.zone", "()Ljava/lang/String;")).text ==
          u"America/St_Johns de_DE");
}

TEST_CASE("worker: numbers without a seed differ within a test", "[jvm][exec][chance]")
{
    Fixture fixture(fixture_settings(), plan_with_chance());
    for (const char* const name : {"identifier", "numbers"})
    {
        CAPTURE(name);
        const std::u16string text =
            result_of(fixture.call(std::string("p/Chance.") + name, "()Ljava/lang/String;")).text;
        const std::size_t space = text.find(u' ');
        REQUIRE(space != std::u16string::npos);
        CHECK(text.substr(0, space) != text.substr(space + 1, space));
    }
    CHECK(result_of(fixture.call("p/Chance.byConstructor", "()J")).bits ==
          result_of(fixture.call("p/Chance.byConstructor", "()J")).bits);
}

TEST_CASE("worker: a generator with a seed gives its own numbers", "[jvm][exec][chance]")
{
    Fixture fixture(fixture_settings(), plan_with_chance());
    constexpr std::int64_t first_of_seven = 1560068868;
    CHECK(result_of(fixture.call("p/Chance.seeded", "()I")).bits == first_of_seven);
}
