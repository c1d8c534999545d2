// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/equivalent_mutants.hpp>

#include <utility>

namespace sbst
{

namespace
{

using enum WordOperator;

/// Without regard to the order of the operators.
bool are(const std::pair<WordOperator, WordOperator>& both, WordOperator a, WordOperator b)
{
    return both == std::pair(a, b) || both == std::pair(b, a);
}

bool is_shift(WordOperator one)
{
    return one == shift_left || one == shift_right || one == shift_right_unsigned;
}

bool is_same_with_right(
    const std::pair<WordOperator, WordOperator>& both, std::int64_t value, unsigned bits)
{
    if (is_shift(both.first) && is_shift(both.second))
    {
        return static_cast<std::uint64_t>(value) % bits == 0;
    }
    const auto word = static_cast<std::uint64_t>(value);
    // The least number is its own opposite.
    const bool is_own_opposite = word << (64U - bits + 1U) == 0;
    return (are(both, add, subtract) && is_own_opposite) ||
           (are(both, multiply, divide) && (value == 1 || value == -1)) ||
           (are(both, divide, remainder) && value == 0) ||
           (are(both, bit_or, bit_xor) && value == 0);
}

bool is_same_with_left(const std::pair<WordOperator, WordOperator>& both, std::int64_t value)
{
    if (is_shift(both.first) && is_shift(both.second))
    {
        // Without a sign, both shifts to the right are one.
        return value == 0 || (value > 0 && both.first != shift_left && both.second != shift_left);
    }
    return value == 0 && (are(both, divide, remainder) || are(both, bit_or, bit_xor));
}

}  // namespace

bool is_equivalent(WordOperator original, WordOperator replacement, const FixedOperand& fixed)
{
    const std::pair both(original, replacement);
    return original == replacement ||
           (fixed.is_left ? is_same_with_left(both, fixed.value) :
                            is_same_with_right(both, fixed.value, fixed.bits));
}

bool is_equivalent(Relation original, Relation replacement, OperandBound right)
{
    const auto is_either = [&](Relation a, Relation b) {
        return (original == a && replacement == b) || (original == b && replacement == a);
    };
    if (right == OperandBound::least)
    {
        return original == replacement || is_either(Relation::eq, Relation::le) ||
               is_either(Relation::ne, Relation::gt);
    }
    return original == replacement || is_either(Relation::eq, Relation::ge) ||
           is_either(Relation::ne, Relation::lt);
}

}  // namespace sbst
