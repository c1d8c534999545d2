// SPDX-License-Identifier: Apache-2.0
#include "suite_draft.hpp"

#include "class_knowledge.hpp"

#include <sbst/jvm/surface/type_names.hpp>

#include <fmt/format.h>

#include <set>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Goals that a test's comment names.
constexpr std::size_t max_named_goals = 4;

/// The goals that this test is the first to cover.
std::vector<std::string> covered_lines(
    const JavaProblem& problem, const RunResult& result, std::size_t test)
{
    std::vector<std::string> lines;
    std::size_t more = 0;
    if (test >= result.covered_by_test.size())
    {
        return lines;
    }
    for (const GoalId goal : result.covered_by_test[test])
    {
        if (!problem.goals()[goal].is_shown || result.answers[goal.index()].test != test)
        {
            continue;
        }
        if (lines.size() < max_named_goals)
        {
            lines.push_back(problem.goals()[goal].label);
        }
        else
        {
            ++more;
        }
    }
    if (more > 0)
    {
        lines.push_back(fmt::format("and {} more", more));
    }
    if (!lines.empty())
    {
        lines.front().insert(0, "Covers ");
    }
    return lines;
}

std::string simple_name(const std::string& internal)
{
    std::string name = internal.substr(internal.rfind('/') + 1);
    std::string simple;
    for (const char unit : name)
    {
        simple += unit == '$' ? '_' : unit;
    }
    return simple;
}

}  // namespace

SuiteDraft draft_suite(const JavaProblem& problem, const RunResult& result, std::size_t wanted)
{
    const std::size_t count = result.suite.size();
    std::vector<Trace> traces(count);
    std::vector<Trace> second_traces(count);
    std::vector<RunDetail> first(count);
    std::vector<RunDetail> second(count);
    problem.execute_in_detail(result.suite, traces, first);
    problem.execute_in_detail(result.suite, second_traces, second);

    SuiteDraft draft;
    const TestObserver observer(problem.class_path(), problem.surface());
    for (std::size_t i = 0; i < count; ++i)
    {
        ObservedTest observed = observer.observe({.test = &result.suite[i],
            .trace = &traces[i],
            .first = &first[i],
            .second = &second[i]});
        if (i >= wanted && (!observed.unusable.empty() || !observed.is_suspicious))
        {
            continue;
        }
        if (!observed.unusable.empty())
        {
            draft.dropped.push_back({i, observed.unusable});
            continue;
        }
        draft.dropped_assertions += observed.unstable;
        observed.test.comment = covered_lines(problem, result, i);
        draft.tests.push_back({std::move(observed.test), i, observed.is_suspicious});
    }
    return draft;
}

JavaSuite suite_of(const JavaProblem& problem, const SuiteDraft& draft, bool is_suspicious,
    std::vector<std::size_t>& places)
{
    const std::string name = internal_name(problem.options().class_name);
    JavaSuite suite;
    suite.package = binary_name(problem.plan().package);
    suite.class_under_test = name;
    suite.class_name = simple_name(name) + (is_suspicious ? "SuspiciousTest" : "Test");
    if (is_suspicious)
    {
        suite.comment = {"What these tests show may be faults: exceptions that no method declares,",
            "thrown for arguments that are not null. They pass while it stays so."};
    }
    places.clear();
    for (std::size_t i = 0; i < draft.tests.size(); ++i)
    {
        if (draft.tests[i].is_suspicious == is_suspicious)
        {
            suite.tests.push_back(draft.tests[i].test);
            places.push_back(i);
        }
    }
    describe_classes(problem.class_path(), problem.plan().package, suite);
    suite.suppressed_warnings.insert("deprecation");
    return suite;
}

}  // namespace sbst::jvm::detail
