// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/chain/rlp.hpp>
#include <sbst/evm/chain/trie.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sbst::evm
{

namespace
{

/// An entry whose key has one nibble per byte.
struct Path
{
    Bytes nibbles;
    Bytes value;
};

using Paths = std::span<const Path>;

Bytes to_nibbles(BytesView key)
{
    Bytes nibbles;
    nibbles.reserve(2 * key.size());
    for (const std::uint8_t byte : key)
    {
        nibbles.push_back(byte >> 4U);
        nibbles.push_back(byte & 0x0fU);
    }
    return nibbles;
}

Bytes encode_node(Paths paths, std::size_t depth);

/// Appends a parent's reference to a node: the node itself if it is shorter than a hash.
void append_reference(Bytes& out, BytesView node)
{
    if (node.size() < 32)
    {
        out.insert(out.end(), node.begin(), node.end());
    }
    else
    {
        append_rlp(out, keccak256(node));
    }
}

Bytes encode_leaf(const Path& path, std::size_t depth)
{
    Bytes payload;
    append_rlp(payload, hex_prefix(BytesView{path.nibbles}.subspan(depth), true));
    append_rlp(payload, path.value);
    return payload;
}

/// Up to sixteen children by the nibble at `depth`, and the value of the key that ends there.
Bytes encode_branch(Paths paths, std::size_t depth)
{
    Bytes payload;
    const bool has_value = paths.front().nibbles.size() == depth;
    std::size_t begin = has_value ? 1 : 0;
    for (std::uint8_t nibble = 0; nibble < 16; ++nibble)
    {
        std::size_t end = begin;
        while (end < paths.size() && paths[end].nibbles[depth] == nibble)
        {
            ++end;
        }
        if (end == begin)
        {
            append_rlp(payload, BytesView{});
        }
        else
        {
            append_reference(payload, encode_node(paths.subspan(begin, end - begin), depth + 1));
        }
        begin = end;
    }
    append_rlp(payload, has_value ? BytesView{paths.front().value} : BytesView{});
    return payload;
}

/// Encodes the node of these sorted paths, which agree in their first `depth` nibbles.
Bytes encode_node(Paths paths, std::size_t depth)
{
    Bytes payload;
    const Bytes& first = paths.front().nibbles;
    const Bytes& last = paths.back().nibbles;
    // They are sorted, so a common prefix of the first and the last is common to all.
    const std::size_t bound = std::min(first.size(), last.size());
    std::size_t common = depth;
    while (common < bound && first[common] == last[common])
    {
        ++common;
    }
    if (paths.size() == 1)
    {
        payload = encode_leaf(paths.front(), depth);
    }
    else if (common > depth)
    {
        append_rlp(payload, hex_prefix(BytesView{first}.subspan(depth, common - depth), false));
        append_reference(payload, encode_node(paths, common));
    }
    else
    {
        payload = encode_branch(paths, depth);
    }
    Bytes node;
    append_rlp_list(node, payload);
    return node;
}

}  // namespace

Bytes hex_prefix(BytesView nibbles, bool is_leaf)
{
    const bool is_odd = nibbles.size() % 2 != 0;
    const unsigned flags = (is_leaf ? 2U : 0U) + (is_odd ? 1U : 0U);
    Bytes packed;
    packed.reserve((nibbles.size() / 2) + 1);
    packed.push_back(static_cast<std::uint8_t>((flags << 4U) | (is_odd ? nibbles[0] : 0U)));
    for (std::size_t i = is_odd ? 1 : 0; i < nibbles.size(); i += 2)
    {
        packed.push_back(static_cast<std::uint8_t>((nibbles[i] << 4U) | nibbles[i + 1]));
    }
    return packed;
}

Hash256 trie_root(std::vector<TrieEntry> entries)
{
    if (entries.empty())
    {
        constexpr std::uint8_t empty_string = 0x80;
        return keccak256({&empty_string, 1});
    }
    std::sort(entries.begin(), entries.end(),
        [](const TrieEntry& a, const TrieEntry& b) { return a.key < b.key; });
    assert(std::adjacent_find(entries.begin(), entries.end(),
               [](const auto& a, const auto& b) { return a.key == b.key; }) == entries.end());
    std::vector<Path> paths;
    paths.reserve(entries.size());
    for (TrieEntry& entry : entries)
    {
        paths.push_back({to_nibbles(entry.key), std::move(entry.value)});
    }
    return keccak256(encode_node(paths, 0));
}

Hash256 secure_trie_root(std::vector<TrieEntry> entries)
{
    for (TrieEntry& entry : entries)
    {
        const Hash256 hash = keccak256(entry.key);
        entry.key.assign(hash.begin(), hash.end());
    }
    return trie_root(std::move(entries));
}

}  // namespace sbst::evm
