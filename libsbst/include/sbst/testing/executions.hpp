// SPDX-License-Identifier: Apache-2.0
// Executions of the conformance suite: batches of tests and what their traces say, as facts. Next:
// life.hpp, conformance.hpp.
#pragma once

#include <sbst/problem/problem.hpp>
#include <sbst/testing/finding.hpp>
#include <sbst/testing/operator_checks.hpp>
#include <sbst/testing/trace_facts.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sbst::detail
{

/// Indexed by test.
using AllFacts = std::vector<Facts>;

/// A rule under which two things are compared.
struct Comparison
{
    ConformanceCheck check;
    /// What happened, or what is compared.
    std::string what;
    std::vector<Finding>& findings;
};

/// Reports what differs between two lists of facts.
inline void compare_facts(const Comparison& comparison, const Facts& first, const Facts& then)
{
    const std::vector<std::string> differing = differences(first, then);
    if (!differing.empty())
    {
        comparison.findings.push_back({comparison.check, told(comparison.what, differing, "")});
    }
}

/// Runs tests of one kind of adapter.
template <Problem P>
struct Executions
{
    using Test = typename P::Test;
    /// What the tests of all checks but that of records are run for.
    static constexpr Record usual = Record::coverage | Record::distances | Record::produced;

    static std::vector<Request<Test>> requests_for(const std::vector<Test>& tests, Record record)
    {
        std::vector<Request<Test>> requests(tests.size());
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            requests[i] = {&tests[i], record};
        }
        return requests;
    }

    static std::vector<Trace> execute(
        P& problem, const std::vector<Test>& tests, Record record = usual, bool is_dirty = false)
    {
        const std::vector<Request<Test>> requests = requests_for(tests, record);
        std::vector<Trace> traces(tests.size());
        if (is_dirty)
        {
            std::for_each(traces.begin(), traces.end(), make_dirty);
        }
        problem.execute(std::span<const Request<Test>>(requests), std::span(traces), StopToken{});
        return traces;
    }

    static AllFacts facts_of(
        const P& problem, const std::vector<Test>& tests, const std::vector<Trace>& traces)
    {
        AllFacts facts;
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            facts.push_back(detail::facts_of(traces[i], problem.goals(), tell(problem, tests[i])));
        }
        return facts;
    }
    static AllFacts coverage_facts_of(
        const P& problem, const std::vector<Test>& tests, const std::vector<Trace>& traces)
    {
        AllFacts facts;
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            facts.push_back(
                detail::coverage_facts_of(traces[i], problem.goals(), tell(problem, tests[i])));
        }
        return facts;
    }
    /// Reports each test of which the facts differ.
    static void compare(const Comparison& comparison, const P& problem,
        const std::vector<Test>& tests, const AllFacts& first, const AllFacts& then)
    {
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            const std::vector<std::string> differing = differences(first[i], then[i]);
            if (!differing.empty())
            {
                comparison.findings.push_back({comparison.check,
                    told(comparison.what, differing, problem.render(tests[i]),
                        first_differing_call(first[i], then[i])),
                    problem.length(tests[i])});
            }
        }
    }
    static AllFacts run_again(P& problem, const std::vector<Test>& tests, bool is_dirty = false)
    {
        const std::vector<Trace> traces = execute(problem, tests, usual, is_dirty);
        return facts_of(problem, tests, traces);
    }
};

}  // namespace sbst::detail
