// SPDX-License-Identifier: Apache-2.0
// --format: what generate writes when it is told, and what it says about it.
#include "program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace
{

using Json = nlohmann::json;
using Words = std::vector<std::string>;

Words generate(const Words& more, const std::string& executions = "300")
{
    Words words{"evm", "generate", example("Auction"), "--budget-executions", executions,
        "--progress=never"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

bool exists(const Program& program, const std::string& name)
{
    return std::filesystem::exists(program.path(name));
}

}  // namespace

TEST_CASE("--format: writes what was chosen and nothing else, with the same bytes", "[cli][format]")
{
    const Program program;
    REQUIRE(program.run(generate({"--out", "all"})).code == 0);
    const Outcome outcome = program.run(generate({"--format", "text", "--out", "one"}));
    INFO(outcome.err << outcome.out);
    REQUIRE(outcome.code == 0);
    CHECK(program.read("one/suite.txt") == program.read("all/suite.txt"));
    CHECK_FALSE(exists(program, "one/suite.json"));
    CHECK_FALSE(exists(program, "one/report.json"));
    CHECK(has(outcome.out, "Written: one/suite.txt\n"));
    CHECK(has(outcome.out, " --format text --out one\n"));

    REQUIRE(program.run(generate({"--format", "json,text,json", "--out", "two"})).code == 0);
    CHECK(program.read("two/suite.json") == program.read("all/suite.json"));
    CHECK(exists(program, "two/suite.txt"));
    CHECK_FALSE(exists(program, "two/report.json"));
}

TEST_CASE("--format: the usual formats by name are the usual files", "[cli][format]")
{
    const Program program;
    const Outcome usual = program.run(generate({"--out", "usual"}));
    const Outcome named = program.run(generate({"--format", "text,json,report", "--out", "usual"}));
    REQUIRE(named.code == 0);
    const auto written = [](const Outcome& outcome) {
        const std::size_t begin = outcome.out.find("Written: ");
        return outcome.out.substr(begin, outcome.out.find('\n', begin) - begin);
    };
    CHECK(written(named) == "Written: usual/suite.txt, suite.json, report.json");
    CHECK(written(named) == written(usual));
}

TEST_CASE("--format: open goals are in a file that is written, or that could be", "[cli][format]")
{
    const Program program;
    const Outcome report = program.run(generate({"--format", "report", "--out", "report"}, "2"));
    CHECK(has(report.out, "see report.json\n"));
    CHECK_FALSE(has(report.out, "suite.txt"));
    const Outcome json = program.run(generate({"--format", "json", "--out", "json"}, "2"));
    CHECK_FALSE(has(json.out, "suite.txt"));
    CHECK(has(json.out, "see report.json (with --format report)"));
}

TEST_CASE("--format: --json names the files that were written", "[cli][format][json]")
{
    const Program program;
    const Outcome outcome = program.run(generate({"--json", "--format", "json", "--out", "out"}));
    REQUIRE(outcome.code == 0);
    CHECK(Json::parse(outcome.out).at("files") == Json{"out/suite.json"});
}

TEST_CASE("--format: an unknown name is one error, before anything runs", "[cli][format][errors]")
{
    const Program program;
    const Outcome outcome = program.run(generate({"--format", "text,jsn", "--out", "out"}));
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(has(outcome.err, "'jsn'"));
    CHECK(has(outcome.err, "one of json, report, text, tests"));
    CHECK_FALSE(exists(program, "out"));
    // A format of another language.
    CHECK(program.run(generate({"--format", "junit"})).code == 2);
    CHECK(program.run(generate({"--format", ""})).code == 2);
}

TEST_CASE("list formats: each format of each adapter, with its file", "[cli][format]")
{
    const Program program;
    const Outcome text = program.run({"list", "formats"});
    REQUIRE(text.code == 0);
    CHECK(has(text.out, "formats of evm:\n"));
    CHECK(has(text.out, "suite.txt, unless --format says otherwise\n"));
    const Json rows = Json::parse(program.run({"list", "formats", "--json"}).out).at("formats");
    bool has_json = false;
    for (const Json& row : rows)
    {
        has_json = has_json || (row.at("adapter") == "evm" && row.at("name") == "json");
    }
    CHECK(has_json);
}
