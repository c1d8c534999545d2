// SPDX-License-Identifier: Apache-2.0
#include "keyed_hash.hpp"

#include <sbst/evm/exec/world_state.hpp>

#include <algorithm>
#include <utility>

namespace sbst::evm
{

namespace
{

constexpr AccountId free_entry = 0xffff'ffffU;

}  // namespace

WorldState::WorldState() : m_account_index(64, free_entry) {}

// Accounts
// ------------------------------------------------------------------------------------------------------

void WorldState::index_account(AccountId id) noexcept
{
    const std::size_t mask = m_account_index.size() - 1;
    std::size_t i = keyed_hash(m_accounts[id].address) & mask;
    while (m_account_index[i] != free_entry)
    {
        i = (i + 1) & mask;
    }
    m_account_index[i] = id;
}

std::optional<AccountId> WorldState::find(const Address& address) const noexcept
{
    const std::size_t mask = m_account_index.size() - 1;
    for (std::size_t i = keyed_hash(address) & mask; m_account_index[i] != free_entry;
         i = (i + 1) & mask)
    {
        if (m_accounts[m_account_index[i]].address == address)
        {
            return m_account_index[i];
        }
    }
    return std::nullopt;
}

AccountId WorldState::find_or_add(const Address& address)
{
    if (const auto known = find(address))
    {
        return *known;
    }
    const auto id = static_cast<AccountId>(m_accounts.size());
    m_accounts.emplace_back();
    m_accounts.back().address = address;
    m_accounts.back().storage_owner = m_next_owner++;
    if (2 * m_accounts.size() > m_account_index.size())
    {
        m_account_index.assign(2 * m_account_index.size(), free_entry);
        for (AccountId each = 0; each < id; ++each)
        {
            index_account(each);
        }
    }
    index_account(id);
    return id;
}

void WorldState::set_balance(AccountId id, const U256& balance)
{
    note(Kind::balance, id, m_accounts[id].balance);
    m_accounts[id].balance = balance;
}

void WorldState::set_nonce(AccountId id, std::uint64_t nonce)
{
    note(Kind::nonce, id, m_accounts[id].nonce);
    m_accounts[id].nonce = nonce;
}

void WorldState::set_code(AccountId id, CodePtr code)
{
    m_old_codes.push_back(std::move(m_accounts[id].code));
    note(Kind::code, id, {});
    m_accounts[id].code = std::move(code);
}

void WorldState::clear_storage(AccountId id)
{
    // The slots stay in the table under the old owner and are no longer found.
    note(Kind::storage_owner, id, m_accounts[id].storage_owner);
    note(Kind::slot_count, id, m_accounts[id].slot_count);
    m_accounts[id].storage_owner = m_next_owner++;
    m_accounts[id].slot_count = 0;
}

void WorldState::keep_empty(AccountId id)
{
    note(Kind::kept, id, {});
    m_accounts[id].is_kept = true;
}

void WorldState::touch_kept(AccountId id)
{
    note(Kind::touched, id, {});
    m_accounts[id].is_kept = false;
    m_touched.push_back(id);
}

// Storage
// -------------------------------------------------------------------------------------------------------

void WorldState::set_value(AccountId id, SlotId slot, const U256& value)
{
    StorageSlot& s = m_slots[slot];
    if (s.written_in != m_transaction)
    {
        s.written_in = m_transaction;
        s.original = s.value;
    }
    if (is_zero(s.value) != is_zero(value))
    {
        note(Kind::slot_count, id, m_accounts[id].slot_count);
        m_accounts[id].slot_count += is_zero(value) ? ~std::uint64_t{0} : 1;
    }
    note(Kind::slot_value, slot, s.value);
    s.value = value;
}

U256 WorldState::storage(const Address& address, const U256& key) const noexcept
{
    const auto id = find(address);
    if (!id)
    {
        return {};
    }
    const SlotId slot = m_slots.find(m_accounts[*id].storage_owner, key);
    return slot == SlotTable::absent ? U256{} : m_slots[slot].value;
}

U256 WorldState::balance(const Address& address) const noexcept
{
    const auto id = find(address);
    return id ? m_accounts[*id].balance : U256{};
}

void WorldState::set_storage(const Address& address, const U256& key, const U256& value)
{
    const AccountId id = find_or_add(address);
    set_value(id, slot(id, key), value);
}

U256 WorldState::transient(AccountId id, const U256& key) const noexcept
{
    const SlotId slot = m_transient.find(id, key);
    return slot == SlotTable::absent ? U256{} : m_transient[slot].value;
}

void WorldState::set_transient(AccountId id, const U256& key, const U256& value)
{
    const SlotId slot = m_transient.find_or_add(id, key);
    note(Kind::transient, slot, m_transient[slot].value);
    m_transient[slot].value = value;
}

// One transaction
// -----------------------------------------------------------------------------------------------

void WorldState::begin_transaction() noexcept
{
    ++m_transaction;
    m_transient.shrink(0);
    m_destructed.clear();
    m_touched.clear();
}

void WorldState::end_transaction()
{
    for (const AccountId id : m_touched)
    {
        if (m_accounts[id].is_empty() && m_accounts[id].slot_count != 0)
        {
            clear_storage(id);
        }
    }
    m_touched.clear();
    for (const AccountId id : m_destructed)
    {
        set_balance(id, {});
        set_nonce(id, 0);
        set_code(id, nullptr);
        clear_storage(id);
    }
    m_destructed.clear();
}

bool WorldState::warm_up_account(AccountId id)
{
    Account& a = m_accounts[id];
    if (a.warm_in == m_transaction)
    {
        return false;
    }
    note(Kind::account_warm, id, a.warm_in);
    a.warm_in = m_transaction;
    return true;
}

bool WorldState::warm_up_slot(SlotId slot)
{
    StorageSlot& s = m_slots[slot];
    if (s.warm_in == m_transaction)
    {
        return false;
    }
    note(Kind::slot_warm, slot, s.warm_in);
    s.warm_in = m_transaction;
    return true;
}

void WorldState::mark_created(AccountId id)
{
    note(Kind::created, id, m_accounts[id].created_in);
    m_accounts[id].created_in = m_transaction;
}

bool WorldState::mark_destructed(AccountId id)
{
    if (m_accounts[id].destructed_in == m_transaction)
    {
        return false;
    }
    note(Kind::destructed, id, m_accounts[id].destructed_in);
    m_accounts[id].destructed_in = m_transaction;
    m_destructed.push_back(id);
    return true;
}

// Undoing
// -------------------------------------------------------------------------------------------------------

void WorldState::undo(const Undo& entry) noexcept
{
    switch (entry.kind)
    {
        case Kind::balance:
            m_accounts[entry.index].balance = entry.old;
            break;
        case Kind::nonce:
            m_accounts[entry.index].nonce = low64(entry.old);
            break;
        case Kind::code:
            m_accounts[entry.index].code = std::move(m_old_codes.back());
            m_old_codes.pop_back();
            break;
        case Kind::storage_owner:
            m_accounts[entry.index].storage_owner = static_cast<std::uint32_t>(low64(entry.old));
            break;
        case Kind::slot_value:
            m_slots[entry.index].value = entry.old;
            break;
        case Kind::slot_count:
            m_accounts[entry.index].slot_count = low64(entry.old);
            break;
        case Kind::account_warm:
            m_accounts[entry.index].warm_in = low64(entry.old);
            break;
        case Kind::slot_warm:
            m_slots[entry.index].warm_in = low64(entry.old);
            break;
        case Kind::created:
            m_accounts[entry.index].created_in = low64(entry.old);
            break;
        case Kind::destructed:
            m_accounts[entry.index].destructed_in = low64(entry.old);
            if (!m_destructed.empty())
            {
                m_destructed.pop_back();
            }
            break;
        case Kind::kept:
            m_accounts[entry.index].is_kept = false;
            break;
        case Kind::touched:
            m_accounts[entry.index].is_kept = true;
            if (!m_touched.empty())
            {
                m_touched.pop_back();
            }
            break;
        case Kind::transient:
            // A finished transaction has already dropped its transient slots.
            if (entry.index < m_transient.size())
            {
                m_transient[entry.index].value = entry.old;
            }
            break;
    }
}

void WorldState::revert(Checkpoint checkpoint) noexcept
{
    // History has one exception: in 2016 the touch of the third precompile outlived a failure.
    const auto exempt = std::find_if(m_touched.begin(), m_touched.end(),
        [this](AccountId id) { return m_accounts[id].address == Address::from_word(U256{3}); });
    const std::optional<AccountId> stays =
        exempt == m_touched.end() ? std::nullopt : std::optional{*exempt};
    while (m_journal.size() > checkpoint)
    {
        undo(m_journal.back());
        m_journal.pop_back();
    }
    if (stays)
    {
        touch(*stays);
    }
}

WorldState::Snapshot WorldState::snapshot() const noexcept
{
    return {m_journal.size(), m_accounts.size(), m_slots.size(), m_next_owner};
}

void WorldState::rollback(const Snapshot& snapshot) noexcept
{
    revert(snapshot.journal);
    m_transient.shrink(0);
    m_slots.shrink(snapshot.slots);
    m_next_owner = snapshot.next_owner;
    const std::size_t mask = m_account_index.size() - 1;
    while (m_accounts.size() > snapshot.accounts)
    {
        const auto id = static_cast<AccountId>(m_accounts.size() - 1);
        std::size_t i = keyed_hash(m_accounts[id].address) & mask;
        while (m_account_index[i] != id)
        {
            i = (i + 1) & mask;
        }
        m_account_index[i] = free_entry;
        m_accounts.pop_back();
    }
}

StateDelta WorldState::delta_since(const Snapshot& snapshot) const
{
    std::vector<AccountId> accounts;
    std::vector<AccountId> cleared;
    std::vector<SlotId> slots;
    for (std::size_t i = snapshot.journal; i < m_journal.size(); ++i)
    {
        const Undo& entry = m_journal[i];
        if (entry.kind == Kind::balance || entry.kind == Kind::nonce || entry.kind == Kind::code ||
            entry.kind == Kind::storage_owner)
        {
            accounts.push_back(entry.index);
        }
        if (entry.kind == Kind::storage_owner)
        {
            cleared.push_back(entry.index);
        }
        if (entry.kind == Kind::slot_value)
        {
            slots.push_back(entry.index);
        }
    }
    const auto make_unique = [](std::vector<std::uint32_t>& ids) {
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    };
    make_unique(accounts);
    make_unique(cleared);
    make_unique(slots);
    StateDelta delta;
    for (const AccountId id : accounts)
    {
        const Account& a = m_accounts[id];
        const bool was_cleared = std::binary_search(cleared.begin(), cleared.end(), id);
        delta.accounts.push_back({a.address, a.balance, a.nonce, a.code, was_cleared});
    }
    // Each owner number is used once, so a slot belongs to the account that still has its owner;
    // other slots are removed.
    std::vector<std::pair<std::uint32_t, AccountId>> owners;
    for (AccountId id = 0; id < m_accounts.size(); ++id)
    {
        owners.emplace_back(m_accounts[id].storage_owner, id);
    }
    std::sort(owners.begin(), owners.end());
    for (const SlotId slot : slots)
    {
        const StorageSlot& s = m_slots[slot];
        const auto owner = std::lower_bound(
            owners.begin(), owners.end(), std::pair<std::uint32_t, AccountId>{s.owner, 0});
        if (owner != owners.end() && owner->first == s.owner)
        {
            delta.slots.push_back({m_accounts[owner->second].address, s.key, s.value});
        }
    }
    return delta;
}

void WorldState::apply(const StateDelta& delta)
{
    for (const StateDelta::AccountChange& change : delta.accounts)
    {
        const AccountId id = find_or_add(change.address);
        set_balance(id, change.balance);
        set_nonce(id, change.nonce);
        if (m_accounts[id].code != change.code)
        {
            set_code(id, change.code);
        }
        if (change.clears_storage)
        {
            clear_storage(id);
        }
    }
    for (const StateDelta::SlotChange& change : delta.slots)
    {
        set_storage(change.address, change.key, change.value);
    }
}

}  // namespace sbst::evm
