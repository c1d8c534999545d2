// SPDX-License-Identifier: Apache-2.0
// Proofs, resolved jumps and control dependencies on compiled contracts.
#include "mapped_subject.hpp"
#include "support/catch.hpp"

#include <sbst/evm/analysis/analysis_text.hpp>
#include <sbst/evm/analysis/disassembly.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

using sbst::evm::ContractAnalysis;
using sbst::evm::Instruction;
using sbst::evm::Proof;
using sbst::test::class_fixture;
using sbst::test::example_artifact;
using sbst::test::MappedSubject;

namespace
{

constexpr std::uint8_t jump = 0x56;
constexpr std::uint8_t jumpdest = 0x5b;
constexpr std::uint8_t push2 = 0x61;

/// Return points of the calls of an internal function, by the bytes alone: a call ends with PUSH2
/// entry, JUMP, and its return point is the last jump destination pushed before in its block, or
/// the one after the JUMP if the block pushes nothing.
std::set<std::uint32_t> return_points(const MappedSubject& subject, std::uint32_t entry)
{
    const auto& runtime = subject.artifact().runtime;
    const sbst::evm::Disassembly disassembly(runtime.bytes);
    const auto& code = disassembly.instructions();
    std::set<std::uint32_t> points;
    for (std::size_t i = 1; i < code.size(); ++i)
    {
        if (code[i].opcode != jump || code[i - 1].opcode != push2 ||
            code[i - 1].immediate != sbst::U256{entry})
        {
            continue;
        }
        for (std::size_t at = i - 1; at-- > 0 && code[at].opcode != jumpdest;)
        {
            if (code[at].opcode == push2 && disassembly.is_jumpdest(code[at].immediate))
            {
                points.insert(static_cast<std::uint32_t>(low64(code[at].immediate)));
                break;
            }
        }
    }
    return points;
}

std::set<std::uint32_t> targets_of(const ContractAnalysis& analysis, std::uint32_t pc)
{
    const auto site = std::find_if(analysis.jumps.begin(), analysis.jumps.end(),
        [&](const sbst::evm::JumpSite& jump_site) { return jump_site.pc == pc; });
    INFO("pc " << pc);
    REQUIRE(site != analysis.jumps.end());
    CHECK(site->is_resolved);
    CHECK(site->targets == site->resolved_targets);
    return {site->targets.begin(), site->targets.end()};
}

/// Branches on which a branch depends, as `pc outcome`.
std::set<std::pair<std::uint32_t, bool>> parents_of(
    const MappedSubject& subject, std::uint32_t pc, bool outcome)
{
    const ContractAnalysis& analysis = subject.runtime();
    const auto& jumpis = analysis.jumpis;
    const auto at = std::lower_bound(jumpis.begin(), jumpis.end(), pc);
    REQUIRE(at != jumpis.end());
    REQUIRE(*at == pc);
    const auto child =
        analysis.branch_goals[static_cast<std::size_t>(at - jumpis.begin())][outcome ? 1 : 0];
    std::set<std::pair<std::uint32_t, bool>> parents;
    for (const auto& [parent, dependent] : analysis.dependencies)
    {
        if (dependent == child)
        {
            parents.emplace(analysis.goals[parent].pc, analysis.goals[parent].edge.outcome);
        }
    }
    return parents;
}

}  // namespace

TEST_CASE(
    "analyse: ether after a check for no ether is the non-payable guard", "[evm][analysis][proof]")
{
    const MappedSubject subject(class_fixture("Classes_legacy"));
    // if (msg.value != 0) { if (x > 3) ... } in a function that only `charge` calls
    CHECK(subject.branch(771, true).code.proof == Proof::none);
    const auto& paid = subject.branch(771, false);
    CHECK(paid.line == 47);
    CHECK(to_string(paid.code.proof) == "non-payable guard");
    for (const bool outcome : {false, true})
    {
        const auto& inner = subject.branch(780, outcome);
        CHECK(inner.line == 48);
        CHECK(to_string(inner.code.proof) == "non-payable guard");
        CHECK(inner.code.proof_detail == "behind the branch at 771");
    }
    // The first check itself can be failed: by a test that sends ether all the same.
    const MappedSubject auction(example_artifact("Auction"));
    for (const bool outcome : {false, true})
    {
        CHECK(auction.branch(284, outcome).code.proof == Proof::none);
    }
}

TEST_CASE(
    "analyse: what payable functions do with ether is not proved away", "[evm][analysis][proof]")
{
    const MappedSubject auction(example_artifact("Auction"));
    for (const auto& goal : auction.goals())
    {
        if (goal.code.function == "bid")
        {
            CHECK(goal.code.proof == Proof::none);
        }
    }
    // msg.value <= highestBid
    CHECK(auction.branch(1756, true).line == 70);
}

TEST_CASE("analyse: a condition with one value is proved, and what stands behind it",
    "[evm][analysis][proof]")
{
    const MappedSubject subject(class_fixture("Classes_legacy"));
    // day % 7 > 7
    const auto& never = subject.branch(585, false);
    CHECK(never.line == 38);
    CHECK(to_string(never.code.proof) == "constant condition");
    CHECK(subject.branch(585, true).code.proof == Proof::none);
    for (const bool outcome : {false, true})
    {
        const auto& inner = subject.branch(594, outcome);
        CHECK(inner.line == 39);
        CHECK(to_string(inner.code.proof) == "unreachable block");
        CHECK(inner.code.proof_detail == "behind the branch at 585");
    }
    // The decoder compares a uint256 with itself.
    const MappedSubject auction(example_artifact("Auction"));
    CHECK(auction.branch(3922, false).code.proof == Proof::constant_condition);
    CHECK(auction.branch(3922, true).code.proof == Proof::none);
}

TEST_CASE("analyse: a shared function returns exactly behind its calls", "[evm][analysis][jumps]")
{
    struct Shared
    {
        const char* name;
        std::uint32_t entry;
        std::vector<std::uint32_t> returns;  // pcs of its return jumps
        std::size_t calls;
    };
    const std::vector<Shared> shared{// legacy pipeline with optimizer: decoders of two arguments,
                                     // of two addresses, of an address
        {"Token", 2621, {2660}, 5}, {"Token", 2742, {2773}, 2}, {"Token", 2594, {2620}, 6},
        // via IR: _daysInMonth, fromDayNumber, the decoder of three words
        {"DateLibrary", 1653, {1697, 1702, 1755, 1760}, 3}, {"DateLibrary", 1397, {1524, 1531}, 2},
        {"DateLibrary", 1143, {1168}, 3}};
    for (const Shared& function : shared)
    {
        const MappedSubject subject(example_artifact(function.name));
        const std::set<std::uint32_t> expected = return_points(subject, function.entry);
        INFO(function.name << " function at " << function.entry);
        CHECK(expected.size() == function.calls);
        for (const std::uint32_t pc : function.returns)
        {
            CHECK(targets_of(subject.runtime(), pc) == expected);
        }
    }
}

TEST_CASE("analyse: no jump of the examples is unresolved or goes where nothing calls from",
    "[evm][analysis][jumps]")
{
    for (const char* name : {"Auction", "Token", "MultiSigWallet", "DateLibrary"})
    {
        const MappedSubject subject(example_artifact(name));
        const sbst::evm::Disassembly disassembly(subject.artifact().runtime.bytes);
        std::set<std::uint32_t> pushed;
        for (const Instruction& instruction : disassembly.instructions())
        {
            if (instruction.opcode == push2 && disassembly.is_jumpdest(instruction.immediate))
            {
                pushed.insert(static_cast<std::uint32_t>(low64(instruction.immediate)));
            }
        }
        INFO(name);
        CHECK(subject.runtime().statistics.unresolved_jumps == 0);
        CHECK(subject.runtime().statistics.mean_targets < 2);
        for (const sbst::evm::JumpSite& site : subject.runtime().jumps)
        {
            CHECK(std::includes(
                pushed.begin(), pushed.end(), site.targets.begin(), site.targets.end()));
        }
    }
}

TEST_CASE("analyse: nested conditions of MultiSigWallet.execute depend on each other in order",
    "[evm][analysis][dependence]")
{
    const MappedSubject wallet(example_artifact("MultiSigWallet"));
    using Parents = std::set<std::pair<std::uint32_t, bool>>;
    struct Step
    {
        std::uint32_t pc;
        std::size_t line;
        Parents parents;
    };
    const std::vector<Step> steps{// isOwner, id < proposalCount, executed, expired, quorum
        {2765, 54, {{2706, true}}}, {2857, 56, {{2765, true}}}, {2919, 57, {{2857, true}}},
        {3037, 102, {{2919, true}}},
        // votes < ownerCount decides whether `proposal.amount > allowance` is looked at
        {3167, 105, {{3037, true}}}, {3213, 105, {{3167, false}, {3167, true}}},
        // paid when there are all votes or the amount is allowed
        {3326, 106, {{3167, true}, {3213, true}}}};
    for (const Step& step : steps)
    {
        for (const bool outcome : {false, true})
        {
            INFO("pc " << step.pc << " outcome " << outcome);
            CHECK(wallet.branch(step.pc, outcome).line == step.line);
            CHECK(parents_of(wallet, step.pc, outcome) == step.parents);
        }
    }
}
