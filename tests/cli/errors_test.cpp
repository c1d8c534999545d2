// SPDX-License-Identifier: Apache-2.0
// Every kind of error has its exit code and says what is wrong, in one line, without a crash.
#include "program.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace
{

using Words = std::vector<std::string>;

struct Mistake
{
    Words words;
    int code;
    const char* message;
};

void check(const Program& program, const Mistake& mistake)
{
    std::string line;
    for (const std::string& word : mistake.words)
    {
        line += " " + word;
    }
    const Outcome outcome = program.run(mistake.words);
    INFO("sbst" << line << "\n" << outcome.err);
    CHECK(outcome.code == mistake.code);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find(mistake.message) != std::string::npos);
    CHECK(outcome.err.find('\033') == std::string::npos);
}

}  // namespace

TEST_CASE("usage: mistakes in the command line exit with 2 and say what is expected", "[cli]")
{
    const Program program;
    const std::string token = example("Token");
    const std::vector<Mistake> mistakes{{{}, 2, "Usage: sbst COMMAND"},
        {{"evm"}, 2, "Usage: sbst evm COMMAND"},
        {{"list", "goals"}, 2,
            "unknown list 'goals'; expected one of algorithms, components, solvers, adapters, "
            "criteria, classes, formats"},
        {{"evn"}, 2, "unknown command 'evn' (did you mean 'evm'?)"},
        {{"evm", "genrate"}, 2, "'genrate' (did you mean 'generate'?)"},
        {{"list", "clases"}, 2, "did you mean 'classes'?"},
        {{"help", "exit-code"}, 2, "did you mean 'exit-codes'?"},
        {{"evm", "generate"}, 2, "ARTIFACT is missing"}, {{"evm", "replay"}, 2, "SUITE is missing"},
        {{"evm", "statetest"}, 2, "PATH... is missing"},
        {{"evm", "generate", token, "more"}, 2, "'more' is one argument too many"},
        // No option is guessed from its beginning.
        {{"evm", "generate", token, "--see", "3"}, 2,
            "unknown option '--see' (did you mean '--seed'?)"},
        {{"evm", "generate", token, "--algorithn", "x"}, 2, "did you mean '--algorithm'?"},
        // Values of options before the command are no commands, nor the other way round.
        {{"--out", "evm", "generate", token}, 2,
            "is the value of the option here; if it is the command, write"},
        {{"--seed", "3"}, 2, "expected a command after '--seed'"},
        {{"--sede", "evm", "generate", token}, 2,
            "unknown option '--sede' (did you mean '--seed'?)"},
        {{"gen"}, 2, "unknown command 'gen' (did you mean 'evm generate'"},
        {{"evm", "gen"}, 2, "'gen' (did you mean 'generate'?)"},
        {{"evm", "generate", token, "--executions", "3"}, 2, "did you mean '--budget-executions'?"},
        {{"evm", "generate", token, "--algorithm", "dyn"}, 2, "did you mean 'dynamosa'?"},
        {{"evm", "generate", token, "--ignore-function", "trans"}, 2, "'transfer'"},
        {{"evm", "generate", token, "--seed", "3", "--seed", "4"}, 2, "--seed is given twice"},
        {{"evm", "generate", token, "--minimise", "--no-minimise"}, 2, "--minimise is given twice"},
        {{"evm", "generate", token, "--out"}, 2, "'--out' is missing"},
        {{"evm", "generate", token, "--out="}, 2, "'--out'"},
        {{"evm", "generate", token, "--keep-going=yes"}, 2, "--keep-going"},
        {{"evm", "generate", token, "--no-seed"}, 2, "unknown option '--no-seed'"},
        {{"evm", "generate", token, "-j"}, 2, "missing"},
        {{"evm", "generate", token, "-x"}, 2, "unknown option '-x'"},
        {{"version", "more"}, 2, "'more' is one argument too many"}};
    for (const Mistake& mistake : mistakes)
    {
        check(program, mistake);
    }
}

TEST_CASE("usage: values are read strictly", "[cli]")
{
    const Program program;
    const std::vector<std::pair<const char*, const char*>> refused{{"--seed=-1", "whole number"},
        {"--seed=+1", "whole number"}, {"--seed=1e3", "whole number"},
        {"--seed= 1", "whole number"}, {"--seed=0x10", "whole number"},
        {"--seed=18446744073709551616", "18446744073709551615"}, {"--jobs=0", "from 1 to 1024"},
        {"--jobs=-1", "from 1 to 1024"}, {"--budget-executions=0", "whole number from 1"},
        {"--budget-seconds=0", "such as 90"}, {"--budget-seconds=-5", "such as 90"},
        {"--crossover-prob=1.5", "probability"}, {"--crossover-prob=nan", "probability"},
        {"--crossover-prob=-0.1", "probability"}, {"--max-value=2 etehr", "2 ether"},
        {"--max-value=-1", "2 ether"}, {"--max-time-step=1.5", "whole seconds"},
        {"--max-time-step=2 moons", "30 days"}, {"--accounts=21", "from 1 to 20"},
        {"--algorithm=dynamossa", "did you mean 'dynamosa'?"},
        {"--show=user,gettter", "did you mean 'getter'?"},
        {"--fork=cancu", "did you mean 'cancun'?"}, {"--color=sometimes", "auto, always, never"},
        {"--rank-bias=1", "above 1"},
        {"--transaction-gas=4000000000", "a whole number from 100000 to 1000000000"},
        {"--transaction-gas=21000", "a whole number from 100000 to 1000000000"},
        {"--max-array-length=1001", "from 0 to 1000"},
        {"--max-text-length=100001", "from 0 to 100000"},
        {"--max-block-step=1000000000001", "from 0 to 1000000000000"},
        {"--population=20001", "from 2 to 20000"}};
    for (const auto& [word, message] : refused)
    {
        check(program, {{"evm", "generate", example("Token"), word}, 2, message});
    }
    // As a word of its own a negative number is no option either.
    check(program, {{"evm", "generate", "x", "--seed", "-1"}, 2, "'-1' is not a whole number"});
    // Options that do not fit together.
    check(program, {{"evm", "generate", example("Token"), "--min-array-length", "5",
                        "--max-array-length", "4"},
                       2, "array"});
    check(program, {{"evm", "generate", example("Token"), "--min-calls", "5", "--max-calls", "4"},
                       2, "min-calls is 5, expected at most max-calls = 4"});
    check(program, {{"evm", "generate", example("Token"), "--min-calls", "50"}, 2,
                       "min-calls is 50, expected at most max-calls = 40"});
    check(program, {{"evm", "analyze", example("Token"), "--dot", "-", "--json"}, 2,
                       "both go to standard output"});
    // Nothing that is typed is silently ignored.
    check(program,
        {{"evm", "analyze", example("Token"), "--graph", "goals"}, 2, "--graph needs --dot"});
    check(program,
        {{"evm", "replay", "suite.json", "--contract", "Token"}, 2, "--contract needs --artifact"});
}

TEST_CASE("input: artifacts that cannot be used exit with 3 and name the file", "[cli]")
{
    const Program program;
    program.write("empty.json", "");
    program.write("cut.json", "{\"abi\": [");
    program.write("list.json", "[1, 2]");
    program.write("other.json", R"({"name": "package", "version": "1"})");
    program.write("abi.json", R"({"contractName": "A", "abi": [{"type": "function", "name": 3}],
        "bytecode": "0x00"})");
    program.write("hex.json", R"({"contractName": "A", "abi": [], "bytecode": "0xzz"})");
    program.write("odd.json", R"({"contractName": "A", "abi": [], "bytecode": "0x123"})");
    program.write("abstract.json", R"({"contractName": "A", "abi": [], "bytecode": "0x"})");
    program.write("linked.json", R"({"contractName": "A", "abi": [],
        "bytecode": "0x6001__$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa$__00"})");
    for (const char* command : {"generate", "analyze"})
    {
        for (const char* file :
            {"missing.json", "empty.json", "cut.json", "list.json", "other.json", "abi.json",
                "hex.json", "odd.json", "abstract.json", "linked.json", "."})
        {
            check(program, {{"evm", command, file}, 3, file});
        }
    }
    CHECK_FALSE(program.has("sbst-out"));
}

TEST_CASE("input: suites that cannot be used exit with 3 and name the file", "[cli]")
{
    const Program program;
    program.write("empty.json", "");
    program.write("other.json", "{\"schema\": 1}");
    program.write("new.json", R"({"format": "sbst evm suite", "schema": 99})");
    check(program, {{"evm", "replay", "missing.json"}, 3, "missing.json: cannot be read"});
    check(program, {{"evm", "replay", "empty.json"}, 3, "empty.json"});
    check(program, {{"evm", "replay", "other.json"}, 3, "other.json: no suite"});
    check(program, {{"evm", "replay", "new.json"}, 3, "version 99 is unknown"});
    check(program, {{"evm", "replay", "."}, 3, "cannot be read"});
}

TEST_CASE("usage: the stated bounds are the accepted ones", "[cli]")
{
    const Program program;
    for (const char* word : {"--transaction-gas=100000", "--transaction-gas=1000000000",
             "--max-array-length=1000", "--max-text-length=100000",
             "--max-block-step=1000000000000", "--population=20000", "--accounts=20"})
    {
        const Outcome outcome = program.run(
            {"evm", "generate", example("Token"), "-q", "--budget-executions=10", word});
        INFO(word << "\n" << outcome.err);
        // Little gas deploys nothing, which is another matter.
        CHECK(outcome.code == (std::string(word) == "--transaction-gas=100000" ? 3 : 0));
    }
}

TEST_CASE("generate: goals of getters that nothing calls are warned of and explained", "[cli]")
{
    const Program program;
    const std::vector<std::string> words{
        "evm", "generate", example("Token"), "--show", "getter", "--progress=never"};
    const Outcome outcome = program.run(words);
    INFO(outcome.err << outcome.out);
    CHECK(outcome.err ==
          "sbst: warning: goals in getters are shown, but tests call getters only with "
          "--call-getters\n"
          "sbst: error: no test was written: tests never call getters (option call-getters)\n");
    CHECK(outcome.out.find("owner: entered - tests never call getters") != std::string::npos);
    CHECK(outcome.out.find("blocked by") == std::string::npos);
    std::vector<std::string> calling = words;
    calling.emplace_back("--call-getters");
    CHECK(program.run(calling).err.empty());
}

TEST_CASE("usage: an unknown contract of an artifact is named with its neighbours", "[cli]")
{
    const Program program;
    const Outcome outcome = program.run({"evm", "analyze", example("Token"), "--contract", "Tokn"});
    INFO(outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find("Tokn") != std::string::npos);
    CHECK(outcome.err.find("Token") != std::string::npos);
}

TEST_CASE("usage: an unknown function to ignore is an error", "[cli]")
{
    const Program program;
    check(program, {{"evm", "generate", example("Token"), "--ignore-function", "kill"}, 2, "kill"});
}

TEST_CASE("input: a contract that never deploys exits with 3 and is still reported", "[cli]")
{
    const Program program;
    // The constructor always reverts; the runtime code has a branch.
    program.write("Never.json", R"({"contractName": "Never", "abi": [],
        "bytecode": "0x60006000fd", "deployedBytecode": "0x6000356006575b005b00"})");
    const Outcome outcome = program.run(
        {"evm", "generate", "Never.json", "--show", "all", "--budget-executions", "60"});
    INFO(outcome.err);
    CHECK(outcome.code == 3);
    CHECK(outcome.err.find("no test could deploy the contract: reverts") != std::string::npos);
    CHECK(program.has("sbst-out/report.json"));
    CHECK(program.run({"evm", "generate", "Never.json", "--show", "getter"}).code == 3);
}

TEST_CASE("generate: without a test there is a code, a reason, and what to do", "[cli]")
{
    const Program program;
    // Deploys one byte of code.
    program.write("bare.json", R"({"abi": [], "bytecode": "0x600060005360016000f3"})");
    // Deploys what begins as a library does, and has a branch behind it.
    program.write("library.json", R"({"contractName": "Lib", "abi": [],
        "bytecode": "0x6020600c60003960206000f3730000000000000000000000000000000000000000301460205760206020525b00",
        "deployedBytecode": "0x730000000000000000000000000000000000000000301460205760206020525b00"})");
    struct Row
    {
        Words words;
        const char* reason;
    };
    const std::string token = example("Token");
    for (const Row& row : std::vector<Row>{{{"bare.json"}, "there is nothing to cover"},
             {{"library.json", "--show", "getter"}, "Lib is a library"},
             {{token, "--show", "getter"}, "tests never call getters (option call-getters)"},
             {{token, "--show", "empty-fallback"}, "covered none of"},
             {{example("MultiSigWallet"), "--budget-executions", "1"},
                 "1 execution covered none of "}})
    {
        Words all{"evm", "generate", "--quiet"};
        all.insert(all.end(), row.words.begin(), row.words.end());
        const Outcome outcome = program.run(all);
        INFO(row.words.front() << "\n" << outcome.err);
        CHECK(outcome.code == 6);
        CHECK(outcome.out.empty());
        CHECK(outcome.err.find("sbst: error: no test was written: ") != std::string::npos);
        CHECK(outcome.err.find(row.reason) != std::string::npos);
        CHECK(program.has("sbst-out/report.json"));
    }
}

TEST_CASE(
    "generate: a contract that never deploys ends early, with one line for all goals", "[cli]")
{
    const Program program;
    program.write("Never.json", R"({"contractName": "Never", "abi": [],
        "bytecode": "0x60006000fd", "deployedBytecode": "0x6000356006575b005b00"})");
    const Outcome outcome =
        program.run({"evm", "generate", "Never.json", "--show", "all", "--progress=never"});
    INFO(outcome.err << outcome.out);
    CHECK(outcome.code == 3);
    CHECK(outcome.out.find("stopped by: no-start") != std::string::npos);
    CHECK(outcome.out.find("Open goals") == std::string::npos);
    const std::string suite = program.read("sbst-out/suite.txt");
    CHECK(
        suite.find("Open: no test could deploy the contract, which reverts") != std::string::npos);
    CHECK(suite.find("nearest test") == std::string::npos);
}

TEST_CASE("output: a place that cannot be written is one error before the search", "[cli]")
{
    const Program program;
    program.write("file", "");
    check(
        program, {{"evm", "generate", example("Token"), "--out", "file/below"}, 74, "file/below"});
    check(program, {{"evm", "generate", example("Token"), "--out", "file"}, 74, "file"});
    check(program, {{"evm", "analyze", example("Token"), "--dot", "no/such/dir.dot"}, 74,
                       "cannot write 'no/such/dir.dot'"});
}
