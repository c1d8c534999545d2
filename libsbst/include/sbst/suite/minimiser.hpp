// SPDX-License-Identifier: Apache-2.0
// The minimiser: the steps of minimise(). Next: minimise.hpp.
#pragma once

#include <sbst/fitness/scorer.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/suite/set_cover.hpp>
#include <sbst/suite/simpler_values.hpp>
#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst
{

/// What minimisation may change, and how much it may execute.
struct MinimiseOptions
{
    /// Deletes calls that coverage does not need (sequence problems only).
    bool remove_calls = true;
    /// Replaces literals by simpler ones where coverage does not suffer (sequence problems only).
    bool simplify_values = true;
    /// Limit of executions of candidate tests; the first execution of the given tests is not
    /// counted. None of them counts against the search's budget.
    std::uint64_t max_executions = 5000;
    /// Called when a test needs a call: adapts the rest of the test so that the call can be deleted
    /// after all, or returns false. An adapter transfers side effects of the call here (such as
    /// passing time). `candidate` is `test` without the call at `deleted`.
    std::function<bool(const TestCase& test, std::size_t deleted, TestCase& candidate)> make_up{};
    /// Number of sets up to which the choice of tests is exact; see choose_cover().
    std::size_t exact_limit = 24;
    /// Number of given tests, at the end, that only widen the choice: the other tests cover the
    /// same goals. The stop token ends their first execution.
    std::size_t spare_tests = 0;
    /// Shown goals that the suite need not cover any more; ascending.
    std::vector<GoalId> spare_goals{};
    /// Called after each execution of a candidate with the executions so far, the first ones
    /// included, and the number of tests in the suite. Must not change the run.
    std::function<void(std::uint64_t executions, std::size_t tests)> on_progress{};
};

/// One test of a suite and the shown goals that it covers, ascending.
template <class Test>
struct CoveringTest
{
    Test test{};
    std::vector<GoalId> goals{};
};

template <class Test>
struct MinimisedSuite
{
    /// By first goal covered, then by length.
    std::vector<CoveringTest<Test>> tests{};
    /// Executions used by minimisation, the first ones included.
    std::uint64_t executions = 0;
    /// False when the allowance or the stop token ended it early.
    bool is_complete = true;
};

/// Makes a suite small; one per run. Keeps references to problem and rng.
template <Problem P>
class Minimiser
{
public:
    using Test = typename P::Test;

    Minimiser(P& problem, const MinimiseOptions& options, Rng& rng, StopToken stop)
      : m_problem(problem), m_options(options), m_rng(rng), m_stop(stop), m_scorer(problem.goals())
    {}

    [[nodiscard]] MinimisedSuite<Test> run(std::vector<Test> tests);

private:
    struct Entry
    {
        Test test{};
        /// Shown goals that it covers, ascending.
        std::vector<GoalId> goals{};
        TestEnd end = TestEnd::normal;
    };
    static constexpr int max_rounds = 6;

    void execute_all(std::vector<Test> tests);
    [[nodiscard]] std::vector<GoalId> preserved_goals(const Trace& trace);
    void keep_needed();
    void shorten_all();
    bool simplify_all();
    bool shorten(std::size_t place);
    bool remove_with_make_up(
        std::size_t place, std::size_t call, Test candidate, std::span<const GoalId> needed);
    bool remove_chunks(std::size_t place, std::size_t chunk, SequenceOperators& operators);
    bool simplify(std::size_t place);
    bool simplify_literal(std::size_t place, std::size_t call, std::size_t argument);
    [[nodiscard]] std::vector<GoalId> needed_goals(std::size_t place) const;
    bool accept(std::size_t place, Test candidate, std::span<const GoalId> needed);
    void tell_progress() const
    {
        if (m_options.on_progress)
        {
            m_options.on_progress(m_first_executions + m_spent, m_suite.size());
        }
    }
    [[nodiscard]] bool may_go_on() const
    {
        return m_spent < m_options.max_executions && !m_stop.stop_requested();
    }

    P& m_problem;
    const MinimiseOptions& m_options;
    Rng& m_rng;
    StopToken m_stop;
    Scorer m_scorer;
    std::vector<Entry> m_suite;
    std::uint64_t m_first_executions = 0;
    std::uint64_t m_spent = 0;
    std::vector<Trace> m_traces;
    std::vector<GoalId> m_covered;
};

template <Problem P>
MinimisedSuite<typename P::Test> Minimiser<P>::run(std::vector<Test> tests)
{
    execute_all(std::move(tests));
    keep_needed();
    tell_progress();
    if constexpr (SequenceProblem<P>)
    {
        // A simpler literal may make a call or another literal unnecessary; the bound is for suites
        // that never settle. Calls are deleted first and last.
        bool has_changed = true;
        for (int round = 0; round < max_rounds && has_changed && may_go_on(); ++round)
        {
            shorten_all();
            has_changed = simplify_all();
        }
        if (has_changed)
        {
            shorten_all();
        }
    }
    MinimisedSuite<Test> result;
    result.is_complete = may_go_on();
    result.executions = m_first_executions + m_spent;
    std::stable_sort(m_suite.begin(), m_suite.end(), [&](const Entry& a, const Entry& b) {
        return std::pair(a.goals.front(), m_problem.length(a.test)) <
               std::pair(b.goals.front(), m_problem.length(b.test));
    });
    for (Entry& entry : m_suite)
    {
        result.tests.push_back({std::move(entry.test), std::move(entry.goals)});
    }
    return result;
}

template <Problem P>
void Minimiser<P>::shorten_all()
{
    bool has_changed = m_options.remove_calls;
    while (has_changed && may_go_on())
    {
        has_changed = false;
        for (std::size_t place = 0; place < m_suite.size(); ++place)
        {
            has_changed = shorten(place) || has_changed;
        }
        keep_needed();
    }
}

template <Problem P>
bool Minimiser<P>::simplify_all()
{
    bool has_changed = false;
    for (std::size_t place = 0; m_options.simplify_values && place < m_suite.size(); ++place)
    {
        has_changed = simplify(place) || has_changed;
    }
    keep_needed();
    return has_changed;
}

template <Problem P>
void Minimiser<P>::execute_all(std::vector<Test> tests)
{
    const std::size_t needed = tests.size() - std::min(tests.size(), m_options.spare_tests);
    std::size_t first_spare = 0;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        const bool is_known = std::any_of(m_suite.begin(), m_suite.end(),
            [&](const Entry& entry) { return entry.test == tests[i]; });
        if (!is_known)
        {
            m_suite.push_back({.test = std::move(tests[i])});
        }
        first_spare = i < needed ? m_suite.size() : first_spare;
    }
    std::vector<Request<Test>> requests;
    for (const Entry& entry : m_suite)
    {
        requests.push_back({&entry.test, Record::coverage});
    }
    m_traces.resize(std::max<std::size_t>(requests.size(), 1));
    const std::span<const Request<Test>> all(requests);
    const std::span<Trace> traces = std::span(m_traces).first(requests.size());
    m_problem.execute(all.first(first_spare), traces.first(first_spare), StopToken{});
    if (first_spare < all.size())
    {
        m_problem.execute(all.subspan(first_spare), traces.subspan(first_spare), m_stop);
    }
    m_scorer.refresh();
    for (std::size_t i = 0; i < m_suite.size(); ++i)
    {
        ++m_first_executions;
        m_suite[i].goals = preserved_goals(m_traces[i]);
        m_suite[i].end = end_of(m_problem, m_traces[i]);
    }
}

template <Problem P>
std::vector<GoalId> Minimiser<P>::preserved_goals(const Trace& trace)
{
    m_covered.clear();
    if (trace.was_run)
    {
        m_scorer.append_covered(trace, m_covered);
    }
    const std::vector<GoalId>& spare = m_options.spare_goals;
    std::erase_if(m_covered, [&](GoalId goal) {
        return !m_problem.goals()[goal].is_preserved() ||
               std::binary_search(spare.begin(), spare.end(), goal);
    });
    return m_covered;
}

// Keeps the fewest tests that cover what all cover, each goal by a test with the best end that one
// for it has; tests that cover nothing are dropped.
template <Problem P>
void Minimiser<P>::keep_needed()
{
    std::vector<TestEnd> best(m_problem.goals().size(), TestEnd::unusable);
    for (const Entry& entry : m_suite)
    {
        for (const GoalId goal : entry.goals)
        {
            best[goal.index()] = std::max(best[goal.index()], entry.end);
        }
    }
    std::vector<std::vector<std::size_t>> sets;
    std::vector<std::size_t> costs;
    for (const Entry& entry : m_suite)
    {
        std::vector<std::size_t>& set = sets.emplace_back();
        for (const GoalId goal : entry.goals)
        {
            if (entry.end == best[goal.index()])
            {
                set.push_back(goal.index());
            }
        }
        costs.push_back(cost_of(m_problem, entry.test));
    }
    std::vector<Entry> kept;
    for (const std::size_t i : choose_cover(sets, costs, m_options.exact_limit))
    {
        kept.push_back(std::move(m_suite[i]));
    }
    m_suite = std::move(kept);
}

// The goals that no other test covers with as good an end.
template <Problem P>
std::vector<GoalId> Minimiser<P>::needed_goals(std::size_t place) const
{
    std::vector<GoalId> needed = m_suite[place].goals;
    for (std::size_t other = 0; other < m_suite.size(); ++other)
    {
        if (other != place && m_suite[other].end >= m_suite[place].end)
        {
            const std::vector<GoalId>& goals = m_suite[other].goals;
            std::erase_if(needed,
                [&](GoalId goal) { return std::binary_search(goals.begin(), goals.end(), goal); });
        }
    }
    return needed;
}

// Executes the candidate and takes it if it covers all needed goals and ends as well.
template <Problem P>
bool Minimiser<P>::accept(std::size_t place, Test candidate, std::span<const GoalId> needed)
{
    const std::vector<Request<Test>> requests{{&candidate, Record::coverage}};
    m_problem.execute(
        std::span<const Request<Test>>(requests), std::span(m_traces).first(1), m_stop);
    ++m_spent;
    tell_progress();
    m_scorer.refresh();
    std::vector<GoalId> goals = preserved_goals(m_traces[0]);
    const TestEnd end = end_of(m_problem, m_traces[0]);
    if (end < m_suite[place].end ||
        !std::includes(goals.begin(), goals.end(), needed.begin(), needed.end()))
    {
        return false;
    }
    m_suite[place] = {std::move(candidate), std::move(goals), end};
    return true;
}

// Deletes calls that the test does not need: halves, quarters and so on, then single
// calls.
template <Problem P>
bool Minimiser<P>::shorten(std::size_t place)
{
    if constexpr (SequenceProblem<P>)
    {
        const ConstantPool no_constants;
        OperatorOptions options;
        options.max_length = std::max(options.max_length, m_suite[place].test.length());
        SequenceOperators operators(
            m_problem.types(), m_problem.catalogue(), no_constants, options);
        bool has_changed = false;
        for (std::size_t chunk = std::max<std::size_t>(m_suite[place].test.length() / 2, 1);
             chunk > 0; chunk /= 2)
        {
            // Single calls are tried until none can be deleted: deleting one may make another
            // unnecessary.
            bool has_removed = remove_chunks(place, chunk, operators);
            has_changed = has_changed || has_removed;
            while (chunk == 1 && has_removed)
            {
                has_removed = remove_chunks(place, chunk, operators);
            }
        }
        return has_changed;
    }
    return false;
}

template <Problem P>
bool Minimiser<P>::remove_chunks(std::size_t place, std::size_t chunk, SequenceOperators& operators)
{
    const std::vector<GoalId> needed = needed_goals(place);
    bool has_changed = false;
    std::size_t end = m_suite[place].test.length();
    while (end > 0 && may_go_on())
    {
        const std::size_t start = end > chunk ? end - chunk : 0;
        Test candidate = m_suite[place].test;
        for (std::size_t call = end; call-- > start;)
        {
            if (call < candidate.length())
            {
                operators.erase(candidate, call, m_rng);
            }
        }
        if (candidate.length() < m_suite[place].test.length())
        {
            const bool is_shorter =
                accept(place, candidate, needed) ||
                (chunk == 1 && remove_with_make_up(place, start, std::move(candidate), needed));
            has_changed = has_changed || is_shorter;
        }
        end = std::min(start, m_suite[place].test.length());
    }
    return has_changed;
}

template <Problem P>
bool Minimiser<P>::remove_with_make_up(
    std::size_t place, std::size_t call, Test candidate, std::span<const GoalId> needed)
{
    return m_options.make_up && may_go_on() &&
           m_options.make_up(m_suite[place].test, call, candidate) &&
           candidate.length() < m_suite[place].test.length() &&
           accept(place, std::move(candidate), needed);
}

template <Problem P>
bool Minimiser<P>::simplify(std::size_t place)
{
    bool has_changed = false;
    if constexpr (SequenceProblem<P>)
    {
        for (std::size_t s = 0; s < m_suite[place].test.length(); ++s)
        {
            for (std::size_t a = 0; a < m_suite[place].test.calls[s].arguments.size(); ++a)
            {
                // A list becomes simpler step by step; the bound ends long lists.
                for (int step = 0; step < 8 && simplify_literal(place, s, a); ++step)
                {
                    has_changed = true;
                }
            }
        }
    }
    return has_changed;
}

template <Problem P>
bool Minimiser<P>::simplify_literal(std::size_t place, std::size_t call, std::size_t argument)
{
    if constexpr (SequenceProblem<P>)
    {
        const Test& test = m_suite[place].test;
        const Call& owner = test.calls[call];
        // A reference to an earlier literal is harder to read than a literal of its own.
        const Argument& source = resolve(test, owner.arguments[argument]);
        const auto* const literal = std::get_if<Value>(&source);
        if (literal == nullptr)
        {
            return false;
        }
        const Parameter& parameter = m_problem.catalogue()[owner.callable].parameters[argument];
        std::vector<Value> candidates = simpler_values(*literal, parameter, m_problem.types());
        if (literal != std::get_if<Value>(&owner.arguments[argument]))
        {
            candidates.push_back(*literal);
        }
        const std::vector<GoalId> needed = needed_goals(place);
        for (Value& simpler : candidates)
        {
            if (!may_go_on())
            {
                return false;
            }
            Test candidate = m_suite[place].test;
            candidate.calls[call].arguments[argument] = std::move(simpler);
            if (accept(place, std::move(candidate), needed))
            {
                return true;
            }
        }
    }
    return false;
}

}  // namespace sbst
