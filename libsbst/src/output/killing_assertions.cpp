// SPDX-License-Identifier: Apache-2.0
#include <sbst/output/killing_assertions.hpp>
#include <sbst/suite/set_cover.hpp>

#include <algorithm>
#include <cassert>

namespace sbst
{

namespace
{

bool can_all_be_stated(const std::vector<ExecutedValue>& values)
{
    return !values.empty() && std::all_of(values.begin(), values.end(),
                                  [](const ExecutedValue& value) { return value.can_be_stated; });
}

bool end_alike(const ExecutedTest& one, const ExecutedTest& other)
{
    return one.calls.size() == other.calls.size() &&
           std::equal(one.calls.begin(), one.calls.end(), other.calls.begin(),
               [](const ExecutedCall& a, const ExecutedCall& b) {
                   return a.outcome == b.outcome && a.failure_words == b.failure_words;
               });
}

/// The same question in another run; null where it was not asked.
const Observation* find_again(const Observation& asked, const ExecutedTest& run)
{
    const auto found = std::find_if(
        run.observations.begin(), run.observations.end(), [&asked](const Observation& other) {
            return other.call == asked.call && other.argument == asked.argument &&
                   other.member_id == asked.member_id;
        });
    return found == run.observations.end() ? nullptr : &*found;
}

bool is_asserted(const ChosenAssertions& chosen, std::size_t observation)
{
    return std::any_of(chosen.at_end.begin(), chosen.at_end.end(),
        [observation](const SuiteAssertion& one) { return one.observation == observation; });
}

std::vector<SuiteAssertion> telling_answers(const ExecutedTest& first, const ExecutedTest& second,
    const ChosenAssertions& chosen, const ExecutedTest& changed)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < first.observations.size(); ++i)
    {
        const Observation& one = first.observations[i];
        const Observation* const again = find_again(one, second);
        const Observation* const other = find_again(one, changed);
        const bool is_stable = again != nullptr && again->value == one.value;
        if (one.value.can_be_stated && is_stable && other != nullptr && other->value != one.value &&
            !is_asserted(chosen, i))
        {
            found.push_back(i);
        }
    }
    std::stable_sort(found.begin(), found.end(), [&first](std::size_t a, std::size_t b) {
        return first.observations[a].reading_rank < first.observations[b].reading_rank;
    });
    std::vector<SuiteAssertion> answers;
    answers.reserve(found.size());
    for (const std::size_t i : found)
    {
        answers.push_back({SuiteAssertion::Kind::equals, first.observations[i].call, i});
    }
    return answers;
}

}  // namespace

std::vector<SuiteAssertion> telling_assertions(const ExecutedTest& first,
    const ExecutedTest& second, const ChosenAssertions& chosen, const ExecutedTest& changed)
{
    std::vector<SuiteAssertion> telling;
    if (!end_alike(first, changed))
    {
        return telling;
    }
    const std::size_t calls =
        std::min({chosen.results.size(), first.calls.size(), second.calls.size()});
    for (std::size_t i = 0; i < calls; ++i)
    {
        const std::vector<ExecutedValue>& values = first.calls[i].results;
        const bool is_free =
            !chosen.results[i] && can_all_be_stated(values) && values == second.calls[i].results;
        if (is_free && changed.calls[i].results != values)
        {
            telling.push_back({SuiteAssertion::Kind::equals, i, {}});
        }
    }
    const std::vector<SuiteAssertion> answers = telling_answers(first, second, chosen, changed);
    telling.insert(telling.end(), answers.begin(), answers.end());
    return telling;
}

std::vector<std::size_t> choose_killing(std::span<const KillingCandidate> candidates)
{
    std::vector<std::vector<std::size_t>> kills;
    kills.reserve(candidates.size());
    for (const KillingCandidate& candidate : candidates)
    {
        kills.push_back(candidate.mutants);
    }
    return choose_cover(kills, std::vector<std::size_t>(kills.size(), 1));
}

void add_assertion(const SuiteAssertion& assertion, ChosenAssertions& chosen)
{
    if (assertion.observation)
    {
        chosen.at_end.push_back(assertion);
        return;
    }
    assert(assertion.call < chosen.results.size() && !chosen.results[assertion.call]);
    chosen.results[assertion.call] = assertion;
}

}  // namespace sbst
