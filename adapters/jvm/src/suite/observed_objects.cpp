// SPDX-License-Identifier: Apache-2.0
// What the choice of assertions must know of Java, and the choice in Java.
#include "executed_test.hpp"
#include "observed_test.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace sbst::jvm::detail
{

namespace
{

/// Tells whether it is an object, an array or a box.
bool is_reference(const JavaResult& result)
{
    switch (result.kind)
    {
        case JavaResultKind::nothing:
        case JavaResultKind::null:
            return false;
        case JavaResultKind::string:
        case JavaResultKind::enumeration:
        case JavaResultKind::array:
        case JavaResultKind::object:
            return true;
        default:
            return result.is_boxed;
    }
}

/// Tells whether all objects of a class of the JDK are values.
bool never_changes(std::string_view name)
{
    return name.starts_with("java/time/") || name == "java/math/BigDecimal" ||
           name == "java/math/BigInteger" || name == "java/net/URI" || name == "java/net/URL" ||
           name == "java/io/File" || name == "java/util/Locale" || name == "java/util/UUID";
}

/// `getTotal`, `isTotal` or `total`, for a field `total`.
bool is_getter_of(const std::string& method, std::string field)
{
    if (method == field)
    {
        return true;
    }
    field[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(field[0])));
    return method == "get" + field || method == "is" + field;
}

/// Tells whether asking both of one object is asking twice.
bool tells_same(const JavaCallable& told, const JavaCallable& asked)
{
    if (asked.kind == JavaCallableKind::field_read)
    {
        return told.kind == JavaCallableKind::instance_method &&
               is_getter_of(told.name, asked.name);
    }
    return told.kind == asked.kind && told.owner == asked.owner && told.name == asked.name &&
           told.descriptor == asked.descriptor;
}

/// An object that a later call changes was another one when it was returned.
void forbid_results_before_changes(
    const RunDetail& detail, const ContentDetail& content, ExecutedTest& test)
{
    const auto last = std::max_element(content.changed_by.begin(), content.changed_by.end());
    for (std::size_t i = content.call; last != content.changed_by.end() && i < *last; ++i)
    {
        const bool is_same = !content.argument && i < detail.first_with.size() &&
                             detail.first_with[i] == content.call;
        for (ExecutedValue& value : test.calls[i].results)
        {
            value.can_be_stated = value.can_be_stated && !is_same;
        }
    }
}

/// A getter may box what its field holds.
bool has_same_value(JavaResult first, const JavaResult& second)
{
    first.is_boxed = second.is_boxed;
    return first == second;
}

}  // namespace

ExecutedTest TestObserver::executed(const ObservedRuns& runs, const RunDetail& detail) const
{
    ExecutedTest test = executed_test(*m_problem, *runs.test, *runs.trace, detail);
    for (std::size_t i = 0; i < test.calls.size(); ++i)
    {
        ExecutedCall& call = test.calls[i];
        const bool has_result = i < detail.results.size();
        call.is_under_test = is_under_test(runs, i);
        call.outcome = has_result || call.outcome != OutcomeKind::returned ?
                           call.outcome :
                           OutcomeKind::not_reached;
        for (ExecutedValue& value : call.results)
        {
            value.can_be_stated = has_result && can_be_asserted(detail.results[i]);
        }
    }
    const std::vector<const ObserverDetail*> answers = answers_of(detail);
    for (std::size_t i = 0; i < answers.size(); ++i)
    {
        // The name of a class literal or of a member stands in the test.
        const CallableId made = runs.test->calls[answers[i]->call].callable;
        const JavaCallableKind kind = m_surface->callable(made).kind;
        const bool is_told =
            kind == JavaCallableKind::class_literal || kind == JavaCallableKind::reflected_member;
        test.observations[i].value.can_be_stated =
            !is_told && can_be_asserted(answers[i]->value) && !is_whole(runs, answers[i]->call);
    }
    for (std::size_t i = 0; i < detail.contents.size(); ++i)
    {
        const ContentDetail& content = detail.contents[i];
        // An array within an array is written there.
        const bool is_element =
            content.argument && m_surface->callable(runs.test->calls[content.call].callable).kind ==
                                    JavaCallableKind::array_of;
        test.observations[answers.size() + i].value.can_be_stated =
            !is_element && content_assertion(detail, content).has_value();
        forbid_results_before_changes(detail, content, test);
    }
    mark_effects(detail, test);
    return test;
}

bool TestObserver::is_whole(const ObservedRuns& runs, std::size_t call) const
{
    const std::vector<JavaResult>& first = runs.first->results;
    const std::vector<JavaResult>& second = runs.second->results;
    return call < first.size() && call < second.size() && first[call] == second[call] &&
           first[call].content == JavaContentKind::optional && can_be_asserted(first[call]) &&
           is_under_test(runs, call);
}

AssertionHooks TestObserver::hooks(const ObservedRuns& runs) const
{
    AssertionHooks hooks;
    const std::vector<const ObserverDetail*> answers = answers_of(*runs.first);
    hooks.result_tells = [this, runs, answers](std::size_t call, std::size_t asked) {
        if (asked >= answers.size())
        {
            const ContentDetail& content = runs.first->contents[asked - answers.size()];
            return !content.argument && content.call == call;
        }
        const ObserverDetail& answer = *answers[asked];
        const Call& told = runs.test->calls[call];
        const auto* const receiver =
            told.arguments.empty() ? nullptr : std::get_if<ResultRef>(&told.arguments.front());
        return receiver != nullptr && receiver->call == answer.call &&
               tells_same(
                   m_surface->callable(told.callable), m_problem->observer(answer.callable)) &&
               has_same_value(runs.first->results[call], answer.value);
    };
    hooks.member_tells = [this, answers](std::size_t told, std::size_t asked) {
        return std::max(told, asked) < answers.size() &&
               tells_same(m_problem->observer(answers[told]->callable),
                   m_problem->observer(answers[asked]->callable)) &&
               literal_of(answers[told]->value) == literal_of(answers[asked]->value);
    };
    hooks.can_state_presence = [this, runs](std::size_t call) {
        return presence_of(runs, call).has_value();
    };
    return hooks;
}

Observed TestObserver::written_down(const ObservedRuns& runs, const ChosenAssertions& chosen) const
{
    const RunDetail& first = *runs.first;
    const std::vector<const ObserverDetail*> answers = answers_of(first);
    Observed observed;
    observed.results.resize(chosen.results.size());
    for (std::size_t i = 0; i < chosen.results.size(); ++i)
    {
        if (!chosen.results[i])
        {
            continue;
        }
        switch (chosen.results[i]->kind)
        {
            case SuiteAssertion::Kind::equals:
                observed.results[i] = assertion_of(i, first.results[i]);
                break;
            case SuiteAssertion::Kind::same:
                observed.results[i] = JavaAssertion{.kind = JavaAssertionKind::same,
                    .step = i,
                    .expected = java_step(first.first_with[i])};
                break;
            case SuiteAssertion::Kind::present:
                observed.results[i] = size_of(runs, i);
                if (!observed.results[i])
                {
                    observed.results[i] = presence_of(runs, i);
                }
                break;
        }
    }
    const auto is_any = [](const auto& assertion) { return assertion.has_value(); };
    const bool has_result = std::any_of(observed.results.begin(), observed.results.end(), is_any);
    // Asserted only where nothing else is.
    std::vector<JavaAssertion> known;
    for (const SuiteAssertion& one : chosen.at_end)
    {
        const std::size_t asked = one.observation.value_or(0);
        if (!one.observation || asked >= answers.size())
        {
            observed.at_end.push_back(
                one.observation ?
                    content_assertion(first, first.contents.at(asked - answers.size())).value() :
                    presence_of(runs, one.call).value());
            continue;
        }
        const ObserverDetail& answer = *answers.at(asked);
        JavaAssertion assertion = assertion_of(one.call, answer.value);
        assertion.inspector = m_problem->observer(answer.callable);
        (stands_in_test(runs, answer) ? known : observed.at_end).push_back(std::move(assertion));
    }
    if (!has_result && !first.thrown && observed.at_end.empty())
    {
        observed.at_end = std::move(known);
    }
    return observed;
}

bool TestObserver::stands_in_test(const ObservedRuns& runs, const ObserverDetail& answer) const
{
    const JavaCallable& made = m_surface->callable(runs.test->calls[answer.call].callable);
    const bool is_made_there = made.kind == JavaCallableKind::constructor ||
                               made.kind == JavaCallableKind::static_method ||
                               made.kind == JavaCallableKind::static_field_read;
    return is_made_there && never_changes(made.owner) &&
           never_changes(m_problem->observer(answer.callable).owner);
}

std::optional<JavaAssertion> TestObserver::presence_of(
    const ObservedRuns& runs, std::size_t step) const
{
    if (step >= std::min(runs.first->results.size(), runs.second->results.size()))
    {
        return std::nullopt;
    }
    const JavaResult& first = runs.first->results[step];
    const JavaResult& second = runs.second->results[step];
    if (!is_under_test(runs, step) || !is_reference(first) || !is_reference(second))
    {
        return std::nullopt;
    }
    JavaAssertion assertion{.kind = JavaAssertionKind::not_null, .step = step};
    const std::string descriptor = "L" + internal_name(first.class_name) + ";";
    const TypeId type = m_surface->catalogue()[runs.test->calls[step].callable].result;
    if (first.kind == JavaResultKind::object && first == second &&
        descriptor != m_surface->type(type).descriptor && can_be_named(first.class_name))
    {
        assertion.kind = JavaAssertionKind::instance_of;
        assertion.expected = java_class(descriptor);
    }
    return assertion;
}

}  // namespace sbst::jvm::detail
