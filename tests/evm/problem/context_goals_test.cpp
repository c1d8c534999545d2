// SPDX-License-Identifier: Apache-2.0
// What lies behind a check that functions share is as far as the check is from passing in a call of
// its own function.
#include "subjects.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/fitness/scorer.hpp>
#include <sbst/fitness/trace_index.hpp>
#include <sbst/testing/conformance.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

ContractProblem escrow_desk()
{
    return ContractProblem(load_artifact(std::string(SBST_STATEFUL) + "/EscrowDesk.json"), {});
}

/// The shown branch of that line with that answer.
GoalId branch_at(const ContractProblem& problem, const std::string& function,
    const std::string& source, bool truth)
{
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        if (is_branch(goal) && goal.is_shown && goal.place.function == function &&
            goal.place.source.find(source) != std::string::npos && goal.question.truth == truth)
        {
            return GoalId(i);
        }
    }
    FAIL("no branch of " << function << " asks " << source);
    return {};
}

Fitness fitness(const ContractProblem& problem, GoalId goal, const Trace& trace)
{
    const Scorer scorer(problem.goals());
    TraceIndex index;
    index.reset(trace, problem.goals());
    return scorer.score(goal, index);
}

/// Alice deploys and licenses dave, who posts a bond; bob proposes order 5 to carol.
TestCase proposal(const ContractProblem& problem)
{
    TestCase test;
    const auto by = [&](const std::string& sender, Call made) {
        set(problem, made, "sender", actor(problem, sender));
        test.calls.push_back(std::move(made));
    };
    by("alice", call(problem, "EscrowDesk"));
    by("alice", call(problem, "license", {Value(actor(problem, "dave"))}));
    Call bond = call(problem, "postBond");
    set(problem, bond, "value", U256(2'000'000'000'000'000'000ULL));
    by("dave", bond);
    by("bob", call(problem, "propose",
                  {Value(U256(5)), Value(actor(problem, "carol")), Value(actor(problem, "dave")),
                      Value(U256(10'000'000'000'000'000ULL))}));
    return test;
}

}  // namespace

TEST_CASE("contexts: a shared check that passes elsewhere leads to nothing here", "[evm][context]")
{
    ContractProblem problem = escrow_desk();
    const GoalId seller = branch_at(problem, "accept", "not the seller", true);

    const TestCase proposed = proposal(problem);
    const Trace without = run(problem, proposed);
    REQUIRE(std::ranges::all_of(
        without.calls, [](const CallOutcome& call) { return call.kind == OutcomeKind::returned; }));

    // Order 6 was not proposed: its stage is 0, and accept asks for 1.
    TestCase accepted = proposed;
    accepted.calls.push_back(call(problem, "accept", {Value(U256(6))}));
    const Trace other = run(problem, accepted);
    CHECK(fitness(problem, seller, other) < fitness(problem, seller, without));
    CHECK(fitness(problem, seller, other).approach_level == 1);
    CHECK(fitness(problem, seller, other).distance == Distance(U256(1)));

    TestCase alone;
    alone.calls = {accepted.calls.front(), accepted.calls.back()};
    CHECK(fitness(problem, seller, run(problem, alone)) == fitness(problem, seller, other));

    // Order 5 was: what is left is that bob is not carol.
    accepted.calls.back() = call(problem, "accept", {Value(U256(5))});
    set(problem, accepted.calls.back(), "sender", actor(problem, "bob"));
    CHECK(fitness(problem, seller, run(problem, accepted)).approach_level == 0);
    set(problem, accepted.calls.back(), "sender", actor(problem, "carol"));
    CHECK(fitness(problem, seller, run(problem, accepted)).is_covered());
}

TEST_CASE("contexts: each is a branch of its functions, never sought", "[evm][context]")
{
    const ContractProblem problem = escrow_desk();
    const GoalGraph& graph = problem.goals();
    const std::span<const GoalId> contexts = graph.goals_of(ContextBranchCriterion::id);
    const GoalId seller = branch_at(problem, "accept", "not the seller", true);
    const std::span<const GoalId> parents = graph.parents(seller);
    REQUIRE(parents.size() == 1);
    CHECK(is_context_branch(graph[parents[0]]));
    CHECK(graph[parents[0]].label.ends_with("in a call of accept"));
    for (const GoalId id : contexts)
    {
        if (!id.is_valid())
        {
            continue;
        }
        const Goal& goal = graph[id];
        const auto branch = find_branch(graph, predicate_of(goal), outcome_of(goal));
        REQUIRE(branch);
        CHECK_FALSE(goal.is_sought());
        const auto& shared = problem.goal_detail(*branch).functions;
        const auto& own = problem.goal_detail(id).functions;
        CHECK(shared.size() > 1);
        REQUIRE(own.size() == 1);
        CHECK(std::ranges::binary_search(shared, own[0]));
        CHECK_FALSE(graph.children(id).empty());
    }
}

TEST_CASE("contract_problem: passes the conformance suite with contexts", "[evm][context]")
{
    ProblemOptions options;
    options.criteria.sought.add(Coverage::line);
    options.criteria.sought.add(Coverage::weak_mutation);
    const auto make = [&options] {
        return ContractProblem(
            load_artifact(std::string(SBST_STATEFUL) + "/EscrowDesk.json"), options);
    };
    const std::vector<Finding> findings = check_conformance(make);
    INFO(to_text(findings));
    CHECK(findings.empty());
}
