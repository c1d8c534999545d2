// SPDX-License-Identifier: Apache-2.0
// What rows of goals say: totals that add up, labels that are unique, reasons that are true.
#include "sample_goal.hpp"
#include "suite/goal_reasons.hpp"
#include "support/catch.hpp"

#include <sbst/evm/render/goal_totals.hpp>
#include <sbst/evm/render/report.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;
using Json = nlohmann::ordered_json;

namespace
{

ProblemOptions everything()
{
    ProblemOptions options;
    for (std::size_t i = 0; i < goal_class_count; ++i)
    {
        options.show_classes.emplace_back(to_string(static_cast<GoalClass>(i)));
    }
    options.creation_goals = true;
    options.call_getters = true;
    return options;
}

Report quick_report(const char* name, const ProblemOptions& options)
{
    ContractProblem problem(
        load_artifact(std::string(SBST_EXAMPLES) + "/" + name + ".json"), options);
    RunSpec spec;
    spec.budget.max_executions = 300;
    return make_report(problem, spec, generate_suite(problem, spec));
}

/// Totals as a reader of the rows makes them.
struct Sums
{
    Json totals{{"shown", 0}, {"covered", 0}, {"infeasible", 0}, {"open", 0}};
    std::map<std::string, std::map<std::string, int>> by_class;

    void add(const Json& row)
    {
        const std::string status = row.at("status");
        auto& group = by_class[row.at("group")];
        ++group["goals"];
        ++group[status];
        if (row.at("is_shown"))
        {
            totals["shown"] = totals["shown"].get<int>() + 1;
            totals[status] = totals[status].get<int>() + 1;
        }
    }
};

void check_sums(const Json& report)
{
    Sums sums;
    for (const Json& row : report.at("goals"))
    {
        sums.add(row);
    }
    CHECK(report.at("totals") == sums.totals);
    for (const auto& [name, counts] : report.at("totals_by_class").items())
    {
        INFO(name);
        for (const char* key : {"goals", "covered", "infeasible", "open"})
        {
            CHECK(counts.at(key) == sums.by_class[name][key]);
        }
        sums.by_class.erase(name);
    }
    CHECK(sums.by_class.empty());
}

ReportedGoal branch(std::string file, std::size_t line, std::uint32_t pc)
{
    ReportedGoal row = sbst::test::sample_branch(0, "f", false);
    row.goal.place.position = pc;
    row.goal.place.file = std::move(file);
    row.goal.place.line = line;
    return row;
}

std::vector<std::string> places(std::vector<ReportedGoal> rows)
{
    sbst::test::name_places(rows);
    std::vector<std::string> names;
    for (const ReportedGoal& row : rows)
    {
        names.push_back(row.goal.place.name);
    }
    return names;
}

const ReportedGoal& first_of(const Report& report, GoalClass goal_class, GoalStatus status)
{
    for (const ReportedGoal& row : report.goals)
    {
        if (has_class(row.goal, goal_class) && row.answer.status == status &&
            !in_creation(row.goal))
        {
            return row;
        }
    }
    throw std::runtime_error("no such goal");
}

}  // namespace

TEST_CASE("report.json: its rows add up to its totals", "[evm][report]")
{
    const auto* name = GENERATE("Auction", "DateLibrary", "MultiSigWallet", "Token");
    const bool shows_all = GENERATE(false, true);
    INFO(name << (shows_all ? ", everything shown" : ""));
    const Report report = quick_report(name, shows_all ? everything() : ProblemOptions{});
    check_sums(Json::parse(write_report(report)));
    check_sums(Json::parse(write_coverage(report)));
}

TEST_CASE(
    "report.json: a class is shown by the options, whether it has goals or not", "[evm][report]")
{
    ContractProblem problem(parse_artifact(R"({"abi": [], "bytecode": "0x00"})", "bare.json"), {});
    const RunSpec spec{.budget = {.max_executions = 10}};
    const Report report = make_report(problem, spec, generate_suite(problem, spec));
    const Json classes = Json::parse(write_report(report)).at("totals_by_class");
    CHECK(classes.at("compiler-check").at("goals") == 0);
    CHECK(classes.at("compiler-check").at("is_shown") == true);
    CHECK(classes.at("getter").at("is_shown") == false);
    CHECK(classes.at("creation-code").at("is_shown") == false);
}

TEST_CASE("goal_text: no two goals are called the same", "[evm][report]")
{
    const auto* name = GENERATE("Auction", "DateLibrary", "MultiSigWallet", "Token");
    const bool shows_all = GENERATE(false, true);
    INFO(name << (shows_all ? ", everything shown" : ""));
    std::set<std::pair<bool, std::string>> texts;
    for (const ReportedGoal& row :
        quick_report(name, shows_all ? everything() : ProblemOptions{}).goals)
    {
        INFO(goal_text(row.goal));
        CHECK(texts.emplace(row.goal.is_shown, goal_text(row.goal)).second);
    }
}

TEST_CASE("name_places: the line, and more where the line is not enough", "[evm][report]")
{
    using Names = std::vector<std::string>;
    CHECK(places({branch("A.sol", 3, 10), branch("A.sol", 3, 10), branch("A.sol", 4, 20)}) ==
          Names{"line 3", "line 3", "line 4"});
    CHECK(places({branch("A.sol", 3, 10), branch("A.sol", 3, 30), branch("", 0, 40)}) ==
          Names{"line 3, pc 10", "line 3, pc 30", "pc 40"});
    CHECK(places({branch("a/A.sol", 3, 10), branch("b/B.sol", 3, 30)}) ==
          Names{"A.sol:3", "B.sol:3"});
    CHECK(places({branch("a/A.sol", 3, 10), branch("b/A.sol", 3, 30)}) ==
          Names{"a/A.sol:3", "b/A.sol:3"});
    // Hidden goals neither make labels longer nor lose their own.
    ReportedGoal hidden = branch("B.sol", 3, 30);
    hidden.goal.is_shown = false;
    ReportedGoal twin = branch("A.sol", 3, 50);
    twin.goal.is_shown = false;
    twin.goal.place.program = creation_program;
    CHECK(places({branch("A.sol", 3, 10), hidden, twin}) ==
          Names{"line 3", "line 3", "line 3, creation pc 50"});
}

TEST_CASE(
    "make_report: what tests never do is the reason, not what they met instead", "[evm][report]")
{
    ProblemOptions options = everything();
    options.call_getters = false;
    options.ignore_functions = {"approve"};
    const Report report = quick_report("Token", options);
    for (const ReportedGoal& row : report.goals)
    {
        INFO(goal_text(row.goal) << " - " << row.answer.reason);
        if (has_class(row.goal, GoalClass::getter) && row.answer.status == GoalStatus::open)
        {
            CHECK(row.answer.reason == "tests never call getters (option call-getters)");
        }
        if (row.goal.place.function == "approve" && row.answer.status == GoalStatus::open)
        {
            CHECK(row.answer.reason == "tests never call approve (option ignore-function)");
        }
    }
    CHECK(first_of(report, GoalClass::getter, GoalStatus::open).goal.place.function != "approve");
    CHECK(
        first_of(quick_report("Auction", everything()), GoalClass::payable_check, GoalStatus::open)
            .answer.reason == "tests never send ether to what is not payable");
}

TEST_CASE("a failed deployment is the reason for the runtime code alone", "[evm][report]")
{
    const ContractProblem problem(
        load_artifact(std::string(SBST_EXAMPLES) + "/Token.json"), everything());
    std::vector<GoalAnswer> answers = answers_before_search(problem.goals());
    apply_rule(sbst::evm::detail::rule_of_failed_deployment(problem), answers);
    for (std::size_t i = 0; i < answers.size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        const bool is_explained = answers[i].reason == "no test could deploy the contract";
        INFO(goal.label);
        CHECK(is_explained == (!in_creation(goal) && answers[i].status == GoalStatus::open));
    }
}

TEST_CASE("make_report: called functions keep the reasons of the search", "[evm][report]")
{
    for (const ReportedGoal& row : quick_report("Token", everything()).goals)
    {
        INFO(goal_text(row.goal));
        CHECK(row.answer.reason.find("tests never call") == std::string::npos);
    }
}
