// SPDX-License-Identifier: Apache-2.0
#include "subjects.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/evm/problem/goals.hpp>
#include <sbst/evm/render/goal_totals.hpp>
#include <sbst/evm/suite/generate.hpp>
#include <sbst/testing/conformance.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

ProblemOptions seeking(const CoverageSet& coverage, std::size_t jobs = 1)
{
    ProblemOptions options;
    options.criteria.sought = coverage;
    options.jobs = jobs;
    return options;
}

/// What the test covers of a criterion, in words.
std::set<std::string> covered(ContractProblem& problem, const TestCase& test, Coverage coverage)
{
    const Trace trace = run(problem, test);
    std::set<std::string> texts;
    touch_goals(trace, problem.goals(), [&](GoalId id, const Touch& touch) {
        const Goal& goal = problem.goals()[id];
        if (touch.is_covered && goal.is_shown && coverage_of(goal) == coverage)
        {
            texts.insert(goal_text(goal));
        }
    });
    return texts;
}

using Texts = std::set<std::string>;

}  // namespace

TEST_CASE("criteria: a problem with all of them passes the conformance suite", "[evm][criteria]")
{
    const auto make = [] {
        return ContractProblem(load_artifact(std::string(SBST_EXAMPLES) + "/Auction.json"),
            seeking(CoverageSet::all()));
    };
    const std::vector<Finding> findings = check_conformance(make);
    INFO(to_text(findings));
    CHECK(findings.empty());
}

TEST_CASE("criteria: a function that reverts is called and does not return", "[evm][criteria]")
{
    const auto problem = example("Token",
        seeking({Coverage::method, Coverage::method_without_exception, Coverage::exception}));
    TestCase test;
    test.calls.push_back(call(*problem, "Token"));
    // The poor account has no tokens.
    Call transfer = call(*problem, "transfer", {Value(actor(*problem, "alice")), Value(U256(5))});
    set(*problem, transfer, "sender", actor(*problem, "poor"));
    test.calls.push_back(std::move(transfer));
    CHECK(covered(*problem, test, Coverage::method) == Texts{"transfer: called"});
    CHECK(covered(*problem, test, Coverage::method_without_exception).empty());
    const Texts failures = covered(*problem, test, Coverage::exception);
    REQUIRE(failures.size() == 1);
    CHECK(failures.begin()->starts_with("transfer reverts"));
}

TEST_CASE("criteria: results and events of a contract", "[evm][criteria]")
{
    const auto problem = example("Token", seeking({Coverage::output}));
    TestCase test;
    test.calls.push_back(call(*problem, "Token"));
    Call approve = call(*problem, "approve", {Value(actor(*problem, "bob")), Value(U256(5))});
    set(*problem, approve, "sender", actor(*problem, "alice"));
    test.calls.push_back(approve);
    const Texts seen = covered(*problem, test, Coverage::output);
    CHECK(seen.contains("approve returns true"));
    CHECK_FALSE(seen.contains("approve returns false"));
    CHECK(seen.contains("event Approval(address,address,uint256) emitted"));
    // Only what succeeds returns and emits.
    TestCase failing = test;
    failing.calls[1] = call(*problem, "transfer", {Value(actor(*problem, "bob")), Value(U256(5))});
    set(*problem, failing.calls[1], "sender", actor(*problem, "poor"));
    CHECK_FALSE(covered(*problem, failing, Coverage::output).contains("transfer returns true"));
}

TEST_CASE("criteria: direct goals of a contract without calls to itself are its branches",
    "[evm][criteria]")
{
    const auto problem = example("Auction", seeking({Coverage::branch, Coverage::direct_branch}));
    Rng rng(3);
    std::size_t seen = 0;
    for (int i = 0; i < 50; ++i)
    {
        const TestCase test = problem->generate(rng);
        const Texts branches = covered(*problem, test, Coverage::branch);
        Texts expected;
        for (const std::string& text : branches)
        {
            expected.insert(
                text.ends_with(": entered") ? text + " directly" : text + ", by the test");
        }
        seen += expected.size();
        CHECK(covered(*problem, test, Coverage::direct_branch) == expected);
    }
    CHECK(seen > 100);
}

TEST_CASE(
    "criteria: a search answers for all, and its suite covers what it says", "[evm][criteria]")
{
    const std::string name = GENERATE("Auction", "Token", "MultiSigWallet");
    const auto problem = example(name, seeking(CoverageSet::all()));
    RunSpec spec;
    spec.budget.max_executions = 3000;
    const RunResult result = generate_suite(*problem, spec);
    REQUIRE(result.answers.size() == problem->goals().size());
    const GoalTotals totals =
        count_goals(reported_goals(*problem, result.answers), shown_goals(problem->options()));
    REQUIRE(totals.by_criterion.size() == coverage_count);
    for (const CoverageCounts& row : totals.by_criterion)
    {
        INFO(to_string(row.coverage));
        CHECK(row.counts.covered > 0);
    }
    std::set<GoalId> recounted;
    for (const TestCase& test : result.suite)
    {
        const Trace trace = run(*problem, test);
        touch_goals(trace, problem->goals(), [&](GoalId id, const Touch& touch) {
            if (touch.is_covered)
            {
                recounted.insert(id);
            }
        });
    }
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        CHECK((result.answers[i].status == GoalStatus::covered) == recounted.contains(GoalId(i)));
    }
}

TEST_CASE(
    "criteria: the same seed writes the same tests with any number of jobs", "[evm][criteria]")
{
    std::vector<std::vector<TestCase>> suites;
    for (const std::size_t jobs : {1U, 2U})
    {
        const auto problem = example("Auction", seeking(CoverageSet::all(), jobs));
        RunSpec spec;
        spec.budget.max_executions = 2000;
        suites.push_back(generate_suite(*problem, spec).suite);
    }
    CHECK(suites[0] == suites[1]);
}
