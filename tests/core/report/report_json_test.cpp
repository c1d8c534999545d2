// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/report/report_json.hpp>

#include <string>
#include <vector>

using namespace sbst;

namespace
{

ReportedGoal branch()
{
    ReportedGoal goal{.id = 4, .goal = branch_goal(PredicateId(2), true, "")};
    goal.goal.goal_class = "user";
    goal.goal.group = "user";
    goal.goal.question.truth = false;
    goal.goal.place = {
        .function = "pay", .position_name = "pc", .position = 17, .file = "A.sol", .line = 3};
    goal.answer = {GoalStatus::covered, 1, std::nullopt, ""};
    return goal;
}

}  // namespace

TEST_CASE("add_coverage: a goal is written with everything that is known", "[core][report]")
{
    OrderedJson json;
    const GoalTotals totals{.shown = {1, 1},
        .by_criterion = {{Coverage::branch, {1, 1}}},
        .by_class = {{"user", true, {1, 1}}}};
    RunSummary run;
    run.tests = 2;
    run.calls = 5;
    add_coverage(json, totals, {branch()}, run);
    CHECK(
        json.dump() ==
        R"({"totals":{"shown":1,"covered":1,"infeasible":0,"open":0},)"
        R"("totals_by_criterion":{"branch":{"shown":1,"covered":1,"infeasible":0,"open":0}},)"
        R"("totals_by_class":{"user":{"goals":1,"covered":1,"infeasible":0,"open":0,)"
        R"("is_shown":true}},"goals":[{"id":4,"kind":"branch","class":"user","group":"user",)"
        R"("is_shown":true,"function":"pay","pc":17,"outcome":true,"truth":false,)"
        R"("file":"A.sol","line":3,"status":"covered","test":2,"distance":null,"reason":""}],"tests":2,"calls":5})");
}

TEST_CASE("goal_head: what a goal is, without its answer", "[core][report]")
{
    ReportedGoal goal = branch();
    CHECK(goal_head(goal).dump() ==
          R"({"id":4,"kind":"branch","class":"user","group":"user","is_shown":true,)"
          R"("function":"pay","pc":17,"outcome":true,"truth":false,"file":"A.sol","line":3})");

    goal.goal.criterion = MethodEntryCriterion::id;
    goal.goal.label = "pay entered";
    goal.goal.place.program = "creation";
    const OrderedJson other = goal_head(goal);
    CHECK(other["kind"] == "creation-entry");
    CHECK(other["label"] == "pay entered");
    CHECK(other["outcome"].is_null());
}

TEST_CASE("add_coverage: unknown values are null", "[core][report]")
{
    ReportedGoal goal = branch();
    goal.goal.criterion = MethodEntryCriterion::id;
    goal.goal.question.truth.reset();
    goal.goal.place.line = 0;
    goal.answer = {GoalStatus::open, std::nullopt, Fitness{true, 2, Distance::infinite()}, "far"};
    OrderedJson json;
    add_coverage(json, {}, {goal}, {});
    const OrderedJson& written = json["goals"][0];
    CHECK(written["outcome"].is_null());
    CHECK(written["truth"].is_null());
    CHECK(written["file"].is_null());
    CHECK(written["line"].is_null());
    CHECK(written["test"].is_null());
    CHECK(written["distance"].dump() == R"({"approach_level":2,"branch":null})");
    CHECK(written["reason"] == "far");

    goal.answer.nearest = Fitness::worst();
    add_coverage(json, {}, {goal}, {});
    CHECK(json["goals"][0]["distance"].is_null());
}

TEST_CASE("add_course: parts that depend on the machine are separate", "[core][report]")
{
    OrderedJson json;
    const RunSummary run{.algorithm = "mosa",
        .seed = 7,
        .executions = 9,
        .stopped_by = StopReason::executions,
        .timeline = {{1, 1}, {5, 2}},
        .seconds = 0.5,
        .jobs = 2,
        .phases = {{RunPhase::starting, 0.125}, {RunPhase::searching, 0.5}},
        .seconds_at = {0.25, 0.375}};
    add_search(json, run);
    add_course(json, run);
    CHECK(
        json.dump() ==
        R"({"algorithm":"mosa","seed":7,"executions":9,"stopped_by":"executions",)"
        R"("timeline":[{"executions":1,"covered":1},{"executions":5,"covered":2}],)"
        R"("machine":{"seconds":0.5,"phases":{"starting":0.125,"searching":0.5},"jobs":2,"seconds_at":[0.25,0.375]}})");
}
