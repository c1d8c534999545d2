// SPDX-License-Identifier: Apache-2.0
#include "smt_lowering.hpp"

#include <sbst/symbolic/slice.hpp>

#include <algorithm>
#include <utility>

namespace sbst::symbolic
{

namespace
{

/// What is below the constraints, by index, up to the greatest of them.
std::vector<bool> expressions_to_lower(
    const ExpressionGraph& graph, std::span<const ExpressionId> constraints)
{
    std::vector<bool> is_below;
    for (const ExpressionId id : constraints)
    {
        is_below.resize(std::max(is_below.size(), id.index() + 1));
        is_below[id.index()] = true;
    }
    for (std::size_t i = is_below.size(); i-- > 0;)
    {
        if (is_below[i])
        {
            for (const ExpressionId operand : graph.operands(ExpressionId(i)))
            {
                is_below[operand.index()] = true;
            }
        }
    }
    return is_below;
}

/// The function of SMT-LIB that an operation of words is, operand by operand.
SmtOp direct_word_op(Op op)
{
    switch (op)
    {
        case Op::add:
            return SmtOp::bv_add;
        case Op::sub:
            return SmtOp::bv_sub;
        case Op::bit_and:
            return SmtOp::bv_and;
        case Op::bit_or:
            return SmtOp::bv_or;
        case Op::bit_xor:
            return SmtOp::bv_xor;
        case Op::shl:
            return SmtOp::bv_shl;
        case Op::lshr:
            return SmtOp::bv_lshr;
        case Op::ashr:
            return SmtOp::bv_ashr;
        default:
            return SmtOp::bv_concat;
    }
}

}  // namespace

SmtTermId leaf_of(SmtTerms& terms, const U256& word, const Sort& sort)
{
    return sort.kind == SortKind::boolean ? terms.truth(!is_zero(word)) :
                                            terms.word(word, sort.width);
}

SmtLowering::SmtLowering(const ExpressionGraph& graph, std::span<const ExpressionId> constraints,
    const SmtOptions& options)
  : m_graph(graph),
    m_constraints(constraints),
    m_options(options),
    m_build(m_query.terms),
    m_is_below(expressions_to_lower(graph, constraints)),
    m_terms_of(m_is_below.size()),
    m_text_bounds(m_is_below.size()),
    m_views(graph, m_query.terms, m_terms_of)
{}

SmtQuery SmtLowering::run()
{
    m_query.variables = variables_of(m_graph, m_constraints);
    m_query.symbols.resize(m_query.variables.size());
    m_options.has_arrays = m_options.has_arrays || compares_arrays();
    for (std::size_t i = 0; i < m_is_below.size(); ++i)
    {
        if (m_is_below[i])
        {
            lower(ExpressionId(i));
        }
    }
    tell_keccak_apart();
    for (const ExpressionId id : m_constraints)
    {
        m_query.constraints.push_back(m_terms_of[id.index()]);
    }
    return std::move(m_query);
}

void SmtLowering::lower(ExpressionId id)
{
    const Node& node = m_graph[id];
    SmtTermId& term = m_terms_of[id.index()];
    if (node.op == Op::variable)
    {
        const VariableId variable(node.a);
        term = m_query.terms.make(SmtOp::variable, {.sort = node.sort}, {}, node.a);
        const auto place = std::ranges::lower_bound(m_query.variables, variable);
        m_query.symbols[std::size_t(place - m_query.variables.begin())] = term;
        add_domain(variable, term);
    }
    else if (node.op == Op::constant)
    {
        term = lower_constant(id);
    }
    else if (node.sort.kind == SortKind::array && !m_options.has_arrays)
    {
        // Its items are looked up through the graph.
        return;
    }
    else if (node.op == Op::ite)
    {
        m_views.derive(id);
        term = m_views.has(id) ?
                   m_build.word(SmtOp::int_to_word, node.sort.width, {m_views[id].term}) :
                   m_build.ite(operand(id, 0), operand(id, 1), operand(id, 2));
    }
    else
    {
        switch (node.sort.kind)
        {
            case SortKind::boolean:
                term = lower_truth(id);
                break;
            case SortKind::bit_vector:
                term = lower_word(id);
                break;
            case SortKind::float32:
            case SortKind::float64:
                term = lower_number(id);
                break;
            case SortKind::string:
                term = lower_text(id);
                break;
            case SortKind::array:
                term = lower_array(id);
                break;
        }
    }
    if (node.sort.kind == SortKind::string)
    {
        bound_text(id);
    }
}

SmtTermId SmtLowering::lower_constant(ExpressionId id)
{
    SmtTerms& terms = m_query.terms;
    const Sort sort = m_graph[id].sort;
    switch (sort.kind)
    {
        case SortKind::float32:
        case SortKind::float64:
            return terms.number(m_graph.number_of(id), sort);
        case SortKind::string:
            return terms.text(m_graph.string_of(id));
        default:
            return leaf_of(terms, m_graph.word_of(id), sort);
    }
}

SmtTermId SmtLowering::lower_truth(ExpressionId id)
{
    const Node& node = m_graph[id];
    const auto direct = [&](SmtOp op) {
        return m_build.truth(op, {operand(id, 0), operand(id, 1)});
    };
    switch (node.op)
    {
        case Op::not_:
            return m_build.negation(operand(id, 0));
        case Op::and_:
            return direct(SmtOp::and_);
        case Op::or_:
            return direct(SmtOp::or_);
        case Op::equal:
            return lower_equal(id);
        case Op::ult:
        case Op::slt:
        {
            const auto compared =
                m_views.comparison(node.op, m_graph.operand(id, 0), m_graph.operand(id, 1));
            return compared ? *compared :
                              direct(node.op == Op::ult ? SmtOp::bv_ult : SmtOp::bv_slt);
        }
        case Op::float_lt:
            return direct(SmtOp::fp_lt);
        case Op::float_le:
            return direct(SmtOp::fp_le);
        case Op::is_nan:
            return m_build.truth(SmtOp::fp_is_nan, {operand(id, 0)});
        case Op::contains:
            return direct(SmtOp::str_contains);
        case Op::starts_with:
            return m_build.truth(SmtOp::str_prefixof, {operand(id, 1), operand(id, 0)});
        case Op::ends_with:
            return m_build.truth(SmtOp::str_suffixof, {operand(id, 1), operand(id, 0)});
        case Op::is_integer:
            return parsed_parts(operand(id, 0)).is_integer;
        default:
            return m_build.truth(
                SmtOp::str_in_re, {operand(id, 0), lower_language(m_graph.language(node.a))});
    }
}

SmtTermId SmtLowering::lower_equal(ExpressionId id)
{
    const ExpressionId a = m_graph.operand(id, 0);
    const ExpressionId b = m_graph.operand(id, 1);
    switch (m_graph[a].sort.kind)
    {
        case SortKind::float32:
        case SortKind::float64:
            return m_build.truth(SmtOp::fp_eq, {operand(id, 0), operand(id, 1)});
        case SortKind::bit_vector:
            if (const auto compared = m_views.comparison(Op::equal, a, b))
            {
                return *compared;
            }
            [[fallthrough]];
        default:
            return m_build.equal(operand(id, 0), operand(id, 1));
    }
}

SmtTermId SmtLowering::lower_word(ExpressionId id)
{
    const Node& node = m_graph[id];
    const unsigned width = node.sort.width;
    m_views.derive(id);
    if (m_views.has(id))
    {
        return m_build.word(SmtOp::int_to_word, width, {m_views[id].term});
    }
    switch (node.op)
    {
        case Op::mul:
            return lower_product(id);
        case Op::udiv:
        case Op::urem:
        case Op::sdiv:
        case Op::srem:
            return lower_quotient(id);
        case Op::pow:
            return lower_power(id);
        case Op::bit_not:
            return m_build.word(SmtOp::bv_not, width, {operand(id, 0)});
        case Op::add_mod:
        case Op::mul_mod:
            return lower_modular(id);
        case Op::extract:
            return m_build.extract(operand(id, 0), node.a, node.b);
        case Op::zero_extend:
            return m_build.zero_extend(operand(id, 0), width);
        case Op::sign_extend:
            return m_build.sign_extend(operand(id, 0), width);
        case Op::keccak:
            return lower_keccak(id);
        case Op::float_to_signed:
            return lower_float_to_signed(id);
        case Op::float_to_bits:
        {
            const unsigned quiet = width == 32 ? 22 : 51;
            const U256 nan = ones(width - 1) & ~ones(quiet);
            const SmtTermId bits = m_build.word(SmtOp::fp_to_bits, width, {operand(id, 0)});
            const SmtTermId bits_of_nan = m_query.terms.word(nan, width);
            return m_build.ite(
                m_build.truth(SmtOp::fp_is_nan, {operand(id, 0)}), bits_of_nan, bits);
        }
        case Op::length:
        case Op::index_of:
            return lower_place(id);
        case Op::unit_at:
            return lower_unit(id);
        case Op::parse_integer:
            return lower_parsed(id);
        case Op::select:
            return lower_select(id);
        default:
            return m_build.word(direct_word_op(node.op), width, {operand(id, 0), operand(id, 1)});
    }
}

bool SmtLowering::compares_arrays() const
{
    for (std::size_t i = 0; i < m_is_below.size(); ++i)
    {
        const ExpressionId id(i);
        if (m_is_below[i] && m_graph[id].op == Op::equal &&
            m_graph[m_graph.operand(id, 0)].sort.kind == SortKind::array)
        {
            return true;
        }
    }
    return false;
}

SmtTermId SmtLowering::lower_array(ExpressionId id)
{
    if (m_graph[id].op == Op::constant_array)
    {
        return m_query.terms.make(
            SmtOp::array_constant, {.sort = m_graph[id].sort}, {operand(id, 0)});
    }
    return m_build.same(SmtOp::array_store, {operand(id, 0), operand(id, 1), operand(id, 2)});
}

SmtTermId SmtLowering::lower_select(ExpressionId id)
{
    if (!m_options.has_arrays)
    {
        return item_at(m_graph.operand(id, 0), m_graph.operand(id, 1));
    }
    return m_build.word(
        SmtOp::array_select, m_graph[id].sort.width, {operand(id, 0), operand(id, 1)});
}

/// Goes down to the constant arrays and chooses on the way back, each array once a key.
SmtTermId SmtLowering::item_at(ExpressionId array, ExpressionId key)
{
    std::vector<ExpressionId> waiting{array};
    while (!waiting.empty())
    {
        const ExpressionId next = waiting.back();
        const auto place = std::pair(next, key);
        const auto known = [&](std::size_t index) {
            const auto found = m_items.find(std::pair(m_graph.operand(next, index), key));
            return found == m_items.end() ? SmtTermId() : found->second;
        };
        const Op op = m_graph[next].op;
        if (op == Op::constant_array)
        {
            m_items.emplace(place, operand(next, 0));
        }
        else if (op == Op::store && known(0).is_valid())
        {
            m_items.emplace(place, item_of_store(next, key, known(0)));
        }
        else if (op == Op::ite && known(1).is_valid() && known(2).is_valid())
        {
            m_items.emplace(place, m_build.ite(operand(next, 0), known(1), known(2)));
        }
        if (m_items.contains(place))
        {
            waiting.pop_back();
            continue;
        }
        for (const std::size_t index : {op == Op::ite ? 1U : 0U, op == Op::ite ? 2U : 0U})
        {
            if (!known(index).is_valid())
            {
                waiting.push_back(m_graph.operand(next, index));
            }
        }
    }
    return m_items.at(std::pair(array, key));
}

SmtTermId SmtLowering::item_of_store(ExpressionId store, ExpressionId key, SmtTermId otherwise)
{
    const ExpressionId place = m_graph.operand(store, 1);
    if (place == key)
    {
        return operand(store, 2);
    }
    if (m_graph.is_constant(place) && m_graph.is_constant(key))
    {
        return otherwise;
    }
    return m_build.ite(m_build.equal(m_terms_of[place.index()], m_terms_of[key.index()]),
        operand(store, 2), otherwise);
}

SmtQuery to_smt_query(const ExpressionGraph& graph, std::span<const ExpressionId> constraints,
    const SmtOptions& options)
{
    return SmtLowering(graph, constraints, options).run();
}

}  // namespace sbst::symbolic
