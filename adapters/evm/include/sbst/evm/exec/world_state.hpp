// SPDX-License-Identifier: Apache-2.0
// Accounts and storage with an undo journal: calls revert, tests roll back to a snapshot, and the
// cost of both depends on the writes since then, not on the size of the state. Next:
// transaction.hpp.
#pragma once

#include <sbst/evm/base/address.hpp>
#include <sbst/evm/exec/code_analysis.hpp>
#include <sbst/evm/exec/slot_table.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sbst::evm
{

using AccountId = std::uint32_t;

/// One account. Read it through `WorldState::account`; write only through the state's functions.
struct Account
{
    Address address;
    std::uint32_t storage_owner{};  ///< the owner of this account's slots in the table
    U256 balance;                   ///< wei
    std::uint64_t nonce{};
    CodePtr code;                   ///< null = no code
    std::uint64_t slot_count{};     ///< slots that are not zero
    std::uint64_t warm_in{};        ///< transaction in which the account is warm
    std::uint64_t created_in{};     ///< transaction in which it was created
    std::uint64_t destructed_in{};  ///< transaction in which it asked to be destroyed
    bool is_kept{};                 ///< in the state though empty; see `WorldState::keep_empty`

    /// Tells whether the account counts as absent (EIP-161).
    [[nodiscard]] bool is_empty() const noexcept
    {
        return nonce == 0 && is_zero(balance) && code == nullptr;
    }
};

/// The accounts and slots that differ between two moments, as values; they can be applied again
/// later.
struct StateDelta
{
    struct AccountChange
    {
        Address address;
        U256 balance;
        std::uint64_t nonce{};
        CodePtr code;
        bool clears_storage{};
    };
    struct SlotChange
    {
        Address address;
        U256 key;
        U256 value;
    };
    std::vector<AccountChange> accounts;
    std::vector<SlotChange> slots;
};

/// Holds the world between and during transactions. Not shared between threads.
class WorldState
{
public:
    /// A moment inside a transaction to which a failing call returns.
    using Checkpoint = std::size_t;

    /// A moment between transactions. Valid until a rollback to an earlier one.
    struct Snapshot
    {
        std::size_t journal{};
        std::size_t accounts{};
        std::size_t slots{};
        std::uint32_t next_owner{};
    };

    WorldState();

    // Accounts.

    /// Returns the account's id, making an empty account if it is new.
    [[nodiscard]] AccountId find_or_add(const Address& address);
    [[nodiscard]] std::optional<AccountId> find(const Address& address) const noexcept;
    [[nodiscard]] const Account& account(AccountId id) const noexcept { return m_accounts[id]; }
    [[nodiscard]] std::size_t account_count() const noexcept { return m_accounts.size(); }

    void set_balance(AccountId id, const U256& balance);
    void set_nonce(AccountId id, std::uint64_t nonce);
    void set_code(AccountId id, CodePtr code);
    void clear_storage(AccountId id);

    /// Marks an empty account that is in the state nevertheless: one from before EIP-161, which
    /// stays until a transaction touches it. For set-up; a journalled change like the others.
    void keep_empty(AccountId id);
    /// Records that a transaction may have changed the account; if it is empty, it is removed.
    void touch(AccountId id)
    {
        if (m_accounts[id].is_kept)
        {
            touch_kept(id);
        }
    }

    // Storage.

    /// Returns the id of a slot; valid until the next rollback.
    [[nodiscard]] SlotId slot(AccountId id, const U256& key)
    {
        return m_slots.find_or_add(m_accounts[id].storage_owner, key);
    }
    [[nodiscard]] const U256& value(SlotId slot) const noexcept { return m_slots[slot].value; }
    /// Returns the value at the start of the current transaction.
    [[nodiscard]] const U256& original(SlotId slot) const noexcept
    {
        const StorageSlot& s = m_slots[slot];
        return s.written_in == m_transaction ? s.original : s.value;
    }
    void set_value(AccountId id, SlotId slot, const U256& value);

    /// Reads a slot by name, for glue and tests; 0 if it was never written.
    [[nodiscard]] U256 storage(const Address& address, const U256& key) const noexcept;
    [[nodiscard]] U256 balance(const Address& address) const noexcept;
    /// Returns all slots of all owners, including those of value 0 and of removed owners.
    [[nodiscard]] const SlotTable& slots() const noexcept { return m_slots; }
    /// Writes by name, for set-up.
    void set_storage(const Address& address, const U256& key, const U256& value);

    [[nodiscard]] U256 transient(AccountId id, const U256& key) const noexcept;
    void set_transient(AccountId id, const U256& key, const U256& value);

    // State of one transaction.

    /// Clears warm, transient, created and destroyed marks of the previous transaction.
    void begin_transaction() noexcept;
    /// Removes accounts marked for destruction, and the storage of kept accounts that were touched.
    void end_transaction();
    /// Makes the account warm; tells whether it was cold.
    bool warm_up_account(AccountId id);
    bool warm_up_slot(SlotId slot);
    void mark_created(AccountId id);
    [[nodiscard]] bool was_created_now(AccountId id) const noexcept
    {
        return m_accounts[id].created_in == m_transaction;
    }
    /// Marks the account for removal; tells whether this is the first time.
    bool mark_destructed(AccountId id);

    /// Returns the number of accounts, slots and undoable changes, which determine the memory used.
    [[nodiscard]] std::size_t record_count() const noexcept
    {
        return m_accounts.size() + m_slots.size() + m_transient.size() + m_journal.size();
    }

    // Undoing.

    [[nodiscard]] Checkpoint checkpoint() const noexcept { return m_journal.size(); }
    void revert(Checkpoint checkpoint) noexcept;
    [[nodiscard]] Snapshot snapshot() const noexcept;
    void rollback(const Snapshot& snapshot) noexcept;

    /// Captures the changes since the snapshot. O(writes since then).
    [[nodiscard]] StateDelta delta_since(const Snapshot& snapshot) const;
    /// Applies changes to the current state, as if they had been executed.
    void apply(const StateDelta& delta);

private:
    enum class Kind : std::uint32_t
    {
        balance,
        nonce,
        code,
        storage_owner,
        slot_value,
        slot_count,
        account_warm,
        slot_warm,
        created,
        destructed,
        kept,
        touched,
        transient
    };

    struct Undo
    {
        U256 old;
        std::uint32_t index{};
        Kind kind{};
    };

    void note(Kind kind, std::uint32_t index, const U256& old)
    {
        m_journal.push_back({old, index, kind});
    }
    void undo(const Undo& entry) noexcept;
    void touch_kept(AccountId id);
    void index_account(AccountId id) noexcept;

    std::vector<Account> m_accounts;
    std::vector<AccountId> m_account_index;  // open addressing, at most half full
    SlotTable m_slots;
    SlotTable m_transient;
    std::vector<Undo> m_journal;
    std::vector<CodePtr> m_old_codes;  // one for each journalled change of code
    std::vector<AccountId> m_destructed;
    std::vector<AccountId> m_touched;  // that were kept until then
    std::uint64_t m_transaction{1};
    std::uint32_t m_next_owner{};
};

}  // namespace sbst::evm
