// SPDX-License-Identifier: Apache-2.0
#include "expression.hpp"

#include <algorithm>
#include <utility>

namespace sbst::evm::analysis
{

namespace
{

constexpr std::size_t max_merged_constants = 256;

std::uint64_t mix(std::uint64_t h, std::uint64_t value)
{
    h = (h ^ value) * 0x9e3779b97f4a7c15ULL;
    return h ^ (h >> 29U);
}

std::uint64_t hash_of(const Expression& node)
{
    std::uint64_t h = mix(node.kind, node.origin);
    for (const ExprId arg : node.args)
    {
        h = mix(h, arg);
    }
    return mix(h, hash_value(node.value));
}

bool same(const Expression& a, const Expression& b)
{
    return a.kind == b.kind && a.origin == b.origin && a.args == b.args && a.value == b.value;
}

bool is_symbol_kind(std::uint16_t kind)
{
    return kind == expr_result || kind == expr_merge;
}

}  // namespace

ExpressionTable::ExpressionTable() : m_buckets(1U << 14U, 0)
{
    m_sets.emplace_back();
    Expression anonymous_word;
    anonymous_word.is_identified = false;
    intern(anonymous_word);
    constant(U256{});
}

void ExpressionTable::grow()
{
    std::vector<std::uint32_t> bigger(m_buckets.size() * 2, 0);
    for (std::size_t id = 0; id < m_nodes.size(); ++id)
    {
        std::size_t at = hash_of(m_nodes[id]) & (bigger.size() - 1);
        while (bigger[at] != 0)
        {
            at = (at + 1) & (bigger.size() - 1);
        }
        bigger[at] = static_cast<std::uint32_t>(id + 1);
    }
    m_buckets = std::move(bigger);
}

ExprId ExpressionTable::intern(const Expression& node)
{
    if (2 * m_nodes.size() > m_buckets.size())
    {
        grow();
    }
    std::size_t at = hash_of(node) & (m_buckets.size() - 1);
    while (m_buckets[at] != 0)
    {
        const ExprId found = m_buckets[at] - 1;
        if (same(m_nodes[found], node))
        {
            return found;
        }
        at = (at + 1) & (m_buckets.size() - 1);
    }
    m_nodes.push_back(node);
    m_nodes.back().sources |= own_sources(node);
    m_buckets[at] = static_cast<std::uint32_t>(m_nodes.size());
    return static_cast<ExprId>(m_nodes.size() - 1);
}

ExprId ExpressionTable::constant(const U256& value)
{
    Expression node;
    node.kind = expr_constant;
    node.value = value;
    return intern(node);
}

ExprId ExpressionTable::tag(const U256& value)
{
    Expression node;
    node.kind = expr_constant;
    node.origin = 1;
    node.value = value;
    return intern(node);
}

ExprId ExpressionTable::symbol(
    ExprKind kind, std::uint16_t origin, const std::array<ExprId, 3>& args)
{
    Expression node;
    node.kind = kind;
    node.origin = origin;
    node.args = args;
    node.is_volatile = true;
    return intern(node);
}

ExprId ExpressionTable::intern_list(ExprKind kind, std::vector<U256> values)
{
    Expression node;
    node.kind = kind;
    node.is_identified = false;
    // Few lists exist: a linear search keeps them unique.
    auto at = std::find(m_sets.begin() + 1, m_sets.end(), values);
    if (at == m_sets.end())
    {
        at = m_sets.insert(m_sets.end(), std::move(values));
    }
    node.value = U256{static_cast<std::uint64_t>(at - m_sets.begin())};
    return intern(node);
}

ExprId ExpressionTable::set(std::vector<U256> values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (values.empty() || values.size() > max_set_size)
    {
        return anonymous();
    }
    if (values.size() == 1)
    {
        return tag(values.front());
    }
    return intern_list(expr_set, std::move(values));
}

ExprId ExpressionTable::rest(std::vector<U256> values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return intern_list(expr_rest, std::move(values));
}

ExprId ExpressionTable::common_rest()
{
    Expression node;  // list 0 is reserved for it
    node.kind = expr_rest;
    node.is_identified = false;
    return intern(node);
}

void ExpressionTable::add_common_rest(const std::vector<U256>& values)
{
    std::vector<U256>& all = m_sets.front();
    const std::size_t known = all.size();
    for (const U256& value : values)
    {
        const auto at = std::lower_bound(all.begin(), all.end(), value);
        if (at == all.end() || *at != value)
        {
            all.insert(at, value);
        }
    }
    if (all.size() != known)
    {
        ++m_merge_version;
    }
}

bool ExpressionTable::has_destinations(ExprId id) const
{
    const std::uint16_t kind = m_nodes[id].kind;
    return kind == expr_constant || kind == expr_set || kind == expr_rest;
}

std::vector<U256> ExpressionTable::destinations_of(ExprId id) const
{
    const Expression& node = m_nodes[id];
    if (node.kind == expr_constant)
    {
        return {node.value};
    }
    if (node.kind == expr_set || node.kind == expr_rest)
    {
        return m_sets[low64(node.value)];
    }
    return {};
}

std::optional<U256> ExpressionTable::constant_value(ExprId id) const
{
    if (m_nodes[id].kind != expr_constant)
    {
        return std::nullopt;
    }
    return m_nodes[id].value;
}

std::optional<std::vector<U256>> ExpressionTable::values_of(ExprId id) const
{
    const Expression& node = m_nodes[id];
    if (node.kind == expr_constant)
    {
        return std::vector<U256>{node.value};
    }
    if (node.kind == expr_set)
    {
        return m_sets[low64(node.value)];
    }
    return std::nullopt;
}

std::size_t ExpressionTable::arity(ExprId id) const
{
    const Expression& node = m_nodes[id];
    if (node.kind == expr_hash)
    {
        return node.origin;
    }
    if (node.kind >= expr_constant)
    {
        return 0;
    }
    switch (node.kind)
    {
        case op_iszero:
        case op_not:
        case op_calldataload:
        case op_blockhash:
        case op_blobhash:
            return 1;
        case op_addmod:
        case op_mulmod:
            return 3;
        default:
            return node.kind >= op_address && node.kind <= op_blobbasefee ? 0 : 2;
    }
}

bool ExpressionTable::mentions(ExprId id, ExprId symbol) const
{
    if (id == symbol)
    {
        return true;
    }
    const Expression& node = m_nodes[id];
    if (!node.is_volatile || is_symbol_kind(node.kind))
    {
        return false;
    }
    const std::size_t count = arity(id);
    for (std::size_t i = 0; i < count; ++i)
    {
        if (mentions(node.args.at(i), symbol))
        {
            return true;
        }
    }
    return false;
}

bool ExpressionTable::is_boolean(ExprId id) const
{
    const Expression& node = m_nodes[id];
    if (node.kind == op_iszero || is_comparison(node.kind))
    {
        return true;
    }
    if (node.kind == expr_constant)
    {
        return node.value <= U256{1};
    }
    if (node.kind == op_and)
    {
        return is_boolean(node.args[0]) || is_boolean(node.args[1]);
    }
    return (node.kind == op_or || node.kind == op_xor) && is_boolean(node.args[0]) &&
           is_boolean(node.args[1]);
}

std::uint32_t ExpressionTable::own_sources(const Expression& node)
{
    const std::uint16_t kind = node.kind == expr_result ? node.origin : node.kind;
    switch (kind)
    {
        case expr_constant:
            return from_constant;
        case expr_hash:
        case op_keccak256:
            return from_hash;
        case op_sload:
        case op_tload:
            return from_storage;
        case op_mload:
            return from_memory;
        case op_calldataload:
            return from_calldata;
        case op_calldatasize:
            return from_calldatasize;
        case op_callvalue:
            return from_callvalue;
        case op_call:
        case op_callcode:
        case op_delegatecall:
        case op_staticcall:
            return from_call;
        case op_create:
        case op_create2:
            return from_create;
        case op_extcodesize:
            return from_extcodesize;
        case op_returndatasize:
            return from_returndatasize;
        default:
            break;
    }
    if (is_comparison(kind))
    {
        return from_comparison;
    }
    return kind >= op_address && kind <= op_blobbasefee ? from_environment : 0U;
}

std::uint32_t ExpressionTable::truth_sources(ExprId id) const
{
    const Expression& node = m_nodes[id];
    if (is_comparison(node.kind))
    {
        return from_comparison;
    }
    if (node.kind == op_iszero)
    {
        return truth_sources(node.args[0]);
    }
    const bool connects = node.kind == op_and || node.kind == op_or || node.kind == op_xor;
    if (connects && is_boolean(node.args[0]) && is_boolean(node.args[1]))
    {
        return truth_sources(node.args[0]) | truth_sources(node.args[1]);
    }
    if (node.kind == op_sub || node.kind == op_xor)  // zero only where both operands are equal
    {
        return from_comparison;
    }
    if (node.kind == expr_merge)
    {
        return node.truth;
    }
    if (node.kind == expr_constant)
    {
        return from_constant;
    }
    return node.sources | from_word;
}

void ExpressionTable::note_merge(ExprId merge, ExprId word)
{
    if (merge == word)
    {
        return;
    }
    std::vector<ExprId>& words = m_merged_words[merge];
    if (words.size() < max_merged_words &&
        std::find(words.begin(), words.end(), word) == words.end())
    {
        words.push_back(word);
    }
    m_nodes[merge].sources |= m_nodes[word].sources;
    m_nodes[merge].truth |= truth_sources(word);
    MergeTargets& targets = m_merge_targets[merge];
    const MergeTargets more = merge_targets(word);
    const std::size_t known = targets.destinations.size();
    const bool had_others = targets.has_others;
    targets.has_others = targets.has_others || more.has_others;
    for (const U256& value : more.destinations)
    {
        if (std::find(targets.destinations.begin(), targets.destinations.end(), value) ==
                targets.destinations.end() &&
            targets.destinations.size() < max_merged_constants)
        {
            targets.destinations.push_back(value);
        }
    }
    targets.has_others = targets.has_others || targets.destinations.size() >= max_merged_constants;
    if (targets.destinations.size() != known || targets.has_others != had_others)
    {
        ++m_merge_version;
    }
}

std::vector<ExprId> ExpressionTable::merged_words(ExprId merge) const
{
    const auto found = m_merged_words.find(merge);
    return found == m_merged_words.end() ? std::vector<ExprId>{} : found->second;
}

MergeTargets ExpressionTable::merge_targets(ExprId merge) const
{
    if (has_destinations(merge))
    {
        return {destinations_of(merge), m_nodes[merge].kind == expr_rest};
    }
    const auto found = m_merge_targets.find(merge);
    return found == m_merge_targets.end() ? MergeTargets{{}, true} : found->second;
}

ExprId ExpressionTable::hash(ExprId first, ExprId second)
{
    return build(expr_hash, first, second, 0);
}

ExprId ExpressionTable::hash(ExprId only)
{
    Expression node;
    node.kind = expr_hash;
    node.origin = 1;
    node.args = {only, 0, 0};
    node.is_identified = m_nodes[only].is_identified;
    node.is_volatile = m_nodes[only].is_volatile;
    node.depth = static_cast<std::uint8_t>(m_nodes[only].depth + 1);
    node.sources = m_nodes[only].sources;
    return intern(node);
}

ExprId ExpressionTable::build(std::uint16_t opcode, ExprId a, ExprId b, ExprId c)
{
    Expression node;
    node.kind = opcode;
    if (opcode == expr_hash)
    {
        node.origin = 2;
    }
    node.args = {a, b, c};
    const ExprId id_for_arity = intern(node);  // arity depends only on the kind
    const std::size_t count = arity(id_for_arity);
    Expression& built = m_nodes[id_for_arity];
    for (std::size_t i = 0; i < count; ++i)
    {
        const Expression& arg = m_nodes[node.args.at(i)];
        built.is_identified = built.is_identified && arg.is_identified;
        built.is_volatile = built.is_volatile || arg.is_volatile;
        built.depth = std::max(built.depth, static_cast<std::uint8_t>(arg.depth + 1));
        built.sources |= arg.sources;
    }
    return id_for_arity;
}

}  // namespace sbst::evm::analysis
