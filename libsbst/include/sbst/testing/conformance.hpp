// SPDX-License-Identifier: Apache-2.0
// The conformance suite: rules that every adapter keeps, checked by running it. Works with any test
// framework: it returns what it found. Next: finding.hpp for the rules.
#pragma once

#include <sbst/error.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/testing/executions.hpp>
#include <sbst/testing/finding.hpp>
#include <sbst/testing/life.hpp>
#include <sbst/testing/operator_checks.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
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
    /// Messages kept per check.
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
        const detail::Facts goals_before = detail::facts_of(problem.goals());
        const detail::Facts surface_before = detail::surface_of(problem);
        check_stop_token(problem, tests);
        check_execution(problem, tests);
        detail::check_growth(goals_before, detail::facts_of(problem.goals()), m_findings);
        detail::check_surface_growth(surface_before, detail::surface_of(problem), m_findings);
        detail::check_graph(problem.goals(), m_findings);
        check_kept(problem, tests, copies);
        if (detail::facts_of(problem.goals()).size() > goals_before.size() ||
            detail::surface_of(problem).size() > surface_before.size())
        {
            check_grown(problem, tests);
        }
        check_same_seed();
        check_batches(tests);
        return detail::kept_findings(m_findings, m_options.max_findings_a_check);
    }

    /// Compares an adapter with a new one of the factory; they differ in their workers alone.
    template <class Other>
    [[nodiscard]] std::vector<Finding> run_beside(Other& other)
    {
        auto problem = m_make();
        compare_lives({ConformanceCheck::workers_do_not_matter,
                          "two adapters with different numbers of workers", m_findings},
            problem, other);
        return detail::kept_findings(m_findings, m_options.max_findings_a_check);
    }

private:
    using P = decltype(std::declval<Factory&>()());
    using Test = typename P::Test;
    using AllFacts = detail::AllFacts;
    using Executions = detail::Executions<P>;
    static_assert(Problem<P>, "the factory must return an adapter");

    void report(ConformanceCheck check, const std::string& message, std::size_t test_length = 0)
    {
        m_findings.push_back({check, message, test_length});
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
        detail::check_change(problem, before, tests[i], change, "mutate", m_findings);

        const std::size_t j = (i + 1 + rng.index(tests.size() - 1)) % tests.size();
        const Test first = tests[i];
        const Test second = tests[j];
        const ChangePair changes = problem.crossover(tests[i], tests[j], rng);
        for (const std::size_t child : {i, j})
        {
            detail::check_form(problem, tests[child], "crossover", m_findings);
        }
        detail::check_change(problem, first, tests[i], changes.first, "crossover", m_findings);
        detail::check_change(problem, second, tests[j], changes.second, "crossover", m_findings);
    }

    void check_rendering(const P& problem, const std::vector<Test>& tests)
    {
        const std::vector<Test> copies(tests.begin(), tests.end());
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            const std::string text = problem.render(tests[i]);
            if (text.empty())
            {
                report(ConformanceCheck::rendering_is_stable,
                    "a test of length " + std::to_string(problem.length(tests[i])) +
                        " is rendered as nothing");
            }
            const std::string again = problem.render(copies[i]);
            if (copies[i] != tests[i] || again != text)
            {
                const std::string difference = detail::line_difference(text, again);
                report(ConformanceCheck::rendering_is_stable,
                    detail::told("a test and its copy are rendered differently",
                        {difference.empty() ? "the copy is not equal" : difference}, text),
                    problem.length(tests[i]));
            }
        }
    }

    // --- Execution.

    /// @param what names the event and the two executions that are compared.
    void compare(ConformanceCheck check, const std::string& what, const P& problem,
        const std::vector<Test>& tests, const AllFacts& first, const AllFacts& then)
    {
        Executions::compare({check, what, m_findings}, problem, tests, first, then);
    }

    void check_stop_token(P& problem, const std::vector<Test>& tests)
    {
        const std::atomic<bool> flag = true;
        const std::vector<Request<Test>> requests =
            Executions::requests_for(tests, Executions::usual);
        std::vector<Trace> traces(tests.size());
        std::for_each(traces.begin(), traces.end(), detail::make_dirty);
        problem.execute(
            std::span<const Request<Test>>(requests), std::span(traces), StopToken(&flag));
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            if (traces[i].was_run)
            {
                report(ConformanceCheck::stop_token_is_honoured,
                    detail::told("the stop token had fired, but a test was run (or its trace says "
                                 "so: was_run is true)",
                        {}, problem.render(tests[i])),
                    problem.length(tests[i]));
            }
        }
    }

    void check_execution(P& problem, const std::vector<Test>& tests)
    {
        const std::vector<Trace> traces = Executions::execute(problem, tests);
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            const detail::ToldTest told = detail::tell(problem, tests[i]);
            if (!traces[i].was_run)
            {
                report(ConformanceCheck::stop_token_is_honoured,
                    detail::told("no stop token had fired, but a test was not run (test " +
                                     std::to_string(i + 1) + " of a batch of " +
                                     std::to_string(tests.size()) + ")",
                        {}, told.text),
                    problem.length(tests[i]));
                continue;
            }
            detail::check_trace(
                traces[i], problem.goals(), problem.length(tests[i]), told, m_findings);
            detail::check_infeasible(problem.goals(), traces[i], told, m_findings);
        }

        const AllFacts first = Executions::facts_of(problem, tests, traces);
        compare(ConformanceCheck::execution_is_repeatable,
            "a test that was run twice did something else the second time", problem, tests, first,
            Executions::run_again(problem, tests));
        compare(ConformanceCheck::traces_are_cleared,
            "a trace that held something before holds other things than a new one (first: the new "
            "trace, then: the used one)",
            problem, tests, first, Executions::run_again(problem, tests, true));
        check_order(problem, tests, first);
        check_records(problem, tests, traces);
    }

    void check_kept(
        const P& problem, const std::vector<Test>& tests, const std::vector<Test>& copies)
    {
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            if (tests[i] != copies[i])
            {
                const std::string text = problem.render(copies[i]);
                const std::string difference =
                    detail::line_difference(text, problem.render(tests[i]));
                report(ConformanceCheck::execution_keeps_tests,
                    detail::told("execute changed a test that it was given",
                        {difference.empty() ? "equal as text" : difference}, text),
                    problem.length(tests[i]));
            }
        }
    }

    // Execution has added types, callables or goals.
    void check_grown(P& problem, const std::vector<Test>& tests)
    {
        for (const Test& test : tests)
        {
            detail::check_form(problem, test, "execute", m_findings);
        }
        const std::vector<Test> later = vary(problem);
        const AllFacts first = Executions::run_again(problem, later);
        compare(ConformanceCheck::execution_is_repeatable,
            "a test that was run twice did something else the second time", problem, later, first,
            Executions::run_again(problem, later));
    }

    void check_order(P& problem, const std::vector<Test>& tests, const AllFacts& first)
    {
        std::vector<Test> reversed(tests.rbegin(), tests.rend());
        AllFacts found = Executions::run_again(problem, reversed);
        std::reverse(found.begin(), found.end());
        compare(ConformanceCheck::order_does_not_matter,
            "a test did something else in a batch of the opposite order (first: in the first "
            "order, then: in the opposite one)",
            problem, tests, first, found);
    }

    void check_records(P& problem, const std::vector<Test>& tests, const std::vector<Trace>& traces)
    {
        const Record all = Record::coverage | Record::distances | Record::values | Record::state |
                           Record::outputs | Record::path | Record::produced;
        const AllFacts wanted = Executions::coverage_facts_of(problem, tests, traces);
        for (const Record record : {Record::coverage, all})
        {
            const std::vector<Trace> found = Executions::execute(problem, tests, record);
            compare(ConformanceCheck::record_does_not_matter,
                std::string("a test covered other things when ") +
                    (record == all ? "more" : "less") +
                    " was recorded (first: coverage and distances, then: " +
                    (record == all ? "everything)" : "coverage alone)"),
                problem, tests, wanted, Executions::coverage_facts_of(problem, tests, found));
        }
    }

    // --- Across instances.

    void check_same_seed()
    {
        auto first = m_make();
        auto second = m_make();
        compare_lives(
            {ConformanceCheck::same_seed_same_bytes, "two adapters with one seed", m_findings},
            first, second);
    }

    void compare_lives(const detail::Comparison& comparison, P& first, P& second)
    {
        const detail::Life<P> one = detail::live(first, m_options.seed, m_options.test_count);
        const detail::Life<P> other = detail::live(second, m_options.seed, m_options.test_count);
        detail::compare_lives(comparison, first, one, other);
    }

    void check_batches(const std::vector<Test>& tests)
    {
        auto whole = m_make();
        auto single = m_make();
        const AllFacts wanted = Executions::run_again(whole, tests);
        AllFacts found;
        for (const Test& test : tests)
        {
            found.push_back(Executions::run_again(single, {test}).front());
        }
        compare(ConformanceCheck::batches_do_not_matter,
            "a test did something else alone than in a batch (first: in a batch of " +
                std::to_string(tests.size()) + ", then: alone)",
            whole, tests, wanted, found);
        constexpr ConformanceCheck check = ConformanceCheck::batches_do_not_matter;
        detail::compare_facts({check,
                                  "tests that are run one by one lead to other goals than the same "
                                  "tests in one batch "
                                  "(first: in one batch, then: one by one)",
                                  m_findings},
            detail::facts_of(whole.goals()), detail::facts_of(single.goals()));
        detail::compare_facts({check,
                                  "tests that are run one by one lead to other types or callables "
                                  "than the same tests in "
                                  "one batch (first: in one batch, then: one by one)",
                                  m_findings},
            detail::surface_of(whole), detail::surface_of(single));
    }

    Factory& m_make;
    const ConformanceOptions& m_options;
    std::vector<Finding> m_findings;
};

/// Checks adapters made by `make()` against every rule of ConformanceCheck; empty = all are kept.
///
/// `make` returns a new adapter by value each time, all alike; adapters that cannot be moved are
/// fine. Runs `12 * test_count` tests or so; nothing is written or printed.
/// Findings come in the order of the checks; later ones may follow from earlier ones.
template <class Factory>
[[nodiscard]] std::vector<Finding> check_conformance(
    Factory make, const ConformanceOptions& options = {})
{
    return ConformanceSuite<Factory>(make, options).run();
}

/// Checks that adapters with one worker and with several do the same, growth included; empty = they
/// do. Both functions return a new adapter by value; the adapters differ in their workers alone.
template <class One, class Several>
[[nodiscard]] std::vector<Finding> check_workers(
    One one, Several several, const ConformanceOptions& options = {})
{
    auto other = several();
    return ConformanceSuite<One>(one, options).run_beside(other);
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
