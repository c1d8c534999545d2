// SPDX-License-Identifier: Apache-2.0
// What is proven of a draft when the time is up: what passed in this round or in the one before.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/referee/referee.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <suite/late_proof.hpp>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

constexpr std::uint64_t seed = 1;
constexpr std::chrono::milliseconds grace{1000};

/// A draft of tests of one call each, and reports as a referee would give them.
class LateRounds
{
public:
    explicit LateRounds(int tests) : m_problem(options_of("proof.Amount"))
    {
        RunResult result;
        for (int i = 0; i < tests; ++i)
        {
            result.suite.push_back({.calls = {{.callable = callable_named(m_problem, "<init>"),
                                        .arguments = {Value(i)}}}});
        }
        const std::size_t wanted = result.suite.size();
        judged = {.problem = &m_problem,
            .draft = jvm::detail::draft_suite(m_problem, result, wanted, StopToken{}, grace)};
        REQUIRE(judged.draft.tests.size() == wanted);
        judged.render();
    }

    /// Every test of the draft has this verdict in all runs.
    void report(TestVerdict verdict)
    {
        judged.report = {};
        judged.report.is_compiled = true;
        judged.report.is_complete = true;
        judged.report.coverage.resize(1);
        for (std::size_t place = 0; place < judged.draft.tests.size(); ++place)
        {
            judged.report.tests.push_back({"proof.AmountTest", judged.rendered.method_of(place)});
        }
        for (const RefereeRun& run : standard_runs(seed))
        {
            judged.report.runs.push_back(
                {run.name, std::vector<TestOutcome>(judged.report.tests.size(), {verdict})});
        }
    }

    /// A verdict of a test in the last run.
    void set_last(std::size_t test, TestVerdict verdict)
    {
        judged.report.runs.back().outcomes[test].verdict = verdict;
    }

    /// The next round has not begun: the draft was mended, and no report is of it.
    void mend(std::size_t dropped)
    {
        judged.mending.drop(dropped, "it fails");
        judged.mending.apply(judged.draft);
        judged.report = {};
        judged.render();
    }

    [[nodiscard]] std::vector<std::size_t> kept() const
    {
        std::vector<std::size_t> origins;
        for (const jvm::detail::DraftTest& test : judged.draft.tests)
        {
            origins.push_back(test.origin);
        }
        // The report is of these tests, by the names that they have now.
        REQUIRE(judged.report.tests.size() == origins.size());
        for (std::size_t i = 0; i < origins.size(); ++i)
        {
            CHECK(judged.report.tests[i].method == judged.rendered.method_of(i));
            CHECK(why_unproven(judged.report, i).value_or("") == "");
        }
        return origins;
    }

private:
    JavaProblem m_problem;

public:
    jvm::detail::JudgedDraft judged;
    jvm::detail::LateProof late{seed};
};

using Origins = std::vector<std::size_t>;

}  // namespace

namespace
{

/// Proves a test of one call for each method of Valve, in this order.
ProvenSuite proven_valve(const std::vector<std::string>& methods)
{
    JavaProblem problem(options_of("proof.Valve"));
    RunResult result;
    for (const std::string& method : methods)
    {
        result.suite.push_back(
            {.calls = {{.callable = callable_named(problem, method), .arguments = {}}}});
    }
    ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    return proven;
}

}  // namespace

TEST_CASE("a suite whose tests fail after others is proven in more orders", "[jvm][proof]")
{
    // In the order of the sources and in the reverse one, `close` is between `open` and `level`.
    const ProvenSuite orderly = proven_valve({"open", "close", "level"});
    CHECK(orderly.referee.runs.size() == 4);
    // `mark` fails after `stain`: from then on there are more orders, and some show `level`.
    const ProvenSuite disorderly = proven_valve({"stain", "open", "close", "level", "mark"});
    CHECK(disorderly.referee.runs.size() == 10);
    const std::string& text = disorderly.main.source.text;
    INFO(text);
    CHECK_FALSE(has(text, "assertEquals(\"none\", Valve.mark())"));
    CHECK_FALSE(has(text, "assertEquals(\"high\", Valve.level())"));
    CHECK(has(text, "assertEquals(\"opened\", Valve.open())"));
}

TEST_CASE("a proof whose time ends between two rounds keeps what passed the first", "[jvm][proof]")
{
    LateRounds rounds(4);
    rounds.report(TestVerdict::passed);
    rounds.set_last(1, TestVerdict::failed);
    rounds.late.note(rounds.judged);
    rounds.judged.draft.resets_fields = true;
    rounds.mend(1);
    rounds.late.keep(rounds.judged);
    CHECK(rounds.kept() == Origins{0, 2, 3});
    CHECK(rounds.judged.report.runs.size() == standard_runs(seed).size());
    CHECK(rounds.judged.draft.unproven.empty());
    CHECK(rounds.judged.draft.dropped.size() == 1);
    // It was not so when they passed.
    CHECK_FALSE(rounds.judged.draft.resets_fields);
    // JaCoCo measured the failing test, too.
    CHECK(rounds.judged.report.coverage.empty());
    CHECK_FALSE(rounds.judged.report.is_complete);
}

TEST_CASE("a proof whose time ends in a round keeps the round that proves more", "[jvm][proof]")
{
    LateRounds rounds(4);
    rounds.report(TestVerdict::passed);
    rounds.set_last(0, TestVerdict::failed);
    rounds.set_last(1, TestVerdict::failed);
    rounds.late.note(rounds.judged);
    const bool is_further = GENERATE(false, true);
    CAPTURE(is_further);
    rounds.report(TestVerdict::passed);
    for (const std::size_t cut : is_further ? Origins{3} : Origins{0, 2, 3})
    {
        rounds.set_last(cut, TestVerdict::not_run);
    }
    rounds.late.keep(rounds.judged);
    CHECK(rounds.kept() == (is_further ? Origins{0, 1, 2} : Origins{2, 3}));
    CHECK(rounds.judged.draft.unproven.size() == (is_further ? 1 : 2));
}

TEST_CASE(
    "a late proof tells how a test failed, and keeps nothing that no run passed", "[jvm][proof]")
{
    LateRounds rounds(2);
    rounds.report(TestVerdict::not_run);
    rounds.judged.report.runs.front().outcomes[1].verdict = TestVerdict::failed;
    rounds.late.keep(rounds.judged);
    CHECK(rounds.kept().empty());
    REQUIRE(rounds.judged.draft.unproven.size() == 2);
    CHECK(rounds.judged.draft.unproven[0].test.comment.empty());
    REQUIRE(rounds.judged.draft.unproven[1].test.comment.size() == 1);
    CHECK(has(rounds.judged.draft.unproven[1].test.comment.front(), "It failed in run"));

    LateRounds unjudged(2);
    unjudged.judged.report = {};
    unjudged.late.keep(unjudged.judged);
    CHECK(unjudged.kept().empty());
    CHECK(unjudged.judged.draft.unproven.size() == 2);
}
