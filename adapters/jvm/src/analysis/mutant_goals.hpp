// SPDX-License-Identifier: Apache-2.0
// Goals of weak mutation. Next: mutants.hpp for the mutants; class_goals.cpp.
#pragma once

#include "entry_conditions.hpp"
#include "mutants.hpp"

#include <sbst/jvm/analysis/class_goals.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace sbst::jvm
{

/// What the builder of goals lends.
struct MutantPlaces
{
    /// Where an instruction is.
    std::function<GoalPlace(MethodId, std::uint32_t instruction)> place_at;
    /// A label from that place and a text, unlike all others.
    std::function<std::string(const GoalPlace&, const std::string& text)> label;
};

/// The proof that no test infects a mutant: with one of its operands both do the same.
inline constexpr const char* equivalent_mutant =
    "with this operand it computes the same as the original";

/// Adds a goal for each mutant of methods with a goal of written code, and the probes to the plans;
/// at most `most_mutants_of_class`. Methods, made and conditions are by MethodId.
void add_mutant_goals(ClassGoals& goals, std::span<const NestMethod> methods,
    std::span<const CompilerMade> made, std::span<const EntryCondition> conditions,
    const MutantPlaces& places);

}  // namespace sbst::jvm
