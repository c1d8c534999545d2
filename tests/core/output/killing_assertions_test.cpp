// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/output/killing_assertions.hpp>

#include <cstddef>
#include <string>
#include <vector>

using namespace sbst;

namespace
{

ExecutedValue stated(const std::string& text)
{
    return {.type = "int", .text = text, .form = ValueForm::integer, .can_be_stated = true};
}

/// Two calls that return a number each, and an object that answers two questions.
ExecutedTest two_calls(const std::string& first, const std::string& second)
{
    ExecutedTest test;
    for (const std::string& text : {first, second})
    {
        ExecutedCall& call = test.calls.emplace_back();
        call.outcome = OutcomeKind::returned;
        call.results.push_back(stated(text));
    }
    test.observations.push_back({.call = 0,
        .member = "field",
        .member_id = 1,
        .is_field = true,
        .reading_rank = 3,
        .value = stated("5")});
    test.observations.push_back(
        {.call = 0, .member = "total", .member_id = 2, .reading_rank = 1, .value = stated("6")});
    return test;
}

ChosenAssertions nothing_chosen()
{
    ChosenAssertions chosen;
    chosen.results.resize(2);
    return chosen;
}

}  // namespace

TEST_CASE("telling assertions: what differs on the mutant and is not asserted", "[core][output]")
{
    const ExecutedTest usual = two_calls("1", "2");
    ExecutedTest changed = two_calls("1", "3");
    changed.observations[0].value = stated("50");
    changed.observations[1].value = stated("60");
    const auto telling = telling_assertions(usual, usual, nothing_chosen(), changed);
    REQUIRE(telling.size() == 3);
    CHECK(telling[0].call == 1);
    CHECK_FALSE(telling[0].observation);
    // What says more to a reader comes first.
    CHECK(telling[1].observation == 1U);
    CHECK(telling[2].observation == 0U);

    ChosenAssertions chosen = nothing_chosen();
    for (const SuiteAssertion& one : telling)
    {
        add_assertion(one, chosen);
    }
    CHECK(chosen.results[1]);
    CHECK(chosen.at_end.size() == 2);
    CHECK(telling_assertions(usual, usual, chosen, changed).empty());
    CHECK(telling_assertions(usual, usual, nothing_chosen(), usual).empty());
}

TEST_CASE("telling assertions: nothing that is not stable, cannot be stated or was not asked again",
    "[core][output]")
{
    const ExecutedTest usual = two_calls("1", "2");
    ExecutedTest changed = two_calls("10", "20");
    changed.observations[0].value = stated("50");
    ExecutedTest unsteady = two_calls("1", "7");
    unsteady.observations[0].value = stated("8");
    const auto telling = telling_assertions(usual, unsteady, nothing_chosen(), changed);
    REQUIRE(telling.size() == 1);
    CHECK(telling[0].call == 0);

    ExecutedTest unsaid = usual;
    unsaid.calls[0].results[0].can_be_stated = false;
    unsaid.observations[0].value.can_be_stated = false;
    CHECK(telling_assertions(unsaid, unsaid, nothing_chosen(), changed).size() == 1);

    ExecutedTest silent = two_calls("1", "2");
    silent.observations.clear();
    CHECK(telling_assertions(usual, usual, nothing_chosen(), silent).empty());
}

TEST_CASE("telling assertions: none where a call ends in another way", "[core][output]")
{
    const ExecutedTest usual = two_calls("1", "2");
    ExecutedTest changed = two_calls("10", "2");
    changed.calls[1].outcome = OutcomeKind::threw;
    CHECK(telling_assertions(usual, usual, nothing_chosen(), changed).empty());
}

TEST_CASE("choose_killing: the fewest that kill all, and never more than one for each mutant",
    "[core][output]")
{
    const auto candidate = [](std::size_t test, std::vector<std::size_t> mutants) {
        return KillingCandidate{.test = test, .assertion = {}, .mutants = std::move(mutants)};
    };
    const std::vector<KillingCandidate> candidates{candidate(0, {1}), candidate(0, {1, 2}),
        candidate(1, {2, 3, 4}), candidate(2, {3, 4}), candidate(2, {})};
    CHECK(choose_killing(candidates) == std::vector<std::size_t>{1, 2});
    CHECK(choose_killing({}).empty());
    const std::vector<KillingCandidate> none{candidate(0, {})};
    CHECK(choose_killing(none).empty());
}
