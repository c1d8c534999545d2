// SPDX-License-Identifier: Apache-2.0
// Facts: the repeatable parts of a trace or a goal graph, each in words, so that a finding names
// differences by the labels of goals. Next: finding.hpp.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/test/catalogue.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::detail
{

/// One observation.
struct Fact
{
    /// Kind, number, and the fact about that thing; 0 = the thing exists.
    std::array<std::size_t, 3> key{};
    /// Its subject: `goal 'withdraw: frozen true'`.
    std::string about;
    /// The observation: `taken 2 times`.
    std::string seen;
};

/// Sorted by key: the order of a trace's entries does not matter.
using Facts = std::vector<Fact>;

/// A test as shown in findings.
struct ToldTest
{
    std::string text;
    /// The name of each call: `call 2 (push)`.
    std::vector<std::string> calls;
};

/// Everything in a trace that must be repeatable.
[[nodiscard]] Facts facts_of(const Trace& trace, const GoalGraph& graph, const ToldTest& test);
/// The facts that do not depend on what was recorded.
[[nodiscard]] Facts coverage_facts_of(
    const Trace& trace, const GoalGraph& graph, const ToldTest& test);
/// The goals of a graph in their order, without dependencies and proofs.
[[nodiscard]] Facts facts_of(const GoalGraph& graph);

/// Types and callables in their order, but for what may grow: supertypes, members of enumerations.
[[nodiscard]] Facts facts_of(const TypeUniverse& types, const Catalogue& catalogue);

/// What differs, one line each: `goal 'deposit: frozen true': first taken 2 times, then not at
/// all`; nothing when the facts are equal.
[[nodiscard]] std::vector<std::string> differences(const Facts& first, const Facts& then);
/// The number of the first call whose outcome or costs differ.
[[nodiscard]] std::optional<std::size_t> first_differing_call(
    const Facts& first, const Facts& then);
/// The first different line of two texts, as one line of words; empty when the texts are equal.
[[nodiscard]] std::string line_difference(std::string_view first, std::string_view then);

/// A message of at most 20 lines, the name of its check included: the problem, the differences and
/// the test. A long test is cut to the lines around `call`, or to the first ones.
[[nodiscard]] std::string told(std::string_view problem, const std::vector<std::string>& differing,
    std::string_view test, std::optional<std::size_t> call = std::nullopt);

/// The label of a goal, or words for a predicate without a goal: `goal 'deposit: frozen true'`.
[[nodiscard]] std::string words_for(const GoalGraph& graph, PredicateId predicate, bool outcome);
/// `condition of 'deposit: frozen true'`.
[[nodiscard]] std::string words_for(const GoalGraph& graph, PredicateId predicate);
[[nodiscard]] std::string words_for(const GoalGraph& graph, MethodId method);
[[nodiscard]] std::string words_for(const GoalGraph& graph, ExceptionId exception);
[[nodiscard]] std::string words_for(const Goal& goal);
[[nodiscard]] std::string words_for(const Distance& distance);

}  // namespace sbst::detail
