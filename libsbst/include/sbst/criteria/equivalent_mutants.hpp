// SPDX-License-Identifier: Apache-2.0
// Mutants of operators that compute the same as the original in every execution, because one of
// the operands is always the same number. Next: mutation.hpp.
#pragma once

#include <sbst/criteria/mutation.hpp>

#include <cstdint>

namespace sbst
{

/// An operand of a signed operator on words that is the same in every execution.
struct FixedOperand
{
    bool is_left = false;
    /// Sign-extended.
    std::int64_t value = 0;
    /// Width of the other operand of a shift, of all operands of other operators: a power of two up
    /// to 64. Distances of shifts are taken modulo this.
    unsigned bits = 32;
};

/// Tells whether both operators give the same with that operand and any other one: `x * 1` and
/// `x / 1`. Both fail for a divisor of zero, which is the same too.
///
/// Exact for two's complement of 8 bits and more: a test enumerates it.
[[nodiscard]] bool is_equivalent(
    WordOperator original, WordOperator replacement, const FixedOperand& fixed);

/// What all values of an operand are compared with.
enum class OperandBound : std::uint8_t
{
    /// Nothing is less: 0 for lengths and for numbers without a sign.
    least,
    /// Nothing is greater.
    greatest
};

/// Tells whether both relations are the same between any value, left, and that one.
[[nodiscard]] bool is_equivalent(Relation original, Relation replacement, OperandBound right);

}  // namespace sbst
