// SPDX-License-Identifier: Apache-2.0
// The words of a command line in the order in which people write them, and what else they type.
#include "program.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

namespace
{

using Words = std::vector<std::string>;

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("words: -V and --version print the version at any place", "[cli][words]")
{
    const Program program;
    const std::string version = program.run({"version"}).out;
    CHECK(version.starts_with("sbst "));
    for (const Words& words :
        std::vector<Words>{{"-V"}, {"--version"}, {"evm", "-V"}, {"evm", "generate", "-V"},
            {"evm", "generate", "x", "--version"}, {"-V", "evm", "generate"}, {"-qV"}, {"-Vq"},
            {"-q", "--version"}, {"--seed", "1", "-V"}, {"evm", "-qV"}, {"evm", "generate", "-qV"},
            {"study", "run", "--version"}, {"help", "-V"}})
    {
        const Outcome outcome = program.run(words);
        INFO(words.front() << outcome.err);
        CHECK(outcome.code == 0);
        CHECK(outcome.out == version);
    }
    CHECK(has(program.run({"--version", "--json"}).out, "\"schema\": 1"));
}

TEST_CASE("words: options may stand before the command and between its words", "[cli][words]")
{
    const Program program;
    const Words tail{example("Token"), "--budget-executions", "60"};
    const auto suite = [&](const Words& head) {
        Words words = head;
        words.insert(words.end(), tail.begin(), tail.end());
        const Outcome outcome = program.run(words);
        INFO(outcome.err);
        REQUIRE(outcome.code == 0);
        return program.read("sbst-out/suite.json");
    };
    const std::string expected = suite({"evm", "generate", "--seed", "3", "-q", "-j", "2"});
    CHECK(suite({"--seed", "3", "-q", "-j", "2", "evm", "generate"}) == expected);
    CHECK(suite({"--seed=3", "-qj2", "evm", "generate"}) == expected);
    CHECK(suite({"evm", "--seed", "3", "-q", "generate", "-j2"}) == expected);
    CHECK(suite({"--no-keep-going", "evm", "--seed", "3", "generate", "-q"}) == expected);
    CHECK(program.run({"--help", "evm", "generate"}).out ==
          program.run({"evm", "generate", "--help"}).out);
    CHECK(program.run({"-h", "evm"}).out == program.run({"evm", "-h"}).out);
    // This command does not know an option of another.
    CHECK(has(
        program.run({"--expect", "x", "evm", "generate", "a"}).err, "unknown option '--expect'"));
}

TEST_CASE("words: an unknown option before the command is named at once", "[cli][words]")
{
    const Program program;
    const auto complaint = [&](const Words& words) {
        const Outcome outcome = program.run(words);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        return outcome.err.substr(0, outcome.err.find('\n'));
    };
    for (const Words& words : std::vector<Words>{{"--sed", "1", "evm", "generate", "x"},
             {"--sed=1", "evm", "generate", "x"}, {"evm", "--sed", "1", "generate", "x"}})
    {
        INFO(words.front());
        CHECK(complaint(words).starts_with(
            "sbst: error: unknown option '--sed' (did you mean '--seed'"));
    }
    CHECK(has(complaint({"--no-keep-goin", "evm"}), "did you mean '--no-keep-going'"));
    CHECK(has(complaint({"-Z", "1", "evm", "generate", "x"}), "unknown option '-Z'"));
    CHECK(has(complaint({"-qZ", "1", "evm", "generate", "x"}), "unknown option '-Z'"));
    // Behind a letter that takes a value there are no letters.
    CHECK(has(complaint({"-jV"}), "expected a command after '-jV'"));
}

TEST_CASE("words: a mistake points to the help of the command at hand", "[cli][words]")
{
    const Program program;
    CHECK(has(program.run({"evm", "generate"}).err, "See 'sbst evm generate --help'.\n"));
    CHECK(has(program.run({"evm", "gen"}).err, "See 'sbst evm --help'.\n"));
    CHECK(
        has(program.run({"--sede", "3", "evm", "replay"}).err, "See 'sbst evm replay --help'.\n"));
    CHECK(has(program.run({"version", "x"}).err, "See 'sbst version --help'.\n"));
    CHECK(has(program.run({"nothing"}).err, "See 'sbst help'.\n"));
}

TEST_CASE("words: a variable that sets nothing is named, with a suggestion", "[cli][words]")
{
    Program program;
    program.set_variable("SBST_SEDE=3");
    program.set_variable("SBST_BUDGET=3");
    program.set_variable("SBST_JSON=true");
    for (const char* known :
        {"SBST_DATA=x", "SBST_PLANS_DIR=x", "SBST_WITH_JVM=OFF", "SBST_SEED=1"})
    {
        program.set_variable(known);
    }
    const Outcome outcome = program.run({"evm", "analyze", example("Token"), "--quiet"});
    CHECK(outcome.code == 0);
    CHECK(outcome.err ==
          "sbst: warning: SBST_BUDGET is set, but no option has that name (did you mean "
          "'SBST_BUDGET_EXECUTIONS', 'SBST_BUDGET_CALLS' or 'SBST_BUDGET_GENERATIONS'?)\n"
          "sbst: warning: SBST_JSON is set, but no option has that name\n"
          "sbst: warning: SBST_SEDE is set, but no option has that name (did you mean "
          "'SBST_SEED'?)\n");
    CHECK(program.run({"evm", "generate", "--help"}).err.empty());
}
