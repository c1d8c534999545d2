// SPDX-License-Identifier: Apache-2.0
#include <sbst/dse/portfolio.hpp>
#include <sbst/symbolic/slice.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace sbst::dse
{

namespace
{

using symbolic::ExpressionId;
using symbolic::VariableId;

/// The constraints that share variables with one, itself among them where it shares none.
std::vector<ExpressionId> slice_of(const Query& query, ExpressionId wanted)
{
    std::vector<ExpressionId> constraints = symbolic::slice(query.graph, query.constraints, wanted);
    if (std::ranges::find(constraints, wanted) == constraints.end())
    {
        constraints.push_back(wanted);
    }
    return constraints;
}

bool has_contraries(
    const symbolic::ExpressionGraph& graph, std::span<const ExpressionId> constraints)
{
    return std::ranges::any_of(constraints, [&](ExpressionId constraint) {
        return graph[constraint].op == symbolic::Op::not_ &&
               std::ranges::find(constraints, graph.operand(constraint, 0)) != constraints.end();
    });
}

}  // namespace

Portfolio::Portfolio(std::vector<NamedSolver> solvers, PortfolioOptions options)
  : m_solvers(std::move(solvers)),
    m_answers(options.most_remembered_words),
    m_contradictions(options.most_contradictions)
{
    for (const NamedSolver& solver : m_solvers)
    {
        m_solver_counts.push_back({.name = solver.name});
    }
}

Answer Portfolio::solve(const Query& query, Rng& rng)
{
    ++m_counts.queries;
    symbolic::Evaluator evaluator(query.graph, query.constraints);
    evaluator.evaluate(query.start);
    Answer answer{.verdict = Verdict::satisfiable, .model = query.start};
    std::vector<ExpressionId> solved;
    for (std::size_t i = query.constraints.size(); i-- > 0;)
    {
        const ExpressionId wanted = query.constraints[i];
        if (evaluator.is_true(wanted) || std::ranges::find(solved, wanted) != solved.end())
        {
            continue;
        }
        const std::vector<ExpressionId> constraints = slice_of(query, wanted);
        const Answer of_slice =
            solve_slice({query.graph, constraints, query.start, query.is_over}, rng);
        answer.effort += of_slice.effort;
        if (of_slice.verdict != Verdict::satisfiable)
        {
            return {.verdict = of_slice.verdict, .effort = answer.effort};
        }
        for (const VariableId variable : symbolic::variables_of(query.graph, constraints))
        {
            answer.model[variable.index()] = of_slice.model[variable.index()];
        }
        solved.insert(solved.end(), constraints.begin(), constraints.end());
    }
    return answer;
}

Answer Portfolio::solve_slice(const Query& slice, Rng& rng)
{
    ++m_counts.slices;
    // It is false, and nothing can change that; or it is asked for and for its contrary.
    if (symbolic::variables_of(slice.graph, slice.constraints).empty() ||
        has_contraries(slice.graph, slice.constraints))
    {
        return {.verdict = Verdict::unsatisfiable};
    }
    const QueryKey key = key_of(slice);
    if (m_contradictions.contradicts(key))
    {
        ++m_counts.remembered_contradictions;
        return {.verdict = Verdict::unsatisfiable};
    }
    if (std::optional<Answer> known = m_answers.find(slice, key))
    {
        if (known->verdict != Verdict::satisfiable || is_model(slice, known->model))
        {
            ++m_counts.remembered_answers;
            return *std::move(known);
        }
    }
    Answer answer = ask_solvers(slice, rng);
    if (is_over(slice))
    {
        return answer;
    }
    m_answers.add(slice, key, answer);
    if (answer.verdict == Verdict::unsatisfiable)
    {
        m_contradictions.add(key);
    }
    return answer;
}

Answer Portfolio::ask_solvers(const Query& slice, Rng& rng)
{
    std::uint64_t effort = 0;
    for (std::size_t i = 0; i < m_solvers.size() && !is_over(slice); ++i)
    {
        Answer answer = m_solvers[i].solve(slice, rng);
        SolverCounts& counts = m_solver_counts[i];
        ++counts.asked;
        counts.effort += answer.effort;
        effort += answer.effort;
        answer.effort = effort;
        switch (answer.verdict)
        {
            case Verdict::satisfiable:
                if (is_model(slice, answer.model))
                {
                    ++counts.satisfiable;
                    return answer;
                }
                ++counts.wrong_models;
                break;
            case Verdict::unsatisfiable:
                ++counts.unsatisfiable;
                return answer;
            case Verdict::unknown:
                ++(answer.has_wrong_model ? counts.wrong_models : counts.unknown);
                if (!answer.failure.empty())
                {
                    ++(answer.is_late ? counts.late : counts.failed);
                    // What was wrong says more than that another answer was late.
                    if (!answer.is_late || counts.failed == 0)
                    {
                        counts.failure = std::move(answer.failure);
                        counts.complaint = std::move(answer.complaint);
                    }
                }
                break;
        }
    }
    return {.verdict = Verdict::unknown, .effort = effort};
}

}  // namespace sbst::dse
