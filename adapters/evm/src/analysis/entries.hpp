// SPDX-License-Identifier: Apache-2.0
// Entries: the beginning of each function of the ABI, found in the flow graph by conditions on the
// selector. Next: branches.hpp.
#pragma once

#include "machine.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>

#include <cstdint>
#include <vector>

namespace sbst::evm::analysis
{

/// Functions and the parts of the graph that belong to them.
struct EntryMap
{
    std::vector<FunctionEntry> entries;
    /// Per entry: nodes at which it begins.
    std::vector<std::vector<std::uint32_t>> first_nodes;
    /// Per node: entries that reach it, ascending; empty for the dispatcher.
    std::vector<std::vector<std::uint32_t>> entries_of;
    /// Per node: whether it chooses the function.
    std::vector<bool> is_dispatcher;
};

/// Finds entries by the conditions that decide the selector.
[[nodiscard]] EntryMap find_entries(const Program& program, const ContractFacts& facts,
    Machine& machine, const ContextGraph& graph);

/// Dense index of the JUMPI at the end of a block.
[[nodiscard]] std::uint32_t jumpi_index(
    const std::vector<std::uint32_t>& jumpis, const Program& program, std::uint32_t block);

}  // namespace sbst::evm::analysis
