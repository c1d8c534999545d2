// SPDX-License-Identifier: Apache-2.0
// Hash-consed expressions over words: the content of a stack slot, in terms of symbols whose value
// does not change while the expression lives. Next: known_ranges.hpp.
#pragma once

#include "opcodes.hpp"
#include "range.hpp"

#include <sbst/numeric/u256.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace sbst::evm::analysis
{

/// Tells whether a mask keeps only low bits: 2^n - 1.
[[nodiscard]] inline bool is_low_mask(const U256& mask)
{
    return is_zero(mask & (mask + U256{1}));
}

/// Index in an ExpressionTable; equal ids of identified expressions are equal words.
using ExprId = std::uint32_t;

/// A set of more values becomes any word.
inline constexpr std::size_t max_set_size = 256;
/// Words that a merge remembers.
inline constexpr std::size_t max_merged_words = 8;

/// Kinds of expressions beside EVM operations (which keep their opcode).
enum ExprKind : std::uint16_t
{
    expr_constant = 0x100,
    /// A word about which nothing is known, not even that it equals itself elsewhere.
    expr_anonymous,
    /// One of several jump destinations.
    expr_set,
    /// Any word; as a jump target, one of several destinations (from the cut-off part of a stack).
    expr_rest,
    /// The result of an instruction: args = {node, pc, which}; `origin` is the opcode.
    expr_result,
    /// The content of a stack slot or memory word where paths meet: args = {node, slot, 0}.
    expr_merge,
    /// Keccak-256 of one or two whole words.
    expr_hash
};

/// The origin of the words in an expression.
enum SourceBit : std::uint32_t
{
    from_comparison = 1U << 0U,
    from_storage = 1U << 1U,
    from_memory = 1U << 2U,
    from_calldata = 1U << 3U,
    from_calldatasize = 1U << 4U,
    from_callvalue = 1U << 5U,
    from_call = 1U << 6U,
    from_create = 1U << 7U,
    from_hash = 1U << 8U,
    from_extcodesize = 1U << 9U,
    from_returndatasize = 1U << 10U,
    from_environment = 1U << 11U,
    from_constant = 1U << 12U,
    /// The word itself is compared with zero.
    from_word = 1U << 13U
};

struct Expression
{
    std::uint16_t kind = expr_anonymous;
    /// Opcode of an `expr_result`; 1 for a constant that the compiler pushed as a jump destination;
    /// number of words of an `expr_hash`.
    std::uint16_t origin = 0;
    std::array<ExprId, 3> args{};
    /// Value of a constant; for an `expr_set` the index of its list.
    U256 value;
    /// Equal ids mean equal words. False for expressions that contain an anonymous word or a set.
    bool is_identified = true;
    std::uint8_t depth = 0;
    /// Contains a result or merge, whose meaning changes when its node runs again.
    bool is_volatile = false;
    /// SourceBits of all its parts, only for classification; for merges those seen so far.
    std::uint32_t sources = 0;
    /// For a merge: the SourceBits that decide the truth of the merged words.
    std::uint32_t truth = 0;
};

/// The possible targets of a jump to a merged word.
struct MergeTargets
{
    std::vector<U256> destinations;
    /// Words that are not constants were merged as well.
    bool has_others = false;
};

/// Owns all expressions of one analysis. Simplifies while building; equal expressions get one id.
class ExpressionTable
{
public:
    ExpressionTable();

    [[nodiscard]] const Expression& operator[](ExprId id) const { return m_nodes[id]; }
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }

    [[nodiscard]] ExprId zero() const { return 1; }
    [[nodiscard]] ExprId anonymous() const { return 0; }
    ExprId constant(const U256& value);
    /// Builds a constant that is a jump destination, distinct from the number of the same value.
    ExprId tag(const U256& value);
    /// Builds an operation of one, two or three operands (first = top of stack) or of none.
    ExprId operation(std::uint16_t opcode, ExprId a = 0, ExprId b = 0, ExprId c = 0);
    ExprId symbol(ExprKind kind, std::uint16_t origin, const std::array<ExprId, 3>& args);
    ExprId hash(ExprId first, ExprId second);
    ExprId hash(ExprId only);
    /// Builds a set of tags; one value gives the tag.
    ExprId set(std::vector<U256> values);
    /// Builds the word for a cut-off part of a stack with these destinations.
    ExprId rest(std::vector<U256> values);

    [[nodiscard]] std::optional<U256> constant_value(ExprId id) const;
    [[nodiscard]] bool is_constant(ExprId id) const { return m_nodes[id].kind == expr_constant; }
    [[nodiscard]] bool is_tag(ExprId id) const
    {
        return is_constant(id) && m_nodes[id].origin == 1;
    }
    /// Values of a set or of a constant; nothing for other expressions.
    [[nodiscard]] std::optional<std::vector<U256>> values_of(ExprId id) const;
    /// The common word for all cut-off parts of stacks, which may grow.
    ExprId common_rest();
    void add_common_rest(const std::vector<U256>& values);
    /// Values of a set, a constant, or a cut-off part; empty for other expressions.
    [[nodiscard]] std::vector<U256> destinations_of(ExprId id) const;
    /// Tells whether `destinations_of` knows the expression.
    [[nodiscard]] bool has_destinations(ExprId id) const;
    /// Number of expression operands.
    [[nodiscard]] std::size_t arity(ExprId id) const;
    /// Tells whether an expression contains a symbol.
    [[nodiscard]] bool mentions(ExprId id, ExprId symbol) const;
    /// SourceBits of the parts that decide whether the word is zero: comparisons, or tested words.
    [[nodiscard]] std::uint32_t truth_sources(ExprId id) const;
    /// Records that a merge symbol may be that word.
    void note_merge(ExprId merge, ExprId word);
    /// Words that a merge symbol may be, the first few that were recorded.
    [[nodiscard]] std::vector<ExprId> merged_words(ExprId merge) const;
    /// Constants that a merge symbol may be.
    [[nodiscard]] MergeTargets merge_targets(ExprId merge) const;
    /// Grows whenever a merge symbol may be one more constant.
    [[nodiscard]] std::size_t merge_version() const { return m_merge_version; }
    /// Calls `visit(symbol)` for each result and merge in an expression.
    template <class Visitor>
    void for_each_symbol(ExprId id, Visitor visit) const
    {
        const Expression& node = m_nodes[id];
        if (node.kind == expr_result || node.kind == expr_merge)
        {
            visit(id);
        }
        else if (node.is_volatile)
        {
            for (std::size_t i = 0; i < arity(id); ++i)
            {
                for_each_symbol(node.args.at(i), visit);
            }
        }
    }
    /// Tells whether a word is always 0 or 1 because of its operation.
    [[nodiscard]] bool is_boolean(ExprId id) const;

private:
    ExprId intern(const Expression& node);
    ExprId intern_list(ExprKind kind, std::vector<U256> values);
    [[nodiscard]] static std::uint32_t own_sources(const Expression& node);
    ExprId build(std::uint16_t opcode, ExprId a, ExprId b, ExprId c);
    [[nodiscard]] std::optional<ExprId> simplify(std::uint16_t opcode, ExprId a, ExprId b);
    [[nodiscard]] std::optional<ExprId> simplify_sum(std::uint16_t opcode, ExprId a, ExprId b);
    [[nodiscard]] std::optional<ExprId> simplify_less(ExprId a, ExprId b);
    [[nodiscard]] std::optional<ExprId> simplify_product(std::uint16_t opcode, ExprId a, ExprId b);
    [[nodiscard]] std::optional<ExprId> simplify_bits(std::uint16_t opcode, ExprId a, ExprId b);
    [[nodiscard]] std::optional<ExprId> map_set(std::uint16_t opcode, ExprId a, ExprId b);
    void grow();

    std::vector<Expression> m_nodes;
    std::vector<std::uint32_t> m_buckets;  // open addressing, 0 = free, else id + 1
    std::vector<std::vector<U256>> m_sets;
    std::map<ExprId, MergeTargets> m_merge_targets;
    std::map<ExprId, std::vector<ExprId>> m_merged_words;
    std::size_t m_merge_version = 0;
};

}  // namespace sbst::evm::analysis
