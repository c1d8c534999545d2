// SPDX-License-Identifier: Apache-2.0
// A hostile subject or file name does not reach the terminal; out of memory and what the system
// refuses have exit codes of their own.
#include "program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>
#include <vector>

namespace
{

using Words = std::vector<std::string>;
using Json = nlohmann::json;

/// Sets the title, recolours, begins a line that looks like ours, turns the direction of writing.
const std::string hostile =
    "\033]0;title\a\033[31mEvil\nsbst: error: forged\xe2\x80\xae\xc2\x9b\x7f";

/// An artifact with hostile names; its code has one branch, on the first word of the call.
std::string artifact(const std::string& function)
{
    return Json{{"contractName", hostile}, {"sourceName", hostile},
        {"abi", Json::array({{{"type", "function"}, {"name", function}, {"inputs", Json::array()},
                    {"outputs", Json::array()}, {"stateMutability", "nonpayable"}}})},
        {"bytecode", "0x6008600c60003960086000f36000356006575b00"},
        {"deployedBytecode", "0x6000356006575b00"}}
        .dump();
}

bool is_clean(const std::string& text)
{
    for (const char* part :
        {"\033", "\a", "\x7f", "\xc2\x9b", "\xe2\x80\xae", "\nsbst: error: forged"})
    {
        if (text.find(part) != std::string::npos)
        {
            return false;
        }
    }
    return true;
}

void check_clean(const Program& program, const Words& words)
{
    const Outcome outcome = program.run(words);
    INFO(words[0] << ' ' << words[1] << '\n' << outcome.out << outcome.err);
    CHECK(outcome.code != 70);
    CHECK(is_clean(outcome.out));
    CHECK(is_clean(outcome.err));
}

int shell(const Program& program, const std::string& command)
{
    program.write("run.sh", command);
    return std::system(("cd '" + program.path("") + "' && sh run.sh > out 2> err").c_str()) / 256;
}

}  // namespace

TEST_CASE("terminal: names of an artifact are escaped everywhere", "[cli][terminal]")
{
    const Program program;
    program.write("evil.json", artifact("f"));
    program.write("worse.json", artifact(hostile));
    const Words generate{
        "evm", "generate", "evil.json", "--show", "all", "--budget-executions", "60"};
    check_clean(program, generate);
    check_clean(program, {"evm", "generate", "worse.json"});
    CHECK(is_clean(program.read("sbst-out/suite.txt")));
    CHECK(is_clean(program.read("sbst-out/report.json")));
    CHECK(is_clean(program.read("sbst-out/suite.json")));
    const Outcome outcome = program.run(generate);
    CHECK(outcome.out.find("\\x1b]0;title\\x07\\x1b[31mEvil\\x0a") != std::string::npos);
    for (const char* option : {"-v", "--json"})
    {
        check_clean(program, {"evm", "analyze", "evil.json", option});
    }
    check_clean(program, {"evm", "analyze", "evil.json", "--dot", "-", "--graph", "goals"});
    check_clean(program, {"evm", "replay", "sbst-out/suite.json"});
    check_clean(program, {"evm", "generate", "evil.json", "--contract", hostile});
    check_clean(program, {"evm", "generate", "evil.json", "--ignore-function", hostile});
}

TEST_CASE("terminal: file names, words and variables are escaped", "[cli][terminal]")
{
    Program program;
    program.write("bad.yaml", "\"" + std::string("x\\e[31m\\ny") + "\": 1\n");
    for (const Words& words :
        std::vector<Words>{{"evm", "generate", hostile}, {"evm", "replay", hostile},
            {"evm", "statetest", hostile}, {"study", "plan", hostile}, {"evm", hostile},
            {hostile, "x"}, {"help", hostile}, {"list", hostile}, {"completion", hostile},
            {"evm", "generate", "--" + hostile}, {"evm", "generate", "x", "--seed", hostile},
            {"evm", "generate", "x", "--config", hostile},
            {"evm", "generate", "x", "--config", "bad.yaml"}, {"evm", "generate", "x", hostile},
            {"jvm", "generate", "--class-path", hostile, "--class", "A"},
            {"jvm", "generate", "--class-path", ".", "--class", hostile}})
    {
        check_clean(program, words);
    }
    program.set_variable("SBST_" + hostile + "=1");
    program.set_variable("SBST_SEED=" + hostile);
    check_clean(program, {"evm", "generate", example("Token")});
}

TEST_CASE("terminal: commands that are printed can be typed, whatever the names", "[cli][terminal]")
{
    const Program program;
    for (const std::string name :
        {"a b.json", "it's.json", "a\nb\033[31m.json", "a\\x1b.json", "$x`y`.json"})
    {
        program.write(name, program.read(example("Token")));
        const Outcome outcome = program.run(
            {"evm", "generate", name, "-j1", "--budget-executions=50", "--progress=never"});
        INFO(outcome.out << outcome.err);
        REQUIRE(outcome.code == 0);
        CHECK(is_clean(outcome.out));
        const std::size_t begin = outcome.out.find("Again:   sbst ");
        REQUIRE(begin != std::string::npos);
        const std::string report = program.read("sbst-out/suite.json");
        const std::string line = outcome.out.substr(begin + 14);
        CHECK(shell(program, std::string("exec ") + SBST_PROGRAM + " " + line) == 0);
        CHECK(program.read("sbst-out/suite.json") == report);
    }
}

TEST_CASE("exit codes: a refusal of the system is 74, not an error of usage", "[cli][terminal]")
{
    const Program program;
    const std::string sbst = std::string("exec ") + SBST_PROGRAM;
    CHECK(shell(program, sbst + " evm analyze " + example("Token") + " --dot /dev/full\n") == 74);
    CHECK(program.read("err").find("cannot write '/dev/full': No space left on device") !=
          std::string::npos);
    CHECK(program.read("err").find("See 'sbst") == std::string::npos);
    // There, and not to be read.
    CHECK(shell(program, sbst + " evm replay /proc/self/mem\n") == 74);
    CHECK(program.read("err").find("cannot read '/proc/self/mem'") != std::string::npos);
    CHECK(shell(program, sbst + " evm generate " + example("Token") + " --out /proc/x\n") == 74);
    CHECK(shell(program, sbst + " version >&-\n") == 74);
}

// The address sanitizer reserves far more than the limit of this case. g++ and clang tell
// differently that it is on.
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define SBST_HAS_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SBST_HAS_ADDRESS_SANITIZER
#endif
#ifndef SBST_HAS_ADDRESS_SANITIZER
TEST_CASE("exit codes: out of memory is 71 and says what to do", "[cli][terminal]")
{
    const Program program;
    CHECK(shell(program, std::string("ulimit -v 60000; exec ") + SBST_PROGRAM + " evm generate " +
                             example("Token") + " --population 20000\n") == 71);
    const std::string error = program.read("err");
    INFO(error);
    CHECK(error.find("out of memory; give it more") != std::string::npos);
    CHECK(error.find("internal") == std::string::npos);
}
#endif
