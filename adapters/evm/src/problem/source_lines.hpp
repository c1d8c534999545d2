// SPDX-License-Identifier: Apache-2.0
// The lines of a contract's source, and which blocks of code execute each. Next: goal_builder.hpp,
// which makes goals of them; ../render/executed_tests.cpp.
#pragma once

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/goal/goal.hpp>
#include <sbst/output/executed_suite.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sbst::evm
{

/// A block of one of the two programs.
struct BlockPlace
{
    bool in_creation = false;
    /// pc of its first instruction.
    std::uint32_t pc = 0;
};

/// The lines with code that can be reached, as far as the compiler's source maps name them. The
/// index of a line is its LineId.
class SourceLines
{
public:
    SourceLines(const Artifact& artifact, const ContractAnalysis& runtime,
        const ContractAnalysis& creation);

    /// Ascending.
    [[nodiscard]] const std::vector<SourceLine>& all() const { return m_lines; }
    /// The blocks that execute the line, runtime code first, ascending.
    [[nodiscard]] std::span<const BlockPlace> blocks_of(LineId line) const
    {
        return m_blocks[line.index()];
    }
    /// Appends the lines of these blocks (their numbers in CodeAnalysis::block_starts); a line may
    /// be appended more than once.
    void append(
        std::span<const std::uint32_t> blocks, bool in_creation, std::vector<LineId>& out) const;

private:
    /// By block.
    using LinesOfBlocks = std::vector<std::vector<LineId>>;

    std::vector<SourceLine> m_lines;
    std::vector<std::vector<BlockPlace>> m_blocks;  // by line
    LinesOfBlocks m_runtime;
    LinesOfBlocks m_creation;
};

/// Sorts lines and drops repetitions.
void sort_lines(std::vector<LineId>& lines);

}  // namespace sbst::evm
