// SPDX-License-Identifier: Apache-2.0
// Goals of a program with proofs, and the dependencies between them. Next: contract_analysis.cpp.
#pragma once

#include "branches.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>

namespace sbst::evm::analysis
{

/// The graph behind the proofs, and the same program with both outcomes of every condition, which
/// distinguishes unreachable code from data.
struct Views
{
    GraphView proved;
    GraphView all_paths;
};

/// Fills entries, goals, their index and the dependencies.
void add_goals(const Views& views, ContractAnalysis& analysis);

}  // namespace sbst::evm::analysis
