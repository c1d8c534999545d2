// SPDX-License-Identifier: Apache-2.0
// The conformance suite: rules that every adapter keeps, checked by running it. Works with any test
// framework: it returns what it found. Next: finding.hpp for the rules.
#pragma once

#include <sbst/error.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/testing/finding.hpp>
#include <sbst/testing/operator_checks.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sbst
{

struct ConformanceOptions
{
    std::uint64_t seed = 1;
    /// Random tests; each is varied and executed several times.
    std::size_t test_count = 30;
    /// Rounds of mutation and crossover over all of them.
    std::size_t round_count = 5;
    /// Messages kept of each check.
    std::size_t max_findings_a_check = 3;
};

/// Runs the rules on adapters of one kind; use check_conformance().
template <class Factory>
class ConformanceSuite
{
public:
    ConformanceSuite(Factory& make, const ConformanceOptions& options)
      : m_make(make), m_options(options)
    {}

    [[nodiscard]] std::vector<Finding> run()
    {
        auto problem = m_make();
        detail::check_graph(problem.goals(), m_findings);
        std::vector<Test> tests = vary(problem);
        check_rendering(problem, tests);
        const std::vector<Test> copies(tests.begin(), tests.end());
        const std::vector<std::string> goals_before = detail::summarise(problem.goals());
        check_stop_token(problem, tests);
        check_execution(problem, tests);
        detail::check_growth(goals_before, detail::summarise(problem.goals()), m_findings);
        detail::check_graph(problem.goals(), m_findings);
        check_kept(problem, tests, copies);
        check_same_seed();
        check_batches(tests);
        return limited();
    }

private:
    using P = decltype(std::declval<Factory&>()());
    using Test = typename P::Test;
    using Summaries = std::vector<std::string>;
    static_assert(Problem<P>, "the factory must return an adapter");

    void report(ConformanceCheck check, const std::string& message)
    {
        m_findings.push_back({check, message});
    }

    // --- Operators.

    std::vector<Test> vary(P& problem)
    {
        Rng rng(m_options.seed);
        std::vector<Test> tests;
        for (std::size_t i = 0; i < std::max<std::size_t>(m_options.test_count, 2); ++i)
        {
            tests.push_back(problem.generate(rng));
            detail::check_form(problem, tests.back(), "generate", m_findings);
        }
        for (std::size_t round = 0; round < m_options.round_count; ++round)
        {
            for (std::size_t i = 0; i < tests.size(); ++i)
            {
                vary_one(problem, tests, i, rng);
            }
        }
        return tests;
    }

    void vary_one(P& problem, std::vector<Test>& tests, std::size_t i, Rng& rng)
    {
        const Test before = tests[i];
        const Change change = problem.mutate(tests[i], rng);
        detail::check_form(problem, tests[i], "mutate", m_findings);
        detail::check_change(problem, before, tests[i], change, m_findings);

        const std::size_t j = (i + 1 + rng.index(tests.size() - 1)) % tests.size();
        const Test first = tests[i];
        const Test second = tests[j];
        const ChangePair changes = problem.crossover(tests[i], tests[j], rng);
        for (const std::size_t child : {i, j})
        {
            detail::check_form(problem, tests[child], "crossover", m_findings);
        }
        detail::check_change(problem, first, tests[i], changes.first, m_findings);
        detail::check_change(problem, second, tests[j], changes.second, m_findings);
        m_parents.push_back(tests[i]);
    }

    void check_rendering(const P& problem, const std::vector<Test>& tests)
    {
        const std::vector<Test> copies(tests.begin(), tests.end());
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            const std::string text = problem.render(tests[i]);
            if (text.empty())
            {
                report(ConformanceCheck::rendering_is_stable, "a test is rendered as nothing");
            }
            const std::string again = problem.render(copies[i]);
            if (copies[i] != tests[i] || again != text)
            {
                report(ConformanceCheck::rendering_is_stable,
                    "equal tests are rendered differently:\n" + text + again);
            }
        }
    }

    // --- Execution.

    static std::vector<Request<Test>> requests_for(const std::vector<Test>& tests, Record record)
    {
        std::vector<Request<Test>> requests(tests.size());
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            requests[i] = {&tests[i], record, 0};
        }
        return requests;
    }

    static std::vector<Trace> execute(P& problem, const std::vector<Test>& tests,
        Record record = Record::coverage | Record::distances, bool is_dirty = false)
    {
        const std::vector<Request<Test>> requests = requests_for(tests, record);
        std::vector<Trace> traces(tests.size());
        if (is_dirty)
        {
            std::for_each(traces.begin(), traces.end(), detail::make_dirty);
        }
        problem.execute(std::span<const Request<Test>>(requests), std::span(traces), StopToken{});
        return traces;
    }

    static Summaries summarise(const std::vector<Trace>& traces)
    {
        Summaries summaries;
        for (const Trace& trace : traces)
        {
            summaries.push_back(detail::summarise(trace));
        }
        return summaries;
    }

    void compare(ConformanceCheck check, const P& problem, const std::vector<Test>& tests,
        const Summaries& wanted, const Summaries& found)
    {
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            if (wanted[i] != found[i])
            {
                report(check, "first\n" + wanted[i] + "then\n" + found[i] + "test:\n" +
                                  problem.render(tests[i]));
            }
        }
    }

    void check_stop_token(P& problem, const std::vector<Test>& tests)
    {
        const std::atomic<bool> flag = true;
        const std::vector<Request<Test>> requests =
            requests_for(tests, Record::coverage | Record::distances);
        std::vector<Trace> traces(tests.size());
        std::for_each(traces.begin(), traces.end(), detail::make_dirty);
        problem.execute(
            std::span<const Request<Test>>(requests), std::span(traces), StopToken(&flag));
        if (std::any_of(
                traces.begin(), traces.end(), [](const Trace& trace) { return trace.was_run; }))
        {
            report(ConformanceCheck::stop_token_is_honoured, "a test was run after the stop");
        }
    }

    void check_execution(P& problem, const std::vector<Test>& tests)
    {
        const std::vector<Trace> traces = execute(problem, tests);
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            const std::string text = problem.render(tests[i]);
            if (!traces[i].was_run)
            {
                report(
                    ConformanceCheck::stop_token_is_honoured, "not run without a stop:\n" + text);
                continue;
            }
            detail::check_trace(traces[i], problem.length(tests[i]), text, m_findings);
            detail::check_infeasible(problem.goals(), traces[i], text, m_findings);
        }

        const Summaries first = summarise(traces);
        compare(ConformanceCheck::execution_is_repeatable, problem, tests, first,
            summarise(execute(problem, tests)));
        compare(ConformanceCheck::traces_are_cleared, problem, tests, first,
            summarise(execute(problem, tests, Record::coverage | Record::distances, true)));
        check_order(problem, tests, first);
        check_records(problem, tests, traces);
        check_prefixes(problem);
    }

    void check_kept(
        const P& problem, const std::vector<Test>& tests, const std::vector<Test>& copies)
    {
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            if (tests[i] != copies[i])
            {
                report(ConformanceCheck::execution_keeps_tests,
                    "changed\n" + problem.render(copies[i]) + "to\n" + problem.render(tests[i]));
            }
        }
    }

    void check_order(P& problem, const std::vector<Test>& tests, const Summaries& first)
    {
        std::vector<Test> reversed(tests.rbegin(), tests.rend());
        Summaries found = summarise(execute(problem, reversed));
        std::reverse(found.begin(), found.end());
        compare(ConformanceCheck::order_does_not_matter, problem, tests, first, found);
    }

    void check_records(P& problem, const std::vector<Test>& tests, const std::vector<Trace>& traces)
    {
        const Record all = Record::coverage | Record::distances | Record::values | Record::state |
                           Record::outputs | Record::path;
        Summaries wanted;
        for (const Trace& trace : traces)
        {
            wanted.push_back(detail::summarise_coverage(trace));
        }
        for (const Record record : {Record::coverage, all})
        {
            Summaries found;
            for (const Trace& trace : execute(problem, tests, record))
            {
                found.push_back(detail::summarise_coverage(trace));
            }
            compare(ConformanceCheck::record_does_not_matter, problem, tests, wanted, found);
        }
    }

    // Parents come right before their children, as in a search.
    void check_prefixes(P& problem)
    {
        Rng rng(m_options.seed);
        for (const Test& parent : m_parents)
        {
            Test child = parent;
            const Change change = problem.mutate(child, rng);
            if (change.is_empty())
            {
                continue;
            }
            const Record record = Record::coverage | Record::distances;
            const std::vector<Test> family{parent, child};
            const Summaries wanted = summarise(execute(problem, family));
            const std::vector<Request<Test>> requests{{&family[0], record, 0},
                {&family[1], record, std::min(change.first_statement, problem.length(child))}};
            std::vector<Trace> traces(2);
            problem.execute(
                std::span<const Request<Test>>(requests), std::span(traces), StopToken{});
            compare(ConformanceCheck::prefix_does_not_matter, problem, family, wanted,
                summarise(traces));
        }
    }

    // --- Across instances.

    Summaries life_of(P& problem)
    {
        Rng rng(m_options.seed);
        Summaries life;
        std::vector<Test> tests;
        for (std::size_t i = 0; i < std::max<std::size_t>(m_options.test_count, 2); ++i)
        {
            tests.push_back(problem.generate(rng));
            life.push_back(problem.render(tests.back()));
        }
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            problem.mutate(tests[i], rng);
            problem.crossover(tests[i], tests[(i + 1) % tests.size()], rng);
            life.push_back(problem.render(tests[i]));
        }
        for (const std::string& summary : summarise(execute(problem, tests)))
        {
            life.push_back(summary);
        }
        for (const std::string& goal : detail::summarise(problem.goals()))
        {
            life.push_back(goal);
        }
        return life;
    }

    void check_same_seed()
    {
        auto first_problem = m_make();
        auto second_problem = m_make();
        const Summaries first = life_of(first_problem);
        const Summaries second = life_of(second_problem);
        for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
        {
            if (first[i] != second[i])
            {
                report(ConformanceCheck::same_seed_same_bytes,
                    "two lives with one seed differ:\n" + first[i] + "\nand\n" + second[i]);
            }
        }
        if (first.size() != second.size())
        {
            report(
                ConformanceCheck::same_seed_same_bytes, "two lives with one seed differ in goals");
        }
    }

    void check_batches(const std::vector<Test>& tests)
    {
        auto whole = m_make();
        auto single = m_make();
        const Summaries wanted = summarise(execute(whole, tests));
        Summaries found;
        for (const Test& test : tests)
        {
            found.push_back(summarise(execute(single, {test})).front());
        }
        compare(ConformanceCheck::batches_do_not_matter, whole, tests, wanted, found);
        if (detail::summarise(whole.goals()) != detail::summarise(single.goals()))
        {
            report(ConformanceCheck::batches_do_not_matter,
                "tests run one by one lead to other goals than the same tests run at once");
        }
    }

    // --- Report.

    [[nodiscard]] std::vector<Finding> limited() const
    {
        std::vector<Finding> kept;
        for (const Finding& finding : m_findings)
        {
            const auto same = std::count_if(kept.begin(), kept.end(),
                [&](const Finding& other) { return other.check == finding.check; });
            if (static_cast<std::size_t>(same) < m_options.max_findings_a_check)
            {
                kept.push_back(finding);
            }
        }
        return kept;
    }

    Factory& m_make;
    const ConformanceOptions& m_options;
    std::vector<Finding> m_findings;
    std::vector<Test> m_parents;
};

/// Checks adapters made by `make()` against every rule of ConformanceCheck; empty = all are kept.
///
/// `make` returns a new adapter by value each time, all alike; adapters that cannot be moved are
/// fine. Runs `test_count * (8 + 4 * round_count)` tests or so; nothing is written or printed.
/// Findings come in the order of the checks; later ones may follow from earlier ones.
template <class Factory>
[[nodiscard]] std::vector<Finding> check_conformance(
    Factory make, const ConformanceOptions& options = {})
{
    return ConformanceSuite<Factory>(make, options).run();
}

/// The findings as text for a failing test: `check: message`, one after another.
[[nodiscard]] inline std::string to_text(const std::vector<Finding>& findings)
{
    std::string text;
    for (const Finding& finding : findings)
    {
        text += std::string(to_string(finding.check)) + ": " + finding.message + "\n";
    }
    return text;
}

}  // namespace sbst
