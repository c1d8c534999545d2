// SPDX-License-Identifier: Apache-2.0
#include "faults.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::array<std::string_view, 8> fault_names{"java.lang.ArithmeticException",
    "java.lang.ArrayIndexOutOfBoundsException", "java.lang.ArrayStoreException", assertion_error,
    "java.lang.ClassCastException", "java.lang.NegativeArraySizeException",
    "java.lang.NullPointerException", "java.lang.StringIndexOutOfBoundsException"};

/// What a test's last call threw, where it is the first that did.
using Thrown = std::optional<std::pair<CallableId, ExceptionId>>;

std::vector<Thrown> run_all(
    JavaProblem& problem, const std::vector<TestCase>& tests, const StopToken& stop)
{
    std::vector<Request<TestCase>> requests;
    requests.reserve(tests.size());
    for (const TestCase& test : tests)
    {
        requests.push_back({.test = &test, .record = Record::coverage});
    }
    std::vector<Trace> traces(tests.size());
    problem.execute(requests, traces, stop);
    std::vector<Thrown> thrown(tests.size());
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        const auto& outcomes = traces[i].statements;
        if (!tests[i].statements.empty() && outcomes.size() == tests[i].length() &&
            outcomes.back().kind == OutcomeKind::threw)
        {
            thrown[i] = {tests[i].statements.back().callable, outcomes.back().exception};
        }
    }
    return thrown;
}

/// Without each call that can go while the last one throws the same.
TestCase shortened(
    JavaProblem& problem, TestCase test, const Thrown& thrown, Rng& rng, const StopToken& stop)
{
    for (std::size_t i = test.length() - 1; i-- > 0;)
    {
        if (i + 1 >= test.length())
        {
            continue;
        }
        TestCase candidate = test;
        problem.operators().erase(candidate, i, rng);
        if (candidate.length() < test.length() &&
            run_all(problem, {candidate}, stop).front() == thrown)
        {
            test = std::move(candidate);
        }
    }
    return test;
}

}  // namespace

bool is_fault(std::string_view exception)
{
    return std::find(fault_names.begin(), fault_names.end(), exception) != fault_names.end();
}

void add_faults(JavaProblem& problem, std::vector<TestCase>& suite, const StopToken& stop)
{
    const std::vector<Thrown> known = run_all(problem, suite, stop);
    const std::vector<TestCase> found = problem.throwing_tests();
    const std::vector<Thrown> thrown = run_all(problem, found, stop);
    Rng rng(1);
    std::size_t added = 0;
    for (std::size_t i = 0; i < found.size() && added < max_faults && !stop.stop_requested(); ++i)
    {
        if (!thrown[i] || std::find(known.begin(), known.end(), thrown[i]) != known.end())
        {
            continue;
        }
        const std::string& name = problem.workers().exceptions()[thrown[i]->second.index()];
        if (is_fault(name))
        {
            suite.push_back(shortened(problem, found[i], thrown[i], rng, stop));
            ++added;
        }
    }
}

}  // namespace sbst::jvm::detail
