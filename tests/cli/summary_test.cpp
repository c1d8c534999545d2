// SPDX-License-Identifier: Apache-2.0
// What generate --json prints, and inputs that are read once: standard input and pipes.
#include "program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>
#include <vector>

namespace
{

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

Names keys(const Json& json)
{
    Names names;
    for (const auto& item : json.items())
    {
        names.push_back(item.key());
    }
    return names;
}

/// Runs a line of a shell in the program's folder; `sbst` is the program.
Outcome shell(const Program& program, const std::string& line)
{
    program.write(
        "line.sh", "sbst() { " + std::string(SBST_PROGRAM) + " \"$@\"; }\n" + line + "\n");
    const std::string command = "cd '" + program.path(".") + "' && bash line.sh > out 2> err";
    const int status = std::system(command.c_str());  // NOLINT(cert-env33-c): a pipe is wanted
    return {WEXITSTATUS(status), program.read("out"), program.read("err")};
}

}  // namespace

TEST_CASE("generate --json: what refinement did, as in report.json", "[cli][json]")
{
    const Program program;
    const Outcome outcome = program.run({"evm", "generate", example("Token"), "--json", "--out",
        "there", "--progress=never", "--solver", "avm", "--budget-executions", "300"});
    const Json json = Json::parse(outcome.out);
    CHECK(json.at("refinement") == Json::parse(program.read("there/report.json")).at("refinement"));
    CHECK(json.at("refinement").at("executions") > 0);
    CHECK(json.at("refinement").at("exhausted").empty());
}

TEST_CASE("generate --json: one object, with the documented keys, and nothing else", "[cli][json]")
{
    const Program program;
    const Outcome outcome = program.run(
        {"evm", "generate", example("Token"), "--json", "--out", "there", "--progress=never"});
    INFO(outcome.err << outcome.out);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    const Json json = Json::parse(outcome.out);
    CHECK(keys(json) == Names{"schema", "command", "version", "subject", "exit_code", "message",
                            "warnings", "totals", "totals_by_criterion", "totals_by_class", "tests",
                            "calls", "algorithm", "seed", "executions", "stopped_by", "seconds",
                            "files", "again"});
    CHECK(json["schema"] == 7);
    CHECK(json["command"] == "evm generate");
    CHECK(json["subject"] == "Token");
    CHECK(json["exit_code"] == 0);
    CHECK(json["files"] == Names{"there/suite.txt", "there/suite.json", "there/report.json"});
    const Json report = Json::parse(program.read("there/report.json"));
    CHECK(json["tests"] == report["tests"]);
    CHECK(json["calls"] == report["calls"]);
    CHECK(json["executions"] == report["executions"]);
    CHECK(json["totals"]["goals"] == report["totals"]["shown"]);
    CHECK(json["totals"]["open"] == report["totals"]["open"]);
    const Json& seconds = json["seconds"];
    CHECK(keys(seconds) == Names{"total", "starting", "searching", "minimising", "reporting"});
    double sum = 0.0;
    for (const auto& phase : seconds.items())
    {
        sum += phase.key() == "total" ? 0.0 : phase.value().get<double>();
    }
    CHECK(sum == Approx(seconds["total"].get<double>()));
}

TEST_CASE("generate --json: a run without tests says why, a mistake says nothing", "[cli][json]")
{
    const Program program;
    const Outcome empty = program.run({"evm", "generate", example("MultiSigWallet"),
        "--budget-executions", "1", "--json", "--progress=never"});
    const Json json = Json::parse(empty.out);
    CHECK(empty.code == 6);
    CHECK(json["exit_code"] == 6);
    CHECK(json["tests"] == 0);
    CHECK(empty.err == "sbst: error: " + json["message"].get<std::string>() + "\n");
    const Outcome idle = program.run(
        {"evm", "generate", example("Token"), "--json", "--show", "getter", "--progress=never"});
    CHECK(Json::parse(idle.out)["warnings"].size() == 1);
    const Outcome mistake = program.run({"evm", "generate", "none.json", "--json"});
    CHECK(mistake.code == 3);
    CHECK(mistake.out.empty());
}

TEST_CASE("standard input: - and pipes are inputs of every command that reads once", "[cli]")
{
    const Program program;
    const std::string token = "'" + example("Token") + "'";
    const Outcome piped =
        shell(program, "cat " + token + " | sbst evm generate - --budget-executions 500");
    INFO(piped.err << piped.out);
    CHECK(piped.code == 0);
    CHECK(piped.out.find("Again:   sbst evm generate - --seed 1 --budget-executions 500\n") !=
          std::string::npos);
    CHECK(program.read("sbst-out/suite.txt").find("Again     sbst evm generate - ") !=
          std::string::npos);
    for (const std::string& line :
        Names{"sbst evm analyze - < " + token, "sbst evm analyze <(cat " + token + ")",
            "cat " + token + " | sbst evm analyze /dev/stdin",
            "cat sbst-out/suite.json | sbst evm replay -",
            "cat sbst-out/report.json | sbst evm replay sbst-out/suite.json --expect -",
            "cat " + token + " | sbst evm replay sbst-out/suite.json --artifact -",
            "echo 'budget: {executions: 50}' | sbst evm generate " + token + " --config -",
            "sbst evm generate <(cat " + token + ") --budget-executions 500 -q"})
    {
        const Outcome outcome = shell(program, line);
        INFO(line << "\n" << outcome.err);
        CHECK(outcome.code == 0);
    }
}

TEST_CASE("standard input: errors in it name it", "[cli]")
{
    const Program program;
    struct Row
    {
        std::string line;
        int code;
        const char* message;
    };
    for (const Row& row : std::vector<Row>{{"echo '{' | sbst evm generate -", 3, "standard input"},
             {"sbst evm analyze - < /dev/null", 3, "standard input"},
             {"sbst evm analyze /dev/zero", 3, "/dev/zero: cannot be read: larger than 64 MiB"},
             {"echo '{}' | sbst evm replay -", 3, "standard input: no suite"},
             {"echo 'sed: 1' | sbst evm generate x.json --config -", 2,
                 "standard input:1: unknown key 'sed'"},
             {"echo '{}' | sbst evm statetest -", 3, "no case in it"},
             {"sbst evm replay - --expect - < /dev/null", 2, "'-' is used for 2 inputs"},
             {"sbst study plan - < /dev/null", 2, "expected the name of its file"}})
    {
        const Outcome outcome = shell(program, row.line);
        INFO(row.line << "\n" << outcome.err);
        CHECK(outcome.code == row.code);
        CHECK(outcome.out.empty());
        CHECK(outcome.err.find(row.message) != std::string::npos);
    }
}

TEST_CASE("standard input: a contract without a name is called Contract", "[cli]")
{
    const Program program;
    program.write("bare.json", R"({"abi": [], "bytecode": "0x600060005360016000f3"})");
    CHECK(
        shell(program, "sbst evm analyze - < bare.json").out.find("Contract") != std::string::npos);
}
