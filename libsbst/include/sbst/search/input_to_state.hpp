// SPDX-License-Identifier: Apache-2.0
// Input-to-state correspondence: what the nearest tests of open goals compared, and which of their
// arguments stands on a side of such a comparison unchanged. Next: directed_mutation.hpp.
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
/// nearest. An argument that equals one operand probably is that operand: given the other one's
/// value, it makes both equal, however far away that is (a hash that was stored and a hash that is
/// recomputed).
/// Source: Aschermann et al., NDSS 2019 (REDQUEEN), section III: input-to-state correspondence;
/// there for bytes of an input, here for typed arguments of a call sequence.
class InputToState
{
public:
    /// Operand pairs kept of one predicate in one test.
    static constexpr std::size_t max_pairs = 16;

    /// Keeps references; they outlive it.
    InputToState(const TypeUniverse& types, const Catalogue& catalogue, const GoalGraph& goals)
      : m_types(&types), m_catalogue(&catalogue), m_goals(&goals)
    {}

    /// Takes in a test that improved something; its trace should hold Record::values. Call it from
    /// the hook `on_evaluated`.
    void observe(const Evaluated<TestCase>& evaluated);

    /// The call of the goal's nearest test during which its predicate came nearest to the
    /// wanted outcome, as far as that is known: with operands that are words, the least difference.
    /// @param fitness that of the nearest test, which tells whether what is remembered is of it.
    [[nodiscard]] std::optional<std::size_t> deciding_call(
        GoalId goal, const Fitness& fitness) const;

    /// The nearest test with one literal that equalled an operand replaced by the other operand (or
    /// one of its two neighbours, as the comparison may be strict); nothing where none does.
    [[nodiscard]] std::optional<TestCase> substitute(
        GoalId goal, const Fitness& fitness, const TestCase& nearest, Rng& rng) const;

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
