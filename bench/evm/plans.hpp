// SPDX-License-Identifier: Apache-2.0
// The transaction plans: fixed generations of tests against five contracts, one transaction per
// line. Next: replay.hpp.
#pragma once

#include <sbst/evm/exec/executor.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::bench
{

/// One line of a plan: a deployment, or a call to the contract created by the previous deployment.
struct PlannedTransaction
{
    bool is_call{};
    evm::Address sender;
    U256 value;
    evm::Bytes data;
};

/// The transactions of one generation; each deployment begins a test.
using Generation = std::vector<PlannedTransaction>;

/// The counts of every known executor for a generation.
struct ExpectedCounts
{
    std::uint64_t steps{};
    std::uint64_t failed{};

    friend bool operator==(const ExpectedCounts&, const ExpectedCounts&) = default;
};

/// A contract of the workload with the counts of its measured generations.
struct PlannedContract
{
    std::string_view name;
    std::array<ExpectedCounts, 3> expected;
};

inline constexpr std::array<PlannedContract, 5> planned_contracts{{
    {"BasicToken", {{{55748, 168}, {55188, 174}, {52838, 145}}}},
    {"Casino", {{{48718, 399}, {47976, 425}, {49931, 423}}}},
    {"MultiSigWallet", {{{63290, 364}, {61597, 377}, {62419, 355}}}},
    {"SecureAuction", {{{41552, 164}, {42176, 157}, {43099, 146}}}},
    {"TestDateTime", {{{164025, 98}, {158111, 99}, {162220, 103}}}},
}};

/// Reads one contract's generations, in order of their number.
/// @throws ParseError when a line is not as described.
[[nodiscard]] std::vector<Generation> load_plan(const std::filesystem::path& file);

/// Finds the file named after the contract, or an empty path.
[[nodiscard]] std::filesystem::path find_plan(
    const std::filesystem::path& folder, std::string_view contract);

}  // namespace sbst::bench
