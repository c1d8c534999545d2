// SPDX-License-Identifier: Apache-2.0
// Options of variation: every probability and limit of the operators, with the defaults of EvoSuite
// unless documented otherwise. Next: value_operators.hpp, operators.hpp.
#pragma once

#include <cstddef>

namespace sbst
{

/// Relative weights of the ways to change an integer; 0 switches one off.
///
/// Source: ours. Small Gaussian steps alone never cross 256 bits.
struct IntegerMix
{
    /// A Gaussian step with deviation `max_delta`.
    double small_step = 0.40;
    /// One random bit flips.
    double bit_flip = 0.10;
    /// Plus or minus a random power of two.
    double power_of_two = 0.15;
    /// 0, 1, -1, the ends and the middle of the range.
    double boundary = 0.10;
    /// A constant of the pool.
    double pool = 0.10;
    /// A neighbour of a constant of the pool.
    double pool_neighbour = 0.05;
    /// A random bit length, then uniform.
    double uniform = 0.10;
};

/// Random values and changes of values.
struct ValueOptions
{
    /// Probability that a random number, string or byte string comes from the constant pool.
    double pool_prob = 0.5;
    /// Probability that a change draws a new value instead of moving the old one.
    double random_perturbation_prob = 0.2;
    /// Deviation of a small step of a number; at least 1.
    double max_delta = 20.0;
    /// Deviation of a random number that is not from the pool.
    double max_int = 2048.0;
    /// Share of random integers with a uniform bit length instead of that deviation.
    double wide_integer_prob = 0.25;
    /// Probability of null for a random literal of a nullable type, and for a change of one that is
    /// not null.
    double null_prob = 0.1;
    /// Relative size of the smallest change of a floating-point number.
    double epsilon = 0.001;
    /// Length of random strings and dynamic byte strings; inclusive maximum, code units.
    std::size_t max_string_length = 20;
    /// Length of random dynamic arrays, inclusive.
    std::size_t min_array_length = 0;
    std::size_t max_array_length = 10;
    /// Probability that the length of a dynamic array is one that the subject compares lengths
    /// with, or any up to `max_long_array`, for random arrays and for changes; 0 switches it off.
    /// Source: ours; arrays of bytes are files and messages, with heads of more than ten bytes.
    double long_array_prob = 0.0;
    std::size_t max_long_array = 64;
    IntegerMix integer_mix{};
};

/// Tests and their variation.
struct OperatorOptions
{
    /// Calls of a test; operators keep tests within these limits.
    std::size_t min_length = 1;
    std::size_t max_length = 40;

    /// Mutation: each of the three happens with its own probability.
    double delete_prob = 1.0 / 3.0;
    double change_prob = 1.0 / 3.0;
    double insert_prob = 1.0 / 3.0;
    /// After k insertions another one follows with probability base^k (k from 0).
    double insertion_base = 0.5;
    /// Probability that an insertion calls the unit under test at the end; otherwise it calls
    /// something on an object that the test already has.
    double insertion_under_test_prob = 0.5;

    /// Probability that an insertion sets the surroundings of the test instead, if some can be set.
    double surroundings_prob = 0.1;

    /// Probability that a changed call gets another callable instead of other arguments.
    double change_call_prob = 0.1;
    /// Probability that an argument with a literal refers to an earlier value of its type instead.
    /// Replaces EvoSuite's primitive reuse (0.5): there each literal is a call, here it is
    /// inline. Compared values are often earlier ids or names.
    double reference_prob = 0.3;
    /// Probability that a needed object is one that the test already has.
    double object_reuse_prob = 0.9;
    /// Probability of null where a needed object may be null and no object is reused.
    double null_prob = 0.1;
    /// Probability that a rare callable (Callable::is_rare) stays chosen where something else makes
    /// an object of the type.
    double rare_prob = 0.1;
    /// Depth of calls that are only made for arguments.
    std::size_t max_recursion = 10;
    /// Insertions tried for one random test.
    std::size_t max_attempts = 1000;

    ValueOptions values{};
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const ValueOptions& options);
void validate(const OperatorOptions& options);

}  // namespace sbst
