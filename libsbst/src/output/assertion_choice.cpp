// SPDX-License-Identifier: Apache-2.0
#include <sbst/output/assertion_choice.hpp>

#include <algorithm>
#include <tuple>

namespace sbst
{

namespace
{

bool returned(const ExecutedTest& test, std::size_t call)
{
    return call < test.calls.size() && test.calls[call].outcome == OutcomeKind::returned;
}

bool can_be_stated(const std::vector<ExecutedValue>& values)
{
    return !values.empty() && std::all_of(values.begin(), values.end(),
                                  [](const ExecutedValue& value) { return value.can_be_stated; });
}

/// The first call that returned the object that this call returned.
std::size_t maker_of(const ExecutedTest& test, std::size_t call)
{
    return test.calls.at(call).same_as.value_or(call);
}

/// For a result that is the same object as an earlier one, in both runs.
std::optional<SuiteAssertion> identity_of(
    const ExecutedTest& first, const ExecutedTest& second, std::size_t call)
{
    const std::vector<ExecutedValue>& values = first.calls[call].results;
    const bool is_object = values.size() == 1 && values.front().form == ValueForm::object;
    const bool is_same = is_object && maker_of(first, call) < call &&
                         maker_of(first, call) == maker_of(second, call);
    return is_same ? std::optional(SuiteAssertion{SuiteAssertion::Kind::same, call, {}}) :
                     std::nullopt;
}

/// The calls that made what the last call returned, its receiver and its arguments. A call that
/// failed returned nothing.
std::vector<std::size_t> involved_in_last(const ExecutedTest& test)
{
    std::vector<std::size_t> involved;
    std::size_t count = 0;
    while (returned(test, count))
    {
        ++count;
    }
    const bool has_failed =
        count < test.calls.size() && test.calls[count].outcome == OutcomeKind::threw;
    if (!has_failed && count == 0)
    {
        return involved;
    }
    if (!has_failed)
    {
        involved.push_back(maker_of(test, --count));
    }
    for (const ExecutedArgument& argument : test.calls[count].arguments)
    {
        if (argument.result_of)
        {
            involved.push_back(maker_of(test, *argument.result_of));
        }
    }
    return involved;
}

/// Tells whether the test asserts the answer already, by another assertion on the same object.
bool is_told(const ExecutedTest& test, const ChosenAssertions& chosen, std::size_t asked,
    const AssertionHooks& hooks)
{
    for (std::size_t i = 0; i < chosen.results.size() && hooks.result_tells; ++i)
    {
        if (chosen.results[i] && hooks.result_tells(i, asked))
        {
            return true;
        }
    }
    return hooks.member_tells &&
           std::any_of(chosen.at_end.begin(), chosen.at_end.end(), [&](const SuiteAssertion& one) {
               return one.call == test.observations[asked].call && one.observation &&
                      hooks.member_tells(*one.observation, asked);
           });
}

/// Tells whether both runs saw the same.
bool is_stable(const Observation& found, const ExecutedTest& second)
{
    return std::any_of(
        second.observations.begin(), second.observations.end(), [&found](const Observation& other) {
            return other.call == found.call && other.argument == found.argument &&
                   other.member_id == found.member_id && other.value == found.value;
        });
}

bool is_empty(const ChosenAssertions& chosen)
{
    return chosen.at_end.empty() && std::none_of(chosen.results.begin(), chosen.results.end(),
                                        [](const auto& one) { return one.has_value(); });
}

/// For a test that asserts nothing else: what the last object holds that no call changed.
void choose_untouched(
    const ExecutedTest& first, const ExecutedTest& second, ChosenAssertions& chosen)
{
    for (std::size_t i = first.observations.size(); i-- > 0 && is_empty(chosen);)
    {
        const Observation& found = first.observations[i];
        if (found.is_untouched && found.value.can_be_stated && is_stable(found, second))
        {
            chosen.at_end.push_back({SuiteAssertion::Kind::equals, found.call, i});
        }
    }
}

/// Asserts presence for the last call if nothing else tells of its result, and, if the test asserts
/// nothing else, at the end for the last call that allows it.
void choose_presence(
    const ExecutedTest& test, const AssertionHooks& hooks, ChosenAssertions& chosen)
{
    const std::size_t count = chosen.results.size();
    if (count == 0 || !returned(test, count - 1) || !hooks.can_state_presence)
    {
        return;
    }
    const auto presence_of = [&hooks](std::size_t call) {
        return hooks.can_state_presence(call) ?
                   std::optional(SuiteAssertion{SuiteAssertion::Kind::present, call, {}}) :
                   std::nullopt;
    };
    const std::size_t made = maker_of(test, count - 1);
    const bool is_told =
        chosen.results.back() ||
        std::any_of(chosen.at_end.begin(), chosen.at_end.end(), [&](const SuiteAssertion& one) {
            return one.call == made && one.observation &&
                   !test.observations[*one.observation].argument;
        });
    // What makes an object returns one.
    if (!is_told && test.calls[count - 1].kind != CallableKind::constructor)
    {
        chosen.results.back() = presence_of(count - 1);
    }
    for (std::size_t i = count; i-- > 0 && is_empty(chosen);)
    {
        if (const auto presence = presence_of(i))
        {
            chosen.at_end.push_back(*presence);
        }
    }
}

}  // namespace

ChosenAssertions AssertionChooser::choose(const ExecutedTest& first, const ExecutedTest& second,
    std::size_t reached, const AssertionHooks& hooks)
{
    ChosenAssertions chosen;
    chosen.results.resize(reached);
    choose_results(first, second, chosen);
    const bool has_failed = std::any_of(first.calls.begin(), first.calls.end(),
        [](const ExecutedCall& call) { return call.outcome == OutcomeKind::threw; });
    if (has_failed)
    {
        choose_after_failure(first, second, chosen);
    }
    else
    {
        choose_members(first, second, hooks, chosen);
        choose_untouched(first, second, chosen);
        choose_presence(first, hooks, chosen);
    }
    return chosen;
}

void AssertionChooser::choose_results(
    const ExecutedTest& first, const ExecutedTest& second, ChosenAssertions& chosen) const
{
    std::size_t asserted = 0;
    // The last calls are what a test is for.
    for (std::size_t i = chosen.results.size(); i-- > 0 && asserted < m_limits.results;)
    {
        if (!returned(first, i) || !returned(second, i) || !first.calls[i].is_under_test)
        {
            continue;
        }
        const auto same = identity_of(first, second, i);
        if (same || !can_be_stated(first.calls[i].results))
        {
            chosen.results[i] = same;
        }
        else if (first.calls[i].results == second.calls[i].results)
        {
            chosen.results[i] = SuiteAssertion{SuiteAssertion::Kind::equals, i, {}};
        }
        else
        {
            ++chosen.unstable;
        }
        asserted += chosen.results[i] ? 1U : 0U;
    }
}

std::vector<AssertionChooser::Telling> AssertionChooser::telling_first(
    const ExecutedTest& test) const
{
    std::vector<Telling> found;
    for (std::size_t i = 0; i < test.observations.size(); ++i)
    {
        const Observation& one = test.observations[i];
        if (one.value.can_be_stated && !one.is_untouched)
        {
            found.push_back({i, !one.is_effect && m_usual.is_usual(test, one)});
        }
    }
    const std::vector<std::size_t> involved = involved_in_last(test);
    const auto rank = [&](const Telling& telling) {
        const Observation& observation = test.observations[telling.observation];
        const auto place = std::find(involved.begin(), involved.end(), observation.call);
        const std::size_t asserted =
            telling.is_usual ? m_usual.times_asserted(test, observation) : 0;
        return std::tuple(!observation.is_effect, place - involved.begin(),
            -static_cast<std::ptrdiff_t>(observation.call), telling.is_usual, asserted > 0,
            observation.reading_rank, asserted);
    };
    std::stable_sort(found.begin(), found.end(),
        [&rank](const Telling& a, const Telling& b) { return rank(a) < rank(b); });
    return found;
}

bool AssertionChooser::is_enough(
    const Observation& found, bool is_usual, const Counts& counts, std::size_t asserted) const
{
    if (is_usual)
    {
        return counts.usual > 0 && asserted >= m_limits.least_on_objects;
    }
    return found.is_effect ? counts.effects >= m_limits.effects :
           found.is_field  ? counts.fields >= m_limits.fields :
                             counts.members >= m_limits.members;
}

void AssertionChooser::choose_members(const ExecutedTest& first, const ExecutedTest& second,
    const AssertionHooks& hooks, ChosenAssertions& chosen)
{
    Counts counts;
    for (const auto& [index, is_usual] : telling_first(first))
    {
        const Observation& found = first.observations[index];
        if (is_enough(found, is_usual, counts, chosen.at_end.size()) ||
            is_told(first, chosen, index, hooks))
        {
            continue;
        }
        if (!is_stable(found, second))
        {
            ++chosen.unstable;
            continue;
        }
        chosen.at_end.push_back({SuiteAssertion::Kind::equals, found.call, index});
        if (is_usual)
        {
            m_usual.note_asserted(first, found);
        }
        ++(is_usual         ? counts.usual :
            found.is_effect ? counts.effects :
            found.is_field  ? counts.fields :
                              counts.members);
    }
}

void AssertionChooser::choose_after_failure(
    const ExecutedTest& first, const ExecutedTest& second, ChosenAssertions& chosen)
{
    const std::vector<std::size_t> involved = involved_in_last(first);
    for (const auto& [index, is_usual] : telling_first(first))
    {
        const Observation& found = first.observations[index];
        const bool is_involved =
            std::find(involved.begin(), involved.end(), found.call) != involved.end();
        if (chosen.at_end.size() < m_limits.after_failure && is_involved &&
            is_stable(found, second))
        {
            chosen.at_end.push_back({SuiteAssertion::Kind::equals, found.call, index});
            if (is_usual)
            {
                m_usual.note_asserted(first, found);
            }
        }
    }
}

std::vector<ChosenAssertions> choose_assertions(
    const std::vector<ExecutedTest>& tests, const AssertionHooks& hooks)
{
    AssertionChooser chooser;
    for (const ExecutedTest& test : tests)
    {
        chooser.add(test);
    }
    std::vector<ChosenAssertions> chosen;
    for (const ExecutedTest& test : tests)
    {
        const auto reached = std::find_if(test.calls.begin(), test.calls.end(),
            [](const ExecutedCall& call) { return call.outcome == OutcomeKind::not_reached; });
        chosen.push_back(chooser.choose(
            test, test, static_cast<std::size_t>(reached - test.calls.begin()), hooks));
    }
    return chosen;
}

}  // namespace sbst
