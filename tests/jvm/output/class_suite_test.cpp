// SPDX-License-Identifier: Apache-2.0
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/output/writers.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

RunSpec short_run()
{
    RunSpec spec;
    spec.budget.max_executions = 2000;
    return spec;
}

/// A proven run with what is written of it.
struct Written
{
    JavaProblem problem{ledger_options()};
    RunResult result = search_suite(problem, short_run());
    ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    ObservedRun observed = observe_suite(problem, result.suite);
    JavaReport report = make_java_report(problem, short_run(), result, proven, observed);
    ClassSuite suite = make_class_suite({problem, result, proven, report, observed}, "again");
};

}  // namespace

TEST_CASE("class suite: one execution gives calls, results, observations, goals and lines",
    "[jvm][output]")
{
    const Written written;
    const ClassSuite& suite = written.suite;
    REQUIRE(written.observed.unobserved.empty());
    REQUIRE(suite.tests.size() == written.result.suite.size());
    CHECK(suite.subject == "bank.Ledger");
    CHECK(suite.command == "again");
    std::size_t failures = 0;
    std::size_t results = 0;
    std::size_t observations = 0;
    std::size_t new_goals = 0;
    std::set<std::string> names;
    for (std::size_t i = 0; i < suite.tests.size(); ++i)
    {
        const ExecutedTest& test = suite.tests[i];
        CHECK(test.calls.size() == written.result.suite[i].length());
        CHECK(test.goals.size() == written.result.covered_by_test[i].size());
        CHECK(names.insert(test.name).second);
        CHECK((written.proven.main.source.text + written.proven.suspicious.source.text)
                  .find("void " + test.name + "(") != std::string::npos);
        for (const ExecutedCall& call : test.calls)
        {
            CHECK(call.failure.empty() == (call.outcome == OutcomeKind::returned));
            failures += call.failure.empty() ? 0U : 1U;
            results += call.results.size();
        }
        observations += test.observations.size();
        new_goals += test.new_goals.size();
    }
    CHECK(failures > 0);
    CHECK(results > 0);
    CHECK(observations > 0);
    // Static initialisers run before the first test.
    CHECK(new_goals == static_cast<std::size_t>(std::count_if(
                           suite.goals.begin(), suite.goals.end(), [](const ExecutedGoal& row) {
                               return row.goal.is_shown && row.answer.test.has_value();
                           })));
    // The same lines as in the report.
    CHECK(suite.lines.size() == written.report.lines.covered + written.report.lines.missed);
    std::set<std::size_t> executed;
    for (const ExecutedTest& test : suite.tests)
    {
        executed.insert(test.lines.begin(), test.lines.end());
    }
    CHECK(executed.size() == written.report.lines.covered);
    CHECK(suite.lines.front().file == "bank/Ledger.java");
}

TEST_CASE(
    "class writers: each format writes what it names, unknown ones are refused", "[jvm][output]")
{
    const Written written;
    for (const std::string_view format : usual_formats)
    {
        const auto files = write_formats(class_writers(), {std::string(format)}, written.suite);
        CHECK_FALSE(files.empty());
    }
    const auto classes = write_formats(class_writers(), {"junit"}, written.suite);
    CHECK(classes.front().name == "bank/LedgerTest.java");
    CHECK(classes.front().text == written.proven.main.source.text);
    const auto report = write_formats(class_writers(), {"report"}, written.suite);
    CHECK(report.at(0).text == write_report(written.report));
    const auto page = write_formats(class_writers(), {"text"}, written.suite);
    CHECK(has(page.at(0).text, "Tests for bank.Ledger\n"));
    CHECK(has(page.at(0).text, "throws java.lang.IllegalArgumentException"));
    CHECK_THROWS_AS(write_formats(class_writers(), {"junt"}, written.suite), ConfigError);
}
