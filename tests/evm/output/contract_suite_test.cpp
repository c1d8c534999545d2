// SPDX-License-Identifier: Apache-2.0
#include "../render/sample_goal.hpp"
#include "render/call_story.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/line.hpp>
#include <sbst/error.hpp>
#include <sbst/evm/abi/revert.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/output/writers.hpp>
#include <sbst/evm/render/executed_tests.hpp>
#include <sbst/evm/suite/generate.hpp>
#include <sbst/output/text.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

ReportedGoal goal(std::size_t id, std::string function, std::size_t line, bool outcome)
{
    ReportedGoal row = sbst::test::sample_branch(id, std::move(function), outcome);
    row.goal.place.position = 100;
    row.goal.place.line = line;
    row.answer.status = GoalStatus::covered;
    return row;
}

DescribedCall call(CallTarget::Kind kind, std::string name, OutcomeKind outcome)
{
    DescribedCall text{.kind = kind, .name = std::move(name), .parameters = {}, .record = {}};
    text.record.kind = outcome;
    text.record.sender = "alice";
    return text;
}

Report report_of(std::vector<ReportedGoal> goals)
{
    Report report;
    report.subject = {"Auction", "Auction.sol", "solc 0.8.28", "0x"};
    report.algorithm = "dynamosa";
    report.seed = 1;
    report.executions = 50;
    report.goals = std::move(goals);
    sbst::test::name_places(report.goals);
    return report;
}

std::string example(const char* name)
{
    return std::string(SBST_EXAMPLES) + "/" + name + ".json";
}

/// The page of a suite of one test with these calls, or of none.
std::string page(const Report& report, const std::vector<DescribedCall>& calls,
    const std::vector<std::size_t>& goals, const std::string& command)
{
    static const ContractProblem problem(load_artifact(example("Token")), {});
    RunResult result;
    std::vector<ExecutedTest> tests;
    if (!calls.empty())
    {
        tests.emplace_back();
        for (const DescribedCall& one : calls)
        {
            tests.back().calls.push_back({.outcome = one.record.kind, .story = story_of(one)});
        }
        result.covered_by_test.emplace_back(goals.begin(), goals.end());
    }
    return write_text(make_contract_suite(problem, result, report, std::move(tests), command));
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("contract suite: a test reads as a story", "[evm][output][golden]")
{
    DescribedCall deploy = call(CallTarget::Kind::constructor, "Auction", OutcomeKind::returned);
    deploy.parameters = {"duration"};
    deploy.record.arguments = {"86400"};
    DescribedCall bid = call(CallTarget::Kind::function, "bid", OutcomeKind::returned);
    bid.record.sender = "bob";
    bid.record.value = U256{2'000'000'000'000'000'000U};
    bid.record.time_step = 273'600;
    bid.record.block_step = 1;
    bid.record.results = {"true"};
    bid.record.events = {"HighestBid(bidder = bob, amount = 2000000000000000000)"};
    DescribedCall late = call(CallTarget::Kind::function, "withdraw", OutcomeKind::threw);
    late.parameters = {"", "to"};
    late.record.arguments = {
        "115792089237316195423570985008687907853269984665640564039457584007913129639935", "nobody"};
    late.record.failure = "reverts with \"Auction: too late\"";
    std::vector<ReportedGoal> goals{
        goal(0, "bid", 14, true), goal(1, "bid", 14, false), goal(2, "withdraw", 0, false)};
    goals[0].goal.place.source = "require(block.timestamp < end);";
    goals[1].goal.place.source = goals[0].goal.place.source;
    for (std::size_t i = 0; i < 2; ++i)
    {
        goals[i].goal.question = {.truth = i == 1, .reading = "condition"};
    }
    Report report = report_of(goals);
    report.tests = 1;
    report.calls = 3;
    const std::string text =
        page(report, {deploy, bid, late}, {0, 1, 2}, "sbst evm generate A.json");
    const std::string story = text.substr(text.find("Test 1"));
    CHECK(story ==
          "Test 1: 3 calls, 3 new goals\n"
          "----------------------------\n"
          "   1  alice deploys Auction(duration = 86400)\n"
          "      wait 3 days 4 hours and 1 block\n"
          "   2  bob: bid(), sending 2 ether\n"
          "        returns true\n"
          "        event HighestBid(bidder = bob, amount = 2e18)\n"
          "   3  alice: withdraw(2^256 - 1, to = nobody)\n"
          "        reverts with \"Auction: too late\"\n"
          "  covers for the first time\n"
          "    bid\n"
          "      line 14   true and false  require(block.timestamp < end);\n"
          "    withdraw\n"
          "      pc 100    not jumped\n");
    CHECK(has(text, "Goals     3 shown: 3 covered, 0 infeasible, 0 open"));
    CHECK(has(text, "Suite     1 test with 3 calls"));
    CHECK(has(text, "Found by  dynamosa, seed 1, 50 executions"));
    CHECK(has(text, "Again     sbst evm generate A.json"));
}

TEST_CASE("contract suite: fallback, receive and failures of every kind", "[evm][output]")
{
    DescribedCall data = call(CallTarget::Kind::fallback, "fallback", OutcomeKind::threw);
    data.parameters = {"data"};
    data.record.arguments = {"0x0102"};
    data.record.failure = "out of gas";
    const DescribedCall send = call(CallTarget::Kind::receive, "receive", OutcomeKind::returned);
    const DescribedCall strange = call(CallTarget::Kind::function, "f", OutcomeKind::unsupported);
    const DescribedCall unreached = call(CallTarget::Kind::function, "g", OutcomeKind::not_reached);
    const std::string text = page(report_of({}), {data, send, strange, unreached}, {}, "");
    CHECK(has(text, "alice calls with data 0x0102\n        fails: out of gas\n"));
    CHECK(has(text, "alice sends 0\n"));
    CHECK(has(text, "uses what this version cannot execute"));
    CHECK(has(text, "not reached: the contract is not deployed"));
    CHECK(has(text, "covers nothing new"));
}

TEST_CASE("contract suite: says why goals are missing", "[evm][output]")
{
    ReportedGoal open = goal(0, "bid", 9, true);
    open.answer.status = GoalStatus::open;
    open.answer.nearest = Fitness{true, 0, Distance(U256{17})};
    open.answer.reason = "reached, but the condition was never true";
    open.goal.question = {.truth = true, .reading = "condition"};
    ReportedGoal far = goal(1, "bid", 10, true);
    far.answer.status = GoalStatus::open;
    far.goal.question = {.truth = false, .reading = "condition", .part = "a < b"};
    ReportedGoal proved = goal(2, "end", 0, false);
    proved.answer.status = GoalStatus::infeasible;
    proved.goal.question = {.truth = false, .reading = "check"};
    proved.answer.reason = "non-payable guard";
    ReportedGoal hidden = goal(3, "secret", 1, false);
    hidden.answer.status = GoalStatus::open;
    hidden.goal.is_shown = false;
    const std::string text = page(report_of({open, far, proved, hidden}), {}, {}, "");
    CHECK(has(text, "bid, line 9: condition true - nearest test: distance 17; reached, but"));
    CHECK(has(text, "bid, line 10: condition (a < b) false - never came near\n"));
    CHECK(has(text, "end, pc 100: check fails - non-payable guard\n"));
    CHECK_FALSE(has(text, "secret"));
}

TEST_CASE(
    "contract suite: nothing of a subject reaches a terminal as it is", "[evm][output][terminal]")
{
    const std::string hostile = "\x1b[31mred\x07\nOpen: \xe2\x80\xae";
    std::vector<ReportedGoal> goals{goal(0, hostile, 14, true), goal(1, "bid", 15, false)};
    goals[0].goal.place.source = hostile;
    goals[0].goal.place.file = hostile;
    goals[1].goal.place.file = "b.sol";
    goals[1].answer.status = GoalStatus::open;
    goals[1].answer.reason = hostile;
    DescribedCall bid = call(CallTarget::Kind::function, hostile, OutcomeKind::threw);
    bid.parameters = {hostile};
    bid.record.arguments = {"1"};
    bid.record.failure = "reverts with " + quote(hostile);
    bid.record.events = {hostile + "()"};
    Report report = report_of(goals);
    report.subject = {hostile, hostile, hostile, "0x"};
    const std::string text = page(report, {bid}, {0}, "sbst evm generate x");
    INFO(text);
    CHECK_FALSE(has(text, "\x1b"));
    CHECK_FALSE(has(text, "\x07"));
    CHECK_FALSE(has(text, "\xe2\x80\xae"));
    CHECK_FALSE(has(text, "\nOpen: \\u202e"));
    // What was quoted already is not quoted again.
    CHECK(has(text, "reverts with \"\\x1b[31mred\\x07\\nOpen: \\u202e\""));
}

namespace
{

RunSpec quick_run()
{
    RunSpec spec;
    spec.budget.max_executions = 300;
    return spec;
}

/// What is written of a suite.
struct Written
{
    explicit Written(const ProblemOptions& options = {})
      : problem(load_artifact(example("Auction")), options)
    {}

    ContractProblem problem;
    RunResult result = generate_suite(problem, quick_run());
    std::vector<ExecutedTest> tests = execute_tests(problem, result.suite);
    Report report = make_report(problem, quick_run(), result, tests);
    ContractSuite suite = make_contract_suite(problem, result, report, tests, "again");
};

}  // namespace

TEST_CASE("contract suite: each shown goal is new in its first test only", "[evm][output]")
{
    const Written written;
    const ContractSuite& suite = written.suite;
    REQUIRE(suite.tests.size() == written.result.suite.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < suite.tests.size(); ++i)
    {
        CHECK(suite.tests[i].calls.size() == written.result.suite[i].length());
        CHECK(suite.tests[i].goals.size() == written.result.covered_by_test[i].size());
        for (const std::size_t id : suite.tests[i].new_goals)
        {
            CHECK(suite.goals[id].answer.test == i);
        }
        count += suite.tests[i].new_goals.size();
    }
    CHECK(count == suite.totals.shown.covered);
    CHECK(write_text(suite).find("deploys Auction(") != std::string::npos);
}

TEST_CASE("contract suite: lines that are goals are named in the text", "[evm][output]")
{
    ProblemOptions options;
    options.criteria.sought.add(Coverage::line);
    const Written written(options);
    const std::string text = write_text(written.suite);
    std::size_t count = 0;
    for (const ExecutedTest& test : written.suite.tests)
    {
        for (const std::size_t id : test.new_goals)
        {
            const Goal& goal = written.suite.goals[id].goal;
            if (is_line(goal))
            {
                INFO(goal.label);
                CHECK(has(text, "line " + std::to_string(goal.place.line) + " executed"));
                ++count;
            }
        }
    }
    CHECK(count > 10);
}

TEST_CASE("contract suite: calls have arguments, the transaction and results, with their types",
    "[evm][output]")
{
    const Written written;
    const ExecutedCall& first = written.suite.tests.at(0).calls.at(0);
    CHECK(first.outcome == OutcomeKind::returned);
    CHECK(has_deployed(written.suite.tests.at(0)));
    std::vector<std::string> roles;
    for (const ExecutedArgument& argument : first.arguments)
    {
        roles.push_back(argument.role);
        CHECK_FALSE(argument.value.type.empty());
        CHECK_FALSE(argument.value.text.empty());
    }
    CHECK(std::count(roles.begin(), roles.end(), "sender") == 1);
    std::size_t failures = 0;
    for (const ExecutedTest& test : written.suite.tests)
    {
        for (const ExecutedCall& one : test.calls)
        {
            CHECK(one.failure.empty() == (one.outcome == OutcomeKind::returned));
            failures += one.failure.empty() ? 0U : 1U;
        }
    }
    CHECK(failures > 0);
}

TEST_CASE("contract suite: tests have names, and the lines that they execute", "[evm][output]")
{
    const Written written;
    const ContractSuite& suite = written.suite;
    REQUIRE_FALSE(suite.lines.empty());
    CHECK(std::is_sorted(suite.lines.begin(), suite.lines.end()));
    std::set<std::string> names;
    std::set<std::size_t> executed;
    for (const ExecutedTest& test : suite.tests)
    {
        CHECK(names.insert(test.name).second);
        CHECK(std::is_sorted(test.lines.begin(), test.lines.end()));
        executed.insert(test.lines.begin(), test.lines.end());
    }
    // A suite that covers a branch executes its line.
    for (const ExecutedGoal& row : suite.goals)
    {
        const GoalPlace& place = row.goal.place;
        const auto line =
            std::find(suite.lines.begin(), suite.lines.end(), SourceLine{place.file, place.line});
        if (row.goal.is_shown && row.answer.status == GoalStatus::covered &&
            line != suite.lines.end())
        {
            INFO(row.text);
            CHECK(executed.contains(static_cast<std::size_t>(line - suite.lines.begin())));
        }
    }
    CHECK(executed.size() > suite.lines.size() / 2);
    CHECK(std::any_of(
        names.begin(), names.end(), [](const std::string& name) { return has(name, "Reverts"); }));
}

TEST_CASE("contract writers: each usual format writes the file that it names", "[evm][output]")
{
    const Written written;
    for (const std::string_view format : usual_formats)
    {
        const auto files = write_formats(contract_writers(), {std::string(format)}, written.suite);
        const auto row = std::find_if(contract_writers().begin(), contract_writers().end(),
            [format](const auto& writer) { return writer.name == format; });
        REQUIRE(files.size() == 1);
        CHECK(files[0].name == row->file);
        CHECK_FALSE(files[0].text.empty());
    }
    CHECK_THROWS_AS(write_formats(contract_writers(), {"jsn"}, written.suite), ConfigError);
}
