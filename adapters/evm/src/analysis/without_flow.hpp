// SPDX-License-Identifier: Apache-2.0
// The analysis of a program whose flow takes too much work to follow. Next: contract_analysis.cpp.
#pragma once

#include "blocks.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>

namespace sbst::evm::analysis
{

/// Describes a program without its flow: every block may be reached, every jump goes to an unknown
/// place, each outcome of each JUMPI is a goal of class `user` without parents, and the program
/// itself is the only entry. Nothing is proved. Linear in the size of the code.
[[nodiscard]] ContractAnalysis describe_without_flow(
    const Program& program, const ContractFacts& facts);

}  // namespace sbst::evm::analysis
