// SPDX-License-Identifier: Apache-2.0
// Input-to-state correspondence: what the nearest tests of open goals compared, and which of their
// arguments reached such a comparison unchanged. Next: directed_mutation.hpp.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/test/catalogue.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace sbst
{

/// Remembers for each open goal the operands that its predicate compared in the test that came
/// nearest. An argument that equals one operand probably is that operand: with the value of the
/// other one it makes both equal, however far apart they are (for example a stored and a recomputed
/// hash). Source: Aschermann et al., NDSS 2019 (REDQUEEN), section III: input-to-state
/// correspondence, there for bytes of an input, here for typed arguments of a sequence of calls.
class InputToState
{
public:
    /// Operand pairs kept per predicate and test.
    static constexpr std::size_t max_pairs = 16;

    /// Keeps references, which must outlive it.
    InputToState(const TypeUniverse& types, const Catalogue& catalogue, const GoalGraph& goals)
      : m_types(&types), m_catalogue(&catalogue), m_goals(&goals)
    {}

    /// Takes in a test that improved something; its trace should hold Record::values. Call it from
    /// the hook `on_evaluated`.
    void observe(const Evaluated<TestCase>& evaluated);

    /// The call of the goal's nearest test during which its predicate came nearest to the
    /// wanted outcome (the least difference of operands that are words); nothing when unknown.
    /// @param fitness of the nearest test; tells whether the remembered operands belong to that
    /// test.
    [[nodiscard]] std::optional<std::size_t> deciding_call(
        GoalId goal, const Fitness& fitness) const;

    /// The nearest test with one literal that equalled an operand replaced by the other operand (or
    /// one of its two neighbours, as the comparison may be strict); nothing when no literal equals
    /// one.
    [[nodiscard]] std::optional<TestCase> substitute(
        GoalId goal, const Fitness& fitness, const TestCase& nearest, Rng& rng) const;

    /// The same for a test whose operands the caller has.
    [[nodiscard]] std::optional<TestCase> substitute(
        const std::vector<ComparedValues>& pairs, const TestCase& original, Rng& rng) const;

private:
    struct Entry
    {
        Fitness fitness = Fitness::worst();
        std::vector<ComparedValues> pairs;
    };

    [[nodiscard]] const Entry* find(GoalId goal, const Fitness& fitness) const;

    const TypeUniverse* m_types;
    const Catalogue* m_catalogue;
    const GoalGraph* m_goals;
    std::vector<Entry> m_entries;  // by goal
};

}  // namespace sbst
