// SPDX-License-Identifier: Apache-2.0
#include "simplifier.hpp"
#include "sorts.hpp"
#include "words.hpp"

#include <sbst/error.hpp>
#include <sbst/symbolic/expression_graph.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace sbst::symbolic
{

namespace
{

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more)
{
    hash ^= more + 0x9e3779b97f4a7c15ULL + (hash << 6U) + (hash >> 2U);
    return hash * 0xff51afd7ed558ccdULL;
}

std::uint64_t hash_of(const Node& node, std::span<const ExpressionId> operands)
{
    auto hash = static_cast<std::uint64_t>(node.op);
    hash = mixed(hash, static_cast<std::uint64_t>(node.sort.kind));
    hash = mixed(hash, (std::uint64_t{node.sort.key_width} << 16U) | node.sort.width);
    hash = mixed(hash, (std::uint64_t{node.a} << 32U) | node.b);
    for (const ExpressionId operand : operands)
    {
        hash = mixed(hash, operand.index());
    }
    return hash ^ (hash >> 29U);
}

/// The place of an item in a table of constants, where it is put if it is not there. Tables are
/// short: constants of one run.
template <class Item, class Same>
std::uint32_t place_in(std::vector<Item>& table, Item item, Same is_same)
{
    const auto found = std::find_if(
        table.rbegin(), table.rend(), [&](const Item& other) { return is_same(other, item); });
    if (found != table.rend())
    {
        return static_cast<std::uint32_t>(table.rend() - found - 1);
    }
    table.push_back(std::move(item));
    return static_cast<std::uint32_t>(table.size() - 1);
}

void check_domain(const Variable& variable)
{
    const Domain& domain = variable.domain;
    if (variable.sort.kind == SortKind::array)
    {
        throw AdapterError{"a variable is an array, expected a sort of literals"};
    }
    if (variable.sort.kind == SortKind::string)
    {
        if (domain.least_length > domain.greatest_length)
        {
            throw AdapterError{
                fmt::format("the lengths of variable {} are {} to {}, expected an "
                            "ascending range",
                    variable.name, domain.least_length, domain.greatest_length)};
        }
        return;
    }
    if (variable.sort.kind != SortKind::bit_vector)
    {
        return;
    }
    if (variable.sort.width < 1 || variable.sort.width > 256)
    {
        throw AdapterError{fmt::format(
            "variable {} has {} bits, expected 1 to 256", variable.name, variable.sort.width)};
    }
    const U256 all = ones(variable.sort.width);
    const bool fits = std::all_of(domain.members.begin(), domain.members.end(),
                          [&all](const U256& member) { return member <= all; }) &&
                      std::is_sorted(domain.members.begin(), domain.members.end()) &&
                      domain.least <= all && domain.greatest <= all;
    const unsigned width = variable.sort.width;
    const bool ascends =
        !domain.is_bounded || (domain.is_signed ? !signed_less(extend_sign(domain.greatest, width),
                                                      extend_sign(domain.least, width)) :
                                                  domain.least <= domain.greatest);
    if (!fits || !ascends)
    {
        throw AdapterError{fmt::format(
            "the domain of variable {} is empty or wider than {} bits", variable.name, width)};
    }
}

}  // namespace

ExpressionGraph::ExpressionGraph(Simplifying simplifying) : m_simplifying(simplifying) {}

// The hash is that of contents, so that interning finds equal nodes wherever they were built.
ExpressionId ExpressionGraph::intern(const Node& node, std::span<const ExpressionId> operands)
{
    const auto is_same = [&](std::uint32_t number) {
        const Node& other = m_nodes[number];
        return other.op == node.op && other.sort == node.sort && other.a == node.a &&
               other.b == node.b &&
               std::ranges::equal(this->operands(ExpressionId(number)), operands);
    };
    const auto add = [&](std::uint32_t) {
        Node added = node;
        added.first_operand = static_cast<std::uint32_t>(m_operands.size());
        added.operand_count = static_cast<std::uint32_t>(operands.size());
        const U256 possible = possible_bits_of(node, operands);
        append_operands(operands);
        m_nodes.push_back(added);
        m_possible_bits.push_back(possible);
    };
    return ExpressionId(m_node_numbers.find_or_add(hash_of(node, operands), is_same, add));
}

void ExpressionGraph::append_operands(std::span<const ExpressionId> operands)
{
    const std::size_t size = m_operands.size() + operands.size();
    if (m_operands.capacity() < size)
    {
        // The operands may be a part of the list that moves.
        const std::vector<ExpressionId> kept(operands.begin(), operands.end());
        m_operands.reserve(std::max(size, 2 * m_operands.capacity()));
        m_operands.insert(m_operands.end(), kept.begin(), kept.end());
        return;
    }
    for (const ExpressionId operand : operands)
    {
        m_operands.push_back(operand);
    }
}

ExpressionId ExpressionGraph::build(
    Op op, Sort sort, std::span<const ExpressionId> operands, std::uint32_t a, std::uint32_t b)
{
    if (m_simplifying == Simplifying::on)
    {
        return Simplifier(*this).build(op, sort, operands, a, b);
    }
    return intern({.op = op, .sort = sort, .a = a, .b = b}, operands);
}

ExpressionId ExpressionGraph::boolean(bool value)
{
    return intern({.op = Op::constant, .sort = boolean_sort(), .a = value ? 1U : 0U}, {});
}

ExpressionId ExpressionGraph::bit_vector(const U256& value, unsigned width)
{
    if (width < 1 || width > 256)
    {
        throw AdapterError{fmt::format("a bit-vector has {} bits, expected 1 to 256", width)};
    }
    const std::uint32_t place = place_of_word(value & ones(width));
    return intern({.op = Op::constant, .sort = bit_vector_sort(width), .a = place}, {});
}

std::uint32_t ExpressionGraph::place_of_word(const U256& word)
{
    return m_word_places.find_or_add(
        hash_value(word), [&](std::uint32_t number) { return m_words[number] == word; },
        [&](std::uint32_t) { m_words.push_back(word); });
}

ExpressionId ExpressionGraph::float32(float value)
{
    return number(static_cast<double>(value), float32_sort());
}

ExpressionId ExpressionGraph::float64(double value)
{
    return number(value, float64_sort());
}

ExpressionId ExpressionGraph::number(double value, Sort sort)
{
    const double kept = std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
    const std::uint32_t place = place_in(m_numbers, kept, [](double left, double right) {
        return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
    });
    return intern({.op = Op::constant, .sort = sort, .a = place}, {});
}

ExpressionId ExpressionGraph::string(std::u16string value)
{
    const std::uint32_t place = place_in(m_strings, std::move(value), std::equal_to<>());
    return intern({.op = Op::constant, .sort = string_sort(), .a = place}, {});
}

VariableId ExpressionGraph::add_variable(Variable variable)
{
    check_domain(variable);
    const auto is_taken = [this](const std::string& name) {
        const std::size_t hash = std::hash<std::string>()(name);
        for (std::size_t i = 0; i < m_variables.size(); ++i)
        {
            if (m_name_hashes[i] == hash && m_variables[i].name == name)
            {
                return true;
            }
        }
        return false;
    };
    const std::string name = variable.name.empty() ? "v" : variable.name;
    variable.name = name;
    for (std::size_t number = 1; is_taken(variable.name); ++number)
    {
        variable.name = fmt::format("{}.{}", name, number);
    }
    m_name_hashes.push_back(std::hash<std::string>()(variable.name));
    m_variables.push_back(std::move(variable));
    return VariableId(m_variables.size() - 1);
}

ExpressionId ExpressionGraph::variable(VariableId id)
{
    return intern({.op = Op::variable,
                      .sort = m_variables[id.index()].sort,
                      .a = static_cast<std::uint32_t>(id.index())},
        {});
}

ExpressionId ExpressionGraph::make(Op op, std::span<const ExpressionId> operands)
{
    return build(op, sort_of(*this, op, operands), operands);
}

ExpressionId ExpressionGraph::extract(ExpressionId word, unsigned high, unsigned low)
{
    expect_kind(*this, Op::extract, word, SortKind::bit_vector);
    if (low > high || high >= (*this)[word].sort.width)
    {
        throw AdapterError{fmt::format("extract asks for the bits {} to {} of {}, expected a range",
            high, low, (*this)[word].sort.width)};
    }
    return build(Op::extract, bit_vector_sort(high - low + 1), std::array{word}, high, low);
}

ExpressionId ExpressionGraph::zero_extend(ExpressionId word, unsigned width)
{
    expect_wider(*this, Op::zero_extend, word, width);
    return build(Op::zero_extend, bit_vector_sort(width), std::array{word});
}

ExpressionId ExpressionGraph::sign_extend(ExpressionId word, unsigned width)
{
    expect_wider(*this, Op::sign_extend, word, width);
    return build(Op::sign_extend, bit_vector_sort(width), std::array{word});
}

ExpressionId ExpressionGraph::convert(Op op, ExpressionId operand, Sort to)
{
    expect_conversion(*this, op, operand, to);
    return build(op, to, std::array{operand});
}

ExpressionId ExpressionGraph::matches(ExpressionId string, const RegularLanguage& language)
{
    expect_kind(*this, Op::matches, string, SortKind::string);
    if (!is_well_formed(language))
    {
        throw AdapterError{"matches has a regular language that is not well formed"};
    }
    const std::uint32_t place = place_in(m_languages, language, std::equal_to<>());
    return build(Op::matches, boolean_sort(), std::array{string}, place);
}

ExpressionId ExpressionGraph::constant_array(unsigned key_width, ExpressionId item)
{
    expect_kind(*this, Op::constant_array, item, SortKind::bit_vector);
    if (key_width < 1 || key_width > 256)
    {
        throw AdapterError{
            fmt::format("the keys of an array have {} bits, expected 1 to 256", key_width)};
    }
    return build(
        Op::constant_array, array_sort(key_width, (*this)[item].sort.width), std::array{item});
}

ExpressionId ExpressionGraph::to_bits(ExpressionId truth, unsigned width)
{
    return make(Op::ite, {truth, bit_vector(U256{1}, width), bit_vector(U256{}, width)});
}

bool ExpressionGraph::is_true(ExpressionId id) const
{
    const Node& node = m_nodes[id.index()];
    return node.op == Op::constant && node.sort.kind == SortKind::boolean && node.a == 1;
}

bool ExpressionGraph::is_false(ExpressionId id) const
{
    const Node& node = m_nodes[id.index()];
    return node.op == Op::constant && node.sort.kind == SortKind::boolean && node.a == 0;
}

const U256& ExpressionGraph::word_of(ExpressionId constant) const
{
    static constexpr U256 zero{};
    static constexpr U256 one{1};
    const Node& node = m_nodes[constant.index()];
    if (node.sort.kind == SortKind::boolean)
    {
        return node.a == 0 ? zero : one;
    }
    return m_words[node.a];
}

double ExpressionGraph::number_of(ExpressionId constant) const
{
    return m_numbers[m_nodes[constant.index()].a];
}

const std::u16string& ExpressionGraph::string_of(ExpressionId constant) const
{
    return m_strings[m_nodes[constant.index()].a];
}

std::size_t ExpressionGraph::size_of(ExpressionId id) const
{
    std::vector<bool> is_seen(id.index() + 1, false);
    std::vector<ExpressionId> waiting{id};
    is_seen[id.index()] = true;
    std::size_t count = 0;
    while (!waiting.empty())
    {
        const ExpressionId next = waiting.back();
        waiting.pop_back();
        ++count;
        for (const ExpressionId operand : operands(next))
        {
            if (!is_seen[operand.index()])
            {
                is_seen[operand.index()] = true;
                waiting.push_back(operand);
            }
        }
    }
    return count;
}

}  // namespace sbst::symbolic
