// SPDX-License-Identifier: Apache-2.0
// sbst evm statetest on small files of its own; the public cases are a test of the adapter.
#include "program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace
{

using Json = nlohmann::json;

constexpr const char* sender = "0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b";
const std::string zero_hash = "0x" + std::string(64, '0');

/// A payment with one case a fork, none of which passes as the roots are not known.
Json payment(const std::vector<std::string>& forks)
{
    Json test;
    test["env"] = {{"currentCoinbase", "0x2adc25665018aa1fe0e6bc666dac8fc2697ff9ba"},
        {"currentNumber", "0x01"}, {"currentTimestamp", "0x03e8"}, {"currentGasLimit", "0x0f4240"}};
    test["pre"][sender] = {
        {"balance", "0x0f424000"}, {"nonce", "0x00"}, {"code", "0x"}, {"storage", Json::object()}};
    test["transaction"] = {{"data", {"0x"}}, {"gasLimit", {"0x5208"}}, {"value", {"0x01"}},
        {"nonce", "0x00"}, {"gasPrice", "0x0a"}, {"sender", sender},
        {"to", "0x1000000000000000000000000000000000000001"}};
    for (const std::string& fork : forks)
    {
        test["post"][fork] = {{{"indexes", {{"data", 0}, {"gas", 0}, {"value", 0}}},
            {"hash", zero_hash}, {"logs", zero_hash}}};
    }
    return test;
}

/// Fills the expectations in with what the program finds.
Json answered(const Program& program, Json test)
{
    program.write("draft.json", Json{{"draft", test}}.dump());
    const Outcome outcome = program.run({"evm", "statetest", "draft.json", "--json"});
    const Json found = Json::parse(outcome.out);
    for (const Json& failure : found["failures"])
    {
        std::string fork = failure["fork"];
        fork.front() = static_cast<char>(fork.front() - 'a' + 'A');
        test["post"][fork][0]["hash"] = failure["found"]["root"];
        test["post"][fork][0]["logs"] = failure["found"]["logs"];
    }
    return test;
}

}  // namespace

TEST_CASE("statetest: counts by folder, tells failures apart, exits with 1", "[cli]")
{
    const Program program;
    const Json good = answered(program, payment({"London", "Cancun"}));
    Json bad = good;
    bad["post"]["London"][0]["hash"] = zero_hash;
    bad["post"]["Cancun"][0]["expectException"] = "TransactionException.NONCE_IS_MAX";
    program.write("good.json", Json{{"one/pay", good}, {"two/pay", good}, {"pay", good}}.dump());
    program.write("bad.json", Json{{"two/wrong", bad}}.dump());

    const Outcome passed = program.run({"evm", "statetest", "good.json"});
    INFO(passed.out << passed.err);
    CHECK(passed.code == 0);
    CHECK(passed.out.find("one    2/2\n") != std::string::npos);
    CHECK(passed.out.find("total  6/6\n") != std::string::npos);

    const Outcome failed = program.run({"evm", "statetest", "good.json", "bad.json"});
    INFO(failed.out << failed.err);
    CHECK(failed.code == 1);
    CHECK(failed.err.empty());
    CHECK(failed.out.find("two    2/4\n") != std::string::npos);
    CHECK(failed.out.find("failed two/wrong london data 0 gas 0 value 0 (bad.json)\n"
                          "  answer expected executed\n"
                          "         found    executed: success, 21000 gas used\n"
                          "  root   expected 0x00000000") != std::string::npos);
    CHECK(failed.out.find("expected rejected: TransactionException.NONCE_IS_MAX") !=
          std::string::npos);

    const Outcome one_fork =
        program.run({"evm", "statetest", "good.json", "bad.json", "--fork", "london", "--json"});
    const Json json = Json::parse(one_fork.out);
    CHECK(one_fork.code == 1);
    CHECK(json["passed"] == 3);
    CHECK(json["total"] == 4);
    CHECK(json["failures"].size() == 1);
    CHECK(json["failures"][0]["expected"]["root"] == zero_hash);
}

TEST_CASE("statetest: names of files cannot steer the terminal", "[cli]")
{
    const Program program;
    program.write("odd.json", Json{{"a\x1b[31m\nb", payment({"Cancun"})}}.dump());
    const Outcome outcome = program.run({"evm", "statetest", "odd.json"});
    CHECK(outcome.code == 1);
    CHECK(outcome.out.find('\x1b') == std::string::npos);
    CHECK(outcome.out.starts_with("failed a\\x1b[31m\\x0ab "));
}

TEST_CASE("statetest: the number of threads changes no byte", "[cli]")
{
    const Program program;
    std::vector<std::string> words{"evm", "statetest"};
    for (const char* name : {"c.json", "a.json", "b.json"})
    {
        program.write(name, Json{{std::string("folder/") + name, payment({"Cancun"})}}.dump());
        words.emplace_back(name);
    }
    const Outcome alone = program.run(words);
    words.insert(words.end(), {"--jobs", "3"});
    const Outcome together = program.run(words);
    CHECK(alone.code == 1);
    CHECK(together.code == 1);
    CHECK(alone.out == together.out);
    CHECK(program.run({"evm", "statetest", "."}).out.find("folder/a.json") <
          program.run({"evm", "statetest", "."}).out.find("folder/c.json"));
}

TEST_CASE("statetest: forks without rules are named, files without tests are errors", "[cli]")
{
    const Program program;
    const Json good = answered(program, payment({"Cancun"}));
    Json more = good;
    more["post"]["Frontier"] = more["post"]["Cancun"];
    program.write("more.json", Json{{"more", more}}.dump());
    const Outcome outcome = program.run({"evm", "statetest", "more.json"});
    CHECK(outcome.code == 0);
    CHECK(outcome.err == "cases of Frontier are not run: no rules of that name\n");

    more["post"].erase("Cancun");
    program.write("old.json", Json{{"more", more}}.dump());
    const Outcome old = program.run({"evm", "statetest", "old.json"});
    CHECK(old.code == 3);
    CHECK(old.err ==
          "sbst: error: old.json: only cases of Frontier in it, expected some of "
          "byzantium to prague\n");

    program.write("cut.json", "{\"a\": ");
    program.write("list.json", "[]");
    Json damaged = good;
    damaged["pre"][sender]["nonce"] = "many";
    program.write("damaged.json", Json{{"test", damaged}}.dump());
    for (const std::string file : {"missing.json", "cut.json", "list.json", "damaged.json"})
    {
        const Outcome error = program.run({"evm", "statetest", "more.json", file});
        INFO(error.err);
        CHECK(error.code == 3);
        CHECK(error.out.find("total  1/1\n") != std::string::npos);
        const std::string line = error.err.substr(error.err.find('\n') + 1);
        CHECK(line.starts_with("sbst: error: " + file));
        CHECK(line.find('\n') == line.size() - 1);
    }
    const Outcome two = program.run(
        {"evm", "statetest", "cut.json", "more.json", "list.json", "./more.json", "--json"});
    CHECK(two.code == 3);
    CHECK(Json::parse(two.out)["total"] == 1);
    CHECK(Json::parse(two.out)["files_not_read"].size() == 2);
    CHECK(two.err.find("cut.json") < two.err.find("list.json"));
    CHECK(program.run({"evm", "statetest", "cut.json"}).err.starts_with("sbst: error: cut.json"));
    const Outcome nothing = program.run({"evm", "statetest", "more.json", "--fork", "berlin"});
    CHECK(nothing.code == 3);
    CHECK(nothing.err.find("more.json: no case of berlin in it") != std::string::npos);
}
