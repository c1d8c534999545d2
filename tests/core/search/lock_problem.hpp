// SPDX-License-Identifier: Apache-2.0
// A small subject for the tests of the search: a lock that opens with numbers in order. Each digit
// has a gradient; without following it, the later digits are out of reach.
#pragma once

#include <sbst/criteria/branch.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/search/individual.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace sbst::testing_support
{

/// A test is a sequence of numbers in [0, 9999]. Predicate k compares a number with digit k once
/// the digits before it were hit. Goals: [2k] miss and [2k + 1] hit of digit k.
class LockProblem
{
public:
    using Test = std::vector<int>;

    explicit LockProblem(std::vector<int> code = {4217, 915, 7741, 2048}) : m_code(std::move(code))
    {
        for (std::size_t k = 0; k < m_code.size(); ++k)
        {
            const std::string name = "digit " + std::to_string(k);
            const GoalId miss = m_goals.add(branch_goal(PredicateId(k), false, name + " missed"));
            const GoalId hit = m_goals.add(branch_goal(PredicateId(k), true, name + " hit"));
            if (k > 0)
            {
                m_goals.add_dependency(GoalId((2 * k) - 1), miss);
                m_goals.add_dependency(GoalId((2 * k) - 1), hit);
            }
        }
    }

    [[nodiscard]] const GoalGraph& goals() const { return m_goals; }
    [[nodiscard]] GoalGraph& graph() { return m_goals; }

    Test generate(Rng& rng) const
    {
        Test test(1 + rng.index(6));
        for (int& number : test)
        {
            number = static_cast<int>(rng.below(10'000));
        }
        return test;
    }

    Change mutate(Test& test, Rng& rng) const
    {
        Change change;
        std::size_t place = rng.index(test.size());
        const std::uint64_t kind = rng.below(4);
        if (kind == 0 && test.size() < 12)
        {
            // Anywhere, also at the end.
            place = rng.index(test.size() + 1);
            test.insert(test.begin() + static_cast<std::ptrdiff_t>(place),
                static_cast<int>(rng.below(10'000)));
            change.inserted = 1;
        }
        else if (kind == 1 && test.size() > 1)
        {
            test.erase(test.begin() + static_cast<std::ptrdiff_t>(place));
            change.removed = 1;
        }
        else
        {
            const std::int64_t reach = std::int64_t{1} << rng.below(12);
            const std::int64_t moved = test[place] + rng.between(-reach, reach);
            test[place] = static_cast<int>(((moved % 10'000) + 10'000) % 10'000);
            change.literals.push_back({static_cast<std::uint32_t>(place), 0, 0});
        }
        change.touch(place);
        return change;
    }

    ChangePair crossover(Test& a, Test& b, Rng& rng) const
    {
        const std::size_t cut = 1 + rng.index(std::min(a.size(), b.size()));
        ChangePair changes;
        for (std::size_t i = cut; i < std::min(a.size(), b.size()); ++i)
        {
            std::swap(a[i], b[i]);
            changes.first.touch(i);
            changes.second.touch(i);
        }
        return changes;
    }

    [[nodiscard]] std::size_t length(const Test& test) const { return test.size(); }

    void execute(std::span<const Request<Test>> requests, std::span<Trace> traces, StopToken stop)
    {
        batch_sizes.push_back(requests.size());
        for (std::size_t i = 0; i < requests.size(); ++i)
        {
            traces[i].clear();
            if (stop.stop_requested() || executed == fail_after)
            {
                continue;
            }
            ++executed;
            run(*requests[i].test, requests[i].record, traces[i]);
        }
    }

    [[nodiscard]] std::string render(const Test& test) const
    {
        std::string text = "enter";
        for (const int number : test)
        {
            text += " " + std::to_string(number);
        }
        return text;
    }

    std::size_t executed = 0;
    /// Stops running tests after this number.
    std::size_t fail_after = SIZE_MAX;
    std::vector<std::size_t> batch_sizes;

private:
    void run(const Test& test, Record record, Trace& trace) const
    {
        trace.was_run = true;
        std::size_t state = 0;
        for (std::size_t i = 0; i < test.size(); ++i)
        {
            CallOutcome outcome;
            outcome.kind = OutcomeKind::returned;
            trace.calls.push_back(outcome);
            if (state == m_code.size())
            {
                continue;
            }
            if (trace.predicates.size() == state)
            {
                trace.predicates.push_back({PredicateId(state), {}, {}});
            }
            BranchHits& hits = trace.predicates[state].all;
            const bool is_hit = test[i] == m_code[state];
            (is_hit ? hits.hits_true : hits.hits_false) += 1;
            const auto gap = static_cast<std::uint64_t>(std::abs(test[i] - m_code[state]));
            hits.least_true = std::min(hits.least_true, Distance(U256{gap}));
            hits.least_false = std::min(hits.least_false, Distance(U256{is_hit ? 1U : 0U}));
            if (has(record, Record::values))
            {
                trace.values.push({static_cast<std::uint32_t>(i), PredicateId(state),
                    Value(U256{static_cast<std::uint64_t>(test[i])}),
                    Value(U256{static_cast<std::uint64_t>(m_code[state])})});
            }
            if (has(record, Record::path))
            {
                trace.path.push({static_cast<std::uint32_t>(i), PredicateId(state), is_hit});
            }
            state += is_hit ? 1U : 0U;
        }
        for (PredicateTrace& predicate : trace.predicates)
        {
            predicate.direct = predicate.all;
        }
    }

    std::vector<int> m_code;
    GoalGraph m_goals;
};

static_assert(Problem<LockProblem>);

/// Tests that nothing has run yet.
inline Batch<LockProblem::Test> batch_of(const std::vector<LockProblem::Test>& tests)
{
    Batch<LockProblem::Test> batch;
    for (const LockProblem::Test& test : tests)
    {
        batch.push_back(make_fresh(test));
    }
    return batch;
}

}  // namespace sbst::testing_support
