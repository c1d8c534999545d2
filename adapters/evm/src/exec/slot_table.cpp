// SPDX-License-Identifier: Apache-2.0
#include "keyed_hash.hpp"

#include <sbst/evm/exec/slot_table.hpp>

namespace sbst::evm
{

SlotTable::SlotTable() : m_index(256, absent) {}

std::size_t SlotTable::home(std::uint32_t owner, const U256& key) const noexcept
{
    return keyed_hash(key, owner) & (m_index.size() - 1);
}

SlotId SlotTable::find(std::uint32_t owner, const U256& key) const noexcept
{
    for (std::size_t i = home(owner, key); m_index[i] != absent; i = (i + 1) & (m_index.size() - 1))
    {
        const StorageSlot& slot = m_slots[m_index[i]];
        if (slot.owner == owner && slot.key == key)
        {
            return m_index[i];
        }
    }
    return absent;
}

SlotId SlotTable::find_or_add(std::uint32_t owner, const U256& key)
{
    std::size_t i = home(owner, key);
    for (; m_index[i] != absent; i = (i + 1) & (m_index.size() - 1))
    {
        const StorageSlot& slot = m_slots[m_index[i]];
        if (slot.owner == owner && slot.key == key)
        {
            return m_index[i];
        }
    }
    const auto id = static_cast<SlotId>(m_slots.size());
    m_slots.emplace_back();
    m_slots.back().key = key;
    m_slots.back().owner = owner;
    m_index[i] = id;
    if (2 * m_slots.size() > m_index.size())
    {
        grow();
    }
    return id;
}

void SlotTable::grow()
{
    // Reinsertion in order of age keeps the rule that only the newest slot may leave without
    // breaking a chain.
    m_index.assign(2 * m_index.size(), absent);
    for (SlotId id = 0; id < m_slots.size(); ++id)
    {
        std::size_t i = home(m_slots[id].owner, m_slots[id].key);
        while (m_index[i] != absent)
        {
            i = (i + 1) & (m_index.size() - 1);
        }
        m_index[i] = id;
    }
}

void SlotTable::shrink(std::size_t count) noexcept
{
    while (m_slots.size() > count)
    {
        const auto id = static_cast<SlotId>(m_slots.size() - 1);
        std::size_t i = home(m_slots[id].owner, m_slots[id].key);
        while (m_index[i] != id)
        {
            i = (i + 1) & (m_index.size() - 1);
        }
        m_index[i] = absent;
        m_slots.pop_back();
    }
}

}  // namespace sbst::evm
