// SPDX-License-Identifier: Apache-2.0
// Contracts that mean harm, one a resource: memory, depth, state, time, analysis. Next: cases.cpp;
// hostile_test.cpp asserts the bounds, bench/evm/bench_hostile.cpp measures them.
#pragma once

#include <sbst/evm/exec/executor.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sbst::evm::hostile
{

/// Code that is called, or runs as creation code, with any gas.
struct ExecutionCase
{
    std::string name;
    Bytes code;
    Bytes callee;  ///< at the address 0xca
    bool creates{};
    Fork fork{Fork::cancun};
};

/// Code that is analysed.
struct AnalysisCase
{
    std::string name;
    Bytes code;
};

[[nodiscard]] std::vector<ExecutionCase> execution_cases();
[[nodiscard]] std::vector<AnalysisCase> analysis_cases();

/// The result of a run.
struct Outcome
{
    Status status{};
    std::uint64_t gas_used{};
    std::uint64_t steps{};
    std::size_t state_records{};  ///< accounts, slots and undo records at the end
    std::size_t log_bytes{};
};

/// Runs a case in a world of its own, with a trace as the search does.
[[nodiscard]] Outcome execute(
    const ExecutionCase& hostile, std::uint64_t gas, const ExecutorOptions& options = {});

/// Returns creation code that deploys the code, and the text of an artifact with both whose one
/// function is `f(uint256)`; the code is called whatever the selector.
[[nodiscard]] std::string artifact_of(const ExecutionCase& hostile);

}  // namespace sbst::evm::hostile
