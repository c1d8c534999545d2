// SPDX-License-Identifier: Apache-2.0
#include "executed_test.hpp"

#include "../render/test_names.hpp"
#include "result_text.hpp"

#include <sbst/jvm/language/java_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

ValueForm form_of(const JavaResult& result)
{
    switch (result.kind)
    {
        case JavaResultKind::null:
            return ValueForm::null;
        case JavaResultKind::boolean:
            return ValueForm::boolean;
        case JavaResultKind::byte:
        case JavaResultKind::short_integer:
        case JavaResultKind::integer:
        case JavaResultKind::long_integer:
            return ValueForm::integer;
        case JavaResultKind::single_float:
        case JavaResultKind::double_float:
            return ValueForm::real;
        case JavaResultKind::string:
            return ValueForm::text;
        case JavaResultKind::enumeration:
            return ValueForm::constant;
        case JavaResultKind::array:
            return ValueForm::list;
        case JavaResultKind::object:
            return ValueForm::object;
        default:
            return ValueForm::other;
    }
}

std::string content_of(const JavaResult& result)
{
    switch (form_of(result))
    {
        case ValueForm::boolean:
            return result.bits != 0 ? "true" : "false";
        case ValueForm::integer:
            return std::to_string(result.bits);
        case ValueForm::real:
            return fmt::format("{}", result.kind == JavaResultKind::single_float ?
                                         static_cast<double>(to_float(result)) :
                                         to_double(result));
        case ValueForm::text:
            return to_utf8(result.text);
        case ValueForm::constant:
            return result.constant;
        default:
            return {};
    }
}

/// Boxes, kinds of NaN, unpaired surrogates and cut texts look like others.
std::string exact_of(const JavaResult& result)
{
    constexpr unsigned bits_of_byte = 8;
    constexpr unsigned low_byte = 0xff;
    std::string exact = fmt::format("{} {} {} {} ", static_cast<int>(result.kind),
        static_cast<int>(result.is_boxed), static_cast<int>(result.is_truncated), result.bits);
    for (const char16_t unit : result.text)
    {
        exact += static_cast<char>(static_cast<unsigned>(unit) >> bits_of_byte);
        exact += static_cast<char>(static_cast<unsigned>(unit) & low_byte);
    }
    return exact;
}

std::string thrown_text(const ThrownDetail& thrown)
{
    return thrown.message ? fmt::format("{}: {}", thrown.class_name, quoted_text(*thrown.message)) :
                            thrown.class_name;
}

void add_result(const JavaResult& result, ExecutedCall& call)
{
    if (result.kind == JavaResultKind::nothing)
    {
        return;
    }
    call.results.push_back(executed_value(result));
    if (call.outcome == OutcomeKind::returned && result.kind != JavaResultKind::object)
    {
        call.story.outcome = "returns " + call.results.back().text;
    }
}

/// The call that ended the test.
void add_failure(const ThrownDetail& thrown, ExecutedCall& call)
{
    call.failure = thrown_text(thrown);
    call.story.outcome = "throws " + call.failure;
    call.failure_words =
        "throws " + thrown.class_name.substr(thrown.class_name.find_last_of(".$") + 1);
}

/// The less, the more it says to a reader.
int answer_rank(const JavaCallable& asked)
{
    if (asked.kind == JavaCallableKind::field_read)
    {
        return 3;
    }
    const std::string& name = asked.name;
    const bool is_getter = name.starts_with("get") || name.starts_with("is") ||
                           name.starts_with("has") || name == "size" || name == "length";
    return name == "toString" ? 0 : (is_getter ? 1 : 2);
}

}  // namespace

ExecutedValue executed_value(const JavaResult& result)
{
    ExecutedValue value{.type = result.class_name,
        .text = result_text(result),
        .form = form_of(result),
        .content = content_of(result)};
    value.exact = exact_of(result);
    for (const JavaResult& element : result.elements)
    {
        value.elements.push_back(executed_value(element));
    }
    return value;
}

namespace
{

Observation observed_content(const ContentDetail& content)
{
    // Observers have numbers from 0.
    constexpr auto content_member = static_cast<std::size_t>(-1);
    return {.call = content.call,
        .argument = content.argument,
        .member = "content",
        .member_id = content_member,
        .value = executed_value(content.value)};
}

}  // namespace

void mark_effects(const RunDetail& detail, ExecutedTest& test)
{
    const std::size_t answers = test.observations.size() - detail.contents.size();
    for (std::size_t i = 0; i < detail.contents.size(); ++i)
    {
        const ContentDetail& content = detail.contents[i];
        const ExecutedCall& made = test.calls.at(content.call);
        const bool is_made = !content.argument && made.is_under_test &&
                             made.kind != CallableKind::constructor &&
                             made.kind != CallableKind::cast;
        Observation& observation = test.observations[answers + i];
        observation.is_effect =
            is_made ||
            std::any_of(content.changed_by.begin(), content.changed_by.end(),
                [&test](std::uint32_t call) { return test.calls.at(call).is_under_test; });
        observation.is_untouched = !observation.is_effect;
    }
}

std::vector<const ObserverDetail*> answers_of(const RunDetail& detail)
{
    std::vector<const ObserverDetail*> answers;
    for (const ObserverDetail& observer : detail.observations)
    {
        if (observer.thrown_class.empty())
        {
            answers.push_back(&observer);
        }
    }
    return answers;
}

ExecutedTest executed_test(
    const JavaProblem& problem, const TestCase& test, const Trace& trace, const RunDetail& detail)
{
    ExecutedTest executed = sbst::executed_test(test, trace, problem.catalogue(), problem.types());
    for (std::size_t i = 0; i < executed.calls.size(); ++i)
    {
        ExecutedCall& call = executed.calls[i];
        call.kind = core_kind(problem.surface().callable(call.callable).kind);
        if (i < detail.results.size())
        {
            add_result(detail.results[i], call);
        }
        // Whether two empty Optionals are one object is the JDK's affair.
        const bool is_optional =
            i < detail.results.size() && detail.results[i].content == JavaContentKind::optional;
        if (i < detail.first_with.size() && detail.first_with[i] < i && !is_optional)
        {
            call.same_as = detail.first_with[i];
        }
        if (call.outcome == OutcomeKind::threw && detail.thrown)
        {
            add_failure(*detail.thrown, call);
        }
    }
    for (const ObserverDetail* const answer : answers_of(detail))
    {
        const JavaCallable& member = problem.observer(answer->callable);
        executed.observations.push_back({.call = answer->call,
            .member = member.name,
            .member_id = answer->callable,
            .is_field = member.kind == JavaCallableKind::field_read,
            .reading_rank = answer_rank(member),
            .value = executed_value(answer->value)});
    }
    for (const ContentDetail& content : detail.contents)
    {
        executed.observations.push_back(observed_content(content));
    }
    mark_effects(detail, executed);
    return executed;
}

}  // namespace sbst::jvm::detail
