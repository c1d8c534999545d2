// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include "../../console/files.hpp"
#include "../../options/option_table.hpp"
#include "../../run/search_run.hpp"
#include "options.hpp"
#include "plug.hpp"

#include <array>
#include <filesystem>

namespace sbst::cli
{

namespace
{

/// --contract and --jobs.
std::vector<Option> subject_options()
{
    return {contract_option(), jobs_option()};
}

std::vector<Option> output_options()
{
    return joined({format_option(evm_plug().formats()),
                      out_option("Directory for suite.txt, suite.json and report.json, made if "
                                 "needed; sbst-out without it")},
        progress_options());
}

constexpr std::string_view artifact_help =
    "a compiled contract: Truffle, Hardhat (build info has lines), Foundry, solc standard or "
    "combined JSON, or {abi, bytecode}; - = standard input";

std::vector<Option> generate_table()
{
    std::vector<Option> options = run_options();
    options.push_back(mutation_score_option());
    for (auto* const part : {subject_options, search_options, problem_options, goal_options,
             output_options, json_options, general_options})
    {
        options = joined(std::move(options), part());
    }
    return options;
}

void complete_generate(Settings& settings)
{
    limit_budget(settings.run.budget, evm_plug().default_budget);
    if (settings.out.empty())
    {
        settings.out = "sbst-out";
    }
}

std::vector<Option> analyze_table()
{
    std::vector<Option> options = subject_options();
    options.push_back(criteria_option().often_used());
    for (auto* const part : {goal_options, analyze_options, json_options, general_options})
    {
        options = joined(std::move(options), part());
    }
    return options;
}

std::vector<Option> replay_table()
{
    std::vector<Option> options = subject_options();
    for (auto* const part : {replay_options, json_options, general_options})
    {
        options = joined(std::move(options), part());
    }
    return options;
}

std::vector<Option> statetest_table()
{
    std::vector<Option> options{fork_option("Run the cases of this fork only"), jobs_option()};
    for (auto* const part : {json_options, general_options})
    {
        options = joined(std::move(options), part());
    }
    return options;
}

constexpr std::size_t most_paths = 10'000;

constexpr std::array<Command, 4> evm_table{{
    {"evm generate", "Generates a test suite for a contract", "ARTIFACT", artifact_help, 1, 1,
        "sbst evm generate build/contracts/Token.json\n"
        "sbst evm generate out.json --contract Token --seed 7 --out token-suite\n"
        "sbst evm generate Casino.json --budget-executions 20000 --jobs 2\n"
        "sbst evm generate Bank.json --max-value '2 ether' --max-time-step '30 days'\n"
        "jq '.contracts.Bank' build.json | sbst evm generate - --json\n",
        generate_table, run_evm_generate, complete_generate},
    {"evm analyze", "Shows functions, goals and the flow graph of a contract", "ARTIFACT",
        artifact_help, 1, 1,
        "sbst evm analyze Token.json\n"
        "sbst evm analyze Token.json --dot token.dot\n"
        "sbst evm analyze Token.json --storage\n"
        "sbst evm analyze Token.json --construction-graph 12\n",
        analyze_table, run_evm_analyze},
    {"evm replay", "Executes a written suite and shows its coverage", "SUITE",
        "a suite.json, - = standard input; any coverage stored elsewhere is ignored", 1, 1,
        "sbst evm replay sbst-out/suite.json\n"
        "sbst evm replay sbst-out/suite.json --expect sbst-out/report.json\n"
        "sbst evm replay sbst-out/suite.json --artifact Token-fixed.json\n",
        replay_table, run_evm_replay},
    {"evm statetest", "Runs public conformance cases of the chain", "PATH...",
        "files of the public state tests (- = standard input), or folders in which every .json "
        "file "
        "is one",
        1, most_paths,
        "sbst evm statetest GeneralStateTests\n"
        "sbst evm statetest stExample.json --fork london --jobs 2\n",
        statetest_table, run_evm_statetest},
}};

}  // namespace

evm::ProblemOptions problem_options_of(const Settings& settings)
{
    evm::ProblemOptions options = evm_of(settings).problem;
    options.jobs = settings.jobs;
    options.criteria = criteria_of(settings);
    options.output_distances = settings.output_distances;
    options.branches_help = follows_branches(settings);
    options.ask_getters = settings.mutation_score;
    return options;
}

evm::Artifact load_input(const std::string& name, const std::string& contract)
{
    if (!is_stream(name))
    {
        return evm::load_artifact(name, contract);
    }
    const std::string shown = shown_input(name);
    evm::Artifact artifact = evm::parse_artifact(read_file(name), shown, contract);
    // A contract without a name has the name of its file, and a stream has no useful one.
    if (artifact.contract_name == std::filesystem::path(shown).stem().string())
    {
        artifact.contract_name = "Contract";
    }
    return artifact;
}

std::span<const Command> evm_commands()
{
    return evm_table;
}

}  // namespace sbst::cli
