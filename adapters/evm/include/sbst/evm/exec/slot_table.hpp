// SPDX-License-Identifier: Apache-2.0
// The flat table of storage words behind the world state. Entries have stable dense ids in order of
// insertion, and the newest can be removed again, which suffices for a rollback. Next:
// world_state.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst::evm
{

using SlotId = std::uint32_t;

/// One word of one owner's storage.
struct StorageSlot
{
    U256 key;
    U256 value;
    U256 original;  ///< value at the start of transaction `written_in`
    std::uint64_t written_in{};
    std::uint64_t warm_in{};  ///< the transaction in which the slot is warm
    std::uint32_t owner{};
};

/// Maps (owner, key) to slots by open addressing.
class SlotTable
{
public:
    SlotTable();

    /// Returns the slot, made with value 0 if it is new.
    [[nodiscard]] SlotId find_or_add(std::uint32_t owner, const U256& key);

    /// Returns the slot, or `absent`.
    [[nodiscard]] SlotId find(std::uint32_t owner, const U256& key) const noexcept;

    /// Removes the newest slots until `count` are left.
    void shrink(std::size_t count) noexcept;

    [[nodiscard]] std::size_t size() const noexcept { return m_slots.size(); }
    [[nodiscard]] StorageSlot& operator[](SlotId id) noexcept { return m_slots[id]; }
    [[nodiscard]] const StorageSlot& operator[](SlotId id) const noexcept { return m_slots[id]; }

    static constexpr SlotId absent = 0xffff'ffffU;

private:
    [[nodiscard]] std::size_t home(std::uint32_t owner, const U256& key) const noexcept;
    void grow();

    std::vector<StorageSlot> m_slots;
    std::vector<SlotId> m_index;  // a power of two, at most half full; `absent` = free
};

}  // namespace sbst::evm
