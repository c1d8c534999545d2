// SPDX-License-Identifier: Apache-2.0
#define SBST_STACK_CALCULATOR_WITHOUT_MAIN
// NOLINTNEXTLINE(bugprone-suspicious-include): an example is one file, and its run is reported here
#include "../../../examples/020_stack_calculator.cpp"
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/report/report_json.hpp>

#include <string>

using namespace sbst;

namespace
{

RunSpec short_run()
{
    RunSpec spec;
    spec.seed = 3;
    spec.budget = {.max_executions = 60};
    return spec;
}

/// The report of a run without the machine's part.
OrderedJson report_of(CalculatorProblem& problem, const RunSpec& spec)
{
    const RunResult result = generate(problem, spec);
    OrderedJson json =
        OrderedJson::parse(write_report(problem, spec, result, {{"class", "Calculator"}}, 2));
    CHECK(json["machine"]["jobs"] == 2);
    json.erase("machine");
    return json;
}

}  // namespace

TEST_CASE(
    "write_report: an adapter of anybody has the fields that every language has", "[core][report]")
{
    CalculatorProblem problem;
    const OrderedJson json = report_of(problem, short_run());
    std::string fields;
    for (const auto& item : json.items())
    {
        fields += item.key() + " ";
    }
    CHECK(fields ==
          "schema subject algorithm seed executions stopped_by totals totals_by_criterion "
          "totals_by_class "
          "goals tests calls timeline ");
    CHECK(json["schema"] == 5);
    CHECK(json["subject"].dump() == R"({"class":"Calculator"})");
    CHECK(json["seed"] == 3);
    CHECK(json["algorithm"] == "dynamosa");

    CalculatorProblem again;
    CHECK(report_of(again, short_run()) == json);
}

TEST_CASE("write_report: the rows add up to the totals", "[core][report]")
{
    CalculatorProblem problem;
    const OrderedJson json = report_of(problem, short_run());
    std::size_t covered = 0;
    std::size_t open = 0;
    for (const OrderedJson& goal : json["goals"])
    {
        CHECK_FALSE(goal["label"].get<std::string>().empty());
        covered += goal["status"] == "covered" ? 1U : 0U;
        if (goal["status"] == "open")
        {
            ++open;
            CHECK_FALSE(goal["reason"].get<std::string>().empty());
            CHECK(goal["distance"].contains("approach_level"));
        }
        CHECK(goal["outcome"].is_boolean() == (goal["kind"] == "branch"));
        CHECK(goal["truth"] == goal["outcome"]);
    }
    CHECK(json["goals"].size() == problem.goals().size());
    CHECK(json["totals"]["covered"] == covered);
    CHECK(json["totals"]["open"] == open);
    CHECK(open > 0);
    CHECK(json["totals_by_class"]["user"]["goals"] == 12);
}

TEST_CASE("write_report: an adapter may add what it knows about its goals", "[core][report]")
{
    struct Describing : CalculatorProblem
    {
        void describe(GoalId goal, ReportedGoal& reported) const
        {
            reported.goal.place.function =
                goals()[goal].label.substr(0, goals()[goal].label.find(':'));
            reported.goal.place.file = "calculator.cpp";
            reported.goal.place.line = 10 + goal.index();
        }
    };
    static_assert(DescribesGoals<Describing> && !DescribesGoals<CalculatorProblem>);
    Describing problem;
    const RunSpec spec = short_run();
    const RunResult result = generate(problem, spec);
    const OrderedJson json = OrderedJson::parse(write_report(problem, spec, result));
    CHECK(json["goals"][1]["function"] == "push");
    CHECK(json["goals"][1]["file"] == "calculator.cpp");
    CHECK(json["goals"][1]["line"] == 11);
    CHECK(json["subject"].empty());
}

TEST_CASE("reported_goals: hidden and infeasible goals keep their answers apart", "[core][report]")
{
    GoalGraph graph;
    graph.add(branch_goal(PredicateId(0), true, "shown"));
    Goal hidden = branch_goal(PredicateId(0), false, "hidden");
    hidden.is_shown = false;
    graph.add(hidden);
    graph.mark_infeasible(graph.add(method_entry_goal(MethodId(0), "entered")), "no caller");
    graph.add(exception_goal(ExceptionId(0), "throws"));
    const auto goals = reported_goals(graph, answers_before_search(graph));
    REQUIRE(goals.size() == 4);
    CHECK(goals[2].goal.criterion == MethodEntryCriterion::id);
    CHECK(goals[2].answer.reason == "no caller");
    CHECK(goals[3].goal.goal_class == "exception");
    const GoalTotals totals = count_goals(goals);
    CHECK(totals.shown == GoalCounts{3, 0, 1, 2});
    CHECK(totals.by_criterion == std::vector<CoverageCounts>{{Coverage::branch, {2, 0, 1, 1}},
                                     {Coverage::exception, {1, 0, 0, 1}}});
    const std::string table = totals_table(totals);
    CHECK(table.find("\n    branch ") != std::string::npos);
    CHECK(table.find("\n    exception ") != std::string::npos);
    REQUIRE(totals.by_class.size() == 2);
    CHECK(totals.by_class[0] == ClassCounts{"user", true, {3, 0, 1, 2}});
    CHECK(totals.by_class[1] == ClassCounts{"exception", true, {1, 0, 0, 1}});
}
