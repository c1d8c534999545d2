// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/equivalent_mutants.hpp>

#include <array>
#include <cstdint>
#include <optional>

using namespace sbst;

namespace
{

/// Two's complement of 8 bits, as Java computes with 32 and 64.
constexpr unsigned equivalent_bits = 8;

std::int64_t wrapped(std::int64_t number)
{
    return static_cast<std::int8_t>(static_cast<std::uint8_t>(number));
}

/// Nothing where the operator fails.
std::optional<std::int64_t> result_of(WordOperator op, std::int64_t a, std::int64_t b)
{
    const auto distance = static_cast<unsigned>(b) % equivalent_bits;
    switch (op)
    {
        case WordOperator::add:
            return wrapped(a + b);
        case WordOperator::subtract:
            return wrapped(a - b);
        case WordOperator::multiply:
            return wrapped(a * b);
        case WordOperator::divide:
            return b == 0 ? std::nullopt : std::optional(wrapped(a / b));
        case WordOperator::remainder:
            return b == 0 ? std::nullopt : std::optional(wrapped(a % b));
        case WordOperator::bit_and:
            return wrapped(a & b);
        case WordOperator::bit_or:
            return wrapped(a | b);
        case WordOperator::bit_xor:
            return wrapped(a ^ b);
        case WordOperator::shift_left:
            return wrapped(static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << distance));
        case WordOperator::shift_right:
            return wrapped(a >> distance);
        case WordOperator::shift_right_unsigned:
            return wrapped(static_cast<std::int64_t>(static_cast<std::uint8_t>(a)) >> distance);
        case WordOperator::power:
            break;
    }
    return std::nullopt;
}

bool is_same_for_all(
    WordOperator original, WordOperator replacement, bool is_left, std::int64_t fixed)
{
    for (std::int64_t other = -128; other < 128; ++other)
    {
        const std::int64_t a = is_left ? fixed : other;
        const std::int64_t b = is_left ? other : fixed;
        if (result_of(original, a, b) != result_of(replacement, a, b))
        {
            return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("equivalent mutants: exactly those whose operator never computes anything else",
    "[core][criteria]")
{
    constexpr std::array operators{WordOperator::add, WordOperator::subtract,
        WordOperator::multiply, WordOperator::divide, WordOperator::remainder,
        WordOperator::bit_and, WordOperator::bit_or, WordOperator::bit_xor,
        WordOperator::shift_left, WordOperator::shift_right, WordOperator::shift_right_unsigned};
    std::size_t equivalent = 0;
    for (const WordOperator original : operators)
    {
        for (const WordOperator replacement : replacements_of(original))
        {
            for (const bool is_left : {false, true})
            {
                for (std::int64_t value = -128; value < 128; ++value)
                {
                    INFO(value << (is_left ? " left of " : " right of ") << symbol_of(original)
                               << ", which becomes " << symbol_of(replacement));
                    const bool is_same = is_equivalent(original, replacement,
                        {.is_left = is_left, .value = value, .bits = equivalent_bits});
                    CHECK(is_same == is_same_for_all(original, replacement, is_left, value));
                    equivalent += is_same ? 1U : 0U;
                }
            }
        }
    }
    CHECK(equivalent > 20);
}

TEST_CASE("equivalent mutants: the least number of other widths", "[core][criteria]")
{
    const auto is_own_opposite = [](std::int64_t value, unsigned bits) {
        return is_equivalent(WordOperator::add, WordOperator::subtract,
            {.is_left = false, .value = value, .bits = bits});
    };
    CHECK(is_own_opposite(INT32_MIN, 32));
    CHECK_FALSE(is_own_opposite(INT32_MIN, 64));
    CHECK(is_own_opposite(INT64_MIN, 64));
    CHECK(is_own_opposite(0, 64));
    CHECK_FALSE(is_own_opposite(INT32_MAX, 32));
}

TEST_CASE(
    "equivalent mutants: comparisons with the least and the greatest value", "[core][criteria]")
{
    constexpr std::array relations{
        Relation::eq, Relation::ne, Relation::lt, Relation::le, Relation::gt, Relation::ge};
    constexpr int greatest_value = 4;
    for (const OperandBound bound : {OperandBound::least, OperandBound::greatest})
    {
        const int right = bound == OperandBound::least ? 0 : greatest_value;
        for (const Relation original : relations)
        {
            for (const Relation replacement : replacements_of(original))
            {
                bool is_same = true;
                for (int value = 0; value <= greatest_value; ++value)
                {
                    is_same = is_same && holds(original, value <=> right) ==
                                             holds(replacement, value <=> right);
                }
                INFO(symbol_of(original) << " becomes " << symbol_of(replacement));
                CHECK(is_equivalent(original, replacement, bound) == is_same);
            }
        }
    }
}
