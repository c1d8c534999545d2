// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/chain/rlp.hpp>
#include <sbst/evm/chain/state_root.hpp>
#include <sbst/evm/chain/trie.hpp>

#include <unordered_map>
#include <utility>
#include <vector>

namespace sbst::evm
{

namespace
{

using Entries = std::vector<TrieEntry>;

/// Groups all slots that are not zero by owner.
std::unordered_map<std::uint32_t, Entries> entries_by_owner(const SlotTable& slots)
{
    std::unordered_map<std::uint32_t, Entries> owners;
    for (SlotId id = 0; id < slots.size(); ++id)
    {
        const StorageSlot& slot = slots[id];
        if (is_zero(slot.value))
        {
            continue;
        }
        const auto key = slot.key.to_be_bytes();
        TrieEntry entry{{key.begin(), key.end()}, {}};
        append_rlp(entry.value, slot.value);
        owners[slot.owner].push_back(std::move(entry));
    }
    return owners;
}

Bytes encode_account(const Account& account, const Hash256& storage_root)
{
    Bytes fields;
    append_rlp(fields, U256{account.nonce});
    append_rlp(fields, account.balance);
    append_rlp(fields, storage_root);
    append_rlp(fields, account.code == nullptr ? keccak256({}) : account.code->hash());
    Bytes encoded;
    append_rlp_list(encoded, fields);
    return encoded;
}

}  // namespace

Hash256 state_root(const WorldState& state)
{
    auto owners = entries_by_owner(state.slots());
    Entries accounts;
    for (AccountId id = 0; id < state.account_count(); ++id)
    {
        const Account& account = state.account(id);
        if (account.is_empty() && !account.is_kept)
        {
            continue;
        }
        const auto storage = owners.find(account.storage_owner);
        const Hash256 root =
            secure_trie_root(storage == owners.end() ? Entries{} : std::move(storage->second));
        const Address& address = account.address;
        accounts.push_back(
            {{address.bytes.begin(), address.bytes.end()}, encode_account(account, root)});
    }
    return secure_trie_root(std::move(accounts));
}

Hash256 logs_hash(const Result& result)
{
    Bytes logs;
    for (const Log& log : result.logs)
    {
        Bytes topics;
        for (std::size_t i = 0; i < log.topic_count; ++i)
        {
            append_rlp(topics, log.topics[i].to_be_bytes());
        }
        Bytes fields;
        append_rlp(fields, log.address.bytes);
        append_rlp_list(fields, topics);
        append_rlp(fields, result.data_of(log));
        append_rlp_list(logs, fields);
    }
    Bytes encoded;
    append_rlp_list(encoded, logs);
    return keccak256(encoded);
}

}  // namespace sbst::evm
