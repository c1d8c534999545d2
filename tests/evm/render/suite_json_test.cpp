// SPDX-License-Identifier: Apache-2.0
#include "render/artifact_json.hpp"
#include "support/catch.hpp"

#include <sbst/base/json_field.hpp>
#include <sbst/error.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/render/suite_json.hpp>
#include <sbst/evm/suite/generate.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;
using Json = nlohmann::ordered_json;

namespace
{

std::string example(const char* name)
{
    return std::string(SBST_EXAMPLES) + "/" + name + ".json";
}

RunSpec quick_run()
{
    RunSpec spec;
    spec.budget.max_executions = 300;
    return spec;
}

SuiteOrigin origin()
{
    return {"dynamosa", 1, "sbst evm generate x"};
}

std::vector<GoalStatus> statuses(const RunResult& result)
{
    std::vector<GoalStatus> all;
    for (const GoalAnswer& answer : result.answers)
    {
        all.push_back(answer.status);
    }
    return all;
}

RunResult replay(const std::string& text)
{
    const SuiteFile suite = parse_suite(text, "suite.json");
    ContractProblem problem(suite.artifact, suite.options);
    return replay_suite(problem, read_tests(suite, problem));
}

}  // namespace

TEST_CASE("suite_json: a replay has the same tests, goals and coverage", "[evm][suite_json]")
{
    const auto* name = GENERATE("Auction", "DateLibrary", "MultiSigWallet", "Token");
    INFO(name);
    ContractProblem problem(load_artifact(example(name)), {});
    const RunResult result = generate_suite(problem, quick_run());
    const std::string text = write_suite(problem, result.suite, origin());

    const SuiteFile suite = parse_suite(text, "suite.json");
    CHECK(suite.origin.command == origin().command);
    ContractProblem again(suite.artifact, suite.options);
    REQUIRE(again.goals().size() == problem.goals().size());
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        CHECK(again.goals()[GoalId(i)].label == problem.goals()[GoalId(i)].label);
        CHECK(again.goal_detail(GoalId(i)).goal_class == problem.goal_detail(GoalId(i)).goal_class);
    }
    const std::vector<TestCase> tests = read_tests(suite, again);
    CHECK(tests == result.suite);
    CHECK(statuses(replay_suite(again, tests)) == statuses(result));
    CHECK(write_suite(again, tests, origin()) == text);
}

TEST_CASE("suite_json: options that decide what a test means are kept", "[evm][suite_json]")
{
    ProblemOptions options;
    options.accounts = 3;
    options.account_balance = U256{12345};
    options.fork = Fork::london;
    options.show_classes = {"user", "getter"};
    options.zero_address = false;
    const ContractProblem problem(load_artifact(example("Token")), options);
    const SuiteFile suite = parse_suite(write_suite(problem, {}, origin()), "s");
    CHECK(suite.options.accounts == 3);
    CHECK(suite.options.account_balance == U256{12345});
    CHECK(suite.options.fork == Fork::london);
    CHECK(suite.options.show_classes == options.show_classes);
    CHECK_FALSE(suite.options.zero_address);
}

TEST_CASE("suite_json: the contract has no address of its own", "[evm][suite_json]")
{
    const ContractProblem problem(load_artifact(example("Token")), {});
    Json json = Json::parse(write_suite(problem, {}, origin()));
    std::size_t unknown = 0;
    for (Json& actor : json["actors"])
    {
        unknown += actor.contains("address") ? 0U : 1U;
        CHECK(actor.contains("address") == (actor["name"] != "contract"));
    }
    CHECK(unknown == 1);
    CHECK(read_tests(parse_suite(json.dump(), "s"), problem).empty());
    for (Json& actor : json["actors"])
    {
        actor["address"] = actor.value("address", "0x0000000000000000000000000000000000000000");
    }
    CHECK_THROWS_AS(read_tests(parse_suite(json.dump(), "s"), problem), ParseError);
}

TEST_CASE("suite_json: one edited argument changes the coverage", "[evm][suite_json]")
{
    ContractProblem problem(load_artifact(example("Token")), {});
    const RunResult result = generate_suite(problem, quick_run());
    Json json = Json::parse(write_suite(problem, result.suite, origin()));
    const std::vector<GoalStatus> before = statuses(replay(json.dump()));
    std::size_t changed = 0;
    for (std::size_t test = 0; test < result.suite.size(); ++test)
    {
        for (std::size_t i = 1; i < result.suite[test].length(); ++i)
        {
            Json edited = json;
            Json& call = edited["tests"][test]["calls"][i];
            if (!call.contains("arguments"))
            {
                continue;
            }
            for (auto& argument : call["arguments"])
            {
                const bool is_number =
                    argument.is_string() && argument.get<std::string>().find_first_not_of(
                                                "0123456789") == std::string::npos;
                if (is_number)
                {
                    argument = argument == "0" ? "1" : "0";
                    break;
                }
            }
            changed += edited != json && statuses(replay(edited.dump())) != before ? 1U : 0U;
        }
    }
    CHECK(changed > 0);
}

TEST_CASE("artifact_to_json: every fixture comes back as it was", "[evm][suite_json]")
{
    using Row = std::pair<const char*, const char*>;
    const auto row = GENERATE(Row{"foundry_vault", "Vault"}, Row{"truffle_counter", "Counter"},
        Row{"combined_counter", "Counter"});
    INFO(row.first);
    const Artifact artifact =
        load_artifact(std::string(SBST_FIXTURES) + "/" + row.first + ".json", row.second);
    const std::string text = to_json_text(evm::detail::artifact_to_json(artifact));
    const auto json = parse_json<SortedJson>(text, "a");
    const Artifact back = evm::detail::artifact_from_json({json, "a", ""});
    CHECK(to_json_text(evm::detail::artifact_to_json(back)) == text);
    CHECK(back.creation.bytes == artifact.creation.bytes);
    CHECK(back.runtime.source_map == artifact.runtime.source_map);
    CHECK(back.ast.getters == artifact.ast.getters);
    CHECK(back.abi.functions.size() == artifact.abi.functions.size());
    for (std::size_t i = 0; i < back.abi.functions.size(); ++i)
    {
        CHECK(back.abi.functions[i].signature == artifact.abi.functions[i].signature);
        CHECK(back.abi.functions[i].inputs == artifact.abi.functions[i].inputs);
        CHECK(back.abi.functions[i].mutability == artifact.abi.functions[i].mutability);
    }
}
