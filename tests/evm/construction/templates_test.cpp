// SPDX-License-Identifier: Apache-2.0
// Templates of contracts: the transactions that a branch needs, in their order and with the same
// accounts, ids and amounts.
#include "contracts.hpp"
#include "support/catch.hpp"

#include <sbst/construction/template_builder.hpp>
#include <sbst/evm/suite/generate.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

constexpr std::uint64_t short_budget = 5050;

RunSpec run_with(double templates, std::uint64_t seed, std::uint64_t executions = short_budget)
{
    RunSpec spec;
    spec.seed = seed;
    spec.budget.max_executions = executions;
    spec.construction.templates_per_generation = templates;
    return spec;
}

std::size_t covered(const std::string& name, const RunSpec& spec)
{
    const auto problem = contract(name);
    const RunResult result = generate_suite(*problem, spec);
    std::size_t count = 0;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const bool is_covered = result.answers[i].status == GoalStatus::covered;
        count += problem->goals()[GoalId(i)].is_shown && is_covered ? 1U : 0U;
    }
    return count;
}

}  // namespace

TEST_CASE("templates: contracts on which the search is stuck", "[evm][construction]")
{
    // Goals that a written list of transactions covers; the least that templates need to find, and
    // how many more that is than without them. MilestoneFund needs elements of an array that agree,
    // which templates do not know.
    struct Subject
    {
        std::string name;
        std::size_t feasible;
        std::size_t least;
        std::size_t more;
    };
    const auto subject = GENERATE(values<Subject>(
        {{"EscrowDesk", 87, 79, 30}, {"LoanBook", 103, 93, 40}, {"VestingVault", 62, 56, 15},
            {"SealedAuctions", 84, 70, 10}, {"GuildTreasury", 100, 70, 20}}));
    const std::size_t off = covered(subject.name, run_with(0.0, 1));
    const std::size_t on = covered(subject.name, run_with(5.0, 1));
    INFO(subject.name << ": " << off << " without templates, " << on << " with them");
    CHECK(on >= subject.least);
    CHECK(on >= off + subject.more);
    CHECK(on <= subject.feasible);
}

TEST_CASE("templates: the same seed gives the same suite, whatever the number of jobs",
    "[evm][construction]")
{
    ProblemOptions two_jobs;
    two_jobs.jobs = 2;
    const RunSpec spec = run_with(2.0, 3, 1000);
    const auto first = generate_suite(*contract("LoanBook"), spec);
    const auto second = generate_suite(*contract("LoanBook", two_jobs), spec);
    CHECK(first.suite == second.suite);
    CHECK(first.log.timeline == second.log.timeline);
    const auto without = generate_suite(*contract("LoanBook"), run_with(0.0, 3, 1000));
    CHECK_FALSE(first.suite == without.suite);
}

TEST_CASE("templates: sound tests that end with a call of the branch", "[evm][construction]")
{
    const auto name =
        GENERATE(as<std::string>{}, "Token", "Auction", "MultiSigWallet", "EscrowDesk", "LoanBook",
            "VestingVault", "SealedAuctions", "MilestoneFund", "GuildTreasury");
    const auto problem = contract(name);
    TemplateBuilder builder(problem->operators());
    Rng rng(1);
    std::size_t plans = 0;
    for (std::size_t i = 0; i < problem->goals().size(); ++i)
    {
        const TemplatePlan* const plan = problem->construction(GoalId(i));
        if (plan == nullptr)
        {
            continue;
        }
        ++plans;
        const auto test = builder.build(*plan, rng);
        REQUIRE(test);
        INFO(name << ", goal " << i << '\n' << problem->render(*test));
        CHECK(find_defect(*test, problem->catalogue(), problem->types()).empty());
        CHECK(test->length() <= problem->operators().options().max_length);
        CHECK(problem->catalogue().is_opening(test->calls.front().callable));
        CHECK(problem->may_decide(test->calls.back().callable, GoalId(i)));
    }
    CHECK(plans >= 10);
}

TEST_CASE("templates: the only account that may is the one that deployed", "[evm][construction]")
{
    // license() needs the registrar, an immutable; its second condition another account.
    const auto problem = contract("EscrowDesk");
    const TemplatePlan* const plan =
        problem->construction(goal(*problem, "license, line 33: condition true"));
    REQUIRE(plan != nullptr);
    TemplateBuilder builder(problem->operators());
    Rng rng(2);
    for (int i = 0; i < 20; ++i)
    {
        const TestCase test = *builder.build(*plan, rng);
        const std::vector<CallRecord> calls = problem->describe(test);
        INFO(problem->render(test));
        CHECK(calls.front().sender == calls.back().sender);
        CHECK(calls.back().failure.find("not the registrar") == std::string::npos);
    }
}
