// SPDX-License-Identifier: Apache-2.0
// The mutants of a method: small changes of single instructions, and how workers learn about them.
// Next: mutant_goals.hpp.
#pragma once

#include "compiler_made.hpp"

#include <sbst/criteria/mutation.hpp>
#include <sbst/jvm/analysis/subject_plan.hpp>
#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// At most this many mutants of a method, and of a class with those nested in it, are goals; those
/// of comparisons and operators come first.
inline constexpr std::size_t most_mutants_of_method = 700;
inline constexpr std::size_t most_mutants_of_class = 1000;

/// A change of one instruction.
struct Mutant
{
    std::uint32_t instruction = 0;
    MutationOperator kind = MutationOperator::constant;
    MutationPlace place = MutationPlace::reached;
    std::uint32_t change = 0;
    /// `+ becomes -`.
    std::string text;
    /// Smart selection seeks it (see is_subsuming); floating-point operators are all kept.
    bool is_key = false;
    /// It computes the same as the original in every execution (see FixedOperands).
    bool is_equivalent = false;
};

/// Their place in that order: comparisons are few and tell most.
[[nodiscard]] constexpr int rank_of(MutationOperator kind)
{
    return kind == MutationOperator::relation ? -1 : static_cast<int>(kind);
}

/// The mutants of a method's code in the order of instructions, without those of code that only the
/// compiler wrote; at most `most_mutants_of_method`.
///
/// - relation: each comparison of integers, longs, floats and doubles, by the other five; of
///   booleans and references its negation.
/// - arithmetic, bitwise: each operator, see replacements_of().
/// - variable: a load of a variable, by parameters of the same type; at most `most_variables`, the
///   nearest.
/// - unary: a load of a numeric variable or field: negated, one more, one less.
/// - constant: a number by 0, 1, -1, one more and one less; 0 and 1, which may be booleans, by each
///   other; a text by the empty one; a step of a variable by the opposite step.
[[nodiscard]] std::vector<Mutant> find_mutants(
    const ClassFile& file, const Method& method, const CompilerMade& made);
inline constexpr std::size_t most_variables = 4;

}  // namespace sbst::jvm
