// SPDX-License-Identifier: Apache-2.0
#include "sample_goal.hpp"
#include "support/catch.hpp"

#include <sbst/evm/abi/revert.hpp>
#include <sbst/evm/render/suite_text.hpp>

#include <string>
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

TextCall call(CallTarget::Kind kind, std::string name, OutcomeKind outcome)
{
    TextCall text{.kind = kind, .name = std::move(name), .parameters = {}, .record = {}};
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

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("write_suite_text: a test reads as a story", "[evm][suite_text][golden]")
{
    TextCall deploy = call(CallTarget::Kind::constructor, "Auction", OutcomeKind::returned);
    deploy.parameters = {"duration"};
    deploy.record.arguments = {"86400"};
    TextCall bid = call(CallTarget::Kind::function, "bid", OutcomeKind::returned);
    bid.record.sender = "bob";
    bid.record.value = U256{2'000'000'000'000'000'000U};
    bid.record.time_step = 273'600;
    bid.record.block_step = 1;
    bid.record.results = {"true"};
    bid.record.events = {"HighestBid(bidder = bob, amount = 2000000000000000000)"};
    TextCall late = call(CallTarget::Kind::function, "withdraw", OutcomeKind::threw);
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
        write_suite_text(report, {{{deploy, bid, late}, {0, 1, 2}}}, "sbst evm generate A.json");
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

TEST_CASE("write_suite_text: fallback, receive and failures of every kind", "[evm][suite_text]")
{
    TextCall data = call(CallTarget::Kind::fallback, "fallback", OutcomeKind::threw);
    data.parameters = {"data"};
    data.record.arguments = {"0x0102"};
    data.record.failure = "out of gas";
    const TextCall send = call(CallTarget::Kind::receive, "receive", OutcomeKind::returned);
    const TextCall strange = call(CallTarget::Kind::function, "f", OutcomeKind::unsupported);
    const TextCall unreached = call(CallTarget::Kind::function, "g", OutcomeKind::not_reached);
    const std::string text =
        write_suite_text(report_of({}), {{{data, send, strange, unreached}, {}}}, "");
    CHECK(has(text, "alice calls with data 0x0102\n        fails: out of gas\n"));
    CHECK(has(text, "alice sends 0\n"));
    CHECK(has(text, "uses what this version cannot execute"));
    CHECK(has(text, "not reached: the contract is not deployed"));
    CHECK(has(text, "covers nothing new"));
}

TEST_CASE("write_suite_text: says why goals are missing", "[evm][suite_text]")
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
    const std::string text = write_suite_text(report_of({open, far, proved, hidden}), {}, "");
    CHECK(has(text, "bid, line 9: condition true - nearest test: distance 17; reached, but"));
    CHECK(has(text, "bid, line 10: condition (a < b) false - never came near\n"));
    CHECK(has(text, "end, pc 100: check fails - non-payable guard\n"));
    CHECK_FALSE(has(text, "secret"));
}

TEST_CASE("write_suite_text: nothing of a subject reaches a terminal as it is",
    "[evm][suite_text][terminal]")
{
    const std::string hostile = "\x1b[31mred\x07\nOpen: \xe2\x80\xae";
    std::vector<ReportedGoal> goals{goal(0, hostile, 14, true), goal(1, "bid", 15, false)};
    goals[0].goal.place.source = hostile;
    goals[0].goal.place.file = hostile;
    goals[1].goal.place.file = "b.sol";
    goals[1].answer.status = GoalStatus::open;
    goals[1].answer.reason = hostile;
    TextCall bid = call(CallTarget::Kind::function, hostile, OutcomeKind::threw);
    bid.parameters = {hostile};
    bid.record.arguments = {"1"};
    bid.record.failure = "reverts with " + quote(hostile);
    bid.record.events = {hostile + "()"};
    Report report = report_of(goals);
    report.subject = {hostile, hostile, hostile, "0x"};
    TextTest test;
    test.calls = {bid};
    test.new_goals = {0};
    const std::string text = write_suite_text(report, {test}, "sbst evm generate x");
    INFO(text);
    CHECK_FALSE(has(text, "\x1b"));
    CHECK_FALSE(has(text, "\x07"));
    CHECK_FALSE(has(text, "\xe2\x80\xae"));
    CHECK_FALSE(has(text, "\nOpen: \\u202e"));
    // What was quoted already is not quoted again.
    CHECK(has(text, "reverts with \"\\x1b[31mred\\x07\\nOpen: \\u202e\""));
}
