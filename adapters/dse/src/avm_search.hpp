// SPDX-License-Identifier: Apache-2.0
// The moves of the alternating variable method: one variable at a time, from the assignment that an
// AvmState keeps to better ones. Next: avm_numbers.cpp, avm_sums.cpp, avm_lifting.cpp
// and avm_strings.cpp.
#pragma once

#include "avm_state.hpp"
#include "equalities.hpp"
#include "inversion.hpp"
#include "linear_system.hpp"
#include "mentioned.hpp"
#include "scale.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sbst::dse
{

/// Source: algorithms E.5 (EvoSuite's solver, after Korel's method). Straight lines, leaps by
/// powers of two, suggestions and repairs are ours.
class AvmSearch
{
public:
    /// @param only_published leaves out what is ours.
    AvmSearch(AvmState& state, const Mentioned& mentioned, const Congruences& congruences, Rng& rng,
        bool only_published)
      : m_state(state),
        m_mentioned(mentioned),
        m_congruences(congruences),
        m_rng(rng),
        m_only_published(only_published)
    {
        for (const symbolic::ExpressionId constraint : state.constraints())
        {
            m_equalities.push_back(equalities_of_words(state.graph(), constraint));
        }
    }

    // Each tells whether the score became better.

    /// Steps of one variable until none is better.
    bool search(symbolic::VariableId id);
    /// The same where other variables make up for what a step breaks; not for strings.
    bool search_with_repairs(symbolic::VariableId id);
    /// Each of the numbers 0 to 255; not for strings.
    bool scan(symbolic::VariableId id);
    /// Bits from the lowest one on: for equalities of sums and products, which wrap around.
    bool lift(symbolic::VariableId id);
    /// Constants of the constraints.
    bool suggest(symbolic::VariableId id);
    /// Values for single variables of a violated constraint that undo its operations.
    bool invert();
    /// The same where other variables make up for what a value breaks.
    bool invert_with_repairs();
    /// Two values, one after the other, that make a violated constraint true, with repairs: a
    /// choice, and what it chooses.
    bool invert_twice();
    /// Factors of what a product of two words shall be.
    bool solve_products();
    /// Values for several variables that make equalities of sums true together.
    bool solve_sums();
    /// The same for equalities of words that are shifted, cut, joined, and mixed by exclusive or.
    bool solve_bits();

private:
    using VariableId = symbolic::VariableId;
    using Datum = symbolic::Datum;

    [[nodiscard]] const symbolic::Variable& variable(VariableId id) const
    {
        return m_state.graph()[id];
    }
    bool invert(std::size_t constraint);
    /// A step, with repairs where they are wanted.
    bool attempt(VariableId id, Datum value);
    bool attempt_with_repairs(VariableId id, Datum value);
    bool attempt_twice(Proposal first, symbolic::ExpressionId constraint);
    void repair_all(std::vector<VariableId>& moved);
    bool repair(std::vector<VariableId>& moved);

    // avm_sums.cpp

    [[nodiscard]] std::vector<symbolic::ExpressionId> equalities() const;
    bool solve_sums(unsigned width);
    bool solve_product(symbolic::ExpressionId product, std::uint64_t value);
    bool set_words(std::span<const Atom> atoms, std::span<const U256> values);
    bool set_word(symbolic::ExpressionId word, const U256& value, std::vector<VariableId>& moved);

    // avm_lifting.cpp

    bool lift(VariableId id, symbolic::ExpressionId equality);

    // avm_numbers.cpp

    bool search_scale(VariableId id, const Scale& scale);
    bool climb(VariableId id, const Scale& scale, bool upwards, const U256& first_step);
    bool follow_lines(
        VariableId id, const Scale& scale, bool upwards, const U256& step, const U256& position);
    bool leap(VariableId id, const Scale& scale);
    bool search_number(VariableId id);
    bool climb_number(VariableId id, double first_step);
    bool search_digits(VariableId id);
    [[nodiscard]] double number(VariableId id) const { return std::get<double>(m_state.value(id)); }

    // avm_strings.cpp

    bool search_string(VariableId id);
    bool suggest_strings(VariableId id);
    bool shorten(VariableId id);
    bool search_unit(VariableId id, std::size_t place);
    bool climb_unit(VariableId id, std::size_t place, bool upwards, std::uint32_t first_step);
    bool edit_units(VariableId id);
    bool append(VariableId id);
    [[nodiscard]] char16_t drawn_unit(VariableId id);
    [[nodiscard]] const std::u16string& text(VariableId id) const
    {
        return std::get<std::u16string>(m_state.value(id));
    }

    AvmState& m_state;
    const Mentioned& m_mentioned;
    const Congruences& m_congruences;
    Rng& m_rng;
    bool m_only_published;
    bool m_repairs = false;
    /// By constraint.
    std::vector<std::vector<symbolic::ExpressionId>> m_equalities;
};

}  // namespace sbst::dse
