// SPDX-License-Identifier: Apache-2.0
#include "suite_draft.hpp"

#include "class_knowledge.hpp"
#include "goal_comment.hpp"
#include "mutation_scoring.hpp"
#include "occasions.hpp"
#include "test_translator.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Below a folder of sources; a name that no package has at its user's.
constexpr const char* unproven_folder = "unproven/";

bool all_were_run(const std::vector<Trace>& traces)
{
    return std::all_of(
        traces.begin(), traces.end(), [](const Trace& trace) { return trace.was_run; });
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

std::set<StaticField> filled_fields(const JavaProblem& problem, const RunDetail& detail)
{
    std::set<StaticField> fields;
    for (const FilledStatic& filled : detail.filled_statics)
    {
        const StaticFieldPlan& field = problem.plan().static_fields.at(filled.field);
        fields.insert({field.owner, field.name, field.descriptor, filled.content, filled.first});
    }
    return fields;
}

/// A test as the search has it, without assertions.
DraftTest unobserved_test(const JavaProblem& problem, const RunResult& result, std::size_t origin)
{
    const TestTranslator translator(problem.class_path(), problem.surface());
    DraftTest one{.test = {}, .origin = origin};
    for (JavaCall& call : translator.calls_of(result.suite[origin]))
    {
        one.test.steps.emplace_back(std::move(call));
    }
    one.test.comment = covered_lines(problem, result, origin);
    return one;
}

}  // namespace

SuiteDraft draft_suite(const JavaProblem& problem, RunResult& result, std::size_t wanted,
    const StopToken& stop, std::chrono::milliseconds grace, MutationScoring* mutation)
{
    SuiteDraft draft;
    draft.initialised = problem.plan().preload;
    const std::size_t count = result.suite.size();
    std::vector<Trace> traces(count);
    std::vector<Trace> second_traces(count);
    std::vector<RunDetail> first(count);
    std::vector<RunDetail> second(count);
    OccasionAnswers answers{.own = std::vector<OwnSurroundings>(count), .unsure = {}};
    // Workers that there is no time for are not started.
    if (!stop.stop_requested())
    {
        problem.execute_in_detail(result.suite, traces, first, stop);
    }
    if (!stop.stop_requested())
    {
        answers = run_on_other_occasions(
            problem, {result.suite, traces, first, second_traces, second}, stop);
        withdraw_unsure(answers.unsure, result);
    }
    else if (!all_were_run(traces))
    {
        // Unproven tests are easier to read with assertions.
        const StopToken last = StopToken{}.with_deadline(StopToken::Clock::now() + grace);
        problem.execute_in_detail(result.suite, traces, first, last);
    }

    TestObserver observer(problem);
    for (std::size_t i = 0; i < count; ++i)
    {
        observer.add(result.suite[i], traces[i], first[i]);
    }
    std::vector<DraftedTest> drafted;
    for (std::size_t i = 0; i < count; ++i)
    {
        if (!traces[i].was_run)
        {
            if (i < wanted)
            {
                draft.unproven.push_back(unobserved_test(problem, result, i));
            }
            continue;
        }
        // Without a second time nothing is proven, and what was seen once is as good.
        const ObservedRuns runs{.test = &result.suite[i],
            .trace = &traces[i],
            .first = &first[i],
            .second = second_traces[i].was_run ? &second[i] : &first[i],
            .own = answers.own[i]};
        ObservedTest observed = observer.observe(runs);
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
        DraftTest& one = draft.tests.emplace_back();
        one.test = std::move(observed.test);
        one.origin = i;
        one.is_suspicious = observed.is_suspicious;
        one.repair.classes = std::move(observed.classes);
        one.filled_fields = filled_fields(problem, first[i]);
        drafted.push_back({.runs = runs, .chosen = std::move(observed.chosen)});
    }
    draft.unsure = std::move(answers.unsure);
    for (std::size_t i = 0; i < drafted.size(); ++i)
    {
        drafted[i].written = &draft.tests[i].test;
    }
    if (mutation != nullptr && !drafted.empty() && !stop.stop_requested())
    {
        draft.killing_assertions = mutation->add_assertions(observer, drafted);
    }
    return draft;
}

SuiteDraft unobserved_draft(const JavaProblem& problem, const RunResult& result, std::size_t wanted)
{
    SuiteDraft draft;
    for (std::size_t i = 0; i < wanted; ++i)
    {
        draft.unproven.push_back(unobserved_test(problem, result, i));
    }
    return draft;
}

void add_broken_laws(
    const std::vector<BrokenLaw>& broken, std::vector<TestCase>& suite, SuiteDraft& draft)
{
    for (const BrokenLaw& one : broken)
    {
        draft.tests.push_back({.test = law_test(one.violation),
            .origin = suite.size(),
            .is_suspicious = true,
            .law = ObjectLawRow{.law = std::string(law_words(one.violation.law)),
                .class_name = one.class_name,
                .seen = one.violation.observed}});
        suite.push_back(one.setup);
    }
}

namespace
{

/// `CartTest`, `CartSuspiciousTest`, `CartUnprovenTest`.
std::string suite_class_name(const JavaProblem& problem, std::string_view kind)
{
    return fmt::format("{}{}Test", simple_name(internal_name(problem.options().class_name)), kind);
}

constexpr std::string_view suspicious_kind = "Suspicious";
constexpr std::string_view unproven_kind = "Unproven";

/// A class without tests.
JavaSuite empty_suite(const JavaProblem& problem, std::string_view kind)
{
    const std::string name = internal_name(problem.options().class_name);
    JavaSuite suite;
    suite.package = binary_name(problem.plan().package);
    suite.class_under_test = name;
    suite.release = problem.release();
    suite.uses_mockito = problem.options().surface.stand_ins == StandIns::mockito;
    suite.class_name = suite_class_name(problem, kind);
    suite.comment = {std::string(generated_mark) + ", which writes this file anew: do not edit."};
    suite.suppressed_warnings.insert("deprecation");
    return suite;
}

}  // namespace

namespace
{

void add_static_state(const SuiteDraft& draft, bool is_suspicious, JavaSuite& suite)
{
    // In the order of the workers, where they did not fail.
    std::copy_if(draft.initialised.begin(), draft.initialised.end(),
        std::back_inserter(suite.first_classes),
        [&draft](const std::string& name) { return draft.first_classes.contains(name); });
    std::set<StaticField> filled;
    for (const DraftTest& one : draft.tests)
    {
        if (draft.resets_fields && one.is_suspicious == is_suspicious)
        {
            filled.insert(one.filled_fields.begin(), one.filled_fields.end());
        }
    }
    suite.reset_fields.assign(filled.begin(), filled.end());
}

}  // namespace

JavaSuite suite_of(const JavaProblem& problem, const SuiteDraft& draft, bool is_suspicious,
    std::vector<std::size_t>& places)
{
    JavaSuite suite = empty_suite(problem, is_suspicious ? suspicious_kind : "");
    if (is_suspicious)
    {
        for (const char* line :
            {"What these tests show may be faults: exceptions that no method declares,",
                "thrown for arguments that are not null; assertions that do not hold (they must be",
                "enabled, as build tools do it); broken laws of equals, hashCode, compareTo "
                "and",
                "toString. They pass while it stays so."})
        {
            suite.comment.emplace_back(line);
        }
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
    if (!suite.tests.empty())
    {
        add_static_state(draft, is_suspicious, suite);
    }
    describe_classes(problem.class_path(), problem.plan().package, suite);
    return suite;
}

JavaSuite unproven_suite(
    const JavaProblem& problem, const SuiteDraft& draft, const std::string& reason)
{
    JavaSuite suite = empty_suite(problem, unproven_kind);
    suite.comment.insert(suite.comment.begin(),
        {"NOT PROVEN: " + reason + ".",
            "These tests may not compile, may fail, and may pass only sometimes. No report counts",
            "what they cover. Run the command again for tests that are proven."});
    suite.disabled = "not proven";
    for (const DraftTest& one : draft.unproven)
    {
        suite.tests.push_back(one.test);
    }
    describe_classes(problem.class_path(), problem.plan().package, suite);
    return suite;
}

}  // namespace sbst::jvm::detail

namespace sbst::jvm
{

std::string_view to_string(UnprovenCause cause)
{
    constexpr std::array<std::string_view, 3> names{"deadline", "interrupt", "failure"};
    return names.at(static_cast<std::size_t>(cause));
}

std::array<std::string, 3> suite_files(const JavaProblem& problem)
{
    std::string folder = problem.plan().package;
    folder += folder.empty() ? "" : "/";
    const auto file = [&](std::string_view kind) {
        return folder + detail::suite_class_name(problem, kind) + ".java";
    };
    return {file(""), file(detail::suspicious_kind),
        detail::unproven_folder + file(detail::unproven_kind)};
}

}  // namespace sbst::jvm
