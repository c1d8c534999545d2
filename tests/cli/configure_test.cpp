// SPDX-License-Identifier: Apache-2.0
#include "options/configure.hpp"

#include "options/option_table.hpp"
#include "plugs/evm/settings.hpp"
#include "run/reproduce.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/analysis/contract_analysis.hpp>

#include <map>
#include <string>

using namespace sbst;
using namespace sbst::cli;

namespace
{

const Command& generate()
{
    return *find_command("evm generate");
}

Environment environment_of(std::map<std::string, std::string> variables)
{
    return
        [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            return found == variables.end() ? std::nullopt : std::optional(found->second);
        };
}

Settings configured(
    std::vector<std::string> words, std::map<std::string, std::string> variables = {})
{
    words.insert(words.begin(), "a.json");
    return configure(generate(), words, environment_of(std::move(variables)));
}

}  // namespace

TEST_CASE("configure: defaults are those of the library", "[cli][configure]")
{
    const Settings settings = configured({});
    CHECK(settings.run.seed == RunSpec{}.seed);
    CHECK(settings.run.budget.max_executions == RunSpec{}.budget.max_executions);
    CHECK(evm_of(settings).problem.accounts == evm::ProblemOptions{}.accounts);
    CHECK(settings.operands == Texts{"a.json"});
}

TEST_CASE(
    "configure: another limit replaces the default budget, it does not join it", "[cli][configure]")
{
    CHECK_FALSE(configured({"--budget-seconds", "2h"}).run.budget.max_executions);
    CHECK(configured({"--budget-seconds", "2h"}).run.budget.max_seconds->count() == 7200.0);
    CHECK_FALSE(configured({"--budget-generations", "3"}).run.budget.max_executions);
    CHECK(configured({"--budget-generations", "3", "--budget-executions", "9"})
              .run.budget.max_executions == 9U);
}

TEST_CASE("configure: switches have a negative form", "[cli][configure]")
{
    CHECK(configured({}).run.minimise);
    CHECK_FALSE(configured({"--no-minimise"}).run.minimise);
    CHECK_FALSE(configured({}, {{"SBST_MINIMISE", "false"}}).run.minimise);
    CHECK(configured({"--minimise"}, {{"SBST_MINIMISE", "false"}}).run.minimise);
}

TEST_CASE("configure: a switch takes no operand for its value", "[cli][configure]")
{
    CHECK(configure(generate(), {"--keep-going", "x.json"}, environment_of({})).operands ==
          Texts{"x.json"});
}

TEST_CASE(
    "configure: lists add up on the command line and replace weaker sources", "[cli][configure]")
{
    using Names = std::vector<std::string>;
    const Settings settings = configured(
        {"--show", "user,getter", "--ignore-function", "f(uint256,bool)", "--ignore-function", "g"},
        {{"SBST_SHOW", "dispatcher"}});
    CHECK(evm_of(settings).problem.show_classes == Names{"user", "getter"});
    CHECK(evm_of(settings).problem.ignore_functions == Names{"f(uint256,bool)", "g"});
    const Settings all = configured({"--show", "all"});
    CHECK(evm_of(all).problem.show_classes.size() == evm::goal_class_count);
}

TEST_CASE("configure: an empty variable counts as not set", "[cli][configure]")
{
    CHECK(configured({}, {{"SBST_SEED", ""}}).run.seed == 1);
}

TEST_CASE("configure: amounts and times carry units", "[cli][configure]")
{
    const Settings settings = configured({"--max-value", "5 gwei", "--max-time-step", "30 days"});
    CHECK(evm_of(settings).problem.max_value == U256{5'000'000'000U});
    CHECK(evm_of(settings).problem.max_time_step == 2'592'000U);
}

TEST_CASE("configure: options of other commands are allowed in the environment, and checked",
    "[cli][configure]")
{
    const Command& replay = *find_command("evm replay");
    const Settings settings =
        configure(replay, {"s.json"}, environment_of({{"SBST_ALGORITHM", "mosa"}}));
    CHECK(settings.run.algorithm == Algorithm::dynamosa);
    CHECK_THROWS_AS(
        configure(replay, {"s.json"}, environment_of({{"SBST_ALGORITHM", "x"}})), ConfigError);
}

TEST_CASE("every option: reads back the value that it shows", "[cli][configure]")
{
    for (const Option& option : all_options())
    {
        INFO(option.naming.name);
        Settings settings;
        const Texts shown = option.show(settings);
        if (!shown.empty())
        {
            CHECK_FALSE(option.set(settings, shown));
            CHECK(option.show(settings) == shown);
        }
    }
}

TEST_CASE("reproduce_command: options that differ and affect results, quoted for a shell",
    "[cli][configure]")
{
    const Settings settings = configured({"--max-value", "2 ether", "--jobs", "2", "--out", "x",
        "--no-zero-address", "--ignore-function", "it's(uint256)", "--seed", "9"});
    CHECK(reproduce_command("evm generate", settings, "my token.json") ==
          "sbst evm generate 'my token.json' --seed 9 --budget-executions 5050 --no-zero-address "
          "--max-value '2 ether' --ignore-function 'it'\\''s(uint256)'");
    // A name that looks like an option is still an operand.
    CHECK(reproduce_command("evm generate", settings, "-x.json")
              .starts_with("sbst evm generate ./-x.json --seed 9"));
    CHECK(reproduce_command("evm generate", settings, "-")
              .starts_with("sbst evm generate - --seed 9"));
}
