// SPDX-License-Identifier: Apache-2.0
// Recursive Length Prefix: how the chain writes transactions, accounts and trie nodes as bytes.
// Next: trie.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/numeric/u256.hpp>

#include <vector>

namespace sbst::evm
{

/// One item: a byte string, or a list of items.
struct RlpItem
{
    bool is_list{};
    Bytes bytes;                 ///< of a string
    std::vector<RlpItem> items;  ///< of a list

    friend bool operator==(const RlpItem&, const RlpItem&) = default;
};

/// Appends a byte string. Source: Yellow Paper, appendix B.
void append_rlp(Bytes& out, BytesView string);

/// Appends a number: the string of its big-endian bytes without leading zeros, empty for 0.
void append_rlp(Bytes& out, const U256& number);

/// Appends a list whose items are already encoded in `payload`.
void append_rlp_list(Bytes& out, BytesView payload);

/// Encodes an item with all its descendants.
[[nodiscard]] Bytes encode_rlp(const RlpItem& item);

/// Decodes one item that fills the bytes; accepts only output of `encode_rlp`: shortest lengths, no
/// remaining bytes, at most 1,024 nested lists.
/// @throws ParseError (no file, the offset as place) with the expected item.
[[nodiscard]] RlpItem decode_rlp(BytesView encoded);

}  // namespace sbst::evm
