// SPDX-License-Identifier: Apache-2.0
// Observers run code of the subject after the test: what becomes of it is not the test's doing.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

struct Observed
{
    Ran ran;
    std::uint64_t budget_stops = 0;
    std::uint64_t stack_overflows = 0;
};

/// Makes a chain or a ring, and asks it for its number, then by an observer of its own.
Observed observed(bool is_closed, const char* name, const char* descriptor)
{
    Fixture fixture;
    const std::size_t make = fixture.method("p/Ring.of", "(IZ)Lp/Ring;");
    const auto add_method = [&fixture](const char* method, const char* of) {
        return fixture.add({.kind = JavaCallableKind::instance_method,
            .owner = "p/Ring",
            .name = method,
            .descriptor = of});
    };
    const std::size_t number = add_method("getNumber", "()I");
    const std::size_t asked = add_method(name, descriptor);
    const std::vector<std::uint32_t> observers{
        static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(asked)};
    fixture.pool.set_observers("p/Ring", observers);
    Ran ran = fixture.run([&](TestWriter& writer) {
        writer.begin_call(make);
        writer.add_integer(3);
        writer.add_integer(is_closed ? 1 : 0);
        writer.begin_call(number);
        writer.add_result(0);
    });
    const PoolCounters counters = fixture.pool.counters();
    return {std::move(ran), counters.budget_stops, counters.stack_overflows};
}

/// The test's own outcome: it made an object and got its number.
void check_kept(const Ran& ran)
{
    CHECK(static_cast<int>(ran.detail.stop) == static_cast<int>(StopCause::none));
    REQUIRE(ran.trace.calls.size() == 2);
    CHECK(ran.last().kind == OutcomeKind::returned);
    CHECK(ran.last().steps > 0);
    CHECK_FALSE(ran.trace.is_unusable());
    CHECK_FALSE(ran.trace.predicates.empty());
    REQUIRE(ran.detail.results.size() == 2);
    CHECK(ran.detail.results[0].class_name == "p.Ring");
    CHECK(ran.detail.results[1].bits == 0);
}

}  // namespace

TEST_CASE("worker: an observer without an end costs the answers only", "[jvm][exec][observers]")
{
    const auto [name, descriptor] = GENERATE(table<const char*, const char*>({
        {"count", "()I"},
        {"describe", "()Ljava/lang/String;"},
    }));
    CAPTURE(name);
    const Observed ring = observed(true, name, descriptor);
    check_kept(ring.ran);
    CHECK(ring.ran.detail.observations.empty());
    // No test was stopped.
    CHECK(ring.budget_stops == 0);
    CHECK(ring.stack_overflows == 0);

    const Observed chain = observed(false, name, descriptor);
    check_kept(chain.ran);
    REQUIRE(chain.ran.detail.observations.size() == 2);
    CHECK(chain.ran.detail.observations[0].value.bits == 0);
    const JavaResult& answer = chain.ran.detail.observations[1].value;
    CHECK((answer.bits == 3 || answer.text == u"0 1 2"));
}
