// SPDX-License-Identifier: Apache-2.0
// Time between calls: the wait of a call, and its transfer to another call when the call is
// deleted. Next: test_runner.hpp, which turns waits into blocks.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>

#include <cstddef>
#include <cstdint>

namespace sbst::evm
{

/// Every call is mined in a block of its own, this long after the previous one, as on the main
/// network; its own wait is added.
inline constexpr std::uint64_t seconds_per_block = 12;

/// Lets the call after a deleted one wait as long as both did, so that it is made at the same time
/// and in the same block. Returns false, and changes nothing, when there is no later call or it
/// cannot wait that long. `candidate` is `test` without the call at `deleted`.
[[nodiscard]] bool pass_on_wait(
    const ContractProblem& problem, const TestCase& test, std::size_t deleted, TestCase& candidate);

}  // namespace sbst::evm
