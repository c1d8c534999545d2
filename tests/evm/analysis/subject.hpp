// SPDX-License-Identifier: Apache-2.0
// Contracts of artifacts as subjects of the analysis, and random transactions against them.
#pragma once

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/exec/executor.hpp>
#include <sbst/random/rng.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sbst::test
{

/// Facts of the runtime code, without source map.
[[nodiscard]] evm::ContractFacts runtime_facts(const evm::Artifact& artifact);

/// Results of random executions that contradict the analysis.
struct Contradictions
{
    std::size_t executed_edges = 0;
    std::size_t outcomes = 0;
    /// `from -> to` of executed edges that the graph lacks.
    std::vector<std::string> missing_edges;
    /// Goals with a proof that were covered.
    std::vector<std::string> covered_infeasible;
    /// Functions whose entry edges disagree with the selector of the call.
    std::vector<std::string> wrong_entries;
};

/// Deploys the contract and calls it at random: valid selectors, words that are likely to matter.
[[nodiscard]] Contradictions contradict(const evm::Artifact& artifact,
    const evm::ContractFacts& facts, const evm::ContractAnalysis& analysis,
    std::size_t transactions, Rng& rng);

}  // namespace sbst::test
