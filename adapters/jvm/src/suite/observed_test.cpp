// SPDX-License-Identifier: Apache-2.0
#include "observed_test.hpp"

#include "../render/callables.hpp"
#include "executed_test.hpp"
#include "faults.hpp"
#include "suspicion.hpp"

#include <sbst/jvm/exec/worker_settings.hpp>
#include <sbst/jvm/language/java_text.hpp>
#include <sbst/jvm/language/type_names.hpp>
#include <sbst/output/killing_assertions.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace sbst::jvm::detail
{

namespace
{

/// Longer texts say little to a reader.
constexpr std::size_t max_asserted_text = 400;
constexpr std::size_t max_asserted_elements = 32;

/// In words; with what the test ended with, which mostly says what was refused.
std::string refusal_text(const RunDetail& detail)
{
    std::string text =
        "it changes files, now or when the JVM ends, reads System.in, waits less than half a "
        "second for threads of its own, or the sandbox refused it a file, the network or a "
        "process: elsewhere it may end otherwise, or do harm";
    if (detail.thrown)
    {
        text += " (here with " + detail.thrown->class_name + ")";
    }
    return text;
}

/// Why runs do not show what the test does elsewhere; empty for runs that do.
std::string why_unusable(const ObservedRuns& runs)
{
    if (runs.first->stop != StopCause::none || runs.second->stop != StopCause::none)
    {
        return "it is stopped for its time, memory or depth";
    }
    if (runs.first->thrown.has_value() != runs.second->thrown.has_value() ||
        runs.first->results.size() != runs.second->results.size())
    {
        return "it throws in one run and not, or elsewhere, in the next";
    }
    if (runs.first->was_refused || runs.second->was_refused)
    {
        return refusal_text(*runs.first);
    }
    if (runs.first->thrown && is_of_linkage(*runs.first->thrown))
    {
        return linkage_text(*runs.first->thrown);
    }
    return {};
}

/// Calls with the assertions between them and after them, whose steps are counted anew.
void write_steps(std::vector<JavaCall> calls, Observed observed, JavaTest& test)
{
    std::vector<std::size_t> step_of;
    const auto moved = [&step_of](JavaValue& value) {
        if (value.kind == JavaValueKind::step)
        {
            value.step = step_of[value.step];
        }
    };
    for (std::size_t i = 0; i < calls.size(); ++i)
    {
        std::for_each(calls[i].arguments.begin(), calls[i].arguments.end(), moved);
        step_of.push_back(test.steps.size());
        test.steps.emplace_back(std::move(calls[i]));
        if (observed.results[i])
        {
            observed.results[i]->step = step_of[i];
            moved(observed.results[i]->expected);
            test.steps.emplace_back(*std::move(observed.results[i]));
        }
    }
    for (JavaAssertion& assertion : observed.at_end)
    {
        assertion.step = step_of[assertion.step];
        test.steps.emplace_back(std::move(assertion));
    }
}

/// Tells whether the language has an expression for such a collection: sets and maps of `Set.of`
/// and `Map.of` have no null, and those maps few keys.
bool is_writable_collection(const JavaResult& result)
{
    constexpr std::size_t max_map_elements = 20;
    const bool has_null = std::any_of(result.elements.begin(), result.elements.end(),
        [](const JavaResult& element) { return element.kind == JavaResultKind::null; });
    switch (result.content)
    {
        case JavaContentKind::list:
            return true;
        case JavaContentKind::set:
            return !has_null;
        case JavaContentKind::map:
            return !has_null && result.elements.size() <= max_map_elements;
        case JavaContentKind::optional:
            return true;
        case JavaContentKind::other:
        case JavaContentKind::none:
            break;
    }
    return false;
}

/// Tells whether the printed text can be asserted: by one thread, the same in any encoding and
/// without the frames of a stack, which other releases of the JDK have at other lines.
bool can_assert_printed(const RunDetail& detail)
{
    const auto is_portable = [](char16_t unit) {
        return (unit >= u' ' && unit < u'\x7f') || unit == u'\n' || unit == u'\t';
    };
    return !detail.printed.empty() && detail.printed.size() <= max_asserted_text &&
           !detail.had_threads && !shows_run(detail.printed) &&
           detail.printed.find(u"\tat ") == std::u16string::npos &&
           std::all_of(detail.printed.begin(), detail.printed.end(), is_portable);
}

}  // namespace

JavaAssertion assertion_of(std::size_t step, const JavaResult& result)
{
    if (result.kind == JavaResultKind::null)
    {
        return {.kind = JavaAssertionKind::is_null, .step = step};
    }
    return {.kind = JavaAssertionKind::equals,
        .step = step,
        .inspector = std::nullopt,
        .expected = literal_of(result)};
}

bool shows_run(const std::u16string& text)
{
    // The name of a stand-in's class is another one in the tests, and so is the current folder. The
    // JDK numbers the classes of proxies and lambdas as they come, and names the loader of a class
    // that cannot be cast.
    const std::u16string folder(worker_folder.begin(), worker_folder.end());
    for (const std::u16string_view part : {std::u16string_view(u"sbst$"),
             std::u16string_view(u"$Proxy"), std::u16string_view(u"$$Lambda"),
             std::u16string_view(u"sbst-subject"), std::u16string_view(folder)})
    {
        if (text.find(part) != std::u16string::npos)
        {
            return true;
        }
    }
    // The JVM names a variable that is null only where the class file has its name.
    const std::size_t cause = text.find(u" because \"");
    if (cause != std::u16string::npos && text.find(u"\" is null", cause) != std::u16string::npos)
    {
        return true;
    }
    constexpr std::size_t least_digits = 3;
    constexpr std::u16string_view hex = u"0123456789abcdef";
    for (std::size_t at = text.find(u'@'); at != std::u16string::npos; at = text.find(u'@', at + 1))
    {
        const std::size_t end = std::min(text.find_first_not_of(hex, at + 1), text.size());
        const std::u16string_view digits = std::u16string_view(text).substr(at + 1, end - at - 1);
        // In workers all objects have the same hash code.
        if (digits.size() >= least_digits || digits == u"1")
        {
            return true;
        }
    }
    return false;
}

bool TestObserver::can_be_asserted(const JavaResult& result) const
{
    if (result.is_truncated || result.text.size() > max_asserted_text ||
        result.elements.size() > max_asserted_elements || shows_run(result.text))
    {
        return false;
    }
    switch (result.kind)
    {
        case JavaResultKind::nothing:
            return false;
        case JavaResultKind::object:
            return is_writable_collection(result) &&
                   std::all_of(result.elements.begin(), result.elements.end(),
                       [this](const JavaResult& element) { return can_be_element(element); });
        case JavaResultKind::enumeration:
            return can_be_named(result.class_name);
        case JavaResultKind::array:
            return std::all_of(result.elements.begin(), result.elements.end(),
                [this](const JavaResult& element) { return can_be_asserted(element); });
        default:
            return true;
    }
}

bool TestObserver::is_under_test(const ObservedRuns& runs, std::size_t step) const
{
    const Call& call = runs.test->calls[step];
    const Callable& callable = m_surface->catalogue()[call.callable];
    if (callable.is_under_test || callable.kind != CallableKind::method)
    {
        return callable.is_under_test;
    }
    const bool is_own =
        m_under_test.contains(binary_name(m_surface->callable(call.callable).owner));
    if (is_own && m_problem->options().method)
    {
        return false;
    }
    const auto* receiver = std::get_if<ResultRef>(&resolve(*runs.test, call.arguments.front()));
    return receiver != nullptr && receiver->call < runs.first->results.size() &&
           m_under_test.contains(runs.first->results[receiver->call].class_name);
}

void TestObserver::add(const TestCase& test, const Trace& trace, const RunDetail& detail)
{
    m_chooser.add(executed_test(*m_problem, test, trace, detail));
}

ObservedTest TestObserver::observe(const ObservedRuns& runs)
{
    ObservedTest out;
    out.unusable = why_unusable(runs);
    if (!out.unusable.empty())
    {
        return out;
    }
    const auto& outcomes = runs.trace->calls;
    const auto unreached = std::find_if(outcomes.begin(), outcomes.end(),
        [](const CallOutcome& call) { return call.kind == OutcomeKind::not_reached; });
    return written(runs, m_chooser.choose(executed(runs, *runs.first), executed(runs, *runs.second),
                             static_cast<std::size_t>(unreached - outcomes.begin()), hooks(runs)));
}

ObservedTest TestObserver::written(const ObservedRuns& runs, ChosenAssertions chosen) const
{
    ObservedTest out;
    out.test.own = runs.own;
    std::vector<JavaCall> calls = m_translator.calls_of(*runs.test);
    std::size_t reached = 0;
    for (; reached < calls.size(); ++reached)
    {
        const OutcomeKind outcome = runs.trace->calls[reached].kind;
        if (outcome == OutcomeKind::not_reached)
        {
            break;
        }
        if (outcome == OutcomeKind::threw)
        {
            expect_exception(runs, calls[reached], out);
        }
        else if (reached < runs.first->results.size() &&
                 !is_of_type(runs.first->results[reached], calls[reached].result_type))
        {
            calls[reached].result_type.clear();
            calls[reached].generic_type.clear();
        }
    }
    calls.resize(reached);
    out.classes = classes_of(*runs.first, reached);
    out.unstable += chosen.unstable;
    Observed observed = written_down(runs, chosen);
    out.chosen = std::move(chosen);
    const auto cast_where_needed = [&](JavaAssertion& assertion) {
        assertion.casts_to_inspector = assertion.inspector && !assertion.argument &&
                                       !has_member(calls[assertion.step], *assertion.inspector);
    };
    std::for_each(observed.at_end.begin(), observed.at_end.end(), cast_where_needed);
    for (auto& assertion : observed.results)
    {
        if (assertion)
        {
            cast_where_needed(*assertion);
        }
    }
    const bool is_printed =
        reached > 0 && can_assert_printed(*runs.first) && !runs.second->had_threads;
    if (is_printed && runs.first->printed != runs.second->printed)
    {
        ++out.unstable;
    }
    else if (is_printed)
    {
        observed.at_end.insert(observed.at_end.begin(),
            {.kind = JavaAssertionKind::printed, .expected = java_string(runs.first->printed)});
    }
    write_steps(std::move(calls), std::move(observed), out.test);
    return out;
}

std::vector<SuiteAssertion> TestObserver::telling(const ObservedRuns& runs,
    const ChosenAssertions& chosen, const Trace& trace, const RunDetail& on_mutant) const
{
    const ObservedRuns changed{
        .test = runs.test, .trace = &trace, .first = &on_mutant, .second = &on_mutant};
    return telling_assertions(executed(runs, *runs.first), executed(runs, *runs.second), chosen,
        executed(changed, on_mutant));
}

void TestObserver::expect_exception(
    const ObservedRuns& runs, JavaCall& call, ObservedTest& out) const
{
    const auto& first = runs.first->thrown;
    const auto& second = runs.second->thrown;
    if (!first || !second || first->class_name != second->class_name)
    {
        out.unusable = "it throws in one run and not, or another exception, in the next";
        return;
    }
    call.expected_exception = nameable_exception(*m_path, first->class_name);
    // Messages of the JDK change between releases; those of the subject are its own.
    const bool is_own_message = first->is_explicit && first->message &&
                                first->message->size() <= max_asserted_text &&
                                !shows_run(*first->message);
    if (is_own_message && first->message == second->message)
    {
        call.expected_message = first->message;
    }
    else
    {
        out.unstable += is_own_message ? 1U : 0U;
    }
    // Whatever was passed: no class means its own assertions to fail, and a test that wants them to
    // fails itself where they are disabled.
    const bool is_assertion = first->class_name == assertion_error;
    const bool is_announced = first->is_explicit || detail::is_announced(*first);
    out.is_suspicious =
        is_fault(first->class_name) && !is_declared(call.callable, first->class_name) &&
        (is_assertion ||
            (!is_announced && !is_asked_for(*m_problem, *runs.test, runs.first->results, *first)));
}

}  // namespace sbst::jvm::detail
