// SPDX-License-Identifier: Apache-2.0
#include "sample_goal.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/line.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/error.hpp>
#include <sbst/evm/render/report.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;
using Json = nlohmann::ordered_json;

namespace
{

Report sample()
{
    Report report;
    report.subject = {"Token", "Token.sol", "solc 0.8.28", "0xabcd"};
    report.algorithm = "dynamosa";
    report.seed = 7;
    report.executions = 5050;
    report.stopped_by = StopReason::executions;
    report.tests = 2;
    report.calls = 9;
    report.timeline = {{1, 1}, {40, 2}};
    report.seconds = 0.25;
    report.jobs = 2;
    report.seconds_at = {0.001, 0.1};
    ReportedGoal covered = sbst::test::sample_branch(0, "pay", true);
    covered.goal.place.position = 10;
    covered.goal.place.file = "contracts/Token.sol";
    covered.goal.place.line = 3;
    covered.goal.question = {.truth = false, .reading = "condition", .part = "a < b"};
    covered.answer.status = GoalStatus::covered;
    covered.answer.test = 1;
    ReportedGoal open = sbst::test::sample_branch(1, "pay", false);
    open.goal.goal_class = "compiler-check";
    open.goal.group = "compiler-check";
    open.goal.place.position = 20;
    open.answer.nearest = Fitness{true, 1, Distance(U256::power_of_two(200))};
    open.answer.reason = "not reached";
    ReportedGoal hidden{.id = 2, .goal = method_entry_goal(MethodId(0), "")};
    hidden.goal.goal_class = "dispatcher";
    hidden.goal.group = creation_group;
    hidden.goal.place.program = creation_program;
    hidden.goal.place.position_name = "pc";
    hidden.goal.is_shown = false;
    hidden.answer.status = GoalStatus::infeasible;
    hidden.answer.reason = "constant condition";
    report.goals = {covered, open, hidden};
    report.shown.classes[static_cast<std::size_t>(GoalClass::user)] = true;
    report.shown.classes[static_cast<std::size_t>(GoalClass::compiler_check)] = true;
    return report;
}

std::vector<std::string> keys(const Json& json)
{
    std::vector<std::string> names;
    for (const auto& item : json.items())
    {
        names.push_back(item.key());
    }
    return names;
}

}  // namespace

TEST_CASE("write_report: exactly the documented keys, in their order", "[evm][report]")
{
    const Json json = Json::parse(write_report(sample()));
    using Names = std::vector<std::string>;
    CHECK(keys(json) == Names{"schema", "subject", "fork", "is_flow_known", "deployment_failure",
                            "algorithm", "seed", "executions", "stopped_by", "totals",
                            "totals_by_criterion", "totals_by_class", "goals", "tests", "calls",
                            "timeline", "machine"});
    CHECK(keys(json["totals"]) == Names{"shown", "covered", "infeasible", "open"});
    CHECK(keys(json["goals"][0]) == Names{"id", "kind", "class", "group", "is_shown", "function",
                                        "pc", "outcome", "truth", "reading", "part", "file", "line",
                                        "status", "test", "distance", "reason"});
    CHECK(keys(json["timeline"][0]) == Names{"executions", "covered"});
    CHECK(keys(json["machine"]) == Names{"seconds", "phases", "jobs", "seconds_at"});
    CHECK(keys(json["fork"]) == Names{"name", "reason"});
    CHECK(json["fork"]["name"] == "cancun");
    CHECK(json["totals_by_class"].size() == goal_group_count);
}

TEST_CASE("write_report: goals say what is known of them and null otherwise", "[evm][report]")
{
    const Json goals = Json::parse(write_report(sample()))["goals"];
    CHECK(goals[0] == Json::parse(R"({"id": 0, "kind": "branch", "class": "user",
        "group": "user", "is_shown": true, "function": "pay", "pc": 10, "outcome": true,
        "truth": false, "reading": "condition", "part": "a < b",
        "file": "contracts/Token.sol", "line": 3, "status": "covered", "test": 2,
        "distance": null, "reason": ""})"));
    CHECK(goals[1]["outcome"] == false);
    CHECK(goals[1]["truth"].is_null());
    CHECK(goals[1]["reading"] == "jump");
    CHECK(goals[1]["part"].is_null());
    CHECK(goals[1]["file"].is_null());
    CHECK(goals[1]["line"].is_null());
    CHECK(goals[1]["test"].is_null());
    CHECK(goals[1]["distance"] ==
          Json{{"approach_level", 1}, {"branch", U256::power_of_two(200).to_decimal()}});
    CHECK(goals[2]["kind"] == "creation-entry");
    CHECK(goals[2]["class"] == "dispatcher");
    CHECK(goals[2]["group"] == "creation-code");
    CHECK(goals[2]["is_shown"] == false);
    CHECK(goals[2]["outcome"].is_null());
    CHECK(goals[2]["truth"].is_null());
    CHECK_FALSE(goals[2].contains("reading"));
}

TEST_CASE("write_report: only `machine` depends on the machine", "[evm][report]")
{
    Report other = sample();
    other.seconds = 99.0;
    other.phases = {{RunPhase::searching, 98.0}};
    other.jobs = 8;
    other.seconds_at = {1.0, 2.0};
    Json first = Json::parse(write_report(sample()));
    Json second = Json::parse(write_report(other));
    CHECK(first != second);
    first.erase("machine");
    second.erase("machine");
    CHECK(first.dump() == second.dump());
}

TEST_CASE("count_goals: hidden classes count for themselves only", "[evm][report]")
{
    const GoalTotals totals = count_goals(sample());
    CHECK(totals.shown == GoalCounts{2, 1, 0, 1});
    const auto dispatcher = static_cast<std::size_t>(GoalClass::dispatcher);
    // The creation code stands for itself unless its goals are sought.
    CHECK(totals.by_class.at(dispatcher).counts == GoalCounts{});
    CHECK(totals.by_class.at(goal_class_count).counts == GoalCounts{1, 0, 1, 0});
    CHECK_FALSE(totals.by_class.at(goal_class_count).is_shown);
    CHECK(totals_table(totals).find("creation-code (hidden)") != std::string::npos);
    Report report = sample();
    report.shown.creation = true;
    report.goals[2].goal.group = "dispatcher";
    CHECK(count_goals(report).by_class.at(dispatcher).counts == GoalCounts{1, 0, 1, 0});
    // By the options: a class without goals is no hidden one.
    report.goals.clear();
    const auto check = static_cast<std::size_t>(GoalClass::compiler_check);
    CHECK(count_goals(report).by_class.at(check).is_shown);
    CHECK_FALSE(count_goals(report).by_class.at(dispatcher).is_shown);
}

TEST_CASE("parse_report: reads back totals and covered goals", "[evm][report]")
{
    const ExpectedCoverage expected = parse_report(write_report(sample()), "report.json");
    CHECK(expected.totals == count_goals(sample()));
    CHECK(expected.covered == std::vector<std::string>{goal_key(sample().goals[0])});
    CHECK(expected.covered == expected_coverage(sample()).covered);
    CHECK(expected.totals == expected_coverage(sample()).totals);
}

TEST_CASE("parse_report: what no replay has is not compared", "[evm][report]")
{
    Report report = sample();
    ReportedGoal line = report.goals[0];
    line.goal.criterion = LineCriterion::id;
    ReportedGoal met = line;
    met.goal.criterion = ExceptionCriterion::id;
    met.goal.label = "withdraw reverts";
    ReportedGoal lost = met;
    lost.goal.label = "deposit reverts";
    lost.answer.status = GoalStatus::open;
    report.goals.insert(report.goals.end(), {line, met, lost});
    const ExpectedCoverage expected = parse_report(write_report(report), "report.json");
    CHECK(expected.covered.size() == 2);
    CHECK(expected.totals.shown.goals == count_goals(sample()).shown.goals + 1);
    CHECK(expected.totals == expected_coverage(report).totals);
    CHECK(count_goals(report).shown.goals == count_goals(sample()).shown.goals + 3);
}

TEST_CASE("parse_report: refuses other versions and other documents", "[evm][report]")
{
    Json json = Json::parse(write_report(sample()));
    json["schema"] = 99;
    CHECK_THROWS_AS(parse_report(json.dump(), "r"), ParseError);
    json["schema"] = report_schema;
    for (const char* member : {"status", "kind", "group", "is_shown"})
    {
        Json broken = json;
        broken["goals"][0][member] = "unheard-of";
        CHECK_THROWS_AS(parse_report(broken.dump(), "r"), ParseError);
        broken["goals"][0].erase(member);
        CHECK_THROWS_AS(parse_report(broken.dump(), "r"), ParseError);
    }
    json.erase("totals_by_class");
    CHECK_THROWS_AS(parse_report(json.dump(), "r"), ParseError);
    CHECK_THROWS_AS(parse_report("[]", "r"), ParseError);
    CHECK_THROWS_AS(parse_report("", "r"), ParseError);
}
