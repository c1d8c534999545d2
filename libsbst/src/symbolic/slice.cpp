// SPDX-License-Identifier: Apache-2.0
#include "below.hpp"

#include <sbst/symbolic/slice.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>

namespace sbst::symbolic
{

std::vector<bool> marks_below(
    const ExpressionGraph& graph, std::span<const ExpressionId> expressions)
{
    std::size_t size = 0;
    for (const ExpressionId expression : expressions)
    {
        size = std::max(size, expression.index() + 1);
    }
    std::vector<bool> is_below(size);
    for (const ExpressionId expression : expressions)
    {
        is_below[expression.index()] = true;
    }
    for (std::size_t i = size; i-- > 0;)
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

namespace
{

/// Expressions in groups that share variables. Those without variables are in no group with others.
class SharingGroups
{
public:
    SharingGroups(const ExpressionGraph& graph, std::span<const ExpressionId> expressions)
    {
        const std::vector<bool> is_below = marks_below(graph, expressions);
        m_has_variable.resize(is_below.size());
        m_parents.resize(is_below.size());
        std::iota(m_parents.begin(), m_parents.end(), std::size_t{0});
        for (std::size_t i = 0; i < is_below.size(); ++i)
        {
            if (is_below[i])
            {
                m_has_variable[i] = graph[ExpressionId(i)].op == Op::variable;
                join_operands(i, graph.operands(ExpressionId(i)));
            }
        }
    }

    [[nodiscard]] bool share(ExpressionId a, ExpressionId b)
    {
        return m_has_variable[a.index()] && find(a.index()) == find(b.index());
    }

private:
    void join_operands(std::size_t user, std::span<const ExpressionId> operands)
    {
        for (const ExpressionId operand : operands)
        {
            if (m_has_variable[operand.index()])
            {
                m_has_variable[user] = true;
                m_parents[find(user)] = find(operand.index());
            }
        }
    }

    std::size_t find(std::size_t member)
    {
        while (m_parents[member] != member)
        {
            m_parents[member] = m_parents[m_parents[member]];
            member = m_parents[member];
        }
        return member;
    }

    std::vector<bool> m_has_variable;
    std::vector<std::size_t> m_parents;
};

}  // namespace

std::vector<VariableId> variables_of(
    const ExpressionGraph& graph, std::span<const ExpressionId> expressions)
{
    const std::vector<bool> is_below = marks_below(graph, expressions);
    std::vector<VariableId> result;
    for (std::size_t i = 0; i < is_below.size(); ++i)
    {
        const Node& node = graph[ExpressionId(i)];
        if (is_below[i] && node.op == Op::variable)
        {
            result.emplace_back(node.a);
        }
    }
    std::ranges::sort(result);
    return result;
}

std::vector<ExpressionId> slice(
    const ExpressionGraph& graph, std::span<const ExpressionId> constraints, ExpressionId wanted)
{
    std::vector<ExpressionId> all(constraints.begin(), constraints.end());
    all.push_back(wanted);
    SharingGroups groups(graph, all);
    std::vector<ExpressionId> result;
    std::ranges::copy_if(constraints, std::back_inserter(result),
        [&](ExpressionId constraint) { return groups.share(wanted, constraint); });
    return result;
}

}  // namespace sbst::symbolic
