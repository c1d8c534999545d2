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
        // Options before the command do not turn their values into commands.
        {{"--seed", "3", "evm", "generate", token}, 2, "expected a command before '--seed'"},
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
        {"--rank-bias=1", "above 1"}};
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
                       2, "length"});
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
    CHECK(outcome.err.find("no test could deploy") != std::string::npos);
    CHECK(program.has("sbst-out/report.json"));
}

TEST_CASE("output: a place that cannot be written is one error before the search", "[cli]")
{
    const Program program;
    program.write("file", "");
    check(program, {{"evm", "generate", example("Token"), "--out", "file/below"}, 2, "file/below"});
    check(program, {{"evm", "generate", example("Token"), "--out", "file"}, 2, "file"});
    check(program, {{"evm", "analyze", example("Token"), "--dot", "no/such/dir.dot"}, 2,
                       "cannot write 'no/such/dir.dot'"});
}
