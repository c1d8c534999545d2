// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/exec/search_trace.hpp>

#include <algorithm>
#include <tuple>

namespace sbst::evm
{

namespace
{

void prepare(CodeTrace& trace, CodePtr code)
{
    trace.code = std::move(code);
    if (trace.code == nullptr)
    {
        return;
    }
    trace.direct_jumps.resize(trace.code->jumpis().size());
    trace.nested_jumps.resize(trace.code->jumpis().size());
    trace.jump_contexts.resize(trace.code->jumpis().size());
    trace.block_contexts.resize(trace.code->block_starts().size());
}

void clear_touched(CodeTrace& trace)
{
    for (const std::uint32_t jump : trace.touched_jumps)
    {
        if ((trace.jump_contexts[jump] & CodeTrace::direct) != 0)
        {
            trace.direct_jumps[jump] = {};
        }
        if ((trace.jump_contexts[jump] & CodeTrace::nested) != 0)
        {
            trace.nested_jumps[jump] = {};
        }
        trace.jump_contexts[jump] = 0;
    }
    for (const std::uint32_t block : trace.touched_blocks)
    {
        trace.block_contexts[block] = 0;
    }
    trace.touched_jumps.clear();
    trace.touched_blocks.clear();
}

SavedTrace save(const CodeTrace& trace)
{
    SavedTrace saved;
    saved.jumps.reserve(trace.touched_jumps.size());
    for (const std::uint32_t jump : trace.touched_jumps)
    {
        saved.jumps.push_back(
            {jump, trace.jump_contexts[jump], trace.direct_jumps[jump], trace.nested_jumps[jump]});
    }
    saved.blocks.reserve(trace.touched_blocks.size());
    for (const std::uint32_t block : trace.touched_blocks)
    {
        saved.blocks.emplace_back(block, trace.block_contexts[block]);
    }
    return saved;
}

void restore(const SavedTrace& saved, CodeTrace& trace)
{
    for (const SavedTrace::Jump& jump : saved.jumps)
    {
        trace.touch_jump(jump.number, jump.contexts);
        trace.direct_jumps[jump.number] = jump.direct;
        trace.nested_jumps[jump.number] = jump.nested;
    }
    for (const auto& [block, contexts] : saved.blocks)
    {
        trace.enter_block(block, contexts);
    }
}

/// Tells whether `code` begins with the same instructions and bytes as `prefix`.
bool begins_with(const CodeAnalysis& code, const CodeAnalysis& prefix) noexcept
{
    return code.size() >= prefix.size() &&
           std::equal(prefix.code().begin(), prefix.code().end(), code.code().begin());
}

}  // namespace

JumpiTrace merge(const JumpiTrace& a, const JumpiTrace& b) noexcept
{
    JumpiTrace both{a.hits_true + b.hits_true, a.hits_false + b.hits_false};
    std::tie(both.level_true, both.least_true) =
        std::min(std::tie(a.level_true, a.least_true), std::tie(b.level_true, b.least_true));
    std::tie(both.level_false, both.least_false) =
        std::min(std::tie(a.level_false, a.least_false), std::tie(b.level_false, b.least_false));
    return both;
}

std::vector<std::uint32_t> CodeTrace::executed_blocks() const
{
    std::vector<std::uint32_t> blocks = touched_blocks;
    const auto starts = code->block_starts();
    for (const std::uint32_t jump : touched_jumps)
    {
        if (all(jump).hits_false == 0)
        {
            continue;
        }
        const std::uint32_t next = code->block_of(code->jumpis()[jump]) + 1;
        if (next < starts.size())
        {
            blocks.push_back(next);
        }
    }
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

SearchTrace::SearchTrace(CodePtr subject, CodePtr creation)
{
    prepare(m_runtime, std::move(subject));
    prepare(m_creation, std::move(creation));
}

void SearchTrace::clear()
{
    clear_touched(m_runtime);
    clear_touched(m_creation);
    m_mutants.clear();
    m_value_count = 0;
    m_undecided = 0;
    m_accesses.clear();
    m_edges.clear();
    m_values_truncated = false;
    m_state_truncated = false;
}

std::pair<SavedTrace, SavedTrace> SearchTrace::save() const
{
    return {sbst::evm::save(m_runtime), sbst::evm::save(m_creation)};
}

void SearchTrace::restore(const std::pair<SavedTrace, SavedTrace>& saved)
{
    sbst::evm::restore(saved.first, m_runtime);
    sbst::evm::restore(saved.second, m_creation);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> SearchTrace::edges() const
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted;
    sorted.reserve(m_edges.size());
    for (const std::uint64_t edge : m_edges)
    {
        sorted.emplace_back(
            static_cast<std::uint32_t>(edge >> 32U), static_cast<std::uint32_t>(edge));
    }
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

CodeTrace* SearchTrace::trace_of(const CodeAnalysis& code, bool top_level_creation) noexcept
{
    if (top_level_creation)
    {
        return m_creation.code != nullptr && begins_with(code, *m_creation.code) ? &m_creation :
                                                                                   nullptr;
    }
    return m_runtime.code != nullptr && code.has_shape_of(*m_runtime.code) ? &m_runtime : nullptr;
}

void SearchTrace::make_room_for_values()
{
    m_values.resize(std::max<std::size_t>(64, 2 * m_values.size()));
}

void SearchTrace::log_access(const StorageAccess& access)
{
    if (m_accesses.size() < logs.max_state)
    {
        m_accesses.push_back(access);
    }
    else
    {
        m_state_truncated = true;
    }
}

void SearchTrace::log_edge(std::uint32_t from, std::uint32_t to)
{
    m_edges.insert((std::uint64_t{from} << 32U) | to);
}

}  // namespace sbst::evm
