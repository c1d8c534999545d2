// SPDX-License-Identifier: Apache-2.0
// When two places of storage are the same: mappings and arrays put what they hold at hashes, and
// hashes of different things never meet. Next: shadow_state.hpp.
#pragma once

#include "shadow_bytes.hpp"

#include <sbst/numeric/u256.hpp>
#include <sbst/symbolic/expression_graph.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sbst::evm
{

/// The hashes of whole words that a run computed, by their value.
class KnownHashes
{
public:
    void clear() { m_words.clear(); }
    void add(const U256& hash, std::vector<U256> words) { m_words[hash] = std::move(words); }

    struct Place
    {
        const std::vector<U256>* words = nullptr;
        /// Behind the hash.
        U256 offset;
    };
    /// The hash that a word is, or is a little behind.
    [[nodiscard]] std::optional<Place> find(const U256& word) const;
    /// The words of exactly this hash; null for other words.
    [[nodiscard]] const std::vector<U256>* words_of(const U256& hash) const;

private:
    std::map<U256, std::vector<U256>> m_words;
};

/// The slot that a place of storage belongs to, as people write it: `3` for slot 3, `3[]` for an
/// item of the mapping or array there, `3[][]` for one of an item. Items of one mapping are the
/// same here.
[[nodiscard]] std::string slot_of_place(const KnownHashes& hashes, const U256& place);

/// The condition that two words of 256 bits, of which one may hang on literals, are the same place
/// of storage: true, false, or equalities of the keys that the places were computed from.
///
/// Takes for granted that no hash is a small number, and that hashes of different words are far
/// apart.
[[nodiscard]] ExpressionId same_place(
    ExpressionGraph& graph, const KnownHashes& hashes, ExpressionId a, ExpressionId b);

/// The condition that two words of 256 bits are equal, if one of them is a hash, or a choice of
/// which one side is: hashes are equal when what was hashed is. Nothing for other words.
[[nodiscard]] std::optional<ExpressionId> equality_with_hash(
    ExpressionGraph& graph, const KnownHashes& hashes, ExpressionId a, ExpressionId b);

}  // namespace sbst::evm
