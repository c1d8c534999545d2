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

template <class T>
void expect_within(const char* option, T found, T least, T most)
{
    expect(found >= least && found <= most, option, found,
        fmt::format("{} to {}", least, most).c_str());
}

bool is_probability(double value)
{
    return value >= 0.0 && value <= 1.0;
}

}  // namespace

void validate(const ProblemOptions& options)
{
    expect_within("accounts", options.accounts, std::size_t{1}, max_accounts);
    expect(bit_width(options.account_balance) <= 128, "account-balance",
        options.account_balance.to_decimal(), "less than 2^128 wei");
    expect(bit_width(options.max_value) <= 128, "max-value", options.max_value.to_decimal(),
        "less than 2^128 wei");
    expect(is_probability(options.seeding_prob), "seeding-prob", options.seeding_prob, "0 to 1");
    expect(is_probability(options.no_step_prob), "no-step-prob", options.no_step_prob, "0 to 1");
    expect(options.min_array_length <= options.max_array_length, "min-array-length",
        options.min_array_length, "at most max-array-length");
    expect_within("max-array-length", options.max_array_length, {}, max_drawn_array_length);
    expect_within("max-text-length", options.max_text_length, {}, max_drawn_text_length);
    expect_within("max-time-step", options.max_time_step, {}, max_step);
    expect_within("max-block-step", options.max_block_step, {}, max_step);
    expect_within(
        "transaction-gas", options.transaction_gas, min_transaction_gas, max_transaction_gas);
    expect_within("jobs", options.jobs, std::size_t{1}, max_jobs);
}

}  // namespace sbst::evm
