// SPDX-License-Identifier: Apache-2.0
// What functions write to storage, and the construction graphs of branches, against what the
// sources say; drawn by hand.
#include "contracts.hpp"
#include "support/catch.hpp"

#include <sbst/construction/construction_graph.hpp>
#include <sbst/error.hpp>
#include <sbst/evm/construction/storage_facts.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

bool has_line(const std::string& text, const std::string& line)
{
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

TEST_CASE("storage facts: who writes what, by which keys, from which inputs", "[evm][construction]")
{
    struct Expected
    {
        std::string contract;
        std::vector<std::string> lines;
    };
    const auto expected = GENERATE(values<Expected>({
        // Mappings of mappings, a sum, two fields in one slot, code that several functions share.
        {"Token", {"constructor: slot 0:0..159 := sender", "nominate: slot 1:0..159 := candidate",
                      "pause: slot 1:160..167 := 1", "unpause: slot 1:160..167 := 0",
                      "mint: slot 3[to] := amount + slot 3[to]",
                      "burn: slot 3[sender] := slot 3[sender] - amount",
                      "approve: slot 4[sender][spender] := one of (amount, amount + slot "
                      "4[sender][spender])",
                      "transferFrom: slot 4[from][sender] := slot 4[from][sender] - amount"}},
        // Members of structs by an id that a counter gives, a time in the future.
        {"MultiSigWallet",
            {"proposePayment: slot 0 := slot 0 + 1", "proposePayment: slot 2[slot 0].1 := amount",
                "proposePayment: slot 2[slot 0].3 := time + 86400",
                "proposePayment: slot 3[slot 0][sender]:0..7 := 1",
                "confirm: slot 2[id].2 := slot 2[id].2 + 1"}},
        // Packed members, which several stores put together.
        {"EscrowDesk",
            {"propose: slot 2[order]:0..159 := sender", "propose: slot 2[order]:160..255 := price",
                "propose: slot 2[order].1:0..159 := seller",
                "propose: slot 2[order].1:200..207 := 1",
                "propose: slot 2[order].2:0..159 := arbiter", "postBond: slot 1[sender] := value",
                "fund: slot 2[order].1:160..199 := time + 1209600",
                "fund: slot 2[order].1:200..207 := 3"}},
        // By the optimizer and by way of its intermediate language: an array's next element.
        {"LoanBook",
            {"request: slot 5 := slot 5 + 1", "request: slot 5[slot 5]:0..159 := sender",
                "request: slot 5[slot 5].1:160..255 := principal",
                "request: slot 5[slot 5].2:128..159 := term",
                "secure: slot 5[id].2:0..127 := value", "extend: slot 4[id][sender]:0..7 := 1"}},
        {"SealedAuctions", {"consign: slot 3[slot 0 + 1]:0..159 := sender",
                               "consign: slot 3[slot 0 + 1]:200..207 := 1",
                               "open: slot 3[id]:160..199 := duration + time"}},
    }));
    const std::string text = contract(expected.contract)->storage_text();
    INFO(text);
    for (const std::string& line : expected.lines)
    {
        INFO(line);
        CHECK(has_line(text, line));
    }
}

TEST_CASE("construction graph: what the way to a branch reads", "[evm][construction]")
{
    struct Expected
    {
        std::string contract;
        std::string goal;
        std::string graph;
    };
    const auto expected = GENERATE(values<Expected>({
        // allowance[from][msg.sender] has to reach the amount.
        {"Token", "transferFrom, line 83: condition false",
            "0 input amount\n"
            "1 input sender\n"
            "2 input from\n"
            "3 input contract\n"
            "4 element slot 4[from][sender] of 3 (2, 1, 0) = ?\n"},
        // An owner; the number of proposals.
        {"MultiSigWallet", "execute, line 54: condition true",
            "0 input sender\n"
            "1 input contract\n"
            "2 field slot 0 of 1 = ?\n"
            "3 element slot 1[sender]:0..7 of 1 (0) = ?\n"},
        // The stage of the deal, and its arbiter, who has to be the sender.
        {"EscrowDesk", "rule, line 109: condition false",
            "0 input sender\n"
            "1 input order\n"
            "2 input contract\n"
            "3 element slot 2[order].1:200..207 of 2 (1) = ?\n"
            "4 element slot 2[order].2:0..159 of 2 (1, 0) = ?\n"},
        // The loan exists, has a status, and its lender is the sender.
        {"LoanBook", "seize, line 107: condition true",
            "0 input sender\n"
            "1 input id\n"
            "2 input contract\n"
            "3 element slot 5[id]:224..231 of 2 (1) = ?\n"
            "4 field slot 5 of 2 (1) = ?\n"
            "5 element slot 5[id].1:0..159 of 2 (1, 0) = ?\n"},
        // The allowance and the shares of the holder reach the shares; the sender is a trustee.
        {"VestingVault", "grant, line 71: condition false",
            "0 input shares\n"
            "1 input holder\n"
            "2 input sender\n"
            "3 input contract\n"
            "4 element slot 2[holder] of 3 (1, 0) = ?\n"
            "5 element slot 3[holder][sender] of 3 (1, 2, 0) = ?\n"
            "6 element slot 1[sender]:0..7 of 3 (2) = ?\n"},
        // The lot is open, its bidding has not ended, the sender may bid.
        {"SealedAuctions", "bid, line 78, pc 3223: condition (!isBidder[msg.sender]) false",
            "0 input sender\n"
            "1 input id\n"
            "2 input contract\n"
            "3 element slot 3[id]:200..207 of 2 (1) = ?\n"
            "4 element slot 2[sender]:0..7 of 2 (0) = ?\n"
            "5 element slot 3[id]:160..199 of 2 (1) = ?\n"},
    }));
    const auto problem = contract(expected.contract);
    INFO(expected.contract << ": " << expected.goal);
    CHECK(to_text(problem->construction_graph(goal(*problem, expected.goal))) == expected.graph);
}

TEST_CASE("construction graph: a goal that has none", "[evm][construction]")
{
    const auto problem = contract("Token");
    CHECK_THROWS_WITH(problem->construction_graph(GoalId(100'000)),
        Catch::Contains("there is no goal 100000; expected a number below"));
    CHECK_THROWS_WITH(problem->construction_graph(goal(*problem, "burn: entered")),
        Catch::Contains("is no branch of the deployed code: burn: entered"));
    CHECK(problem->construction(goal(*problem, "burn: entered")) == nullptr);
    // Nothing that this library does depends on storage: it has none.
    const auto library = contract("DateLibrary");
    CHECK(library->storage_text().empty());
    for (std::size_t i = 0; i < library->goals().size(); ++i)
    {
        CHECK(library->construction(GoalId(i)) == nullptr);
    }
}

namespace
{

/// What a program without functions writes.
std::string writes_of(const std::string& hex)
{
    ContractFacts facts;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    {
        facts.code.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    const ContractAnalysis analysis = analyse(facts);
    return writes_text(find_storage_facts(facts, analysis), facts, analysis);
}

std::string repeated(const std::string& hex, std::size_t times)
{
    std::string all;
    for (std::size_t i = 0; i < times; ++i)
    {
        all += hex;
    }
    return all;
}

/// The right side of the only write.
std::string written_by(const std::string& hex)
{
    const std::string text = writes_of(hex);
    const std::size_t sign = text.find(" := ");
    INFO(text);
    REQUIRE(sign != std::string::npos);
    return text.substr(sign + 4, text.size() - sign - 5);
}

}  // namespace

TEST_CASE("storage facts: words that are made of the old one", "[evm][construction]")
{
    // slot 0 * 2, and the same by a shift: the old word in another place is a new one.
    CHECK(written_by("600054600202600055") == "slot 0 * 2");
    CHECK(written_by("60005460011b600055") == "slot 0 * 2");
    // slot 0 | 4 sets one bit and leaves the others.
    CHECK(writes_of("600054600417600055") == "fallback: slot 0:2..2 := 1\n");
    // slot 0 | the sender.
    CHECK(written_by("6000543317600055") == "sender");
    // The low byte is replaced by the sender's.
    CHECK(writes_of("60005460ff191660ff331617600055") == "fallback: slot 0:0..7 := sender\n");
}

TEST_CASE("storage facts: code that is made to be deep or wide ends soon", "[evm][construction]")
{
    // A hash of a word of storage, whose key is such a hash, and so on.
    const std::string hash = "5f52604060002054";
    CHECK(writes_of("33" + repeated(hash, 2000) + "33905500").size() < 10'000);
    // Keys that are twice as long at each level.
    const std::string pair = "805f5260205260405f2054";
    CHECK(writes_of("33" + repeated(pair, 60) + "33905500").size() < 10'000);
    // A sum of sums of one word.
    const std::string twice = "8001";
    CHECK(writes_of("33" + repeated(twice, 24) + "33905500").size() < 10'000);
    // A word that is put together of parts of itself.
    const std::string parts = "8060020217";
    CHECK(writes_of("33" + repeated(parts, 24) + "60005500").size() < 10'000);
}
