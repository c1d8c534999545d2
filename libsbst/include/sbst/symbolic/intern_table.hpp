// SPDX-License-Identifier: Apache-2.0
// A hash table of numbered things that lie elsewhere, in a list that only grows. Next:
// expression_graph.hpp, which interns nodes and words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst::symbolic
{

/// Finds the number of a thing by its hash; numbers are 0, 1, 2, ... in the order of adding.
class InternTable
{
public:
    /// The number of a thing with this hash for which `is_same` (of a number) is true. Without one,
    /// `add` (of the next number) adds it to the list; if that throws, the table stays as it was.
    template <class IsSame, class Add>
    std::uint32_t find_or_add(std::uint64_t hash, const IsSame& is_same, const Add& add)
    {
        const auto tag = static_cast<std::uint32_t>((hash * 0x9e3779b97f4a7c15ULL) >> 32U);
        const std::size_t mask = m_entries.size() - 1;
        std::size_t place = tag & mask;
        for (; m_entries[place].end != 0; place = (place + 1) & mask)
        {
            if (m_entries[place].tag == tag && is_same(m_entries[place].end - 1))
            {
                return m_entries[place].end - 1;
            }
        }
        if (2 * (std::size_t{m_count} + 1) > m_entries.size())
        {
            grow();
            place = free_place(m_entries, tag);
        }
        add(m_count);
        m_entries[place] = {tag, m_count + 1};
        return m_count++;
    }

private:
    struct Entry
    {
        std::uint32_t tag = 0;
        /// One more than the number; 0 = free.
        std::uint32_t end = 0;
    };

    static std::size_t free_place(const std::vector<Entry>& entries, std::uint32_t tag)
    {
        const std::size_t mask = entries.size() - 1;
        std::size_t place = tag & mask;
        while (entries[place].end != 0)
        {
            place = (place + 1) & mask;
        }
        return place;
    }
    void grow()
    {
        std::vector<Entry> larger(2 * m_entries.size());
        for (const Entry& entry : m_entries)
        {
            if (entry.end != 0)
            {
                larger[free_place(larger, entry.tag)] = entry;
            }
        }
        m_entries.swap(larger);
    }

    static constexpr std::size_t first_size = 256;  // a power of two, as all are

    std::vector<Entry> m_entries = std::vector<Entry>(first_size);
    std::uint32_t m_count = 0;
};

}  // namespace sbst::symbolic
