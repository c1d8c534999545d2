// SPDX-License-Identifier: Apache-2.0
// What becomes of mutants of a written suite, and the assertions that it gets for them.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/report/mutation_score.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

struct ScoredSuite
{
    std::vector<std::string> labels;
    ProvenSuite proven;

    [[nodiscard]] MutantVerdict verdict(const std::string& method, const std::string& text) const
    {
        for (const MutantVerdict& one : proven.mutation.value().mutants)
        {
            const std::string& label = labels[one.goal.index()];
            if (has(label, "." + method + "(") && label.ends_with(" " + text))
            {
                return one;
            }
        }
        FAIL("no mutant of " << method << ": " << text);
        return {};
    }

    [[nodiscard]] MutantFate fate(const std::string& method, const std::string& text) const
    {
        const MutantVerdict found = verdict(method, text);
        INFO(method << ": " << text << ": " << found.reason);
        return found.fate;
    }
};

using NamedCall = std::pair<std::string, std::vector<Argument>>;

/// A written suite of criteria.Known; each test has these calls.
ScoredSuite scored_suite(
    const std::vector<std::vector<NamedCall>>& tests, std::size_t jobs = 1, bool is_scored = true)
{
    JavaProblemOptions options = options_of("criteria.Known");
    options.criteria.measured = {Coverage::weak_mutation};
    options.worker.jobs = jobs;
    JavaProblem problem(options);
    RunResult result;
    for (const std::vector<NamedCall>& calls : tests)
    {
        TestCase& test = result.suite.emplace_back();
        for (const auto& [name, arguments] : calls)
        {
            test.calls.push_back(
                {.callable = callable_named(problem, name), .arguments = arguments});
        }
    }
    ScoredSuite scored{.labels = {},
        .proven =
            prove_suite(problem, result, {.tools = referee_tools(), .mutation_score = is_scored})};
    REQUIRE_FALSE(scored.proven.failure);
    check_all_passed(scored.proven.referee);
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        scored.labels.push_back(problem.goals()[GoalId(i)].label);
    }
    return scored;
}

Argument number(std::int64_t value)
{
    return Value(value);
}

std::vector<std::vector<NamedCall>> known_tests()
{
    return {{{"same", {number(5)}}}, {{"twice", {number(2)}}}, {{"forget", {number(4)}}},
        {{"loops", {number(3)}}}, {{"check", {number(20)}}}, {{"check", {number(9)}}},
        {{"isEmpty", {Value(std::string("ab"))}}},
        {{"<init>", {}}, {"put", {ResultRef{0}, number(6)}}}};
}

std::vector<std::string> written_down(const ScoredSuite& scored)
{
    std::vector<std::string> lines{scored.proven.main.source.text};
    for (const MutantVerdict& one : scored.proven.mutation.value().mutants)
    {
        lines.push_back(scored.labels[one.goal.index()] + ": " + std::string(to_string(one.fate)) +
                        " " + std::to_string(one.killer.value_or(99)) + " " + one.reason);
    }
    return lines;
}

}  // namespace

TEST_CASE("mutation score: what is killed, survives, is not infected, or cannot be",
    "[jvm][mutants][jdk]")
{
    const ScoredSuite scored = scored_suite(known_tests());
    INFO(scored.proven.main.source.text);
    CHECK(scored.fate("same", "* becomes +") == MutantFate::killed);
    CHECK(scored.fate("same", "* becomes /") == MutantFate::equivalent);
    CHECK(scored.fate("total", "+ becomes -") == MutantFate::equivalent);
    CHECK(
        scored.fate("isEmpty", "if (text.length() == 0): == becomes <=") == MutantFate::equivalent);
    CHECK(scored.fate("isEmpty", "if (text.length() == 0): == becomes !=") == MutantFate::killed);
    CHECK(scored.fate("isLeast", "if (a == -2147483648): == becomes <=") == MutantFate::equivalent);
    CHECK(scored.fate("isOdd", "if ((a & 1) != 0): != becomes >") == MutantFate::equivalent);
    CHECK(scored.fate("isOdd", "if ((a & 1) != 0): != becomes <") == MutantFate::not_infected);
    CHECK(scored.fate("twice", "+ becomes -") == MutantFate::killed);
    CHECK(scored.verdict("twice", "+ becomes -").reason == "twice returns another value");
    CHECK(scored.fate("twice", "+ becomes *") == MutantFate::not_infected);
    CHECK(has(scored.verdict("twice", "+ becomes *").reason, "same state"));
    CHECK(scored.fate("forget", "+ becomes -") == MutantFate::survived);
    CHECK(scored.fate("untested", "- becomes +") == MutantFate::not_infected);
    CHECK(scored.verdict("untested", "- becomes +").reason == "no test executes it");

    const MutantVerdict endless = scored.verdict("loops", "i += 1 becomes -= 1");
    CHECK(endless.fate == MutantFate::killed);
    CHECK(endless.reason == "timed out");
    CHECK_FALSE(scored.proven.mutation->executions == 0);
    const MutantVerdict silent = scored.verdict("check", "if ((a + 1) > 10): > becomes <=");
    CHECK(silent.fate == MutantFate::killed);
    CHECK(silent.reason == "check does not throw");
    CHECK(scored.verdict("check", "if ((a + 1) > 10): > becomes >=").reason ==
          "check throws IllegalArgumentException");
}

TEST_CASE("mutation score: a mutant of what is only asked for is killed by the question",
    "[jvm][mutants]")
{
    const ScoredSuite scored = scored_suite(known_tests());
    INFO(scored.proven.main.source.text);
    // The state is asserted by total() or label(), which no test calls by itself.
    CHECK(scored.fate("put", "+ becomes -") == MutantFate::killed);
    const bool asks_total = has(scored.proven.main.source.text, "total()");
    const bool asks_label = has(scored.proven.main.source.text, "label()");
    CHECK((asks_total || asks_label));
    if (asks_total)
    {
        CHECK(scored.fate("total", "+ becomes *") == MutantFate::killed);
    }
}

TEST_CASE("mutation score: killers are tests of the suite", "[jvm][mutants]")
{
    const ScoredSuite scored = scored_suite(known_tests());
    const std::size_t tests = scored.proven.main.suite.tests.size();
    CHECK(tests == known_tests().size());
    for (const MutantVerdict& one : scored.proven.mutation->mutants)
    {
        CHECK(one.killer.has_value() == (one.fate == MutantFate::killed));
        CHECK(one.killer.value_or(0) < tests);
        CHECK_FALSE(one.reason.empty());
    }
    CHECK(scored.verdict("twice", "+ becomes -").killer == 1);
}

TEST_CASE("mutation score: the same for any number of jobs", "[jvm][mutants]")
{
    CHECK(written_down(scored_suite(known_tests(), 1)) ==
          written_down(scored_suite(known_tests(), 2)));
}

TEST_CASE("mutation score: a test asserts more where that kills more", "[jvm][mutants]")
{
    // More results than are asserted without mutants; those of the last calls are.
    std::vector<NamedCall> calls{{"plus", {number(5)}}};
    for (std::int64_t i = 0; i < 7; ++i)
    {
        calls.emplace_back("minus", std::vector<Argument>{number(10 * i)});
    }
    const ScoredSuite usual = scored_suite({calls}, 1, false);
    CHECK_FALSE(usual.proven.mutation);
    CHECK_FALSE(has(usual.proven.main.source.text, "assertEquals(7, "));

    const ScoredSuite scored = scored_suite({calls});
    INFO(scored.proven.main.source.text);
    CHECK(has(scored.proven.main.source.text, "assertEquals(7, "));
    // One for all mutants of the first call; those of the others are killed anyway.
    CHECK(scored.proven.killing_assertions == 1);
    CHECK(scored.fate("plus", "+ becomes -") == MutantFate::killed);
    CHECK(scored.fate("plus", "+ becomes *") == MutantFate::killed);
    CHECK(scored.fate("minus", "- becomes +") == MutantFate::killed);
}
