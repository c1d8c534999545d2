// SPDX-License-Identifier: Apache-2.0
#include "symbolic_path.hpp"

#include "../scale.hpp"

#include <sbst/symbolic/literal.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace sbst::dse
{

namespace
{

using symbolic::ExpressionId;

std::uint64_t chained(std::uint64_t hash, std::uint64_t more)
{
    hash ^= more + 0x9e3779b97f4a7c15ULL + (hash << 6U) + (hash >> 2U);
    return hash * 0xff51afd7ed558ccdULL;
}

/// The type of the element at a place of an argument in preorder; nothing where there is none.
std::optional<TypeId> type_of_element(
    const Value& value, TypeId type, std::size_t& element, const TypeUniverse& types)
{
    if (element == 0 || !value.is_list())
    {
        return element == 0 ? std::optional(type) : std::nullopt;
    }
    const bool is_tuple = types[type].kind == TypeKind::tuple;
    for (std::size_t i = 0; i < value.list().size(); ++i)
    {
        --element;
        const TypeId inner = types[type].elements[is_tuple ? i : 0];
        if (const auto found = type_of_element(value.list()[i], inner, element, types))
        {
            return found;
        }
    }
    return std::nullopt;
}

std::optional<TypeId> type_at(const TestCase& test, const LiteralAddress& address,
    const Catalogue& catalogue, const TypeUniverse& types)
{
    const Call& call = test.calls[address.call];
    const auto* value = std::get_if<Value>(&call.arguments[address.argument]);
    if (value == nullptr)
    {
        return std::nullopt;
    }
    std::size_t element = address.element;
    return type_of_element(
        *value, catalogue[call.callable].parameters[address.argument].type, element, types);
}

}  // namespace

SymbolicPath::SymbolicPath(TestCase test, const Trace& trace, std::size_t max_conditions)
  : m_test(std::move(test)), m_run(*trace.symbolic), m_accesses(accesses_of(trace, m_test.length()))
{
    const auto& entries = trace.path.entries();
    const auto count = static_cast<std::ptrdiff_t>(std::min(entries.size(), max_conditions));
    m_conditions.assign(entries.begin(), entries.begin() + count);
    m_is_cut = trace.path.is_truncated() || entries.size() > max_conditions;
    std::uint64_t way = 0;
    for (const Call& call : m_test.calls)
    {
        way = chained(way, call.callable.index());
    }
    for (const PathCondition& condition : m_conditions)
    {
        const std::uint64_t place =
            (std::uint64_t{condition.call} << 33U) |
            (condition.predicate.is_valid() ? condition.predicate.index() : 0xffffffffU);
        way = chained(way, place);
        m_keys.push_back(way);
        way = chained(way, condition.outcome ? 1 : 2);
    }
}

std::vector<ExpressionId> SymbolicPath::constraints_to_turn(std::size_t index)
{
    std::vector<ExpressionId> constraints;
    const auto as_it_should_be = [this](const PathCondition& condition, bool outcome) {
        return outcome ? condition.condition : m_run.graph.negation(condition.condition);
    };
    for (std::size_t i = 0; i < index; ++i)
    {
        const PathCondition& condition = m_conditions[i];
        if (condition.condition.is_valid())
        {
            constraints.push_back(as_it_should_be(condition, condition.outcome));
        }
    }
    const PathCondition& turned = m_conditions[index];
    constraints.push_back(as_it_should_be(turned, !turned.outcome));
    return constraints;
}

bool SymbolicPath::is_bound(std::size_t index) const
{
    const auto end = m_conditions.begin() + static_cast<std::ptrdiff_t>(index);
    return std::any_of(m_conditions.begin(), end, [](const PathCondition& condition) {
        return !condition.is_decision && condition.condition.is_valid();
    });
}

std::optional<Diverted> SymbolicPath::diverted(const SymbolicPath& found, std::size_t turned) const
{
    for (std::size_t i = 0; i <= turned; ++i)
    {
        if (found.m_conditions.size() == i)
        {
            return Diverted::ended;
        }
        const PathCondition& wanted = m_conditions[i];
        const PathCondition& met = found.m_conditions[i];
        if (met.call != wanted.call || met.predicate != wanted.predicate)
        {
            return Diverted::unrecorded;
        }
        if ((met.outcome != wanted.outcome) != (i == turned))
        {
            return wanted.condition.is_valid() ? Diverted::condition : Diverted::number;
        }
    }
    return std::nullopt;
}

std::optional<TestCase> SymbolicPath::with_model(
    const symbolic::Assignment& model, const Catalogue& catalogue, const TypeUniverse& types) const
{
    TestCase changed = m_test;
    bool differs = false;
    for (std::size_t i = 0; i < m_run.graph.variable_count(); ++i)
    {
        if (is_same(model[i], m_run.literals[i]))
        {
            continue;
        }
        const symbolic::Variable& variable = m_run.graph[symbolic::VariableId(i)];
        const auto type = type_at(m_test, variable.address, catalogue, types);
        auto literal = type ? symbolic::to_literal(variable, model[i], types[*type]) : std::nullopt;
        if (!literal || !is_well_formed(*literal, *type, types) ||
            !symbolic::set_literal(changed, variable.address, std::move(*literal)))
        {
            return std::nullopt;
        }
        differs = true;
    }
    return differs ? std::optional(std::move(changed)) : std::nullopt;
}

TestCase expanded(TestCase test)
{
    for (Call& call : test.calls)
    {
        for (Argument& argument : call.arguments)
        {
            if (!std::holds_alternative<ArgumentRef>(argument))
            {
                continue;
            }
            Argument found = resolve(test, argument);
            if (std::holds_alternative<Value>(found))
            {
                argument = std::move(found);
            }
        }
    }
    return test;
}

}  // namespace sbst::dse
