// SPDX-License-Identifier: Apache-2.0
// Change: what the operators did to a test since it was last executed. Next:
// ../variation/operators.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace sbst
{

/// The place of a literal in a test: the call, its argument, and the place inside a nested
/// literal (elements of arrays and members of tuples in preorder; 0 = the argument itself).
struct LiteralAddress
{
    std::uint32_t call = 0;
    std::uint32_t argument = 0;
    std::uint32_t element = 0;

    friend bool operator==(const LiteralAddress&, const LiteralAddress&) = default;
};

/// The changes of one individual, accumulated over crossover and all mutations until its next
/// evaluation.
struct Change
{
    static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

    /// The first call that may differ from the test it was made from; `nowhere` = unchanged.
    std::size_t first_call = nowhere;
    /// Addresses in the test as it was when the literal changed.
    std::vector<LiteralAddress> literals;
    std::size_t inserted = 0;
    std::size_t removed = 0;
    std::size_t replaced = 0;

    [[nodiscard]] bool is_empty() const { return first_call == nowhere; }

    /// Records that calls from `call` on may differ.
    void touch(std::size_t call) { first_call = std::min(first_call, call); }

    /// Adds the change of a later operator.
    void accumulate(const Change& later)
    {
        touch(later.first_call);
        literals.insert(literals.end(), later.literals.begin(), later.literals.end());
        inserted += later.inserted;
        removed += later.removed;
        replaced += later.replaced;
    }
};

/// Changes of the two children of a crossover.
using ChangePair = std::pair<Change, Change>;

}  // namespace sbst
