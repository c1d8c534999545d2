// SPDX-License-Identifier: Apache-2.0
// The bank of tests/support as a problem that can be watched: it counts executions, breaks or asks
// to stop after a number of tests, and has a vault that no test can open. Next: whole_run_test.cpp.
#pragma once

#include "support/catch.hpp"
#include "support/oo_adapter.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/error.hpp>
#include <sbst/run/run.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace sbst::test_support
{

class WatchedBank : public OoAdapter
{
public:
    WatchedBank() : m_vault(add_branch("vault: open")) {}

    void execute(
        std::span<const Request<TestCase>> requests, std::span<Trace> traces, const StopToken& stop)
    {
        for (std::size_t i = 0; i < requests.size(); ++i)
        {
            if (executed == break_after)
            {
                throw AdapterError("the bank is on fire");
            }
            OoAdapter::execute(requests.subspan(i, 1), traces.subspan(i, 1), stop);
            executed += traces[i].was_run ? 1U : 0U;
            interrupt = interrupt || executed == interrupt_after;
        }
    }

    /// Both outcomes of the vault's condition, which nothing evaluates, are proved infeasible.
    void prove_vault_shut()
    {
        prove_infeasible(*find_branch(goals(), m_vault, false), "the vault has no door");
        prove_infeasible(*find_branch(goals(), m_vault, true), "the vault has no door");
    }
    void prove_infeasible(GoalId goal, const std::string& proof)
    {
        graph().mark_infeasible(goal, proof);
    }
    [[nodiscard]] GoalId goal_of(const std::string& label) const
    {
        std::size_t i = 0;
        while (goals()[GoalId(i)].label != label)
        {
            ++i;
        }
        return GoalId(i);
    }
    [[nodiscard]] PredicateId vault() const { return m_vault; }

    std::uint64_t executed = 0;
    std::uint64_t break_after = UINT64_MAX;
    std::uint64_t interrupt_after = UINT64_MAX;
    std::atomic<bool> interrupt = false;

private:
    PredicateId m_vault;
};

[[nodiscard]] inline RunSpec spec_of(std::uint64_t executions, std::uint64_t seed = 1)
{
    RunSpec spec;
    spec.seed = seed;
    spec.budget = {.max_executions = executions};
    return spec;
}

[[nodiscard]] inline std::size_t count(const RunResult& result, GoalStatus status)
{
    std::size_t number = 0;
    for (const GoalAnswer& answer : result.answers)
    {
        number += answer.status == status ? 1U : 0U;
    }
    return number;
}

[[nodiscard]] inline std::size_t count_calls(const RunResult& result)
{
    std::size_t calls = 0;
    for (const TestCase& test : result.suite)
    {
        calls += test.length();
    }
    return calls;
}

/// The goals that have a test.
[[nodiscard]] inline std::set<std::size_t> covered(const RunResult& result)
{
    std::set<std::size_t> goals;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        if (result.answers[i].status == GoalStatus::covered)
        {
            goals.insert(i);
        }
    }
    return goals;
}

/// Every goal has an answer that agrees with the suite and with itself.
inline void check_answers(const WatchedBank& bank, const RunResult& result)
{
    REQUIRE(result.answers.size() == bank.goals().size());
    REQUIRE(result.covered_by_test.size() == result.suite.size());
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const GoalAnswer& answer = result.answers[i];
        INFO(bank.goals()[GoalId(i)].label);
        CHECK((answer.status == GoalStatus::covered) == answer.test.has_value());
        if (answer.test)
        {
            REQUIRE(*answer.test < result.suite.size());
            const std::vector<GoalId>& goals = result.covered_by_test[*answer.test];
            CHECK(std::find(goals.begin(), goals.end(), GoalId(i)) != goals.end());
        }
        CHECK((answer.status == GoalStatus::infeasible) == bank.goals()[GoalId(i)].is_infeasible());
        CHECK((answer.status == GoalStatus::covered) == answer.reason.empty());
    }
}

}  // namespace sbst::test_support
