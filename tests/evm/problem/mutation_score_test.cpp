// SPDX-License-Identifier: Apache-2.0
// A suite against real mutants of its contract.
#include "subjects.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/evm/suite/generate.hpp>
#include <sbst/evm/suite/mutation.hpp>
#include <sbst/run/measurement.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

ProblemOptions for_score(bool asks)
{
    ProblemOptions options;
    options.criteria.measured.add(Coverage::weak_mutation);
    options.ask_getters = asks;
    return options;
}

RunResult search(ContractProblem& problem)
{
    RunSpec spec;
    spec.budget.max_executions = 1500;
    return generate_suite(problem, spec);
}

const MutantVerdict& verdict_of(
    const ContractProblem& problem, const MutationScore& score, const std::string& change)
{
    const auto found =
        std::find_if(score.mutants.begin(), score.mutants.end(), [&](const MutantVerdict& verdict) {
            return problem.goals()[verdict.goal].question.part == change;
        });
    REQUIRE(found != score.mutants.end());
    return *found;
}

}  // namespace

TEST_CASE("mutation score: each mutant has one fate, and killers are tests that infect it",
    "[evm][criteria]")
{
    const auto problem = example("Auction", for_score(false));
    const RunResult result = search(*problem);
    const MutationScore score = run_mutants(*problem, result);
    const MutationCounts counts = count_mutants(score);
    CHECK(counts.mutants == problem->goals().goals_of(WeakMutantCriterion::id).size());
    CHECK(counts.judged() == counts.mutants);
    CHECK(counts.killed > counts.mutants / 2);
    CHECK(counts.survived > 0);
    CHECK(score.executions >= counts.killed + counts.survived);
    for (const MutantVerdict& verdict : score.mutants)
    {
        const bool is_infected = result.answers[verdict.goal.index()].status == GoalStatus::covered;
        CHECK(is_infected == (verdict.fate != MutantFate::not_infected));
        CHECK(verdict.killer.has_value() == (verdict.fate == MutantFate::killed));
        if (verdict.killer)
        {
            const auto& covered = result.covered_by_test.at(*verdict.killer);
            CHECK(std::find(covered.begin(), covered.end(), verdict.goal) != covered.end());
            // What it saw is there to see.
            const auto& test = result.suite[*verdict.killer];
            const auto original = problem->describe(test);
            const auto mutant = problem->observe_mutant(test, verdict.goal).calls;
            CHECK(std::any_of(original.begin(), original.end(), [&](const CallRecord& record) {
                const CallRecord& other =
                    mutant.at(static_cast<std::size_t>(&record - original.data()));
                return record.kind != other.kind || record.results != other.results ||
                       record.failure != other.failure || record.events != other.events;
            }));
        }
    }
    const MutantVerdict& turned =
        verdict_of(*problem, score, "msg.sender != seller: != becomes ==");
    CHECK(turned.fate == MutantFate::killed);
    CHECK(turned.reason.find("; the original: ") != std::string::npos);
    // The original is what runs afterwards.
    CHECK(sbst::measure_suite(*problem, result.suite).covered_by_test == result.covered_by_test);
}

TEST_CASE(
    "mutation score: getters change no search, and kill what else survives", "[evm][criteria]")
{
    const auto without = example("Auction", for_score(false));
    const auto problem = example("Auction", for_score(true));
    RunResult result = search(*problem);
    const std::vector<TestCase> found = result.suite;
    CHECK(found == search(*without).suite);
    const MutationCounts before = count_mutants(run_mutants(*problem, result));
    const std::size_t appended = ask_about_mutants(*problem, result);
    const MutationCounts after = count_mutants(run_mutants(*problem, result));
    CHECK(appended > 0);
    CHECK(appended <= before.survived);
    CHECK(after.killed > before.killed);
    CHECK(after.survived < before.survived);
    REQUIRE(result.suite.size() == found.size());
    std::size_t longer = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        const std::vector<Call>& calls = result.suite[i].calls;
        REQUIRE(calls.size() >= found[i].calls.size());
        CHECK(std::equal(found[i].calls.begin(), found[i].calls.end(), calls.begin()));
        longer += calls.size() - found[i].calls.size();
    }
    CHECK(longer == appended);
    CHECK(result.covered_by_test.size() == found.size());
}

TEST_CASE("mutation score: what was not run because of a stop says so", "[evm][criteria]")
{
    const auto problem = example("Auction", for_score(false));
    const RunResult result = search(*problem);
    const MutationCounts counts =
        count_mutants(run_mutants(*problem, result, StopToken().with_deadline({})));
    CHECK(counts.not_run == counts.mutants);
    CHECK_FALSE(counts.score());
}
