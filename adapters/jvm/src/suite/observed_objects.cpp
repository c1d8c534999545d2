// SPDX-License-Identifier: Apache-2.0
// What a test asserts of its objects at its end.
#include "observed_test.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <cctype>
#include <string>
#include <tuple>
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

/// A getter may box what its field holds.
bool has_same_value(JavaResult first, const JavaResult& second)
{
    first.is_boxed = second.is_boxed;
    return first == second;
}

/// The less, the more it says to a reader.
int reading_rank(const JavaCallable& asked)
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

/// The calls that made what the last call returned, its receiver and its arguments.
std::vector<std::size_t> involved_in_last(const ObservedRuns& runs)
{
    std::vector<std::size_t> involved;
    if (runs.first->results.empty())
    {
        return involved;
    }
    const std::size_t last = runs.first->results.size() - 1;
    involved.push_back(runs.first->first_with.at(last));
    for (const Argument& argument : runs.test->calls[last].arguments)
    {
        if (const auto* made = std::get_if<ResultRef>(&resolve(*runs.test, argument)))
        {
            involved.push_back(runs.first->first_with.at(made->call));
        }
    }
    return involved;
}

}  // namespace

std::vector<TestObserver::Telling> TestObserver::telling_first(const ObservedRuns& runs) const
{
    std::vector<Telling> found;
    for (const ObserverDetail& observation : runs.first->observations)
    {
        if (observation.thrown_class.empty() && can_be_asserted(observation.value))
        {
            found.push_back({&observation, m_usual.is_usual(*runs.first, observation)});
        }
    }
    const std::vector<std::size_t> involved = involved_in_last(runs);
    const auto rank = [&](const Telling& telling) {
        const ObserverDetail& observation = *telling.observation;
        const auto place = std::find(involved.begin(), involved.end(), observation.call);
        const std::size_t asserted =
            telling.is_usual ? m_usual.times_asserted(*runs.first, observation) : 0;
        return std::tuple(place - involved.begin(), -static_cast<std::ptrdiff_t>(observation.call),
            telling.is_usual, asserted > 0, reading_rank(m_problem->observer(observation.callable)),
            asserted);
    };
    std::stable_sort(found.begin(), found.end(),
        [&rank](const Telling& a, const Telling& b) { return rank(a) < rank(b); });
    return found;
}

bool TestObserver::is_told(
    const ObservedRuns& runs, const Observed& observed, const ObserverDetail& observation) const
{
    const JavaCallable& asked = m_problem->observer(observation.callable);
    for (std::size_t i = 0; i < observed.results.size(); ++i)
    {
        const Call& call = runs.test->calls[i];
        const auto* receiver =
            call.arguments.empty() ? nullptr : std::get_if<ResultRef>(&call.arguments.front());
        if (observed.results[i] && receiver != nullptr && receiver->call == observation.call &&
            tells_same(m_surface->callable(call.callable), asked) &&
            has_same_value(runs.first->results[i], observation.value))
        {
            return true;
        }
    }
    return std::any_of(observed.at_end.begin(), observed.at_end.end(),
        [&observation, &asked](const JavaAssertion& assertion) {
            return assertion.step == observation.call && assertion.inspector &&
                   tells_same(*assertion.inspector, asked) &&
                   assertion.expected == literal_of(observation.value);
        });
}

void TestObserver::observe_objects(const ObservedRuns& runs, Observed& observed, ObservedTest& out)
{
    const auto& second = runs.second->observations;
    std::size_t methods = 0;
    std::size_t fields = 0;
    std::size_t usual = 0;
    for (const auto& [found, is_usual] : telling_first(runs))
    {
        const JavaCallable& inspector = m_problem->observer(found->callable);
        const bool is_field = inspector.kind == JavaCallableKind::field_read;
        const bool is_most =
            is_field ? fields >= max_field_assertions : methods >= max_observer_assertions;
        const bool is_enough =
            is_usual ? usual > 0 && observed.at_end.size() >= least_object_assertions : is_most;
        if (is_enough || is_told(runs, observed, *found))
        {
            continue;
        }
        const bool is_stable =
            std::any_of(second.begin(), second.end(), [found = found](const ObserverDetail& other) {
                return other.call == found->call && other.callable == found->callable &&
                       other.thrown_class.empty() && other.value == found->value;
            });
        if (!is_stable)
        {
            ++out.unstable;
            continue;
        }
        JavaAssertion assertion = assertion_of(found->call, found->value);
        assertion.inspector = inspector;
        observed.at_end.push_back(std::move(assertion));
        if (is_usual)
        {
            m_usual.note_asserted(*runs.first, *found);
        }
        ++(is_usual ? usual : (is_field ? fields : methods));
    }
}

void TestObserver::observe_presence(const ObservedRuns& runs, Observed& observed) const
{
    const std::size_t count = observed.results.size();
    if (count == 0 || count > runs.first->results.size())
    {
        return;
    }
    const std::size_t made = runs.first->first_with.at(count - 1);
    const bool is_told =
        observed.results.back() || std::any_of(observed.at_end.begin(), observed.at_end.end(),
                                       [made](const auto& one) { return one.step == made; });
    const bool is_made = m_surface->callable(runs.test->calls[count - 1].callable).kind ==
                         JavaCallableKind::constructor;
    if (!is_told && !is_made)
    {
        observed.results.back() = presence_of(runs, count - 1);
    }
    const bool is_asserted = std::any_of(observed.results.begin(), observed.results.end(),
        [](const auto& assertion) { return assertion.has_value(); });
    bool is_missing = !is_asserted && observed.at_end.empty();
    for (std::size_t i = count; i-- > 0 && is_missing;)
    {
        observed.results[i] = presence_of(runs, i);
        is_missing = !observed.results[i].has_value();
    }
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
