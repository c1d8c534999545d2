// SPDX-License-Identifier: Apache-2.0
// Regular expressions as trees: what regular_expression.cpp makes texts of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sbst
{

/// Characters from first to last, both included.
struct CharacterRange
{
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

/// Ascending and apart from each other once `normalise` was called.
using CharacterSet = std::vector<CharacterRange>;

enum class ExpressionPart
{
    nothing,
    characters,
    /// One child after the other.
    sequence,
    /// One of the children.
    choice,
    /// The only child, `least` to `most` times.
    repeat,
    /// The only child, remembered under `number`.
    group,
    /// What the group `number` was.
    reference
};

/// A part of an expression; children are indexes.
struct ExpressionNode
{
    ExpressionPart kind = ExpressionPart::nothing;
    CharacterSet set{};
    std::vector<std::size_t> children{};
    std::size_t least = 0;
    std::size_t most = 0;
    std::size_t number = 0;
};

struct ExpressionTree
{
    std::vector<ExpressionNode> nodes;
    std::size_t root = 0;
};

/// Nothing for a malformed expression, and for one of more than 1,000 parts or 50 levels.
/// O(length).
[[nodiscard]] std::optional<ExpressionTree> read_expression(std::string_view expression);

}  // namespace sbst
