// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>

#include <string>
#include <vector>

using namespace sbst;

TEST_CASE("GoalCounts: every answer counts once", "[core][report]")
{
    GoalCounts counts;
    counts.add(GoalStatus::covered);
    counts.add(GoalStatus::open);
    counts.add(GoalStatus::open);
    counts.add(GoalStatus::infeasible);
    CHECK(counts == GoalCounts{4, 1, 1, 2});
}

TEST_CASE("totals_table: classes without goals are left out, hidden ones are marked",
    "[core][report][golden]")
{
    const GoalTotals totals{.shown = {3, 1, 1, 1},
        .by_class = {{"user", true, {3, 1, 1, 1}}, {"checks", true, {}}, {"made", false, {2, 2}}}};
    CHECK(totals_table(totals) ==
          "  class                     goals  covered  infeasible  open\n"
          "  shown                         3        1           1     1\n"
          "  user                          3        1           1     1\n"
          "  made (hidden)                 2        2           0     0\n");
    const std::string name(30, 'x');
    const std::string wide = totals_table({.shown = {}, .by_class = {{name, true, {1, 1}}}});
    CHECK(wide.find("  " + name + "      1        1           0     0\n") != std::string::npos);
    CHECK(wide.find("  shown" + std::string(25, ' ') + "      0") != std::string::npos);
}

TEST_CASE("proofs_table: counts the goals of each proof", "[core][report][golden]")
{
    GoalGraph goals;
    goals.add(branch_goal(PredicateId(0), true, "a"));
    for (const char* label : {"b", "c"})
    {
        Goal goal = branch_goal(PredicateId(1), *label == 'b', label);
        goal.infeasible_because = "constant condition";
        goals.add(goal);
    }
    const std::vector<GoalAnswer> answers = answers_before_search(goals);
    REQUIRE(answers.size() == 3);
    CHECK(answers[0].status == GoalStatus::open);
    CHECK(answers[1].status == GoalStatus::infeasible);
    CHECK(proofs_table(answers) == "       2  constant condition\n");
    CHECK(proofs_table({}).empty());
}

TEST_CASE("counted: one thing has no plural", "[core][report]")
{
    CHECK(counted(0, "test") == "0 tests");
    CHECK(counted(1, "test") == "1 test");
    CHECK(counted(2, "test") == "2 tests");
}

TEST_CASE("nearness_text: conditions come before distances", "[core][report]")
{
    CHECK(nearness_text(std::nullopt) == "never came near");
    CHECK(nearness_text(Fitness::worst()) == "never came near");
    CHECK(
        nearness_text(Fitness{true, 0, Distance(U256::max())}) == "nearest test: at the condition");
    CHECK(nearness_text(Fitness{true, 2, Distance::zero()}) == "nearest test: 2 conditions away");
    CHECK(nearness_text(Fitness{true, 1, Distance::zero()}) == "nearest test: 1 condition away");
    CHECK(nearness_text(Fitness{true, 0, Distance(U256{17U})}) == "nearest test: distance 17");
}

TEST_CASE("summarise: takes the data of the run and counts the suite", "[core][report]")
{
    RunResult result;
    result.suite.resize(2);
    result.suite[0].calls.resize(3);
    result.suite[1].calls.resize(1);
    result.executions = 50;
    result.stopped_by = StopReason::seconds;
    result.log.timeline = {{1, 1}};
    result.log.seconds_at = {0.5};
    result.seconds = 2.5;
    const RunSummary run = summarise({.algorithm = Algorithm::mosa, .seed = 9}, result, 4);
    CHECK(run.algorithm == "mosa");
    CHECK(run.seed == 9);
    CHECK(run.executions == 50);
    CHECK(run.stopped_by == StopReason::seconds);
    CHECK(run.tests == 2);
    CHECK(run.calls == 4);
    CHECK(run.timeline == result.log.timeline);
    CHECK(run.seconds == 2.5);
    CHECK(run.jobs == 4);
    CHECK(run.seconds_at == result.log.seconds_at);
}
