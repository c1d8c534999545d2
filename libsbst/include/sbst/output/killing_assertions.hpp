// SPDX-License-Identifier: Apache-2.0
// Assertions that a suite gets beyond the usual ones because they tell mutants of the subject from
// the subject. Works for every language: an adapter runs the tests on the mutants. Next:
// assertion_choice.hpp.
#pragma once

#include <sbst/output/assertion_choice.hpp>
#include <sbst/output/executed_suite.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace sbst
{

/// What a test does not assert, could, and would find otherwise on a mutant: results of its calls,
/// then answers at its end, those that say most to a reader first. Nothing when a call of the test
/// ends in another way there: then the test needs no assertion.
/// @param first, second runs on the subject: what they do not agree on is not asserted.
/// @param chosen what the test asserts, with a place for each call that it keeps.
/// @param changed the run on the mutant.
[[nodiscard]] std::vector<SuiteAssertion> telling_assertions(const ExecutedTest& first,
    const ExecutedTest& second, const ChosenAssertions& chosen, const ExecutedTest& changed);

/// An assertion that a test could get, with the mutants that it would kill.
struct KillingCandidate
{
    std::size_t test = 0;
    SuiteAssertion assertion{};
    /// Numbers of the caller, each once.
    std::vector<std::size_t> mutants{};
};

/// The fewest candidates that kill what all kill, see choose_cover(); never more than one for each
/// mutant.
/// @return indexes of the candidates, ascending.
/// Source: the choice of assertions in Fraser and Zeller, "Mutation-driven generation of unit tests
/// and oracles", TSE 2012.
[[nodiscard]] std::vector<std::size_t> choose_killing(std::span<const KillingCandidate> candidates);

/// Adds an assertion of telling_assertions to what a test asserts.
void add_assertion(const SuiteAssertion& assertion, ChosenAssertions& chosen);

}  // namespace sbst
