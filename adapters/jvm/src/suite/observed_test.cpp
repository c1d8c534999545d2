// SPDX-License-Identifier: Apache-2.0
#include "observed_test.hpp"

#include "faults.hpp"

#include <sbst/jvm/surface/type_names.hpp>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Longer texts say little to a reader.
constexpr std::size_t max_asserted_text = 400;
constexpr std::size_t max_asserted_elements = 32;
constexpr std::size_t max_exception_depth = 64;

bool can_be_asserted(const JavaResult& result)
{
    if (result.is_truncated || result.text.size() > max_asserted_text ||
        result.elements.size() > max_asserted_elements || shows_identity(result.text))
    {
        return false;
    }
    switch (result.kind)
    {
        case JavaResultKind::nothing:
        case JavaResultKind::object:
            return false;
        case JavaResultKind::array:
            return std::all_of(result.elements.begin(), result.elements.end(), can_be_asserted);
        default:
            return true;
    }
}

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

/// Internal name of the class of a result that is an object and no array.
std::string run_time_class(const JavaResult& result)
{
    switch (result.kind)
    {
        case JavaResultKind::boolean:
            return "java/lang/Boolean";
        case JavaResultKind::byte:
            return "java/lang/Byte";
        case JavaResultKind::short_integer:
            return "java/lang/Short";
        case JavaResultKind::character:
            return "java/lang/Character";
        case JavaResultKind::integer:
            return "java/lang/Integer";
        case JavaResultKind::long_integer:
            return "java/lang/Long";
        case JavaResultKind::single_float:
            return "java/lang/Float";
        case JavaResultKind::double_float:
            return "java/lang/Double";
        case JavaResultKind::string:
            return "java/lang/String";
        case JavaResultKind::enumeration:
        case JavaResultKind::object:
            return internal_name(result.class_name);
        default:
            return {};
    }
}

/// In words; with what the test ended with, which mostly says what was refused.
std::string refusal_text(const RunDetail& detail)
{
    std::string text =
        "the sandbox refused it a file, the network or a process: elsewhere it may end otherwise";
    if (detail.thrown)
    {
        text += " (here with " + detail.thrown->class_name + ")";
    }
    return text;
}

/// A literal null, or what some call before returned null.
bool is_null_argument(const ObservedRuns& runs, const Argument& argument)
{
    const Argument& there = resolve(*runs.test, argument);
    if (const auto* value = std::get_if<Value>(&there))
    {
        return value->is_null();
    }
    const auto* made = std::get_if<ResultRef>(&there);
    const std::vector<JavaResult>& results = runs.first->results;
    return made != nullptr && made->statement < results.size() &&
           results[made->statement].kind == JavaResultKind::null;
}

}  // namespace

bool shows_identity(const std::u16string& text)
{
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

std::string nameable_exception(const ClassPath& path, const std::string& binary_name)
{
    std::string name = internal_name(binary_name);
    for (std::size_t i = 0; i < max_exception_depth; ++i)
    {
        const ClassFile* file = path.find(name);
        if (file == nullptr)
        {
            break;
        }
        const bool is_public = file->source_access().is_public() && !file->enclosing_method;
        if (is_public && (path.is_on_path(name) || name.starts_with("java/")))
        {
            return name;
        }
        name = file->superclass;
    }
    return "java/lang/Throwable";
}

bool TestObserver::is_under_test(const Statement& statement) const
{
    return m_surface->catalogue()[statement.callable].is_under_test;
}

ObservedTest TestObserver::observe(const ObservedRuns& runs) const
{
    ObservedTest out;
    if (runs.first->stop != StopCause::none || runs.second->stop != StopCause::none)
    {
        out.unusable = "it is stopped for its time, memory or depth";
        return out;
    }
    if (runs.first->was_refused || runs.second->was_refused)
    {
        out.unusable = refusal_text(*runs.first);
        return out;
    }
    std::vector<JavaCall> calls = m_translator.calls_of(*runs.test);
    std::size_t reached = 0;
    for (; reached < calls.size(); ++reached)
    {
        const OutcomeKind outcome = runs.trace->statements[reached].kind;
        if (outcome == OutcomeKind::not_reached)
        {
            break;
        }
        if (outcome == OutcomeKind::threw)
        {
            expect_exception(runs, reached, calls[reached], out);
        }
        else if (reached < runs.first->results.size() &&
                 !is_of_type(runs.first->results[reached], calls[reached].result_type))
        {
            calls[reached].result_type.clear();
        }
    }
    calls.resize(reached);
    Observed observed;
    observed.results.resize(reached);
    observe_results(runs, observed, out);
    if (!runs.first->thrown)
    {
        observe_objects(runs, observed, out);
    }
    // Assertions stand between the calls, so steps are counted anew.
    std::vector<std::size_t> step_of;
    for (std::size_t i = 0; i < reached; ++i)
    {
        for (JavaValue& argument : calls[i].arguments)
        {
            if (argument.kind == JavaValueKind::step)
            {
                argument.step = step_of[argument.step];
            }
        }
        step_of.push_back(out.test.steps.size());
        out.test.steps.emplace_back(std::move(calls[i]));
        if (observed.results[i])
        {
            observed.results[i]->step = step_of[i];
            out.test.steps.emplace_back(*std::move(observed.results[i]));
        }
    }
    for (JavaAssertion& assertion : observed.at_end)
    {
        assertion.step = step_of[assertion.step];
        out.test.steps.emplace_back(std::move(assertion));
    }
    return out;
}

void TestObserver::observe_results(
    const ObservedRuns& runs, Observed& observed, ObservedTest& out) const
{
    const auto& first = runs.first->results;
    const auto& second = runs.second->results;
    std::size_t asserted = 0;
    // The last calls are what a test is for.
    for (std::size_t i = observed.results.size(); i-- > 0 && asserted < max_result_assertions;)
    {
        if (i >= first.size() || i >= second.size() ||
            runs.trace->statements[i].kind != OutcomeKind::returned ||
            !is_under_test(runs.test->statements[i]) || !can_be_asserted(first[i]))
        {
            continue;
        }
        if (!(first[i] == second[i]))
        {
            ++out.unstable;
            continue;
        }
        observed.results[i] = assertion_of(i, first[i]);
        ++asserted;
    }
}

std::vector<const ObserverDetail*> TestObserver::telling_first(
    const std::vector<ObserverDetail>& observations) const
{
    std::vector<const ObserverDetail*> found;
    for (const ObserverDetail& observation : observations)
    {
        if (observation.thrown_class.empty() && can_be_asserted(observation.value))
        {
            found.push_back(&observation);
        }
    }
    const auto rank = [this](const ObserverDetail& observation) {
        const std::string& name = m_surface->callable(CallableId(observation.callable)).name;
        const bool is_getter = name.starts_with("get") || name.starts_with("is") ||
                               name.starts_with("has") || name == "size" || name == "length";
        return name == "toString" ? 0 : (is_getter ? 1 : 2);
    };
    std::stable_sort(
        found.begin(), found.end(), [&rank](const ObserverDetail* a, const ObserverDetail* b) {
            return a->statement != b->statement ? a->statement > b->statement : rank(*a) < rank(*b);
        });
    return found;
}

bool TestObserver::is_told(
    const ObservedRuns& runs, const Observed& observed, const ObserverDetail& observation) const
{
    for (std::size_t i = 0; i < observed.results.size(); ++i)
    {
        const Statement& statement = runs.test->statements[i];
        const auto* receiver = statement.arguments.empty() ?
                                   nullptr :
                                   std::get_if<ResultRef>(&statement.arguments.front());
        if (observed.results[i] && statement.callable.index() == observation.callable &&
            receiver != nullptr && receiver->statement == observation.statement &&
            runs.first->results[i] == observation.value)
        {
            return true;
        }
    }
    return false;
}

void TestObserver::observe_objects(
    const ObservedRuns& runs, Observed& observed, ObservedTest& out) const
{
    const auto& second = runs.second->observations;
    for (const ObserverDetail* found : telling_first(runs.first->observations))
    {
        if (observed.at_end.size() >= max_observer_assertions)
        {
            return;
        }
        if (is_told(runs, observed, *found))
        {
            continue;
        }
        const bool is_stable =
            std::any_of(second.begin(), second.end(), [&found](const ObserverDetail& other) {
                return other.statement == found->statement && other.callable == found->callable &&
                       other.thrown_class.empty() && other.value == found->value;
            });
        if (!is_stable)
        {
            ++out.unstable;
            continue;
        }
        JavaAssertion assertion = assertion_of(found->statement, found->value);
        assertion.inspector = m_surface->callable(CallableId(found->callable));
        observed.at_end.push_back(std::move(assertion));
    }
}

void TestObserver::expect_exception(
    const ObservedRuns& runs, std::size_t statement_index, JavaCall& call, ObservedTest& out) const
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
    const bool is_own_message = first->is_explicit && first->message == second->message &&
                                first->message && first->message->size() <= max_asserted_text &&
                                !shows_identity(*first->message);
    if (is_own_message)
    {
        call.expected_message = first->message;
    }
    const Statement& statement = runs.test->statements[statement_index];
    const bool has_null = std::any_of(statement.arguments.begin(), statement.arguments.end(),
        [&runs](const Argument& argument) { return is_null_argument(runs, argument); });
    // Whatever was passed: no class means its own assertions to fail, and a test that wants them to
    // fails itself where they are disabled.
    const bool is_assertion = first->class_name == assertion_error;
    out.is_suspicious = (is_assertion || (!first->is_explicit && !has_null)) &&
                        is_fault(first->class_name) &&
                        !is_declared(call.callable, first->class_name);
}

bool TestObserver::is_of_type(const JavaResult& result, const std::string& descriptor) const
{
    constexpr std::string_view object = "Ljava/lang/Object;";
    if (descriptor.empty() || descriptor == object || result.kind == JavaResultKind::null)
    {
        return true;
    }
    if (result.kind == JavaResultKind::array)
    {
        return internal_name(result.class_name) == descriptor;
    }
    return descriptor.front() == 'L' &&
           is_subclass(run_time_class(result), descriptor.substr(1, descriptor.size() - 2));
}

bool TestObserver::is_subclass(const std::string& name, const std::string& super) const
{
    if (m_path->find(name) == nullptr)
    {
        // A class that the JVM made: that of a lambda, which has interfaces only.
        const ClassFile* wanted = m_path->find(super);
        return wanted != nullptr && wanted->access.is_interface();
    }
    std::vector<std::string> waiting{name};
    std::set<std::string> seen;
    while (!waiting.empty())
    {
        const std::string current = std::move(waiting.back());
        waiting.pop_back();
        const ClassFile* file = current.empty() ? nullptr : m_path->find(current);
        if (current == super)
        {
            return true;
        }
        if (file != nullptr && seen.insert(current).second)
        {
            waiting.insert(waiting.end(), file->interfaces.begin(), file->interfaces.end());
            waiting.push_back(file->superclass);
        }
    }
    return false;
}

bool TestObserver::is_declared(const JavaCallable& callable, const std::string& thrown) const
{
    const auto& declared = callable.declared_exceptions;
    std::string name = internal_name(thrown);
    for (std::size_t i = 0; i < max_exception_depth && !name.empty(); ++i)
    {
        if (std::find(declared.begin(), declared.end(), name) != declared.end())
        {
            return true;
        }
        const ClassFile* file = m_path->find(name);
        name = file == nullptr ? "" : file->superclass;
    }
    return false;
}

}  // namespace sbst::jvm::detail
