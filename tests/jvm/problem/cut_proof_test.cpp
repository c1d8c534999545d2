// SPDX-License-Identifier: Apache-2.0
// What is left of a suite whose proof is cut: by time, by an interrupt, by a referee that breaks.
// Next: late_proof_test.cpp.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/report/report.hpp>

#include <atomic>
#include <chrono>
#include <exception>
#include <string>
#include <thread>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

RunSpec short_search()
{
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 2000};
    return spec;
}

/// Tests that cannot be mistaken for proven ones: nothing runs them, and the first comment says
/// why.
void check_unproven(const UnprovenTests& unproven, const std::string& reason)
{
    const std::string& text = unproven.source.text;
    INFO(text);
    const std::size_t comment = text.find("// ");
    REQUIRE(comment != std::string::npos);
    CHECK(text.compare(comment, 15, "// NOT PROVEN: ") == 0);
    CHECK(has(text, reason));
    CHECK(has(text, generated_mark));
    CHECK(has(text, "@Disabled(\"not proven\")"));
    CHECK(has(text, "UnprovenTest {"));
    CHECK(unproven.source.tests.size() == unproven.suite.tests.size());
}

}  // namespace

TEST_CASE("when time is up only what is proven is written", "[jvm][proof][long]")
{
    using Clock = std::chrono::steady_clock;
    // Workers are started for each proof; a stop does not end that, nor measuring what is kept.
    constexpr std::chrono::seconds start{10};
    JavaProblem problem(ledger_options());
    const RunResult found = search_suite(problem, short_search());
    REQUIRE_FALSE(found.suite.empty());
    for (const int limit : {1, 700, 1500, 2500, 5000})
    {
        INFO(limit);
        RunResult result = found;
        const auto begin = Clock::now();
        const ProvenSuite proven = prove_suite(
            problem, result, {.tools = referee_tools(), .limit = std::chrono::milliseconds(limit)});
        CHECK(Clock::now() - begin < std::chrono::milliseconds(limit) + proof_grace + start);
        const std::size_t written =
            proven.main.suite.tests.size() + proven.suspicious.suite.tests.size();
        CHECK(result.suite.size() == written);
        REQUIRE(proven.referee.tests.size() == written);
        for (std::size_t i = 0; i < written; ++i)
        {
            CHECK(proven.referee.runs.size() >= 3);
            CHECK(why_unproven(proven.referee, i).value_or("") == "");
        }
        // No test is lost without a word.
        const std::size_t unproven = proven.unproven.suite.tests.size();
        CHECK(proven.dropped.size() + written + unproven >= found.suite.size());
        for (const DroppedTest& dropped : proven.dropped)
        {
            // Another round showed it.
            CHECK(dropped.reason.starts_with("failed in run "));
        }
        CHECK(proven.failure == nullptr);
        CHECK(proven.unproven.cause == UnprovenCause::deadline);
        if (limit == 1)
        {
            CHECK(written == 0);
            CHECK_FALSE(proven.referee.is_complete);
            CHECK(unproven >= found.suite.size());
        }
        if (unproven > 0)
        {
            check_unproven(proven.unproven, "time was up before they were proven");
        }
    }
}

TEST_CASE("an interrupt ends a proof at once", "[jvm][proof][long]")
{
    JavaProblem problem(ledger_options());
    RunResult result = search_suite(problem, short_search());
    std::atomic<bool> flag = false;
    std::thread later([&flag] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        flag = true;
    });
    const auto begin = std::chrono::steady_clock::now();
    const ProvenSuite proven =
        prove_suite(problem, result, {.tools = referee_tools(), .stop = StopToken(&flag)});
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(12));
    later.join();
    for (std::size_t i = 0; i < proven.referee.tests.size(); ++i)
    {
        CHECK(why_unproven(proven.referee, i).value_or("") == "");
    }
    CHECK(proven.referee.tests.size() == result.suite.size());
    if (!proven.unproven.suite.tests.empty())
    {
        CHECK(proven.unproven.cause == UnprovenCause::interrupt);
        check_unproven(proven.unproven, "the run was interrupted before they were proven");
    }
}

TEST_CASE("an interrupt before a proof leaves all tests written, and none counted", "[jvm][proof]")
{
    JavaProblem problem(ledger_options());
    RunResult result = search_suite(problem, short_search());
    const std::size_t found = result.suite.size();
    const std::atomic<bool> flag = true;
    // Without time to run the tests once, they are written as the search has them.
    const bool has_time = GENERATE(true, false);
    const ProvenSuite proven = prove_suite(problem, result,
        {.tools = referee_tools(),
            .grace = has_time ? std::chrono::minutes(10) : std::chrono::minutes(0),
            .stop = StopToken(&flag)});
    CHECK(result.suite.empty());
    CHECK(proven.main.suite.tests.empty());
    CHECK(proven.dropped.empty());
    CHECK(proven.unproven.suite.tests.size() == found);
    CHECK(proven.unproven.cause == UnprovenCause::interrupt);
    CHECK(proven.unproven.source.file_name == suite_files(problem)[2]);
    check_unproven(proven.unproven, "the run was interrupted before they were proven");
    // What was observed once is asserted.
    CHECK(has(proven.unproven.source.text, "assertEquals(") == has_time);
}

TEST_CASE("a referee that breaks leaves all tests written, and says how", "[jvm][proof]")
{
    JavaProblem problem(ledger_options());
    RunResult result = search_suite(problem, short_search());
    const std::size_t found = result.suite.size();
    RefereeTools tools = referee_tools();
    const bool has_jdk = GENERATE(false, true);
    if (has_jdk)
    {
        // No jar: the JVM ends at once, with a status of its own.
        tools.program = tools.java_home / "release";
    }
    else
    {
        tools.java_home /= "nowhere";
    }
    const ProvenSuite proven = prove_suite(problem, result, {.tools = tools});
    CHECK(result.suite.empty());
    CHECK(proven.unproven.suite.tests.size() + proven.dropped.size() >= found);
    CHECK(proven.unproven.cause == UnprovenCause::failure);
    check_unproven(proven.unproven, has_jdk ?
                                        "they could not be proven: the referee failed with status" :
                                        "they could not be proven: JDK ");
    REQUIRE(proven.failure != nullptr);
    CHECK_THROWS_AS(std::rethrow_exception(proven.failure), Error);
}
