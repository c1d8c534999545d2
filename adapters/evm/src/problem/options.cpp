// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/evm/problem/options.hpp>

#include <fmt/core.h>

namespace sbst::evm
{
namespace
{
template <class T>
void expect(bool holds, const char* option, const T& found, const char* expected)
{
    if (!holds)
    {
        throw ConfigError(fmt::format("{}: found {}, expected {}", option, found, expected));
    }
}

bool is_probability(double value)
{
    return value >= 0.0 && value <= 1.0;
}
}  // namespace

void validate(const ProblemOptions& options)
{
    expect(options.accounts >= 1 && options.accounts <= max_accounts, "accounts", options.accounts,
        "1 to 20");
    expect(bit_width(options.account_balance) <= 128, "account-balance",
        options.account_balance.to_decimal(), "less than 2^128 wei");
    expect(bit_width(options.max_value) <= 128, "max-value", options.max_value.to_decimal(),
        "less than 2^128 wei");
    expect(is_probability(options.seeding_prob), "seeding-prob", options.seeding_prob, "0 to 1");
    expect(is_probability(options.no_step_prob), "no-step-prob", options.no_step_prob, "0 to 1");
    expect(options.min_array_length <= options.max_array_length, "min-array-length",
        options.min_array_length, "at most max-array-length");
    expect(options.max_array_length <= 1000, "max-array-length", options.max_array_length,
        "at most 1000");
    expect(options.max_text_length <= 100'000, "max-text-length", options.max_text_length,
        "at most 100000");
    expect(options.max_time_step <= 1'000'000'000'000U, "max-time-step", options.max_time_step,
        "at most 10^12 seconds");
    expect(options.max_block_step <= 1'000'000'000'000U, "max-block-step", options.max_block_step,
        "at most 10^12 blocks");
    expect(options.transaction_gas >= 100'000 && options.transaction_gas <= 1'000'000'000,
        "transaction-gas", options.transaction_gas, "100000 to 10^9");
    expect(options.jobs >= 1 && options.jobs <= 1024, "jobs", options.jobs, "1 to 1024");
}
}  // namespace sbst::evm
