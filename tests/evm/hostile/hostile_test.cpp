// SPDX-License-Identifier: Apache-2.0
// Contracts that mean harm end within bounds, as an outcome of the subject; bench_hostile measures
// the time and the memory that the bounds come to.
#include "cases.hpp"
#include "evm/exec/bytecode.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/suite/generate.hpp>

#include <algorithm>

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::hostile;

namespace
{

// A third of what a search gives by default, and what no search gives.
constexpr std::uint64_t usual_gas = 3'000'000;
constexpr std::uint64_t huge_gas = std::uint64_t{1} << 62U;

const ExecutionCase& find_case(const std::vector<ExecutionCase>& cases, std::string_view name)
{
    const auto found = std::find_if(cases.begin(), cases.end(),
        [&](const ExecutionCase& hostile) { return hostile.name == name; });
    REQUIRE(found != cases.end());
    return *found;
}

}  // namespace

TEST_CASE("hostile: with the gas of a search every contract ends, bounded by its gas",
    "[evm][hostile][unit]")
{
    const ExecutorOptions options;
    for (const ExecutionCase& hostile : execution_cases())
    {
        INFO(hostile.name);
        const Outcome outcome = execute(hostile, usual_gas, options);
        CHECK(outcome.steps <= usual_gas);
        CHECK(outcome.state_records <= 1000 + (usual_gas / 30));
        CHECK(outcome.log_bytes <= usual_gas / 8);
    }
}

TEST_CASE("hostile: whatever the gas, work, memory and state have bounds of their own",
    "[evm][hostile][unit]")
{
    const ExecutorOptions options{.memory_limit = std::size_t{8} << 20U,
        .state_limit = std::size_t{1} << 16U,
        .work_limit = std::uint64_t{1} << 21U};
    // Between two looks at the work there is at most one code without a jump.
    const std::uint64_t most_steps = options.work_limit + max_init_code_size;
    for (const ExecutionCase& hostile : execution_cases())
    {
        INFO(hostile.name);
        const Outcome outcome = execute(hostile, huge_gas, options);
        CHECK(outcome.steps <= most_steps);
        CHECK(outcome.log_bytes <= options.memory_limit);
        // An instruction that is admitted adds a few records.
        CHECK(outcome.state_records <= options.state_limit + 16);
    }
}

TEST_CASE("hostile: what ended a contract has a name", "[evm][hostile][unit]")
{
    const std::vector<ExecutionCase> cases = execution_cases();
    const ExecutorOptions options{
        .state_limit = std::size_t{1} << 14U, .work_limit = std::uint64_t{1} << 20U};
    const auto status = [&](std::string_view name, std::uint64_t gas) {
        return execute(find_case(cases, name), gas, options).status;
    };
    CHECK(status("endless loop", 1'000'000) == Status::out_of_gas);
    CHECK(status("endless loop", huge_gas) == Status::work_limit);
    CHECK(status("endless loop in a constructor", huge_gas) == Status::work_limit);
    CHECK(status("blake2f of 2^24 rounds, endless", huge_gas) == Status::work_limit);
    CHECK(status("mstore at 2^255", huge_gas) == Status::out_of_gas);
    CHECK(status("mload at 4 GiB", huge_gas) == Status::work_limit);
    CHECK(status("mload loop, memory doubles", usual_gas) == Status::out_of_gas);
    CHECK(status("sstore to a new slot, endless", huge_gas) == Status::memory_limit);
    CHECK(status("tstore to a new slot, endless", huge_gas) == Status::memory_limit);
    CHECK(status("call of itself", usual_gas) == Status::success);
    CHECK(status("call of itself, twice a frame", huge_gas) == Status::work_limit);
    CHECK(status("reverts with 1 MiB of zeros", usual_gas) == Status::revert);
    CHECK(status("creation code above the limit", usual_gas) == Status::rejected);
}

TEST_CASE("hostile: a transaction that exceeds the work limit fails whole, and the next one runs",
    "[evm][hostile][unit]")
{
    Executor executor{{.work_limit = 100'000}};
    WorldState& state = executor.state();
    const Address sender = Address::from_word(U256{1'000'000});
    const Address loop = Address::from_word(U256{2'000'000});
    const std::vector<ExecutionCase> cases = execution_cases();
    state.set_code(
        state.find_or_add(loop), executor.codes().get(find_case(cases, "endless loop").code));
    const Address writer = Address::from_word(U256{3'000'000});
    const Bytes code = test::Bytecode{}
                           .store(0, 1)
                           .push_all({0, 0, 0, 0, 0, loop.to_word()})
                           .ops({Op::gas, Op::call, Op::stop})
                           .build();
    state.set_code(state.find_or_add(writer), executor.codes().get(code));
    Transaction transaction;
    transaction.sender = sender;
    transaction.to = writer;
    transaction.gas = huge_gas;
    const Result& result = executor.run(transaction);
    CHECK(result.status == Status::work_limit);
    CHECK(result.gas_left == 0);
    CHECK(is_zero(executor.state().storage(writer, U256{0})));
    transaction.gas = 200'000;
    const Result& second = executor.run(transaction);
    CHECK(second.status == Status::success);
    CHECK(executor.state().storage(writer, U256{0}) == U256{1});
}

TEST_CASE("hostile: limits of 0 are refused", "[evm][hostile][unit]")
{
    CHECK_THROWS_AS(Executor({.work_limit = 0}), ConfigError);
    CHECK_THROWS_AS(Executor({.state_limit = 0}), ConfigError);
}

TEST_CASE("hostile: the analysis of any code ends within its own bounds", "[evm][hostile][unit]")
{
    const AnalysisOptions options{
        .max_contexts_per_block = 64, .max_call_depth = 16, .max_nodes = 4000, .max_steps = 4000};
    for (const AnalysisCase& hostile : analysis_cases())
    {
        INFO(hostile.name);
        ContractFacts facts;
        facts.code = hostile.code;
        const ContractAnalysis analysis = analyse(facts, options);
        // Beyond the limits a block has one context for each return address at most.
        CHECK(analysis.statistics.nodes <= options.max_nodes + (4 * analysis.blocks.size()) + 128);
        CHECK(analysis.statistics.steps <= 64 * (options.max_steps + analysis.blocks.size()));
    }
}

TEST_CASE(
    "hostile: an analysis that gives up hides no goal and proves nothing", "[evm][hostile][unit]")
{
    std::size_t given_up = 0;
    for (const AnalysisCase& hostile : analysis_cases())
    {
        INFO(hostile.name);
        ContractFacts facts;
        facts.code = hostile.code;
        const ContractAnalysis analysis = analyse(facts, {.max_work = 1000});
        if (analysis.statistics.is_complete)
        {
            continue;
        }
        ++given_up;
        REQUIRE(analysis.goals.size() == (2 * analysis.jumpis.size()) + 1);
        CHECK(std::all_of(analysis.goals.begin(), analysis.goals.end(), [](const CodeGoal& goal) {
            return goal.proof == Proof::none && goal.is_root && goal.goal_class == GoalClass::user;
        }));
        CHECK(std::none_of(analysis.jumps.begin(), analysis.jumps.end(),
            [](const JumpSite& jump) { return jump.is_resolved; }));
        CHECK(analysis.dependencies.empty());
    }
    CHECK(given_up >= 8);
}

TEST_CASE(
    "hostile: where a jump goes to an unknown place, nothing is proved and every JUMPI is a goal",
    "[evm][hostile][unit]")
{
    // A counter from 3 on, whose loop goes wherever the caller says; then a branch behind a place
    // that the program reads from its own code.
    for (const char* const code : {"0x60035b801561001657600435565b60019003610002565b5000",
             "0x60026024601e39600051565b5b5b5b5b5b5b5b5b5b60043561001d57005b000014"})
    {
        INFO(code);
        ContractFacts facts;
        facts.code = parse_hex(code).value();
        const ContractAnalysis analysis = analyse(facts);
        CHECK(analysis.statistics.unresolved_jumps == 1);
        REQUIRE(analysis.jumpis.size() == 1);
        for (const auto& goal : analysis.branch_goals[0])
        {
            REQUIRE(goal.has_value());
            CHECK(analysis.goals[*goal].proof == Proof::none);
            CHECK(analysis.goals[*goal].is_root);
        }
    }
}

TEST_CASE("hostile: a search over a hostile contract ends with an answer for every goal",
    "[evm][hostile][unit]")
{
    const std::vector<ExecutionCase> cases = execution_cases();
    for (const std::string_view name :
        {"endless loop", "endless loop in a constructor", "mload loop, memory doubles",
            "return data of 1 MiB, endless", "sstore to a new slot, endless",
            "call of itself, twice a frame", "reverts with 1 MiB of zeros", "comparisons, endless"})
    {
        INFO(name);
        ProblemOptions options;
        options.transaction_gas = 200'000;
        ContractProblem problem(
            parse_artifact(artifact_of(find_case(cases, name)), "Hostile.json"), options);
        const RunResult result = generate_suite(
            problem, {.algorithm = Algorithm::dynamosa, .budget = {.max_executions = 60}});
        CHECK(result.answers.size() == problem.goals().size());
        CHECK(result.executions <= 60);
    }
}

TEST_CASE(
    "hostile: arguments of any type are drawn within bounds, or refused", "[evm][hostile][unit]")
{
    const auto problem_of = [](const std::string& type) {
        return ContractProblem(
            parse_artifact(R"({"abi": [{"type": "function", "name": "f", "inputs": [{"name": "x", )"
                           R"("type": ")" +
                               type + R"("}], "outputs": []}], "bytecode": "0x00", )" +
                               R"("deployedBytecode": "0x00"})",
                "Types.json"),
            {});
    };
    CHECK_THROWS_AS(problem_of("uint256[1000000]"), ConfigError);
    CHECK_THROWS_AS(problem_of("uint8[100][100][100]"), ConfigError);
    CHECK_NOTHROW(problem_of("uint256[4096]"));
    std::string deep = "uint8";
    for (int i = 0; i < 30; ++i)
    {
        deep += "[]";
    }
    ContractProblem problem = problem_of(deep);
    Rng rng(1);
    for (int i = 0; i < 50; ++i)
    {
        for (const Call& call : problem.generate(rng).calls)
        {
            for (const Argument& argument : call.arguments)
            {
                if (const auto* value = std::get_if<Value>(&argument))
                {
                    CHECK(element_count(*value) <= 8192);
                }
            }
        }
    }
}
