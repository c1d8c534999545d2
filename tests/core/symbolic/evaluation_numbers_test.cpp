// SPDX-License-Identifier: Apache-2.0
// Operations of floating-point numbers.
#include "constant_operations.hpp"
#include "support/catch.hpp"
#include "support/recipe_values.hpp"

#include <sbst/random/rng.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

using namespace sbst;
using namespace sbst::symbolic;

namespace
{

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

double single_of(Op op, float a, float b)
{
    ConstantOperations x;
    return x.number(x.graph.make(op, {x.graph.float32(a), x.graph.float32(b)}));
}

double double_of(Op op, double a, double b)
{
    ConstantOperations x;
    return x.number(x.graph.make(op, {x.graph.float64(a), x.graph.float64(b)}));
}

bool double_truth(Op op, double a, double b)
{
    ConstantOperations x;
    return x.truth(x.graph.make(op, {x.graph.float64(a), x.graph.float64(b)}));
}

double from_signed(std::int64_t whole, unsigned width, Sort to)
{
    ConstantOperations x;
    return x.number(x.graph.convert(Op::signed_to_float,
        x.graph.bit_vector(U256{static_cast<std::uint64_t>(whole)}, width), to));
}

std::int64_t to_signed(double number, unsigned width)
{
    ConstantOperations x;
    const U256 word = x.word(
        x.graph.convert(Op::float_to_signed, x.graph.float64(number), bit_vector_sort(width)));
    return static_cast<std::int64_t>(low64(word) << (64 - width)) >> (64 - width);
}

bool are_one(double left, double right)
{
    return test_support::are_same(Datum(left), Datum(right));
}

}  // namespace

TEST_CASE("evaluate: singles round to single", "[core][evaluation][golden]")
{
    CHECK(single_of(Op::float_add, 0.1F, 0.2F) == static_cast<double>(0.3F));
    CHECK(single_of(Op::float_add, 16777216.0F, 1.0F) == 16777216.0);
    CHECK(single_of(Op::float_add, 16777216.0F, 3.0F) == 16777220.0);
    CHECK(single_of(Op::float_mul, 1e30F, 1e30F) == infinity);
    CHECK(single_of(Op::float_mul, 1e-30F, 1e-30F) == 0);
    CHECK(single_of(Op::float_mul, 0x1p-149F, 0.5F) == 0);
    CHECK(single_of(Op::float_mul, 0x1p-149F, 0.75F) == 0x1p-149);
    CHECK(single_of(Op::float_div, 1.0F, 3.0F) == static_cast<double>(0x1.555556p-2F));
    CHECK(single_of(Op::float_sub, 0x1p-126F, 0x1p-149F) == 0x1.fffffcp-127);
    CHECK(double_of(Op::float_add, 0.1, 0.2) == 0.30000000000000004);
    CHECK(double_of(Op::float_add, 9007199254740992.0, 1.0) == 9007199254740992.0);
    CHECK(double_of(Op::float_div, 1.0, 3.0) == 0x1.5555555555555p-2);
}

TEST_CASE("evaluate: what numbers do at their edges", "[core][evaluation][golden]")
{
    CHECK(double_of(Op::float_div, 1, 0) == infinity);
    CHECK(double_of(Op::float_div, 1, -0.0) == -infinity);
    CHECK(std::isnan(double_of(Op::float_div, 0, 0)));
    CHECK(std::isnan(double_of(Op::float_sub, infinity, infinity)));
    CHECK(std::isnan(double_of(Op::float_mul, infinity, 0)));
    CHECK(are_one(double_of(Op::float_add, -0.0, 0.0), 0.0));
    CHECK(are_one(double_of(Op::float_mul, -1.0, 0.0), -0.0));
    CHECK(double_of(Op::float_rem, 5.5, 2) == 1.5);
    CHECK(double_of(Op::float_rem, -5.5, 2) == -1.5);
    CHECK(double_of(Op::float_rem, 5.5, -2) == 1.5);
    CHECK(are_one(double_of(Op::float_rem, -4, 2), -0.0));
    CHECK(double_of(Op::float_rem, 3, infinity) == 3);
    CHECK(std::isnan(double_of(Op::float_rem, infinity, 3)));
    CHECK(std::isnan(double_of(Op::float_rem, 3, 0)));
    CHECK(double_of(Op::float_rem, 1e300, 7) == 1);
    CHECK(single_of(Op::float_rem, 1e30F, 7.0F) == static_cast<double>(std::fmod(1e30F, 7.0F)));
    ConstantOperations x;
    CHECK(are_one(x.number(x.graph.make(Op::float_neg, {x.graph.float64(0.0)})), -0.0));
    CHECK(std::isnan(x.number(x.graph.make(Op::float_neg, {x.graph.float32(NAN)}))));
}

TEST_CASE("evaluate: NaN equals nothing and is in no order", "[core][evaluation][unit]")
{
    for (const Op op : {Op::equal, Op::float_lt, Op::float_le})
    {
        CHECK_FALSE(double_truth(op, not_a_number, not_a_number));
        CHECK_FALSE(double_truth(op, not_a_number, 1));
        CHECK_FALSE(double_truth(op, 1, not_a_number));
    }
    CHECK(double_truth(Op::equal, 0.0, -0.0));
    CHECK(double_truth(Op::float_le, 0.0, -0.0));
    CHECK_FALSE(double_truth(Op::float_lt, -0.0, 0.0));
    CHECK(double_truth(Op::float_lt, -infinity, 0x1p-1074));
    CHECK(double_truth(Op::float_le, infinity, infinity));
    ConstantOperations x;
    CHECK(x.truth(x.graph.make(Op::is_nan, {x.graph.float64(not_a_number)})));
    CHECK_FALSE(x.truth(x.graph.make(Op::is_nan, {x.graph.float32(INFINITY)})));
}

TEST_CASE("evaluate: numbers change their precision", "[core][evaluation][golden]")
{
    ConstantOperations x;
    const auto to_single = [&x](double number) {
        return x.number(
            x.graph.convert(Op::float_to_float, x.graph.float64(number), float32_sort()));
    };
    CHECK(to_single(0.1) == static_cast<double>(0.1F));
    CHECK(to_single(1e300) == infinity);
    CHECK(to_single(-1e300) == -infinity);
    CHECK(are_one(to_single(-1e-300), -0.0));
    CHECK(std::isnan(to_single(not_a_number)));
    // Ties to even.
    CHECK(to_single(16777217.0) == 16777216.0);
    CHECK(to_single(16777219.0) == 16777220.0);
    CHECK(x.number(x.graph.convert(Op::float_to_float, x.graph.float32(0.1F), float64_sort())) ==
          0.10000000149011612);
}

TEST_CASE("evaluate: whole numbers become floating-point numbers", "[core][evaluation][golden]")
{
    CHECK(from_signed(-1, 1, float64_sort()) == -1);
    CHECK(from_signed(-128, 8, float32_sort()) == -128);
    CHECK(from_signed(127, 8, float32_sort()) == 127);
    CHECK(from_signed(16777217, 32, float32_sort()) == 16777216);
    CHECK(from_signed(16777217, 32, float64_sort()) == 16777217);
    constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
    CHECK(from_signed(greatest, 64, float64_sort()) == 0x1p63);
    CHECK(from_signed(-greatest - 1, 64, float64_sort()) == -0x1p63);
    // A rounding to double first would make a tie of it.
    CHECK(from_signed((std::int64_t{1} << 60) + (std::int64_t{1} << 36) + 1, 64, float32_sort()) ==
          0x1.000002p60);
}

TEST_CASE("evaluate: floating-point numbers become whole ones, truncated and saturated",
    "[core][evaluation][golden]")
{
    CHECK(to_signed(1.9, 32) == 1);
    CHECK(to_signed(-1.9, 32) == -1);
    CHECK(to_signed(not_a_number, 32) == 0);
    CHECK(to_signed(infinity, 32) == 2147483647);
    CHECK(to_signed(-infinity, 32) == -2147483648LL);
    CHECK(to_signed(2147483647.5, 32) == 2147483647);
    CHECK(to_signed(2147483648.0, 32) == 2147483647);
    CHECK(to_signed(-2147483648.9, 32) == -2147483648LL);
    CHECK(to_signed(1e300, 64) == std::numeric_limits<std::int64_t>::max());
    CHECK(to_signed(-1e300, 64) == std::numeric_limits<std::int64_t>::min());
    CHECK(to_signed(9223372036854774784.0, 64) == 9223372036854774784LL);
    CHECK(to_signed(-0.9, 1) == 0);
    CHECK(to_signed(0.9, 1) == 0);
    CHECK(to_signed(1, 1) == 0);
    CHECK(to_signed(-1, 1) == -1);
    CHECK(to_signed(-7, 1) == -1);
    CHECK(to_signed(200, 8) == 127);
    CHECK(to_signed(-128.5, 8) == -128);
}

TEST_CASE("evaluate: bits of numbers, with one NaN", "[core][evaluation][golden]")
{
    ConstantOperations x;
    const auto bits_of = [&x](ExpressionId number) {
        return low64(x.word(x.graph.make(Op::float_to_bits, {number})));
    };
    CHECK(bits_of(x.graph.float32(1.0F)) == 0x3f800000);
    CHECK(bits_of(x.graph.float32(-0.0F)) == 0x80000000);
    CHECK(bits_of(x.graph.float64(1.0)) == 0x3ff0000000000000);
    CHECK(bits_of(x.graph.float32(NAN)) == 0x7fc00000);
    CHECK(bits_of(x.graph.float64(-not_a_number)) == 0x7ff8000000000000);
    const auto number_of = [&x](std::uint64_t bits, unsigned width) {
        return x.graph.convert(Op::bits_to_float, x.graph.bit_vector(U256{bits}, width),
            width == 32 ? float32_sort() : float64_sort());
    };
    CHECK(x.number(number_of(0x3f800000, 32)) == 1);
    CHECK(x.number(number_of(1, 32)) == 0x1p-149);
    CHECK(x.number(number_of(1, 64)) == 0x1p-1074);
    // Other NaNs, quiet or not, become that one.
    CHECK(bits_of(number_of(0xffa00001, 32)) == 0x7fc00000);
    CHECK(bits_of(number_of(0xfff0000000000001, 64)) == 0x7ff8000000000000);
}

TEST_CASE("evaluate: random numbers behave as those of the machine", "[core][evaluation][property]")
{
    const std::array<double (*)(double, double), 4> doubles{
        [](double a, double b) { return a + b; }, [](double a, double b) { return a - b; },
        [](double a, double b) { return a * b; }, [](double a, double b) { return a / b; }};
    const std::array<float (*)(float, float), 4> singles{[](float a, float b) { return a + b; },
        [](float a, float b) { return a - b; }, [](float a, float b) { return a * b; },
        [](float a, float b) { return a / b; }};
    constexpr std::array<Op, 4> ops{Op::float_add, Op::float_sub, Op::float_mul, Op::float_div};
    Rng rng(5);
    for (int i = 0; i < 4000; ++i)
    {
        const auto a = std::bit_cast<double>(rng.next());
        // Exponents near each other, so that digits meet.
        const auto b = std::bit_cast<double>(std::bit_cast<std::uint64_t>(a) ^ (rng.next() >> 9U));
        const auto c = std::bit_cast<float>(static_cast<std::uint32_t>(rng.next()));
        const auto d = std::bit_cast<float>(
            std::bit_cast<std::uint32_t>(c) ^ static_cast<std::uint32_t>(rng.next() >> 38U));
        for (std::size_t k = 0; k < ops.size(); ++k)
        {
            // What the machine computes, read back from memory.
            const volatile double in_double = doubles[k](a, b);
            const volatile float in_single = singles[k](c, d);
            CHECK(are_one(double_of(ops[k], a, b), in_double));
            CHECK(are_one(single_of(ops[k], c, d), static_cast<double>(in_single)));
        }
    }
}
