// SPDX-License-Identifier: Apache-2.0
// What a condition asks of words so that it has the wanted outcome. Next:
// ../problem/state_slice.hpp, which makes slices of them.
#pragma once

#include <sbst/evm/construction/storage_facts.hpp>

#include <optional>
#include <vector>

namespace sbst::evm::construction
{

/// A comparison of unsigned words.
enum class Relation : std::uint8_t
{
    equal,
    unequal,
    less,
    at_most,
    greater,
    at_least
};

/// The same with the sides exchanged.
[[nodiscard]] Relation flipped(Relation relation);
[[nodiscard]] bool holds(const U256& left, Relation relation, const U256& right);

/// A word in relation to another one, or to a constant.
struct Wish
{
    TermId term;
    Relation relation = Relation::equal;
    /// Nothing: the constant.
    std::optional<TermId> other{};
    U256 constant{};
};

/// Some numbers for which a relation to a constant holds, the nearest.
[[nodiscard]] std::vector<U256> examples(Relation relation, const U256& constant);

/// All hold where the condition is true (or not). Parts of which only one need hold are left out.
/// Signed comparisons count as unsigned ones.
[[nodiscard]] std::vector<Wish> wishes_of(
    const StorageFacts& facts, TermId condition, bool is_true);

}  // namespace sbst::evm::construction
