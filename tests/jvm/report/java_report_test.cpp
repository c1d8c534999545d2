// SPDX-License-Identifier: Apache-2.0
#include "suite/goal_reasons.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/jvm/report/report.hpp>

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;
using Json = nlohmann::ordered_json;

namespace
{

ReportedGoal goal(std::size_t id, JavaGoalClass goal_class, GoalStatus status)
{
    ReportedGoal row{
        .id = id, .goal = branch_goal(PredicateId(id), true, "Cart.total(int):7 if (n == 0) true")};
    row.goal.goal_class = to_string(goal_class);
    row.goal.group = row.goal.goal_class;
    row.goal.is_shown = is_written(goal_class);
    row.goal.place = {.function = "Cart.total(int)",
        .position_name = "instruction",
        .position = 3,
        .file = "Cart.java",
        .line = 7};
    row.goal.question.truth.reset();
    row.answer.status = status;
    return row;
}

JavaReport sample()
{
    JavaReport report;
    report.subject = {"shop.Cart", {"shop.jar"}, 17, "abcd"};
    report.algorithm = "dynamosa";
    report.tests = 2;
    report.calls = 5;
    report.goals = {goal(0, JavaGoalClass::user, GoalStatus::covered),
        goal(1, JavaGoalClass::user, GoalStatus::open),
        goal(2, JavaGoalClass::string_switch, GoalStatus::covered)};
    report.totals = count_goals(report.goals);
    report.files = {{"shop/CartTest.java", 2}};
    report.lines = {4, 1};
    report.exceptions = {{"java.lang.IllegalArgumentException", "Cart.add", false, 1}};
    report.object_laws = {{"equals is symmetric", "shop.Cart", "returned true and false", 1}};
    report.dropped = {{"new Cart()", "failed in run 'again'"}};
    report.repaired = {{1, {"casts", "an assertion less"}, "incompatible types"}};
    report.dropped_assertions = 3;
    report.referee.java = "17.0.15";
    report.referee.is_compiled = true;
    report.referee.is_complete = true;
    report.referee.tests = {{"shop.CartTest", "a"}, {"shop.CartTest", "b"}};
    report.referee.runs = {{"as written", {{TestVerdict::passed}, {TestVerdict::passed}}},
        {"reversed", {{TestVerdict::passed}, {TestVerdict::failed}}}};
    report.referee.coverage = {{"shop/Cart$Row", {3, 1}, {5, 0}, {}, {}}};
    report.workers.watchdog_stops = 6;
    report.link_failures = {{"java.lang.NoClassDefFoundError: p/A", "p.A", 4},
        {"java.lang.NoSuchMethodError: p.B.b()", "", 1}};
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

TEST_CASE("write_report: exactly the documented keys, in their order", "[jvm][report]")
{
    using Names = std::vector<std::string>;
    const Json json = Json::parse(write_report(sample()));
    CHECK(keys(json) == Names{"schema", "subject", "algorithm", "seed", "executions", "stopped_by",
                            "totals", "totals_by_criterion", "totals_by_class", "goals", "tests",
                            "calls", "files", "lines", "exceptions", "object_laws", "unproven",
                            "dropped", "repaired", "dropped_assertions", "referee", "workers",
                            "link_failures", "timeline", "machine"});
    CHECK(keys(json["subject"]) == Names{"class", "class_path", "java", "class_file_hash"});
    CHECK(keys(json["goals"][0]) == Names{"id", "kind", "class", "group", "is_shown", "function",
                                        "label", "instruction", "outcome", "truth", "file", "line",
                                        "status", "test", "distance", "reason"});
    CHECK(keys(json["workers"]) == Names{"tests", "budget", "watchdog", "stack_overflow",
                                       "out_of_memory", "exit", "not_linked", "too_large", "deaths",
                                       "refused"});
    CHECK(keys(json["machine"]) == Names{"seconds", "phases", "jobs", "seconds_at",
                                       "isolation_warning", "unobserved", "reruns", "respawns"});
}

TEST_CASE("write_report: what was proven and what was not", "[jvm][report]")
{
    const Json json = Json::parse(write_report(sample()));
    CHECK(
        json["referee"].dump() ==
        R"({"java":"17.0.15","runs":["as written","reversed"],"complete":true,"passed":1,"coverage":[)"
        R"({"class":"shop.Cart$Row","branches":{"covered":3,"missed":1},)"
        R"("lines":{"covered":5,"missed":0}}]})");
    CHECK(json["lines"].dump() == R"({"covered":4,"missed":1})");
    CHECK(json["files"].dump() == R"([{"name":"shop/CartTest.java","tests":2}])");
    CHECK(json["exceptions"].dump() ==
          R"([{"exception":"java.lang.IllegalArgumentException","function":"Cart.add",)"
          R"("is_declared":false,"test":2}])");
    CHECK(json["object_laws"].dump() == R"([{"law":"equals is symmetric","class":"shop.Cart",)"
                                        R"("seen":"returned true and false","test":2}])");
    CHECK(
        json["dropped"].dump() == R"x([{"test":"new Cart()","reason":"failed in run 'again'"}])x");
    CHECK(json["repaired"].dump() == R"([{"test":2,"repairs":["casts","an assertion less"],)"
                                     R"("reason":"incompatible types"}])");
    CHECK(json["dropped_assertions"] == 3);
    CHECK(json["workers"]["watchdog"] == 6);
    CHECK(json["link_failures"].dump() ==
          R"([{"error":"java.lang.NoClassDefFoundError: p/A","missing":"p.A","tests":4},)"
          R"x({"error":"java.lang.NoSuchMethodError: p.B.b()","missing":null,"tests":1}])x");
}

TEST_CASE("an open goal without a reason gets one, other answers stay", "[jvm][report]")
{
    std::vector<GoalAnswer> answers(3);
    answers[0].reason = "nothing that leads to it was reached";
    answers[2].status = GoalStatus::covered;
    apply_rule(sbst::jvm::detail::rule_of_silence(), answers);
    CHECK(answers[0].reason == "nothing that leads to it was reached");
    CHECK(answers[1].reason == "no test that ran to an end says anything of it");
    CHECK(answers[2].reason.empty());
}

TEST_CASE("count_goals: only what the author wrote is shown", "[jvm][report]")
{
    const GoalTotals totals = count_goals(sample().goals);
    CHECK(totals.shown == GoalCounts{2, 1, 0, 1});
    REQUIRE(totals.by_class.size() == java_goal_class_count);
    CHECK(totals.by_class.front() == ClassCounts{"user", true, {2, 1, 0, 1}});
    CHECK(totals.by_class.at(1) == ClassCounts{"string-switch", false, {1, 1, 0, 0}});
}
