// SPDX-License-Identifier: Apache-2.0
// Results on standard output, everything else on standard error; colour and progress as asked.
#include "program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace
{

using Words = std::vector<std::string>;
using Json = nlohmann::json;

Words generate(const Words& more = {})
{
    Words words{"evm", "generate", example("Token"), "--budget-executions", "200", "--keep-going"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

bool has_escapes(const std::string& text)
{
    return text.find('\033') != std::string::npos || text.find('\r') != std::string::npos;
}

}  // namespace

TEST_CASE("streams: into a pipe there is no escape byte", "[cli]")
{
    const Program program;
    const Outcome outcome = program.run(generate());
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK_FALSE(has_escapes(outcome.out));
    CHECK_FALSE(has_escapes(outcome.err));
    CHECK(outcome.out.find("Token: ") == 0);
    CHECK(outcome.err.find("200/200 executions") != std::string::npos);
}

TEST_CASE("streams: progress goes by phase, and the summary has the time of each", "[cli]")
{
    const Program program;
    const Outcome outcome = program.run(generate());
    INFO(outcome.err << outcome.out);
    const std::size_t searching = outcome.err.find("searching: ");
    const std::size_t minimising = outcome.err.find("minimising: ");
    const std::size_t reporting = outcome.err.find("reporting\n");
    CHECK(searching < minimising);
    CHECK(minimising < reporting);
    CHECK(reporting != std::string::npos);
    // Ten tenths and the first, the beginning of two phases, and what a busy machine adds.
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') <= 15);
    const std::size_t time = outcome.out.find("\nTime:    ");
    REQUIRE(time != std::string::npos);
    const std::string line = outcome.out.substr(time + 1, outcome.out.find('\n', time + 1) - time);
    for (const char* phase :
        {" s: ", " starting, ", " searching, ", " minimising, ", " reporting\n"})
    {
        CHECK(line.find(phase) != std::string::npos);
    }
    const Json phases = Json::parse(program.read("sbst-out/report.json"))["machine"]["phases"];
    CHECK(phases.size() == 4);
    for (const auto& phase : phases.items())
    {
        CHECK(phase.value().get<double>() >= 0.0);
        CHECK(line.find(" " + phase.key()) != std::string::npos);
    }
}

TEST_CASE("streams: --quiet says nothing, --progress=never only the result", "[cli]")
{
    const Program program;
    const Outcome quiet = program.run(generate({"--quiet"}));
    CHECK(quiet.code == 0);
    CHECK(quiet.out.empty());
    CHECK(quiet.err.empty());
    const Outcome still = program.run(generate({"--progress=never"}));
    CHECK_FALSE(still.out.empty());
    CHECK(still.err.empty());
}

TEST_CASE("streams: the options and variables of colour are followed in order", "[cli]")
{
    struct Row
    {
        Words variables;
        Words words;
        bool is_coloured;
    };
    const std::vector<Row> rows{{{}, {}, false}, {{}, {"--color=always"}, true},
        {{"CLICOLOR_FORCE=1"}, {}, true}, {{"CLICOLOR_FORCE=0"}, {}, false},
        {{"CLICOLOR_FORCE=1", "NO_COLOR=1"}, {}, false},
        {{"CLICOLOR_FORCE=1", "NO_COLOR="}, {}, true}, {{"NO_COLOR=1"}, {"--color=always"}, true},
        {{"CLICOLOR_FORCE=1"}, {"--color=never"}, false}};
    for (const Row& row : rows)
    {
        Program program;
        for (const std::string& variable : row.variables)
        {
            program.set_variable(variable);
        }
        CHECK(has_escapes(program.run(generate(row.words)).out) == row.is_coloured);
    }
}

TEST_CASE("streams: a full device is an error, not a success", "[cli]")
{
    const Program program;
    const pid_t process = program.start({"help", "reference"});
    CHECK(program.finish(process).code == 0);
    program.write("full.sh", std::string("exec ") + SBST_PROGRAM + " help reference > /dev/full\n");
    CHECK(std::system(("cd / && sh " + program.path("full.sh") + " 2> /dev/null").c_str()) / 256 ==
          74);
}

TEST_CASE("json: every command with --json prints one object with a schema", "[cli]")
{
    const Program program;
    REQUIRE(program.run(generate({"--quiet"})).code == 0);
    using Row = std::pair<Words, int>;
    for (const auto& [words, schema] : {Row{{"version", "--json"}, 1}, Row{{"list", "--json"}, 5},
             Row{{"evm", "analyze", example("Token"), "--json"}, 8},
             Row{{"evm", "replay", "sbst-out/suite.json", "--json"}, 8}})
    {
        const Outcome outcome = program.run(words);
        INFO(words[0] << " " << words[1]);
        CHECK(outcome.code == 0);
        CHECK(Json::parse(outcome.out).at("schema") == schema);
    }
}

TEST_CASE("list algorithms: each with the paper that it is from", "[cli]")
{
    const Program program;
    const std::string text = program.run({"list", "algorithms"}).out;
    const Json rows =
        Json::parse(program.run({"list", "algorithms", "--json"}).out).at("algorithms");
    CHECK_FALSE(rows.empty());
    for (const Json& row : rows)
    {
        const std::string source = row.at("source");
        CHECK_FALSE(source.empty());
        CHECK(text.find(" source: " + source + "\n") != std::string::npos);
    }
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        INFO(line);
        CHECK(line.size() <= 80);
    }
}

TEST_CASE("analyze: functions, classes and graphs", "[cli]")
{
    const Program program;
    const Outcome text = program.run({"evm", "analyze", example("Token")});
    INFO(text.err);
    CHECK(text.code == 0);
    CHECK(text.out.find("transfer(address,uint256)") != std::string::npos);
    CHECK(text.out.find("0xa9059cbb") != std::string::npos);
    CHECK(text.out.find("dispatcher (hidden)") != std::string::npos);
    const Outcome dot = program.run({"evm", "analyze", example("Token"), "--dot", "-"});
    CHECK(dot.out.find("digraph") == 0);
    CHECK(program.run({"evm", "analyze", example("Token"), "--dot", "g.dot", "--graph", "goals"})
              .code == 0);
    CHECK(program.read("g.dot").find("digraph") == 0);
}

TEST_CASE("help: every long spelling prints the same page on standard output", "[cli]")
{
    const Program program;
    const Outcome page = program.run({"help", "evm", "generate"});
    CHECK(page.code == 0);
    CHECK(page.err.empty());
    CHECK(page.out.find("Usage: sbst evm generate ARTIFACT") != std::string::npos);
    CHECK(program.run({"evm", "generate", "--help"}).out == page.out);
    // Help does not want the rest to be right.
    CHECK(program.run({"evm", "generate", "a", "b", "--help"}).out == page.out);
    CHECK(program.run({"--help"}).code == 0);
    CHECK(program.run({"--version"}).out == program.run({"version"}).out);
}

TEST_CASE("help: the table of exit codes lists the used ones", "[cli]")
{
    const Program program;
    const std::string table = program.run({"help", "exit-codes"}).out;
    for (const char* code :
        {"  0 ", "  2 ", "  3 ", "  5 ", "  70 ", "  71 ", "  74 ", "  129 ", "  130 ", "  143 "})
    {
        CHECK(table.find(code) != std::string::npos);
    }
}
