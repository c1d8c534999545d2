// SPDX-License-Identifier: Apache-2.0
// Reading and judging conformance cases, on one small test that is written here.
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/chain/state_test.hpp>

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

using Json = nlohmann::json;

constexpr const char* sender = "0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b";
constexpr const char* no_logs =
    "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";

/// A payment of 0, 1 or too much; the second of two gas limits does not suffice.
Json payment_test()
{
    Json test;
    test["env"] = {{"currentCoinbase", "0x2adc25665018aa1fe0e6bc666dac8fc2697ff9ba"},
        {"currentNumber", "0x01"}, {"currentTimestamp", "0x03e8"}, {"currentGasLimit", "0x0f4240"},
        {"currentBaseFee", "0x0a"}, {"currentRandom", "0x00"}, {"currentDifficulty", "0x020000"},
        {"currentExcessBlobGas", "0x00"}};
    test["pre"][sender] = {
        {"balance", "0x0f424000"}, {"nonce", "0x00"}, {"code", "0x"}, {"storage", Json::object()}};
    test["transaction"] = {{"data", {"0x"}}, {"gasLimit", {"0x5208", "0x5207"}},
        {"value",
            {"0x00", "0x01",
                "0x:bigint 0x10000000000000000000000000000000000000000000000000000000000000000"}},
        {"nonce", "0x00"}, {"gasPrice", "0x0a"}, {"sender", sender},
        {"to", "0x1000000000000000000000000000000000000001"}};
    const auto which = [](unsigned gas, unsigned value) {
        return Json{{"indexes", {{"data", 0}, {"gas", gas}, {"value", value}}},
            {"hash", "0x" + std::string(64, '0')}, {"logs", no_logs}};
    };
    test["post"]["Cancun"] = {which(0, 0), which(0, 1), which(1, 1), which(0, 2)};
    test["post"]["Frontier"] = {which(0, 0)};
    return test;
}

std::vector<StateTest> parse(const Json& test)
{
    return parse_state_tests(Json{{"folder/payment", test}}.dump(), "payment.json");
}

}  // namespace

TEST_CASE("state test: cases of known forks are read, others are named", "[evm][chain][unit]")
{
    const std::vector<StateTest> tests = parse(payment_test());
    REQUIRE(tests.size() == 1);
    CHECK(tests[0].name == "folder/payment");
    CHECK(tests[0].cases.size() == 4);
    CHECK(tests[0].unknown_forks == std::vector<std::string>{"Frontier"});
    CHECK(tests[0].transaction.type == TransactionType::legacy);
    CHECK_FALSE(tests[0].values[2].has_value());
}

TEST_CASE("state test: a case passes when answer, root and logs agree", "[evm][chain][unit]")
{
    StateTest test = parse(payment_test()).front();
    StateTestOutcome outcome = run_state_test(test, test.cases[1]);
    CHECK_FALSE(outcome.passed);
    CHECK_FALSE(outcome.is_rejected);
    CHECK(outcome.gas_used == 21'000);
    test.cases[1].root = outcome.root;
    CHECK(run_state_test(test, test.cases[1]).passed);
    test.cases[1].exception = "TransactionException.NONCE_IS_MAX";
    CHECK_FALSE(run_state_test(test, test.cases[1]).passed);
    test.cases[1].exception.clear();
    test.cases[1].logs[0] ^= 1U;
    CHECK_FALSE(run_state_test(test, test.cases[1]).passed);
}

TEST_CASE(
    "state test: what is rejected or cannot be encoded leaves the state", "[evm][chain][unit]")
{
    const StateTest test = parse(payment_test()).front();
    const StateTestOutcome poor = run_state_test(test, test.cases[2]);
    CHECK(poor.rejection == Rejection::intrinsic_gas_too_low);
    const StateTestOutcome oversized = run_state_test(test, test.cases[3]);
    CHECK(oversized.is_rejected);
    CHECK_FALSE(oversized.rejection.has_value());
    CHECK(oversized.root == poor.root);
    CHECK(to_hex(oversized.logs) == no_logs);
}

TEST_CASE("state test: the type follows from the fields", "[evm][chain][unit]")
{
    Json test = payment_test();
    test["env"]["currentExcessBlobGas"] = "0x00";
    test["pre"][sender]["balance"] = "0xffffffffffff";
    test["transaction"].erase("gasPrice");
    test["transaction"]["maxFeePerGas"] = "0x0a";
    test["transaction"]["maxPriorityFeePerGas"] = "0x00";
    CHECK(parse(test).front().transaction.type == TransactionType::dynamic_fee);
    test["transaction"]["blobVersionedHashes"] = {"0x01" + std::string(62, '0')};
    test["transaction"]["maxFeePerBlobGas"] = "0x01";
    const StateTest blob = parse(test).front();
    CHECK(blob.transaction.type == TransactionType::blob);
    CHECK_FALSE(run_state_test(blob, blob.cases[0]).is_rejected);

    Json signed_wish = payment_test();
    signed_wish["post"]["Prague"] = signed_wish["post"]["Cancun"];
    signed_wish["transaction"]["authorizationList"] = {{{"chainId", "0x00"}, {"nonce", "0x00"},
        {"address", sender}, {"v", "0x00"}, {"r", "0x01"}, {"s", "0x01"}}};
    const StateTest set_code = parse(signed_wish).front();
    CHECK(set_code.transaction.type == TransactionType::set_code);
    CHECK(set_code.transaction.authorizations.size() == 1);
    signed_wish["transaction"]["authorizationList"][0]["v"] = "0x0100";
    CHECK_FALSE(parse(signed_wish).front().is_encodable);

    Json listed = payment_test();
    listed["transaction"]["accessLists"] = Json::array({nullptr});
    listed["post"]["Istanbul"] = listed["post"]["Cancun"];
    const StateTest without = parse(listed).front();
    CHECK(without.cases.back().fork == Fork::istanbul);
    CHECK_FALSE(run_state_test(without, without.cases[4]).is_rejected);
    listed["transaction"]["accessLists"] = Json::array({Json::array()});
    const StateTest with = parse(listed).front();
    CHECK(run_state_test(with, with.cases[4]).rejection == Rejection::type_not_supported);
}

TEST_CASE("state test: damage is one error that names file and field", "[evm][chain][unit]")
{
    struct Damage
    {
        const char* pointer;
        Json value;
        const char* place;
    };
    const std::vector<Damage> damages{{"/env/currentCoinbase", "0x12", "env.currentCoinbase"},
        {"/env/currentNumber", "0x10000000000000000", "env.currentNumber"},
        {"/env/currentGasLimit", nullptr, "env.currentGasLimit"}, {"/pre", 7, "pre"},
        {"/pre/0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b/balance", "12", "balance"},
        {"/pre/0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b/code", "0x123", "code"},
        {"/transaction/gasLimit", "0x01", "transaction.gasLimit"},
        {"/transaction/value/0", "0xzz", "transaction.value[0]"},
        {"/transaction/to", "0x12", "transaction.to"},
        {"/transaction/accessLists", Json::array(), "transaction.accessLists"},
        {"/post/Cancun/0/indexes/gas", 2, "indexes.gas"}, {"/post/Cancun/0/hash", "0x12", "hash"},
        {"/post/Cancun/1/logs", 5, "logs"}, {"/post/Cancun", "x", "post.Cancun"},
        {"/post/Cancun/0/expectException", 5, "expectException"},
        {"/pre/a94f5374fce5edbc8e2a8697c15331677e6ebf0b", payment_test()["pre"][sender],
            "pre.a94f5374fce5edbc8e2a8697c15331677e6ebf0b"},
        {"/pre/0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b/storage",
            {{"0x1", "0x02"}, {"0x01", "0x02"}}, "storage.0x1"}};
    for (const Damage& damage : damages)
    {
        Json test = payment_test();
        test[Json::json_pointer(damage.pointer)] = damage.value;
        INFO(damage.pointer);
        try
        {
            static_cast<void>(parse(test));
            FAIL("accepted");
        }
        catch (const ParseError& error)
        {
            CHECK(error.file == "payment.json");
            CHECK(error.place.find(damage.place) != std::string::npos);
        }
    }
    CHECK_THROWS_AS(parse_state_tests("[]", "list.json"), ParseError);
    CHECK_THROWS_AS(parse_state_tests("{\"a\"", "cut.json"), ParseError);
}

TEST_CASE("state test: gas that pays for millions of writes buys them", "[evm][chain][unit]")
{
    // Writes the gas that is left to one slot, over and over.
    Json test = payment_test();
    const char* const writer = "0x1000000000000000000000000000000000000001";
    test["pre"][writer] = {{"balance", "0x00"}, {"nonce", "0x01"}, {"code", "0x5b5a60005560005600"},
        {"storage", Json::object()}};
    test["pre"][sender]["balance"] = "0x0f4240000000";
    test["env"]["currentGasLimit"] = "0x2faf0800";
    test["transaction"]["gasLimit"] = {"0x2faf0800", "0x5207"};
    test["post"]["Cancun"].erase(1);
    const StateTest endless = parse(test).front();
    CHECK(run_state_test(endless, endless.cases[0]).status == Status::out_of_gas);
}

TEST_CASE("state test: the public cases pass", "[evm][chain]")
{
    const char* const folder = std::getenv("SBST_STATETESTS_DIR");  // NOLINT(concurrency-mt-unsafe)
    if (folder == nullptr)
    {
        WARN("skipped: SBST_STATETESTS_DIR names no folder of state tests");
        return;
    }
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
    {
        if (entry.path().extension() != ".json")
        {
            continue;
        }
        std::ifstream stream{entry.path()};
        const std::string text{std::istreambuf_iterator<char>{stream}, {}};
        for (const StateTest& test : parse_state_tests(text, entry.path().string()))
        {
            for (const StateTestCase& which : test.cases)
            {
                const StateTestOutcome outcome = run_state_test(test, which);
                ++count;
                if (outcome.passed)
                {
                    continue;
                }
                FAIL_CHECK(test.name << " " << to_string(which.fork) << " " << which.data << "/"
                                     << which.gas << "/" << which.value);
            }
        }
    }
    CHECK(count > 0);
}
