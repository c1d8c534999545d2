// SPDX-License-Identifier: Apache-2.0
#include <sbst/dse/solver.hpp>

#include <algorithm>

namespace sbst::dse
{

bool is_model(const Query& query, const symbolic::Assignment& assignment)
{
    symbolic::Evaluator evaluator(query.graph, query.constraints);
    const auto has_value = [&](symbolic::VariableId id) {
        return id.index() < assignment.size() &&
               symbolic::is_in_domain(assignment[id.index()], query.graph[id]);
    };
    if (!std::ranges::all_of(evaluator.variables(), has_value))
    {
        return false;
    }
    evaluator.evaluate(assignment);
    return std::ranges::all_of(
        query.constraints, [&](symbolic::ExpressionId id) { return evaluator.is_true(id); });
}

}  // namespace sbst::dse
