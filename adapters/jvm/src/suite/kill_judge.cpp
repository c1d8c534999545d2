// SPDX-License-Identifier: Apache-2.0
#include "kill_judge.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

/// What ended a run on a mutant, for ends that fail a test anywhere; empty for others.
std::string fatal_end(StopCause cause)
{
    switch (cause)
    {
        case StopCause::budget:
        case StopCause::watchdog:
            return "timed out";
        case StopCause::stack_overflow:
            return "the stack overflows";
        case StopCause::out_of_memory:
            return "out of memory";
        case StopCause::exit:
            return "the JVM is asked to exit";
        case StopCause::death:
            return "the JVM crashes";
        case StopCause::none:
        case StopCause::not_linked:
        case StopCause::too_large:
        case StopCause::refused:
            break;
    }
    return {};
}

std::string simple_class(const std::string& name)
{
    return name.substr(name.find_last_of("./$") + 1);
}

/// `add`; for a constructor, `new Cart`.
std::string shown_name(const JavaCallable& callable)
{
    return callable.kind == JavaCallableKind::constructor ? "new " + simple_class(callable.owner) :
           callable.name.empty()                          ? std::string("a call") :
                                                            callable.name;
}

OutcomeKind outcome_at(const JudgedRun& run, std::size_t call)
{
    return call < run.trace->calls.size() ? run.trace->calls[call].kind : OutcomeKind::not_reached;
}

const JavaResult* result_at(const RunDetail& detail, std::size_t call)
{
    return call < detail.results.size() ? &detail.results[call] : nullptr;
}

/// The first call that returned the object that a call returned.
std::size_t first_with(const RunDetail& detail, std::size_t call)
{
    return call < detail.first_with.size() ? detail.first_with[call] : call;
}

bool is_nothing(const JavaResult* result)
{
    return result == nullptr || result->kind == JavaResultKind::null;
}

const ObserverDetail* find_answer(const RunDetail& detail, std::size_t call, std::uint32_t member)
{
    const auto found = std::find_if(detail.observations.begin(), detail.observations.end(),
        [&](const ObserverDetail& one) { return one.call == call && one.callable == member; });
    return found == detail.observations.end() ? nullptr : &*found;
}

const ContentDetail* find_content(
    const RunDetail& detail, std::size_t call, std::optional<std::size_t> argument)
{
    const auto found = std::find_if(detail.contents.begin(), detail.contents.end(),
        [&](const ContentDetail& one) { return one.call == call && one.argument == argument; });
    return found == detail.contents.end() ? nullptr : &*found;
}

/// What a call returned is known as it is at the end: tells whether a later call changed it.
bool was_changed_later(const RunDetail& detail, std::size_t call)
{
    const ContentDetail* const content = find_content(detail, first_with(detail, call), {});
    return content != nullptr && std::any_of(content->changed_by.begin(), content->changed_by.end(),
                                     [call](std::uint32_t changed) { return changed > call; });
}

bool is_same_member(const JavaCallable& one, const JavaCallable& other)
{
    return one.kind == other.kind && one.owner == other.owner && one.name == other.name &&
           one.descriptor == other.descriptor;
}

/// Calls that failed in the run.
bool has_thrown(const JudgedRun& run)
{
    return run.detail->thrown.has_value();
}

}  // namespace

struct KillJudge::Asked
{
    const RunDetail& usual;
    const RunDetail& changed;
};

std::optional<std::string> KillJudge::why_fails(
    const JavaTest& test, const JudgedRun& usual, const JudgedRun& changed) const
{
    if (const std::string end = fatal_end(changed.detail->stop); !end.empty())
    {
        return end;
    }
    if (changed.detail->stop != StopCause::none || usual.detail->stop != StopCause::none)
    {
        return std::nullopt;
    }
    // By step: its call, counted from 0.
    std::vector<std::size_t> call_of(test.steps.size());
    std::size_t calls = 0;
    for (std::size_t i = 0; i < test.steps.size(); ++i)
    {
        call_of[i] = calls;
        const auto* const call = std::get_if<JavaCall>(&test.steps[i]);
        if (call != nullptr)
        {
            if (auto why = why_call_fails(*call, calls, usual, changed))
            {
                return why;
            }
            ++calls;
        }
    }
    const Asked asked{*usual.detail, *changed.detail};
    for (const JavaStep& step : test.steps)
    {
        const auto* const assertion = std::get_if<JavaAssertion>(&step);
        if (assertion == nullptr)
        {
            continue;
        }
        const std::size_t call =
            assertion->kind == JavaAssertionKind::printed ? 0 : call_of.at(assertion->step);
        if (!holds(*assertion, call, asked))
        {
            if (assertion->kind == JavaAssertionKind::printed)
            {
                return "another text is printed";
            }
            const JavaCallable& asked_of =
                assertion->inspector ? *assertion->inspector :
                                       std::get<JavaCall>(test.steps.at(assertion->step)).callable;
            return assertion->argument && !assertion->inspector ?
                       fmt::format("an argument of {} holds another value", shown_name(asked_of)) :
                       fmt::format("{} returns another value", shown_name(asked_of));
        }
    }
    return std::nullopt;
}

std::optional<std::string> KillJudge::why_call_fails(
    const JavaCall& call, std::size_t index, const JudgedRun& usual, const JudgedRun& changed) const
{
    const OutcomeKind expected = outcome_at(usual, index);
    const OutcomeKind actual = outcome_at(changed, index);
    const std::string name = shown_name(call.callable);
    if (actual == OutcomeKind::threw && has_thrown(changed))
    {
        const ThrownDetail& thrown = *changed.detail->thrown;
        if (expected != OutcomeKind::threw)
        {
            return fmt::format("{} throws {}", name, simple_class(thrown.class_name));
        }
        if (!call.expected_exception.empty() &&
            !is_subclass(internal_name(thrown.class_name), call.expected_exception))
        {
            return fmt::format("{} throws {} instead of {}", name, simple_class(thrown.class_name),
                simple_class(call.expected_exception));
        }
        if (call.expected_message && call.expected_message != thrown.message)
        {
            return fmt::format("{} throws with another message", name);
        }
        return std::nullopt;
    }
    if (expected == OutcomeKind::threw && actual == OutcomeKind::returned)
    {
        return fmt::format("{} does not throw", name);
    }
    // The test ended before it: an argument was not of its parameter's type, or its receiver was
    // null, which a test may take for the exception that it expects.
    const bool is_as_expected =
        expected == OutcomeKind::threw && !call.expected_message &&
        !call.expected_exception.empty() &&
        is_subclass("java/lang/NullPointerException", call.expected_exception);
    if (expected != OutcomeKind::not_reached && actual == OutcomeKind::not_reached &&
        !is_as_expected)
    {
        return fmt::format("{} cannot be called", name);
    }
    return std::nullopt;
}

bool KillJudge::holds(const JavaAssertion& assertion, std::size_t call, const Asked& asked) const
{
    if (assertion.kind == JavaAssertionKind::printed)
    {
        return asked.changed.printed == assertion.expected.text;
    }
    if (assertion.inspector)
    {
        return member_holds(assertion, call, asked);
    }
    if (assertion.argument)
    {
        return content_holds(assertion, call, asked);
    }
    const JavaResult* const expected = result_at(asked.usual, call);
    const JavaResult* const actual = result_at(asked.changed, call);
    if (expected == nullptr || actual == nullptr)
    {
        return true;
    }
    switch (assertion.kind)
    {
        case JavaAssertionKind::equals:
            return are_equal(*expected, *actual) || was_changed_later(asked.changed, call);
        case JavaAssertionKind::is_null:
            return is_nothing(actual);
        case JavaAssertionKind::not_null:
            return !is_nothing(actual);
        case JavaAssertionKind::instance_of:
            return !is_nothing(actual) && (actual->kind != JavaResultKind::object ||
                                              is_subclass(internal_name(actual->class_name),
                                                  internal_name(expected->class_name)));
        case JavaAssertionKind::same:
        {
            const std::size_t other = first_with(asked.usual, call);
            return first_with(asked.changed, call) == first_with(asked.changed, other) ||
                   (is_nothing(actual) && is_nothing(result_at(asked.changed, other)));
        }
        case JavaAssertionKind::printed:
            break;
    }
    return true;
}

bool KillJudge::member_holds(
    const JavaAssertion& assertion, std::size_t call, const Asked& asked) const
{
    const JavaResult* const object = result_at(asked.changed, call);
    if (!assertion.argument && is_nothing(object))
    {
        // The question throws.
        return object == nullptr;
    }
    for (const ObserverDetail& answer : asked.usual.observations)
    {
        if (answer.call != call || !answer.thrown_class.empty() ||
            !is_same_member(m_problem->observer(answer.callable), *assertion.inspector))
        {
            continue;
        }
        // The object may be known by another call there.
        const ObserverDetail* const again =
            find_answer(asked.changed, first_with(asked.changed, call), answer.callable);
        return again == nullptr ||
               (again->thrown_class.empty() && are_equal(answer.value, again->value));
    }
    return content_holds(assertion, call, asked);
}

bool KillJudge::content_holds(
    const JavaAssertion& assertion, std::size_t call, const Asked& asked) const
{
    const ContentDetail* const expected = find_content(asked.usual, call, assertion.argument);
    const std::size_t place = assertion.argument ? call : first_with(asked.changed, call);
    const ContentDetail* const actual = find_content(asked.changed, place, assertion.argument);
    const bool is_size = assertion.inspector && assertion.inspector->name == "size" &&
                         assertion.expected.kind == JavaValueKind::literal;
    if (is_size)
    {
        if (was_changed_later(asked.changed, call) && !was_changed_later(asked.usual, call))
        {
            return true;
        }
        // The result is as it is at the end too.
        const JavaResult* const value =
            actual != nullptr ? &actual->value : result_at(asked.changed, place);
        return is_nothing(value) || value->content == JavaContentKind::none ||
               value->bits == assertion.expected.number;
    }
    return expected == nullptr || actual == nullptr || are_equal(expected->value, actual->value);
}

bool KillJudge::is_same_number(double expected, double actual) const
{
    constexpr int first_that_tells_zeros = 5;
    const bool are_zeros = expected == 0 && actual == 0;
    if (are_zeros && m_junit >= first_that_tells_zeros)
    {
        return std::signbit(expected) == std::signbit(actual);
    }
    return expected == actual || (std::isnan(expected) && std::isnan(actual));
}

bool KillJudge::are_equal(const JavaResult& expected, const JavaResult& actual) const
{
    if (expected.kind != actual.kind || expected.is_truncated != actual.is_truncated)
    {
        return false;
    }
    switch (expected.kind)
    {
        case JavaResultKind::nothing:
        case JavaResultKind::null:
            return true;
        case JavaResultKind::single_float:
            return is_same_number(to_float(expected), to_float(actual));
        case JavaResultKind::double_float:
            return is_same_number(to_double(expected), to_double(actual));
        case JavaResultKind::string:
            return expected.text == actual.text;
        case JavaResultKind::enumeration:
            return expected.class_name == actual.class_name && expected.constant == actual.constant;
        case JavaResultKind::array:
            return are_all_equal(expected, actual);
        case JavaResultKind::object:
            if (expected.content == JavaContentKind::none)
            {
                return expected.class_name == actual.class_name;
            }
            return expected.content == actual.content && expected.bits == actual.bits &&
                   are_all_equal(expected, actual);
        default:
            return expected.bits == actual.bits;
    }
}

/// In any order for sets and maps, whose elements are keys and values in turn.
bool KillJudge::are_all_equal(const JavaResult& expected, const JavaResult& actual) const
{
    const std::vector<JavaResult>& wanted = expected.elements;
    const std::vector<JavaResult>& there = actual.elements;
    if (wanted.size() != there.size())
    {
        return false;
    }
    const bool is_ordered =
        expected.content != JavaContentKind::set && expected.content != JavaContentKind::map;
    if (is_ordered)
    {
        return std::equal(wanted.begin(), wanted.end(), there.begin(),
            [this](const JavaResult& a, const JavaResult& b) { return are_equal(a, b); });
    }
    const std::size_t step = expected.content == JavaContentKind::map ? 2 : 1;
    for (std::size_t i = 0; i + step <= wanted.size(); i += step)
    {
        bool is_found = false;
        for (std::size_t j = 0; j + step <= there.size() && !is_found; j += step)
        {
            is_found = are_equal(wanted[i], there[j]) &&
                       (step == 1 || are_equal(wanted[i + 1], there[j + 1]));
        }
        if (!is_found)
        {
            return false;
        }
    }
    return true;
}

bool KillJudge::is_subclass(std::string name, const std::string& super) const
{
    constexpr std::size_t most_superclasses = 64;
    for (std::size_t i = 0; i < most_superclasses && !name.empty(); ++i)
    {
        if (name == super)
        {
            return true;
        }
        const ClassFile* const file = m_problem->class_path().find(name);
        if (file == nullptr)
        {
            // A class that a worker made; nothing tells.
            return true;
        }
        name = file->superclass;
    }
    return false;
}

}  // namespace sbst::jvm::detail
