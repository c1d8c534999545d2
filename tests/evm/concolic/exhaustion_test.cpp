// SPDX-License-Identifier: Apache-2.0
// Goals that no arguments cover, because every way through the functions that could was taken.
#include "problem/subjects.hpp"
#include "support/catch.hpp"

#include <sbst/dse/avm_solver.hpp>
#include <sbst/dse/refinement/refinement.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/suite/generate.hpp>
#include <sbst/symbolic/slice.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

/// Tries all values of words of 16 bits in all; other questions are unknown.
dse::Answer try_all(const dse::Query& query, Rng& /*rng*/)
{
    constexpr unsigned most_bits = 16;
    const auto variables = symbolic::variables_of(query.graph, query.constraints);
    unsigned bits = 0;
    for (const symbolic::VariableId id : variables)
    {
        const symbolic::Variable& variable = query.graph[id];
        const bool is_word =
            variable.sort.kind == symbolic::SortKind::bit_vector && variable.domain.members.empty();
        bits += is_word ? variable.sort.width : most_bits + 1;
    }
    dse::Answer answer;
    if (bits > most_bits)
    {
        return answer;
    }
    answer.model = query.start;
    symbolic::Evaluator evaluator(query.graph, query.constraints);
    evaluator.evaluate(answer.model);
    for (std::uint64_t values = 0; values < std::uint64_t{1} << bits; ++values)
    {
        unsigned shift = 0;
        for (const symbolic::VariableId id : variables)
        {
            const unsigned width = query.graph[id].sort.width;
            const std::uint64_t all = (std::uint64_t{1} << width) - 1;
            const symbolic::Datum value = U256{(values >> shift) & all};
            shift += width;
            if (answer.model[id.index()] != value)
            {
                answer.model[id.index()] = value;
                evaluator.evaluate(answer.model, id);
            }
        }
        const auto holds = [&evaluator](symbolic::ExpressionId constraint) {
            return evaluator.is_true(constraint);
        };
        if (std::ranges::all_of(query.constraints, holds))
        {
            answer.verdict = dse::Verdict::satisfiable;
            return answer;
        }
    }
    answer.verdict = dse::Verdict::unsatisfiable;
    return answer;
}

ContractProblem brackets()
{
    return {load_artifact(SBST_CONCOLIC_FIXTURES "/Brackets.json"), {}};
}

RunSpec spec_with(std::vector<dse::NamedSolver> solvers, std::uint64_t seed)
{
    RunSpec spec;
    spec.seed = seed;
    spec.budget.max_executions = 2'000;
    spec.refiner = dse::refine_goals({}, std::move(solvers));
    return spec;
}

/// The functions of goals that the run proved so; `shared` for code of several.
std::set<std::string> exhausted_functions(ContractProblem& problem, const RunSpec& spec)
{
    const RunResult result = generate_suite(problem, spec, {}, {});
    CHECK(result.failure.empty());
    REQUIRE(result.refinement);
    std::set<std::string> functions;
    for (const GoalId goal : result.refinement->exhausted)
    {
        const GoalAnswer& answer = result.answers[goal.index()];
        CHECK(answer.status == GoalStatus::infeasible);
        CHECK(answer.reason == exhausted_paths);
        if (problem.goals()[goal].is_shown)
        {
            functions.insert(problem.goal_detail(goal).function);
        }
    }
    return functions;
}

}  // namespace

TEST_CASE("exhaustion: functions are closed where their arguments alone decide", "[evm][concolic]")
{
    const ContractProblem problem = brackets();
    std::set<std::string> closed;
    for (const ClosedCallables::Reached& reached : problem.closed_callables().goals)
    {
        for (const CallableId callable : reached.callables)
        {
            closed.insert(problem.catalogue()[callable].name);
        }
        const CodeGoal& detail = problem.goal_detail(reached.goal);
        CHECK(reached.callables.size() == detail.functions.size());
        CHECK((detail.goal_class == GoalClass::user ||
               detail.goal_class == GoalClass::compiler_check));
        CHECK_FALSE(problem.goals()[reached.goal].is_infeasible());
    }
    // fill is one, though gas decides for it: its way is not whole.
    CHECK(closed == std::set<std::string>{"bracket", "count", "fill", "fillHalf", "flags", "item",
                        "leap", "lowest", "parity", "twice"});
}

TEST_CASE(
    "exhaustion: none is closed that other contracts, or other data, may call", "[evm][concolic]")
{
    // Auction sends ether, MultiSigWallet calls what its owners ask for, Token reads storage.
    const std::string name = GENERATE("Auction", "MultiSigWallet", "Token");
    CHECK(example(name)->closed_callables().goals.empty());
    const ContractProblem echo(load_artifact(SBST_CONCOLIC_FIXTURES "/Echo.json"), {});
    CHECK(echo.closed_callables().goals.empty());
}

TEST_CASE("exhaustion: goals that are only measured are not proved", "[evm][concolic]")
{
    ProblemOptions options;
    options.criteria.sought = {Coverage::line};
    options.criteria.measured = {Coverage::branch};
    const ContractProblem problem(load_artifact(SBST_CONCOLIC_FIXTURES "/Brackets.json"), options);
    CHECK_FALSE(problem.closed_callables().goals.empty());
    for (const ClosedCallables::Reached& reached : problem.closed_callables().goals)
    {
        const Goal& goal = problem.goals()[reached.goal];
        CHECK((!goal.is_measured || goal.is_helper));
    }
}

TEST_CASE(
    "exhaustion: what no arguments cover is infeasible, the rest stays open", "[evm][concolic]")
{
    for (const std::uint64_t seed : {1U, 2U, 3U})
    {
        ContractProblem problem = brackets();
        INFO("seed " << seed);
        // The counter of fillHalf's loop cannot overflow; that of fill is not known to, for want of
        // gas. parity has 32 bits, item's other places may be out of bounds, count more ways than
        // are taken, stored and texts are not closed.
        CHECK(exhausted_functions(problem, spec_with({{"all", try_all}}, seed)) ==
              std::set<std::string>{"fillHalf", "flags", "leap", "shared"});
    }
}

TEST_CASE("exhaustion: without answers only what hangs on no argument is proved", "[evm][concolic]")
{
    const auto know_nothing = [](const dse::Query&, Rng&) { return dse::Answer{}; };
    ContractProblem problem = brackets();
    // Twice a number is even: the check that lowest and twice share is no condition of theirs, nor
    // is that of fillHalf's counter.
    CHECK(exhausted_functions(problem, spec_with({{"none", know_nothing}}, 1)) ==
          std::set<std::string>{"fillHalf", "shared"});
}

TEST_CASE("exhaustion: where a test covers what a solver said to be impossible, no proof stands",
    "[evm][concolic]")
{
    const auto deny = [](const dse::Query&, Rng&) {
        dse::Answer answer;
        answer.verdict = dse::Verdict::unsatisfiable;
        return answer;
    };
    ContractProblem problem = brackets();
    RunSpec spec = spec_with({{"denies", deny}}, 1);
    spec.budget.max_executions = 5'000;
    const RunResult result = generate_suite(problem, spec, {}, {});
    REQUIRE(result.refinement);
    CHECK(result.failure.empty());
    CHECK(result.refinement->exhausted.empty());
    CHECK_THAT(result.refinement->refuted,
        Catch::EndsWith("was proved infeasible (exhausted paths), but a test covers it"));
    CHECK_THAT(result.refinement->refuting_test, Catch::StartsWith("Brackets("));
    CHECK(result.executions == 5'000);
    CHECK_FALSE(result.suite.empty());
    CHECK(std::ranges::none_of(
        result.answers, [](const GoalAnswer& answer) { return answer.reason == exhausted_paths; }));
}

TEST_CASE("exhaustion: no test covers what was proved", "[evm][concolic]")
{
    dse::AvmOptions options;
    options.most_evaluations = 5'000;
    options.most_operations = 500'000;
    for (const std::uint64_t seed : {4U, 5U})
    {
        ContractProblem problem = brackets();
        RunSpec spec = spec_with({{"avm", dse::AvmSolver(options)}}, seed);
        spec.budget.max_executions = 1'000;
        const RunResult refined = generate_suite(problem, spec, {}, {});
        REQUIRE(refined.refinement);
        CHECK(refined.refinement->refuted.empty());
        CHECK_FALSE(refined.refinement->exhausted.empty());
        spec.refiner = {};
        spec.budget.max_executions = 5'000;
        const RunResult plain = generate_suite(problem, spec, {}, {});
        for (const GoalId goal : refined.refinement->exhausted)
        {
            CHECK(plain.answers[goal.index()].status == GoalStatus::open);
        }
    }
}
