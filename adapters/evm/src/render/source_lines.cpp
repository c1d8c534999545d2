// SPDX-License-Identifier: Apache-2.0
#include "source_lines.hpp"

#include <sbst/evm/analysis/disassembly.hpp>
#include <sbst/evm/exec/code_analysis.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace sbst::evm
{

namespace
{

using BlockLines = std::vector<std::set<SourceLine>>;

/// The line of a span. Longer spans are those of whole functions and contracts: the compiler gives
/// them to code of its own, which is no line of the source.
std::optional<SourceLine> line_of(const Artifact& artifact, const SourceSpan& span)
{
    const SourceFile* const source = artifact.find_source(span.file);
    if (source == nullptr || !source->has_text() || span.start < 0 || span.length <= 0)
    {
        return std::nullopt;
    }
    const auto start = static_cast<std::size_t>(span.start);
    const std::size_t last = start + static_cast<std::size_t>(span.length) - 1;
    const std::size_t line = source->locate(start).line;
    return source->locate(last).line == line ? std::optional(SourceLine{source->name, line}) :
                                               std::nullopt;
}

bool can_be_reached(const ContractAnalysis& analysis, std::uint32_t pc)
{
    const auto behind = std::upper_bound(analysis.blocks.begin(), analysis.blocks.end(), pc,
        [](std::uint32_t place, const BasicBlock& block) { return place < block.begin; });
    return behind != analysis.blocks.begin() && pc < std::prev(behind)->end &&
           std::prev(behind)->is_reachable;
}

/// By block of the code; of code that cannot be reached nothing.
BlockLines lines_of(const Code& code, const Artifact& artifact, const ContractAnalysis& analysis)
{
    const CodeAnalysis blocks(code.bytes);
    const auto starts = blocks.block_starts();
    const Disassembly program(code.bytes);
    const std::vector<Instruction>& instructions = program.instructions();
    BlockLines lines(starts.size());
    std::size_t block = 0;
    bool is_reachable = !starts.empty() && can_be_reached(analysis, starts.front());
    for (std::size_t i = 0; i < std::min(instructions.size(), code.source_map.size()); ++i)
    {
        while (block + 1 < starts.size() && starts[block + 1] <= instructions[i].pc)
        {
            ++block;
            is_reachable = can_be_reached(analysis, starts[block]);
        }
        const auto line = is_reachable ? line_of(artifact, code.source_map[i].span) : std::nullopt;
        if (line)
        {
            lines.at(block).insert(*line);
        }
    }
    return lines;
}

std::vector<std::vector<std::size_t>> indexed(
    const BlockLines& lines, const std::vector<SourceLine>& all)
{
    std::vector<std::vector<std::size_t>> indexes;
    for (const std::set<SourceLine>& of_block : lines)
    {
        indexes.emplace_back();
        for (const SourceLine& line : of_block)
        {
            const auto found = std::lower_bound(all.begin(), all.end(), line);
            indexes.back().push_back(static_cast<std::size_t>(found - all.begin()));
        }
    }
    return indexes;
}

}  // namespace

SourceLines::SourceLines(const ContractProblem& problem)
{
    const Artifact& artifact = problem.artifact();
    const BlockLines runtime = lines_of(artifact.runtime, artifact, problem.runtime_analysis());
    const BlockLines creation = lines_of(artifact.creation, artifact, problem.creation_analysis());
    std::set<SourceLine> all;
    for (const BlockLines* const lines : {&runtime, &creation})
    {
        for (const std::set<SourceLine>& of_block : *lines)
        {
            all.insert(of_block.begin(), of_block.end());
        }
    }
    m_lines.assign(all.begin(), all.end());
    m_runtime = indexed(runtime, m_lines);
    m_creation = indexed(creation, m_lines);
}

std::vector<std::size_t> SourceLines::executed(const ExecutedBlocks& blocks) const
{
    std::set<std::size_t> lines;
    const auto add = [&lines](const LinesOfBlocks& of, const std::vector<std::uint32_t>& executed) {
        for (const std::uint32_t block : executed)
        {
            if (block < of.size())
            {
                lines.insert(of[block].begin(), of[block].end());
            }
        }
    };
    add(m_runtime, blocks.runtime);
    add(m_creation, blocks.creation);
    return {lines.begin(), lines.end()};
}

}  // namespace sbst::evm
