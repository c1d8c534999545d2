// SPDX-License-Identifier: Apache-2.0
#include "equalities.hpp"

#include "word_bits.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace sbst::dse
{

using symbolic::ExpressionGraph;
using symbolic::ExpressionId;
using symbolic::Op;
using symbolic::SortKind;

namespace
{

constexpr std::size_t most_equalities = 64;
constexpr std::size_t most_congruences = 64;

void add_equalities(
    const ExpressionGraph& graph, ExpressionId truth, std::vector<ExpressionId>& equalities)
{
    const auto x = graph.operands(truth);
    if (equalities.size() >= most_equalities)
    {
        return;
    }
    if (graph[truth].op == Op::equal && graph[x[0]].sort.kind == SortKind::bit_vector)
    {
        equalities.push_back(truth);
    }
    if (graph[truth].op == Op::and_)
    {
        add_equalities(graph, x[0], equalities);
        add_equalities(graph, x[1], equalities);
    }
}

/// What a remainder or the low bits are of, without zeros above it; nothing for others.
std::optional<ExpressionId> dividend_of(const ExpressionGraph& graph, ExpressionId id)
{
    const bool has_dividend =
        graph[id].op == Op::urem || (graph[id].op == Op::extract && graph[id].b == 0);
    if (!has_dividend)
    {
        return std::nullopt;
    }
    ExpressionId dividend = graph.operand(id, 0);
    while (graph[dividend].op == Op::zero_extend)
    {
        dividend = graph.operand(dividend, 0);
    }
    return dividend;
}

/// All numbers that are `least` modulo `modulus`.
struct Residue
{
    U256 least;
    U256 modulus;
};

/// The number that `number` must be multiplied with to give 1; nothing if they share a factor.
std::optional<U256> inverse_modulo(const U256& number, const U256& modulus)
{
    U256 old_rest = number % modulus;
    U256 rest = modulus;
    U256 old_factor{1};
    U256 factor{};
    while (!is_zero(rest))
    {
        const U256 quotient = old_rest / rest;
        const U256 product = mulmod(quotient, factor, modulus);
        old_rest = std::exchange(rest, old_rest - quotient * rest);
        old_factor = std::exchange(factor, addmod(old_factor, modulus - product, modulus));
    }
    return old_rest == U256{1} ? std::optional(old_factor % modulus) : std::nullopt;
}

U256 greatest_common_divisor(U256 a, U256 b)
{
    while (!is_zero(b))
    {
        a = std::exchange(b, a % b);
    }
    return a;
}

/// Nothing if no number is both, or the common modulus is too large.
std::optional<Residue> both(const Residue& a, const Residue& b)
{
    if (bit_width(a.modulus) + bit_width(b.modulus) > 256)
    {
        return std::nullopt;
    }
    const U256 common = greatest_common_divisor(a.modulus, b.modulus);
    const U256 modulus = b.modulus / common;
    const U256 missing = addmod(b.least, b.modulus - a.least % b.modulus, b.modulus);
    const auto inverse = inverse_modulo(a.modulus / common, modulus);
    if (!is_zero(missing % common) || !inverse)
    {
        return std::nullopt;
    }
    const U256 steps = mulmod(missing / common, *inverse, modulus);
    return Residue{a.least + a.modulus * steps, a.modulus * modulus};
}

/// Members of the residue up to `last`: around `current`, and the least one.
std::vector<U256> members_near(const Residue& residue, const U256& current, const U256& last)
{
    std::vector<U256> members;
    const auto add = [&](const U256& member) {
        if (member <= last && std::ranges::find(members, member) == members.end())
        {
            members.push_back(member);
        }
    };
    if (residue.least <= current)
    {
        const U256 below = current - (current - residue.least) % residue.modulus;
        if (residue.modulus <= last && below <= last - residue.modulus)
        {
            add(below + residue.modulus);
        }
        add(below);
    }
    add(residue.least);
    return members;
}

}  // namespace

std::vector<ExpressionId> equalities_of_words(const ExpressionGraph& graph, ExpressionId truth)
{
    std::vector<ExpressionId> equalities;
    add_equalities(graph, truth, equalities);
    return equalities;
}

Congruences::Congruences(const ExpressionGraph& graph, std::span<const ExpressionId> constraints)
  : m_graph(&graph)
{
    for (const ExpressionId constraint : constraints)
    {
        for (const ExpressionId equality : equalities_of_words(graph, constraint))
        {
            const auto x = graph.operands(equality);
            for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
            {
                const auto dividend = dividend_of(graph, x[i]);
                if (dividend && m_congruences.size() < most_congruences)
                {
                    m_congruences.push_back({*dividend, x[i], x[1 - i]});
                }
            }
        }
    }
}

std::vector<U256> Congruences::dividends(
    ExpressionId remainder, const U256& wanted, const symbolic::Evaluator& evaluated) const
{
    const auto dividend = dividend_of(*m_graph, remainder);
    const auto residue_of = [&](ExpressionId id, const U256& least) -> std::optional<Residue> {
        const symbolic::Node& node = (*m_graph)[id];
        const U256 modulus = node.op == Op::urem ? evaluated.word(m_graph->operand(id, 1)) :
                                                   U256::power_of_two(node.sort.width);
        return least < modulus ? std::optional(Residue{least, modulus}) : std::nullopt;
    };
    auto residue = dividend ? residue_of(remainder, wanted) : std::nullopt;
    bool is_joined = false;
    for (const Congruence& other : m_congruences)
    {
        if (!residue || other.dividend != *dividend || other.remainder == remainder)
        {
            continue;
        }
        const auto more = residue_of(other.remainder, evaluated.word(other.wanted));
        if (const auto joined = more ? both(*residue, *more) : std::nullopt)
        {
            residue = joined;
            is_joined = true;
        }
    }
    if (!is_joined)
    {
        return {};
    }
    return members_near(
        *residue, evaluated.word(*dividend), low_ones((*m_graph)[*dividend].sort.width));
}

}  // namespace sbst::dse
