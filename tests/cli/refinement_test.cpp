// SPDX-License-Identifier: Apache-2.0
// Refinement as the program tells it: what it proved, and solvers that do not do their work.
#include "program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace
{

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

const std::string brackets = SBST_CONCOLIC_FIXTURES "/Brackets.json";

/// A shell script stands for cvc5.
void install_cvc5(Program& program, const std::string& text)
{
    program.write("cvc5", "#!/bin/sh\n" + text + "\n");
    std::filesystem::permissions(program.path("cvc5"), std::filesystem::perms::owner_all);
    program.set_variable("PATH=" + program.path(".") + ":/usr/bin:/bin");
}

Outcome generate(const Program& program, const Words& more)
{
    Words words{"evm", "generate", brackets, "--progress=never"};
    words.insert(words.end(), more.begin(), more.end());
    if (std::find(more.begin(), more.end(), "--budget-executions") == more.end())
    {
        words.insert(words.end(), {"--budget-executions", "1000"});
    }
    return program.run(words);
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("refinement: what it proved infeasible is no difference to a replay", "[cli]")
{
    const Program program;
    const Outcome outcome = generate(program, {"--solver", "avm"});
    INFO(outcome.err << outcome.out);
    REQUIRE(outcome.code == 0);
    const Json report = Json::parse(program.read("sbst-out/report.json"));
    const Json& exhausted = report.at("refinement").at("exhausted");
    REQUIRE_FALSE(exhausted.empty());
    CHECK_FALSE(report.at("refinement").contains("refuted"));
    for (const Json& id : exhausted)
    {
        const Json& goal = report.at("goals").at(id.get<std::size_t>());
        CHECK(goal.at("status") == "infeasible");
        CHECK(goal.at("reason") == "exhausted paths");
    }
    const Outcome replayed =
        program.run({"evm", "replay", "sbst-out/suite.json", "--expect", "sbst-out/report.json"});
    INFO(replayed.err);
    CHECK(replayed.code == 0);
}

TEST_CASE("refinement: a solver that lies loses no suite", "[cli]")
{
    Program program;
    install_cvc5(program, "echo unsat");
    // With this seed a test covers what the lies made a proof of.
    const Outcome outcome = generate(program, {"--solver", "cvc5", "--seed", "1", "--json"});
    INFO(outcome.err << outcome.out);
    CHECK(outcome.code == 70);
    CHECK(has(outcome.err, "was proved infeasible (exhausted paths), but a test covers it; "));
    CHECK(has(outcome.err, "a solver answered wrong, or sbst did"));
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 2);
    CHECK(has(outcome.err, "sbst: error: a proof of refinement was refuted"));
    const Json report = Json::parse(program.read("sbst-out/report.json"));
    CHECK(report.at("refinement").at("exhausted").empty());
    CHECK(has(report.at("refinement").at("refuted").get<std::string>(), "a test covers it"));
    CHECK(report.at("totals").at("covered") > 60);
    CHECK(Json::parse(outcome.out).at("exit_code") == 70);
    const Outcome replayed =
        program.run({"evm", "replay", "sbst-out/suite.json", "--expect", "sbst-out/report.json"});
    CHECK(replayed.code == 0);
}

TEST_CASE("refinement: a solver that fails at each question is a warning", "[cli]")
{
    Program program;
    install_cvc5(program, "echo no licence >&2; exit 3");
    const Outcome outcome = generate(program, {"--solver", "cvc5", "--json"});
    CHECK(outcome.code == 0);
    const Json warnings = Json::parse(outcome.out).at("warnings");
    REQUIRE(warnings.size() == 1);
    CHECK(has(warnings.at(0).get<std::string>(), "solver 'cvc5' failed at each of "));
    CHECK(has(warnings.at(0).get<std::string>(),
        "no answer; it ended with exit code 3 (no licence); the run did without it"));
    CHECK_FALSE(has(program.read("sbst-out/report.json"), "licence"));
    CHECK(has(outcome.err, "solver 'cvc5' failed at each of "));
    SECTION("a solver that answers one question gives no warning")
    {
        // Each file that it makes is a question; the first is answered.
        install_cvc5(program, "mkdir '" + program.path("asked") + "' && echo unknown");
        const Outcome mixed = generate(program, {"--solver", "cvc5", "--json"});
        CHECK(Json::parse(mixed.out).at("warnings").empty());
        CHECK(Json::parse(mixed.out).at("refinement").at("solvers").at(0).at("failed") > 0);
    }
}

TEST_CASE("refinement: a model that is wrong is a warning", "[cli]")
{
    Program program;
    // 1 for the first word that it is asked for.
    install_cvc5(program,
        "echo sat; sed -n 's/^(declare-const \\([^ ]*\\) (_ BitVec \\([0-9]*\\)))$/((\\1 (_ bv1 "
        "\\2)))/p' "
        "| head -1");
    const Outcome outcome = generate(program, {"--solver", "cvc5", "--json"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    const Json summary = Json::parse(outcome.out);
    CHECK(summary.at("refinement").at("solvers").at(0).at("wrong_models") > 0);
    REQUIRE(summary.at("warnings").size() == 1);
    CHECK(has(summary.at("warnings").at(0).get<std::string>(),
        "solver 'cvc5' gave a model that does not solve its question at "));
}

TEST_CASE("refinement: any program that reads SMT-LIB is a solver", "[cli][study]")
{
    Program program;
    // Answers nothing but that it was asked, with which arguments.
    program.write("my-solver", "#!/bin/sh\ncat > '" + program.path("question") +
                                   "'\necho \"$@\" > '" + program.path("arguments") +
                                   "'\necho unknown\n");
    std::filesystem::permissions(program.path("my-solver"), std::filesystem::perms::owner_all);
    const std::string command = program.path("my-solver") + " --quick  --limit=5";
    const std::string solver = GENERATE("program", "avm+program");
    const Outcome outcome =
        generate(program, {"--solver", solver, "--solver-program", command, "--json"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(program.read("arguments") == "--quick --limit=5\n");
    CHECK(has(program.read("question"), "(check-sat)"));
    const Json solvers = Json::parse(outcome.out).at("refinement").at("solvers");
    CHECK(solvers.back().at("name") == "program");
    CHECK(solvers.back().at("unknown") > 0);
    CHECK(solvers.back().at("failed") == 0);

    const Outcome without = generate(program, {"--solver", solver});
    CHECK(without.code == 2);
    CHECK(has(without.err,
        "solver " + solver + " (--solver): no program, expected one with --solver-program"));
    const Outcome missing =
        generate(program, {"--solver", solver, "--solver-program", "/nowhere/solver -q"});
    CHECK(missing.code == 2);
    CHECK(has(missing.err, "'/nowhere/solver'"));

    program.write("any.yaml",
        "name: any\nadapter: evm\nseed: 3\nrepetitions: 1\nbudget: {executions: 50}\n"
        "subjects: {include: ['" +
            brackets + "']}\nalgorithms: [{name: dynamosa, solver: " + solver +
            ", solver-program: /nowhere/solver -q}]\n");
    const Outcome plan = program.run({"study", "plan", "any.yaml", "--json"});
    CHECK(Json::parse(plan.out).at("missing_solvers").at(0).at("program") == "/nowhere/solver");
}

TEST_CASE("refinement: options of the aim at the population reach it", "[cli]")
{
    const Program program;
    const auto with = [&](const Words& more) {
        Words words{"evm", "generate", SBST_CONCOLIC_FIXTURES "/Riddles.json", "--progress=never",
            "--solver", "avm", "--solver-aim", "population", "--algorithm", "whole-suite",
            "--solver-trigger", "new-tests", "--budget-executions", "2000", "--json"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = program.run(words);
        INFO(outcome.err);
        REQUIRE(outcome.code == 0);
        CHECK(Json::parse(outcome.out).at("warnings").empty());
        return Json::parse(outcome.out).at("refinement");
    };
    const Json all = with({});
    const std::uint64_t executions = all.at("executions").get<std::uint64_t>();
    const std::uint64_t conditions = all.at("conditions").get<std::uint64_t>();
    REQUIRE(executions > 20);
    const Json halved = with({"--solver-prob", "0.3"});
    CHECK(halved.at("executions") < executions);
    CHECK(with({"--solver-prob", "0.3", "--solver-adaptation", "1000"}).at("conditions") !=
          halved.at("conditions"));
    CHECK(with({"--solver-tests", "1"}).at("executions") < executions);
    CHECK(with({"--solver-conditions", "1"}).at("conditions") < conditions);
    CHECK(with({"--no-solver-filter"}).at("conditions") > conditions);
    CHECK(with({"--solver-keep-all"}).at("conditions") != conditions);
}

TEST_CASE("refinement: options without a solver, and a program that is not there", "[cli]")
{
    Program program;
    for (const Words& words : {Words{"--solver-share", "0.2"}, Words{"--solver-aim", "population"},
             Words{"--solver-program", "z3 -in"}, Words{"--solver-keep-all"}})
    {
        Words more = words;
        more.insert(more.end(), {"--budget-executions", "50"});
        CHECK(has(generate(program, more).err,
            "the options --solver-... have no effect without --solver"));
    }
    CHECK(has(
        generate(program, {"--solver", "avm", "--solver-tests", "5", "--budget-executions", "50"})
            .err,
        "have no effect without --solver-aim population"));
    CHECK(has(
        generate(program, {"--solver", "avm", "--solver-program", "x", "--budget-executions", "50"})
            .err,
        "--solver-program has no effect without --solver program or --solver avm+program"));
    CHECK(generate(program, {"--budget-executions", "50"}).err.empty());
    CHECK(has(generate(program, {"--solver", "avm", "--solver-aim", "population", "--algorithm",
                                    "random", "--budget-executions", "50"})
                  .err,
        "--solver-aim population did nothing: it needs a population"));
    program.set_variable("PATH=/nowhere");
    const Outcome missing = generate(program, {"--solver", "avm+cvc5"});
    CHECK(missing.code == 2);
    CHECK(has(missing.err,
        "solver avm+cvc5 (--solver): solver 'cvc5' was not found in PATH, expected a program"));
    const Json solvers = Json::parse(program.run({"list", "solvers", "--json"}).out).at("solvers");
    for (const Json& row : solvers)
    {
        const bool runs_program =
            has(row.at("name").get<std::string>(), "cvc5") || row.at("name") == "z3-program";
        CHECK(row.contains("found") == runs_program);
        CHECK(row.value("found", false) == false);
    }
    install_cvc5(program, "echo unknown");
    const Json found = Json::parse(program.run({"list", "solvers", "--json"}).out).at("solvers");
    const auto row = std::find_if(
        found.begin(), found.end(), [](const Json& one) { return one.at("name") == "cvc5"; });
    REQUIRE(row != found.end());
    CHECK(row->at("found") == true);
}

TEST_CASE("refinement: its tests have no more calls than asked for", "[cli]")
{
    const Program program;
    for (const std::string seed : {"2", "3"})
    {
        REQUIRE(program
                    .run({"evm", "generate", example("Auction"), "--progress=never", "--solver",
                        "avm", "--max-calls", "3", "--seed", seed, "--budget-executions", "300"})
                    .code == 0);
        const Json suite = Json::parse(program.read("sbst-out/suite.json"));
        REQUIRE_FALSE(suite.at("tests").empty());
        for (const Json& test : suite.at("tests"))
        {
            CHECK(test.at("calls").size() <= 3);
        }
    }
    // A deployment alone covers nothing that is shown.
    CHECK(generate(program, {"--solver", "avm", "--max-calls", "1"}).code == 6);
}

TEST_CASE("refinement: a study counts what was proved as open, and refuses a solver that fails",
    "[cli][study]")
{
    Program program;
    install_cvc5(program, "exit 3");
    const std::string text =
        "name: trial\nadapter: evm\nseed: 3\nrepetitions: 1\nbudget: {executions: 1000}\n"
        "subjects: {include: ['" +
        brackets + "']}\nalgorithms: [{name: dynamosa, grid: {solver: [";
    program.write("proofs.yaml", text + "none, avm]}}]\n");
    const Outcome run = program.run({"study", "run", "proofs.yaml"});
    INFO(run.err << run.out);
    REQUIRE(run.code == 0);
    std::vector<std::size_t> goals;
    for (const auto& entry :
        std::filesystem::recursive_directory_iterator(program.path("trial.study/runs")))
    {
        if (entry.is_regular_file())
        {
            const std::string file =
                std::filesystem::relative(entry.path(), program.path(".")).string();
            goals.push_back(Json::parse(program.read(file)).at("goals").get<std::size_t>());
        }
    }
    REQUIRE(goals.size() == 2);
    CHECK(goals[0] == goals[1]);

    program.write("fails.yaml", text + "cvc5]}}]\n");
    const Outcome failed = program.run({"study", "run", "fails.yaml"});
    CHECK(failed.code == 4);
    CHECK(has(failed.err, "not of this plan: since then fails.yaml changed"));
    const Outcome status = program.run({"study", "status", "fails.yaml"});
    CHECK(has(status.out, "solver 'cvc5' failed at each of "));
    CHECK_FALSE(has(status.err, "not of this plan"));

    // Another program is another cell; the failure of the old one is over.
    install_cvc5(program, "echo unknown");
    const Outcome other = program.run({"study", "run", "fails.yaml"});
    CHECK(other.code == 0);
    CHECK_FALSE(has(program.run({"study", "status", "fails.yaml"}).out, "failed at each"));
    install_cvc5(program, "exit 4");
    const Outcome changed = program.run({"study", "status", "fails.yaml"});
    CHECK(has(changed.err,
        "3 results in trial.study are not of this plan: since then a subject or "
        "the program of a solver changed"));
    CHECK(has(program.run({"study", "report", "proofs.yaml"}).err,
        "1 result in trial.study is not of this plan: since then proofs.yaml changed"));

    install_cvc5(program, "echo unsat");
    // Long enough for a test that refutes it, whatever way the search takes.
    std::string longer = text;
    longer.replace(longer.find("1000"), 4, "2000");
    program.write("lies.yaml", longer + "cvc5]}}]\n");
    CHECK(program.run({"study", "run", "lies.yaml", "--out", "lies"}).code == 4);
    CHECK(has(program.run({"study", "status", "lies.yaml", "--out", "lies"}).out,
        "was proved infeasible (exhausted paths), but a test covers it"));
}
