// SPDX-License-Identifier: Apache-2.0
#include "source_lines.hpp"

#include <sbst/evm/analysis/disassembly.hpp>
#include <sbst/evm/exec/code_analysis.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace sbst::evm
{

namespace
{

/// By block of the code.
struct BlockLines
{
    std::vector<std::uint32_t> starts;
    std::vector<std::set<SourceLine>> lines;
};

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

/// Code that cannot be reached has no lines.
BlockLines lines_of(const Code& code, const Artifact& artifact, const ContractAnalysis& analysis)
{
    const CodeAnalysis blocks(code.bytes);
    const auto starts = blocks.block_starts();
    const Disassembly program(code.bytes);
    const std::vector<Instruction>& instructions = program.instructions();
    std::vector<std::set<SourceLine>> lines(starts.size());
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
    return {{starts.begin(), starts.end()}, std::move(lines)};
}

/// Numbers the lines of one program, and adds its blocks to `blocks`, which is by line.
std::vector<std::vector<LineId>> number(const BlockLines& program, bool in_creation,
    const std::vector<SourceLine>& all, std::vector<std::vector<BlockPlace>>& blocks)
{
    std::vector<std::vector<LineId>> ids(program.lines.size());
    for (std::size_t block = 0; block < ids.size(); ++block)
    {
        for (const SourceLine& line : program.lines[block])
        {
            const auto found = std::lower_bound(all.begin(), all.end(), line);
            const auto index = static_cast<std::size_t>(found - all.begin());
            ids[block].emplace_back(index);
            blocks[index].push_back({in_creation, program.starts[block]});
        }
    }
    return ids;
}

}  // namespace

SourceLines::SourceLines(
    const Artifact& artifact, const ContractAnalysis& runtime, const ContractAnalysis& creation)
{
    const BlockLines of_runtime = lines_of(artifact.runtime, artifact, runtime);
    const BlockLines of_creation = lines_of(artifact.creation, artifact, creation);
    std::set<SourceLine> all;
    for (const BlockLines* const blocks : {&of_runtime, &of_creation})
    {
        for (const std::set<SourceLine>& of_block : blocks->lines)
        {
            all.insert(of_block.begin(), of_block.end());
        }
    }
    m_lines.assign(all.begin(), all.end());
    m_blocks.resize(m_lines.size());
    m_runtime = number(of_runtime, false, m_lines, m_blocks);
    m_creation = number(of_creation, true, m_lines, m_blocks);
}

void SourceLines::append(
    std::span<const std::uint32_t> blocks, bool in_creation, std::vector<LineId>& out) const
{
    const LinesOfBlocks& lines = in_creation ? m_creation : m_runtime;
    for (const std::uint32_t block : blocks)
    {
        if (block < lines.size())
        {
            out.insert(out.end(), lines[block].begin(), lines[block].end());
        }
    }
}

void sort_lines(std::vector<LineId>& lines)
{
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
}

}  // namespace sbst::evm
