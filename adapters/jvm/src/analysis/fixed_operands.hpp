// SPDX-License-Identifier: Apache-2.0
// What the code before an operator or a comparison tells about its operands, and which mutants are
// therefore equivalent. Next: sbst/criteria/equivalent_mutants.hpp, mutants.cpp.
#pragma once

#include <sbst/criteria/equivalent_mutants.hpp>
#include <sbst/criteria/mutation.hpp>
#include <sbst/jvm/classfile/class_file.hpp>

#include <cstdint>
#include <optional>
#include <set>

namespace sbst::jvm
{

/// Refers to the code and its constants.
class FixedOperands
{
public:
    FixedOperands(const ClassConstants& pool, const Code& code);

    /// Tells whether an operator with the changed one computes the same in every execution, as the
    /// instructions before it push a number.
    [[nodiscard]] bool is_equivalent(
        std::uint32_t instruction, WordOperator original, WordOperator changed) const;
    /// The same for a jump that compares what is never negative with 0 (a length, a character, bits
    /// of a mask), or an int with the least or the greatest one.
    [[nodiscard]] bool is_equivalent(std::uint32_t jump, Relation original, Relation changed) const;

private:
    /// Tells whether that many instructions before one are always executed just before it.
    [[nodiscard]] bool follows(std::uint32_t instruction, std::uint32_t count) const;
    [[nodiscard]] std::optional<OperandBound> bound_of(std::uint32_t jump) const;
    [[nodiscard]] bool is_never_negative(std::uint32_t producer) const;

    const ClassConstants* m_pool;
    const Code* m_code;
    /// Instructions that other ways lead to.
    std::set<std::uint32_t> m_targets;
};

}  // namespace sbst::jvm
