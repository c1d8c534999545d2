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

/// The place of a literal in a test: the statement, its argument, and the place inside a nested
/// literal (elements of arrays and members of tuples in preorder; 0 = the argument itself).
struct LiteralAddress
{
    std::uint32_t statement = 0;
    std::uint32_t argument = 0;
    std::uint32_t element = 0;

    friend bool operator==(const LiteralAddress&, const LiteralAddress&) = default;
};

/// The changes of one individual, accumulated over crossover and all mutations until its next
/// evaluation.
struct Change
{
    static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

    /// The first statement that may differ from the test it was made from; `nowhere` = unchanged.
    std::size_t first_statement = nowhere;
    /// Addresses in the test as it was when the literal changed.
    std::vector<LiteralAddress> literals;
    std::size_t inserted = 0;
    std::size_t removed = 0;
    std::size_t replaced = 0;

    [[nodiscard]] bool is_empty() const { return first_statement == nowhere; }

    /// Records that statements from `statement` on may differ.
    void touch(std::size_t statement) { first_statement = std::min(first_statement, statement); }

    /// Adds the change of a later operator.
    void accumulate(const Change& later)
    {
        touch(later.first_statement);
        literals.insert(literals.end(), later.literals.begin(), later.literals.end());
        inserted += later.inserted;
        removed += later.removed;
        replaced += later.replaced;
    }
};

/// Changes of the two children of a crossover.
using ChangePair = std::pair<Change, Change>;

}  // namespace sbst
