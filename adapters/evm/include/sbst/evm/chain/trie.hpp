// SPDX-License-Identifier: Apache-2.0
// The root hash of a Merkle-Patricia trie, computed from its entries. Next: state_root.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/base/keccak.hpp>

#include <vector>

namespace sbst::evm
{

/// One key with its value, which is not empty.
struct TrieEntry
{
    Bytes key;
    Bytes value;
};

/// Packs nibbles (0 to 15 each) with the parity of their number and the kind of node. Source:
/// Yellow Paper, appendix C.
[[nodiscard]] Bytes hex_prefix(BytesView nibbles, bool is_leaf);

/// Returns the root of the trie of these entries, in any order. Precondition: no key twice.
/// O(n log n). Source: Yellow Paper, appendix D.
[[nodiscard]] Hash256 trie_root(std::vector<TrieEntry> entries);

/// The same with the Keccak hashes of the keys as keys.
[[nodiscard]] Hash256 secure_trie_root(std::vector<TrieEntry> entries);

}  // namespace sbst::evm
