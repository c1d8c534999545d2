// SPDX-License-Identifier: Apache-2.0
// Classes and places of known branches: the pcs are those of the checked-in artifacts, the lines
// those of examples/contracts/*.sol and fixtures/Classes.sol.
#include "mapped_subject.hpp"
#include "support/catch.hpp"

#include <sbst/evm/analysis/analysis_text.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

using sbst::BranchCriterion;
using sbst::evm::GoalClass;
using sbst::test::class_fixture;
using sbst::test::example_artifact;
using sbst::test::MappedGoal;
using sbst::test::MappedSubject;
using sbst::test::Program;

namespace
{

/// The facts about one JUMPI; line 0 = not in the source.
struct Known
{
    std::uint32_t pc;
    GoalClass goal_class;
    const char* function;
    std::size_t line;
};

struct KnownContract
{
    const char* name;
    std::vector<Known> branches;
};

const std::vector<KnownContract>& known_contracts()
{
    static const std::vector<KnownContract> contracts{
        {"Auction",
            {{12, GoalClass::dispatcher, "dispatcher", 6},
                {242, GoalClass::payable_check, "seller", 10},
                {284, GoalClass::payable_check, "settle", 107},
                // whileOpen: `closesAt == 0 || finished`, once a use of the modifier
                {852, GoalClass::user, "settle", 48}, {874, GoalClass::user, "settle", 48},
                {1484, GoalClass::user, "bid", 48}, {1945, GoalClass::user, "bid", 74},
                {2366, GoalClass::user, "withdraw", 93}, {2734, GoalClass::user, "open", 42},
                {3922, GoalClass::calldata_check, "open", 0},
                {4007, GoalClass::calldata_check, "refunds", 0},
                // block.timestamp + duration
                {4300, GoalClass::compiler_check, "open", 0}}},
        {"Token",
            {{11, GoalClass::payable_check, "dispatcher", 5},
                {24, GoalClass::dispatcher, "dispatcher", 5},
                {911, GoalClass::user, "transferFrom", 82},
                {919, GoalClass::user, "transferFrom", 83}, {1378, GoalClass::user, "mint", 54},
                {2177, GoalClass::user, "shared", 137}, {2347, GoalClass::user, "shared", 143}}},
        {"MultiSigWallet",
            {{3037, GoalClass::user, "execute", 102}, {3167, GoalClass::user, "execute", 105},
                {3213, GoalClass::user, "execute", 105}, {3326, GoalClass::user, "execute", 106},
                {4000, GoalClass::calldata_check, "shared", 0},
                {4484, GoalClass::calldata_check, "proposePayment", 0}}},
        // Via IR a JUMPI is mapped to a part of the condition: `day > last`, `2`,
        // `!isLeapYear(candidate)`, `10`.
        {"DateLibrary",
            {{417, GoalClass::user, "addMonths", 91}, {564, GoalClass::user, "nextLeapDay", 106},
                {581, GoalClass::user, "nextLeapDay", 108}, {1499, GoalClass::user, "shared", 53},
                {258, GoalClass::user, "daysInMonth", 26},
                {1634, GoalClass::user, "isBankHoliday", 99},
                {185, GoalClass::payable_check, "weekday", 8},
                {197, GoalClass::calldata_check, "weekday", 8}}}};
    return contracts;
}

void check(const MappedSubject& subject, const Known& known, Program program)
{
    INFO(subject.artifact().contract_name << " pc " << known.pc);
    for (const bool outcome : {false, true})
    {
        const MappedGoal& goal = subject.branch(known.pc, outcome, program);
        CHECK(to_string(goal.code.goal_class) == to_string(known.goal_class));
        CHECK(goal.code.function == known.function);
        CHECK(goal.line == known.line);
    }
}

/// Lines on which a branch of the author was found.
std::set<std::size_t> lines_of(const MappedSubject& subject, GoalClass goal_class)
{
    std::set<std::size_t> lines;
    for (const MappedGoal& goal : subject.goals())
    {
        if (goal.code.criterion == BranchCriterion::id && goal.code.goal_class == goal_class &&
            !goal.in_creation)
        {
            lines.insert(goal.line);
        }
    }
    return lines;
}

std::size_t count(const MappedSubject& subject, const std::string& function, GoalClass goal_class)
{
    return static_cast<std::size_t>(
        std::count_if(subject.goals().begin(), subject.goals().end(), [&](const auto& goal) {
            return goal.code.criterion == BranchCriterion::id && !goal.in_creation &&
                   goal.code.function == function && goal.code.goal_class == goal_class;
        }));
}

}  // namespace

TEST_CASE("analyse: known branches of the examples have their class, function and line",
    "[evm][analysis][classes]")
{
    for (const KnownContract& contract : known_contracts())
    {
        const MappedSubject subject(example_artifact(contract.name));
        for (const Known& known : contract.branches)
        {
            check(subject, known, Program::runtime);
        }
    }
}

TEST_CASE("analyse: a constructor's decoder is calldata-check, its copy of an array data-copy",
    "[evm][analysis][classes]")
{
    const MappedSubject wallet(example_artifact("MultiSigWallet"));
    const char* const constructor = "constructor";
    for (const Known& known : std::vector<Known>{{11, GoalClass::payable_check, constructor, 61},
             {58, GoalClass::user, constructor, 62}, {70, GoalClass::user, constructor, 62},
             {128, GoalClass::user, constructor, 63}, {139, GoalClass::user, constructor, 63},
             {203, GoalClass::user, constructor, 64}, {388, GoalClass::user, constructor, 65},
             // owners[i]
             {236, GoalClass::compiler_check, constructor, 65},
             // more memory than there can be for the array
             {706, GoalClass::calldata_check, constructor, 0},
             {767, GoalClass::calldata_check, constructor, 0},
             {1101, GoalClass::calldata_check, constructor, 0},
             {950, GoalClass::data_copy, constructor, 0}})
    {
        check(wallet, known, Program::creation);
    }
}

TEST_CASE("analyse: getters, receive and an absent fallback are classes of entries",
    "[evm][analysis][classes]")
{
    const MappedSubject auction(example_artifact("Auction"));
    CHECK(auction.entry("refunds").code.goal_class == GoalClass::getter);
    CHECK(auction.entry("refunds").line == 19);
    CHECK(auction.entry("bid").code.goal_class == GoalClass::user);
    CHECK(auction.entry("bid").line == 67);
    CHECK(auction.entry("fallback").code.goal_class == GoalClass::empty_fallback);
    const MappedSubject wallet(example_artifact("MultiSigWallet"));
    CHECK(wallet.entry("receive").code.goal_class == GoalClass::user);
    CHECK(wallet.entry("receive").line == 74);
    CHECK(wallet.entry("fallback").code.goal_class == GoalClass::empty_fallback);
}

TEST_CASE("analyse: every outcome of every JUMPI has a class, and the classes add up",
    "[evm][analysis][classes]")
{
    for (const char* name : {"Auction", "Token", "MultiSigWallet", "DateLibrary"})
    {
        const MappedSubject subject(example_artifact(name));
        const auto& analysis = subject.runtime();
        INFO(name);
        for (std::size_t i = 0; i < analysis.jumpis.size(); ++i)
        {
            const auto block = analysis.find_block(analysis.jumpis[i]);
            REQUIRE(block.has_value());
            if (!analysis.blocks[*block].is_reachable)
            {
                continue;
            }
            CHECK(analysis.branch_goals[i][0].has_value());
            CHECK(analysis.branch_goals[i][1].has_value());
        }
        const auto totals = count_by_class(analysis);
        std::size_t sum = 0;
        for (const std::size_t goals : totals.goals)
        {
            sum += goals;
        }
        CHECK(sum == analysis.goals.size());
    }
}

TEST_CASE("analyse: copies of strings are data-copy, decisions beside them stay the author's",
    "[evm][analysis][classes]")
{
    const MappedSubject subject(class_fixture(GENERATE("Classes_legacy", "Classes_ir")));
    INFO(subject.artifact().file);
    CHECK(count(subject, "setTitle", GoalClass::data_copy) >= 8);
    CHECK(count(subject, "getTitle", GoalClass::data_copy) >= 6);
    for (const char* function : {"clamp", "power", "charge", "weekday", "numbers"})
    {
        CHECK(count(subject, function, GoalClass::data_copy) == 0);
    }
    // require(bytes(title_).length != 0), of which via IR a routine of the compiler is left
    CHECK(count(subject, "setTitle", GoalClass::user) == 2);
    CHECK(count(subject, "clamp", GoalClass::user) == 2);
    CHECK(count(subject, "numbers", GoalClass::getter) == 2);
    const std::set<std::size_t> lines = lines_of(subject, GoalClass::user);
    CHECK(lines.contains(15));
    CHECK(std::none_of(subject.goals().begin(), subject.goals().end(), [](const auto& goal) {
        return goal.code.criterion == BranchCriterion::id && goal.code.function == "setTitle" &&
               goal.code.goal_class == GoalClass::user && goal.line < 14;
    }));
    CHECK(lines.contains(38));
    CHECK(lines.contains(39));
}

TEST_CASE("analyse: without source map nothing that is the author's is hidden",
    "[evm][analysis][classes]")
{
    for (const char* name : {"Auction", "Token", "MultiSigWallet", "DateLibrary"})
    {
        const MappedSubject mapped(example_artifact(name));
        const MappedSubject bare(sbst::test::without_sources(mapped.artifact()));
        REQUIRE(bare.goals().size() == mapped.goals().size());
        std::size_t decisions = 0;
        for (std::size_t i = 0; i < mapped.goals().size(); ++i)
        {
            const auto& code = mapped.goals()[i].code;
            if (code.criterion != BranchCriterion::id || code.goal_class != GoalClass::user)
            {
                continue;
            }
            ++decisions;
            INFO(name << " pc " << code.pc << " line " << mapped.goals()[i].line);
            CHECK(to_string(bare.goals()[i].code.goal_class) == "user");
        }
        CHECK(decisions >= 30);
    }
}
