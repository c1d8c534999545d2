// SPDX-License-Identifier: Apache-2.0
// Branches: the facts about each JUMPI in the flow graph over contexts, gathered over its contexts,
// and the phase of a function to which it belongs. Next: classify.hpp.
#pragma once

#include "entries.hpp"
#include "machine.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace sbst::evm::analysis
{

/// A graph with its related objects; holds only references.
struct GraphView
{
    const Program* program = nullptr;
    const ContractFacts* facts = nullptr;
    const ExpressionTable* table = nullptr;
    const Reasoner* reasoner = nullptr;
    const ContextGraph* graph = nullptr;
    const EntryMap* entries = nullptr;
};

/// The part of a function, as seen by the compiler's frame around its body.
enum class Phase : std::uint8_t
{
    none = 0,
    decode = 1,
    body = 2,
    encode = 4,
    /// For an entry without a frame.
    whole = 8
};

/// How one side of a branch continues.
struct SideEnd
{
    /// `falls` when it does not simply end.
    BlockEnd end = BlockEnd::falls;
    std::uint32_t panic_code = 0;
};

/// One JUMPI over all its contexts.
struct Branch
{
    std::uint32_t pc = 0;
    std::uint32_t jumpi = 0;
    std::uint32_t block = 0;
    std::vector<std::uint32_t> nodes;
    bool can_jump = false;
    bool can_fall = false;
    bool is_dispatcher = false;  // in all contexts
    /// Sum of Phase bits.
    std::uint8_t phases = 0;
    /// Entries that reach it, ascending.
    std::vector<std::uint32_t> entries;
    /// SourceBits of the conditions: those of all parts, and those of the deciding parts.
    std::uint32_t sources = 0;
    std::uint32_t truth = 0;
    /// By outcome (false, true).
    std::array<SideEnd, 2> sides{};
};

/// Gathers the branches of a graph, one per JUMPI in it, ascending by pc.
[[nodiscard]] std::vector<Branch> find_branches(const GraphView& view);

}  // namespace sbst::evm::analysis
