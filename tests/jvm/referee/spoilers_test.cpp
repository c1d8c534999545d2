// SPDX-License-Identifier: Apache-2.0
#include "suite/spoilers.hpp"

#include "support/catch.hpp"

#include <sbst/jvm/referee/report.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace sbst::jvm;

namespace
{

using Places = std::vector<std::size_t>;

constexpr const char* null_pointer = "java.lang.NullPointerException";
constexpr const char* assertion = "org.opentest4j.AssertionFailedError";

/// A run of tests in an order, of which some fail.
RefereeRunReport run_of(std::string name, const Places& order, const Places& failing,
    const std::string& exception = null_pointer)
{
    RefereeRunReport run{std::move(name), std::vector<TestOutcome>(order.size())};
    std::uint32_t place = 0;
    for (const std::size_t test : order)
    {
        run.outcomes[test] = {.verdict = TestVerdict::passed, .place = ++place};
    }
    for (const std::size_t test : failing)
    {
        run.outcomes[test].verdict = TestVerdict::failed;
        run.outcomes[test].exception = exception;
    }
    return run;
}

RefereeReport report_of(std::vector<RefereeRunReport> runs)
{
    RefereeReport report;
    report.tests.resize(runs.front().outcomes.size(), {"p.ATest", "a"});
    report.runs = std::move(runs);
    return report;
}

}  // namespace

TEST_CASE("spoilers: the test after which others fail", "[jvm][spoilers]")
{
    // The second one spoils the third and the fifth, but not the fourth.
    const RefereeReport report =
        report_of({run_of("as written", {0, 1, 2, 3, 4}, {2, 4}, assertion),
            run_of("reversed", {4, 3, 2, 1, 0}, {}), run_of("shuffled", {3, 2, 0, 4, 1}, {})});
    const auto spoiler = sbst::jvm::detail::find_spoiler(report);
    CHECK(spoiler.test == 1);
    CHECK(spoiler.victims == Places{2, 4});
}

TEST_CASE("spoilers: a test that fails wherever it stands is no victim", "[jvm][spoilers]")
{
    const RefereeReport report = report_of({run_of("as written", {0, 1, 2}, {1, 2}),
        run_of("reversed", {2, 1, 0}, {1, 2}), run_of("shuffled", {1, 2, 0}, {1, 2})});
    CHECK(sbst::jvm::detail::find_spoiler(report).victims.empty());
}

TEST_CASE("spoilers: one victim is no reason to lose another test", "[jvm][spoilers]")
{
    const RefereeReport report = report_of({run_of("as written", {0, 1, 2}, {1}),
        run_of("reversed", {2, 1, 0}, {}), run_of("shuffled", {1, 2, 0}, {})});
    CHECK(sbst::jvm::detail::find_spoiler(report).victims.empty());
}

TEST_CASE(
    "spoilers: what another run asserts otherwise is not for a test before it", "[jvm][spoilers]")
{
    const std::string exception = GENERATE(std::string(assertion), std::string(null_pointer));
    const RefereeReport report = report_of(
        {run_of("as written", {1, 2, 0}, {}), run_of("reversed", {0, 2, 1}, {1, 2}, exception),
            run_of("shuffled", {0, 1, 2}, {1, 2}, exception)});
    const auto spoiler = sbst::jvm::detail::find_spoiler(report);
    CHECK(spoiler.victims == (exception == assertion ? Places{} : Places{1, 2}));
    CHECK(spoiler.test == 0);
}

TEST_CASE("spoilers: a test that misses its exception in one order is a victim", "[jvm][spoilers]")
{
    const std::string message = GENERATE(as<std::string>(),
        "Expected java.lang.RuntimeException to be thrown, but nothing was thrown.",
        "unexpected exception type thrown; expected:<p.A> but was:<p.B>",
        "expected: <1> but was: <2>");
    RefereeReport report = report_of({run_of("as written", {1, 2, 0}, {}),
        run_of("reversed", {0, 2, 1}, {1, 2}, assertion), run_of("shuffled", {2, 1, 0}, {})});
    for (TestOutcome& outcome : report.runs[1].outcomes)
    {
        outcome.message = outcome.exception.empty() ? "" : message;
    }
    const auto spoiler = sbst::jvm::detail::find_spoiler(report);
    const bool is_of_value = message.starts_with("expected: <");
    CHECK(spoiler.victims == (is_of_value ? Places{} : Places{1, 2}));
    CHECK(sbst::jvm::detail::may_depend_on_order(report) == !is_of_value);
}

TEST_CASE("spoilers: a test that fails in one order and passes in another may depend on it",
    "[jvm][spoilers]")
{
    using sbst::jvm::detail::may_depend_on_order;
    const Places order{0, 1, 2};
    const auto report = [&order](const Places& first, const Places& third, const char* exception) {
        return report_of({run_of("as written", order, first, exception),
            run_of("reversed", {2, 1, 0}, third, exception),
            run_of("shuffled", {1, 2, 0}, third, exception)});
    };
    CHECK_FALSE(may_depend_on_order(report({}, {}, assertion)));
    CHECK_FALSE(may_depend_on_order(report({1}, {1}, null_pointer)));
    CHECK(may_depend_on_order(report({1}, {}, assertion)));
    CHECK(may_depend_on_order(report({}, {2}, null_pointer)));
    // Another run differs in more than its order.
    CHECK_FALSE(may_depend_on_order(report({}, {2}, assertion)));
}

TEST_CASE("spoilers: tests that were not run with the others say nothing", "[jvm][spoilers]")
{
    RefereeReport report = report_of({run_of("as written", {0, 1, 2}, {1, 2}),
        run_of("reversed", {2, 1, 0}, {}), run_of("shuffled", {1, 2, 0}, {})});
    for (RefereeRunReport& run : report.runs)
    {
        run.outcomes[0].place = 0;
    }
    CHECK(sbst::jvm::detail::find_spoiler(report).victims.empty());
}
