// SPDX-License-Identifier: Apache-2.0
#include "../base/checks.hpp"

#include <sbst/error.hpp>
#include <sbst/variation/options.hpp>

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace sbst
{

namespace
{

void check_at_least(std::string_view name, double value, double least)
{
    if (!(value >= least) || std::isinf(value))
    {
        throw ConfigError(fmt::format("{} is {}, expected a number from {}", name, value, least));
    }
}

void check_range(
    std::string_view low_name, std::size_t low, std::string_view name, std::size_t high)
{
    if (low > high)
    {
        throw ConfigError(
            fmt::format("{} is {}, expected at most {} = {}", low_name, low, name, high));
    }
}

void check_positive(std::string_view name, std::size_t value)
{
    if (value == 0)
    {
        throw ConfigError(fmt::format("{} is 0, expected at least 1", name));
    }
}

void check_mix(const IntegerMix& mix)
{
    check_at_least("integer_mix.small_step", mix.small_step, 0.0);
    check_at_least("integer_mix.bit_flip", mix.bit_flip, 0.0);
    check_at_least("integer_mix.power_of_two", mix.power_of_two, 0.0);
    check_at_least("integer_mix.boundary", mix.boundary, 0.0);
    check_at_least("integer_mix.pool", mix.pool, 0.0);
    check_at_least("integer_mix.pool_neighbour", mix.pool_neighbour, 0.0);
    check_at_least("integer_mix.uniform", mix.uniform, 0.0);
    const double total = mix.small_step + mix.bit_flip + mix.power_of_two + mix.boundary +
                         mix.pool + mix.pool_neighbour + mix.uniform;
    if (!(total > 0.0))
    {
        throw ConfigError("integer_mix is 0 everywhere, expected a positive weight");
    }
}

}  // namespace

void validate(const ValueOptions& options)
{
    check_probability("pool_prob", options.pool_prob);
    check_probability("random_perturbation_prob", options.random_perturbation_prob);
    check_at_least("max_delta", options.max_delta, 1.0);
    check_at_least("max_int", options.max_int, 1.0);
    check_probability("wide_integer_prob", options.wide_integer_prob);
    check_probability("values.null_prob", options.null_prob);
    check_probability("epsilon", options.epsilon);
    check_range(
        "min_array_length", options.min_array_length, "max_array_length", options.max_array_length);
    check_probability("long_array_prob", options.long_array_prob);
    check_mix(options.integer_mix);
}

void validate(const OperatorOptions& options)
{
    check_positive("max_length", options.max_length);
    check_range("min_length", options.min_length, "max_length", options.max_length);
    check_probability("delete_prob", options.delete_prob);
    check_probability("change_prob", options.change_prob);
    check_probability("insert_prob", options.insert_prob);
    check_probability("insertion_base", options.insertion_base);
    check_probability("insertion_under_test_prob", options.insertion_under_test_prob);
    check_probability("surroundings_prob", options.surroundings_prob);
    check_probability("change_call_prob", options.change_call_prob);
    check_probability("reference_prob", options.reference_prob);
    check_probability("object_reuse_prob", options.object_reuse_prob);
    check_probability("null_prob", options.null_prob);
    check_probability("rare_prob", options.rare_prob);
    check_positive("max_recursion", options.max_recursion);
    check_positive("max_attempts", options.max_attempts);
    validate(options.values);
}

}  // namespace sbst
