// SPDX-License-Identifier: Apache-2.0
// Time between calls: what a call waits, and who waits instead when it goes. Read next:
// test_runner.hpp, which turns waits into blocks.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>

#include <cstddef>
#include <cstdint>

namespace sbst::evm
{

/// Every call is mined in a block of its own, this long after the one before, as on the main
/// network; what it waits comes on top.
inline constexpr std::uint64_t seconds_per_block = 12;

/// Lets the call behind a deleted one wait as long as both did, so that it is made at the same time
/// and in the same block. Returns false, and changes nothing, where there is none or it cannot wait
/// that long. `candidate` is `test` without the call at `deleted`.
[[nodiscard]] bool pass_on_wait(
    const ContractProblem& problem, const TestCase& test, std::size_t deleted, TestCase& candidate);

}  // namespace sbst::evm
