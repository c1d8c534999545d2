// SPDX-License-Identifier: Apache-2.0
#include "protected_ranges.hpp"

#include <algorithm>
#include <iterator>

namespace sbst::jvm
{

bool protects_code(const ExceptionHandler& handler)
{
    return handler.start != handler.handler;
}

std::optional<ProtectedRanges> ProtectedRanges::make(
    const Code& code, std::span<const InstructionBlock> blocks)
{
    // Begins and ends of ranges by instruction; ranges of one handler may overlap.
    std::multimap<std::uint32_t, std::pair<std::uint32_t, int>> changes;
    for (const ExceptionHandler& handler : code.handlers)
    {
        if (protects_code(handler))
        {
            changes.emplace(handler.start, std::pair{handler.handler, 1});
            changes.emplace(handler.end, std::pair{handler.handler, -1});
        }
    }
    ProtectedRanges ranges;
    std::map<std::uint32_t, int> open;
    std::size_t set = 0;
    auto change = changes.begin();
    for (const InstructionBlock& block : blocks)
    {
        bool is_changed = false;
        for (; change != changes.end() && change->first <= block.first; ++change)
        {
            const auto [handler, step] = change->second;
            int& count = open[handler];
            count += step;
            if (count == 0)
            {
                open.erase(handler);
            }
            is_changed = true;
        }
        if (is_changed)
        {
            ranges.m_work += open.size();
            if (ranges.m_work > MethodFlow::max_exception_work)
            {
                return std::nullopt;
            }
            std::vector<std::uint32_t> handlers;
            std::transform(open.begin(), open.end(), std::back_inserter(handlers),
                [](const auto& entry) { return entry.first; });
            set = ranges.number_of(handlers);
        }
        ranges.m_of_block.push_back(set);
    }
    return ranges;
}

ProtectedRanges ProtectedRanges::none(std::size_t block_count)
{
    ProtectedRanges ranges;
    ranges.m_of_block.assign(block_count, 0);
    return ranges;
}

std::size_t ProtectedRanges::entered(std::size_t from, std::size_t to)
{
    if (from == to || to == 0)
    {
        return 0;
    }
    const auto [entry, is_new] = m_entered.try_emplace({from, to}, 0);
    if (is_new)
    {
        m_work += m_sets[from].size() + m_sets[to].size();
        std::vector<std::uint32_t> handlers;
        std::set_difference(m_sets[to].begin(), m_sets[to].end(), m_sets[from].begin(),
            m_sets[from].end(), std::back_inserter(handlers));
        entry->second = number_of(handlers);
    }
    return entry->second;
}

std::size_t ProtectedRanges::number_of(const std::vector<std::uint32_t>& handlers)
{
    const auto [entry, is_new] = m_numbers.try_emplace(handlers, m_sets.size());
    if (is_new)
    {
        m_sets.push_back(handlers);
    }
    return entry->second;
}

}  // namespace sbst::jvm
