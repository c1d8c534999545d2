// SPDX-License-Identifier: Apache-2.0
// Operations of floating-point numbers. Each is one operation of the processor in its own type, so
// that no other precision and no fusion with another operation reaches the result.
#include "apply.hpp"

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sbst::symbolic
{

namespace
{

static_assert(FLT_EVAL_METHOD == 0, "operations must round to the type of their operands");
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

/// The one NaN in place of any.
double canonical(double number)
{
    return std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number;
}

template <class Number>
double arithmetic(Op op, double left, double right)
{
    const auto a = static_cast<Number>(left);
    const auto b = static_cast<Number>(right);
    switch (op)
    {
        case Op::float_add:
            return static_cast<double>(a + b);
        case Op::float_sub:
            return static_cast<double>(a - b);
        case Op::float_mul:
            return static_cast<double>(a * b);
        case Op::float_div:
            return static_cast<double>(a / b);
        default:
            return static_cast<double>(std::fmod(a, b));
    }
}

/// Truncated and saturated to the width, in two's complement of 256 bits.
U256 truncated(double number, unsigned width)
{
    if (std::isnan(number))
    {
        return {};
    }
    const double limit = std::ldexp(1.0, static_cast<int>(width) - 1);
    if (number >= limit)
    {
        return ones(width - 1);
    }
    if (number <= -limit)
    {
        return ~ones(width - 1);
    }
    const auto whole = static_cast<std::int64_t>(number);
    return extend_sign(U256{static_cast<std::uint64_t>(whole)}, 64);
}

U256 bits_of_number(double number, SortKind kind)
{
    const double kept = canonical(number);
    if (kind == SortKind::float32)
    {
        return U256{std::bit_cast<std::uint32_t>(static_cast<float>(kept))};
    }
    return U256{std::bit_cast<std::uint64_t>(kept)};
}

double number_of_bits(const U256& bits, SortKind kind)
{
    if (kind == SortKind::float32)
    {
        return canonical(std::bit_cast<float>(static_cast<std::uint32_t>(low64(bits))));
    }
    return canonical(std::bit_cast<double>(low64(bits)));
}

}  // namespace

U256 word_of_numbers(const Application& x)
{
    const double first = x.number(0);
    switch (x.node.op)
    {
        case Op::equal:
            return U256{first == x.number(1) ? 1U : 0U};
        case Op::float_lt:
            return U256{first < x.number(1) ? 1U : 0U};
        case Op::float_le:
            return U256{first <= x.number(1) ? 1U : 0U};
        case Op::is_nan:
            return U256{std::isnan(first) ? 1U : 0U};
        case Op::float_to_bits:
            return bits_of_number(first, x.sort(0).kind);
        default:
            return truncated(first, x.node.sort.width) & ones(x.node.sort.width);
    }
}

double number_of_operands(const Application& x)
{
    const SortKind kind = x.node.sort.kind;
    const bool is_single = kind == SortKind::float32;
    switch (x.node.op)
    {
        case Op::float_neg:
            return canonical(-x.number(0));
        case Op::float_to_float:
            return canonical(is_single ? static_cast<float>(x.number(0)) : x.number(0));
        case Op::signed_to_float:
        {
            const auto whole = static_cast<std::int64_t>(low64(x.signed_word(0)));
            return is_single ? static_cast<float>(whole) : static_cast<double>(whole);
        }
        case Op::bits_to_float:
            return number_of_bits(x.word(0), kind);
        default:
            return canonical(is_single ? arithmetic<float>(x.node.op, x.number(0), x.number(1)) :
                                         arithmetic<double>(x.node.op, x.number(0), x.number(1)));
    }
}

}  // namespace sbst::symbolic
