// SPDX-License-Identifier: Apache-2.0
#include "avm_search.hpp"
#include "inversion.hpp"

#include <sbst/dse/avm_solver.hpp>
#include <sbst/error.hpp>
#include <sbst/symbolic/slice.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace sbst::dse
{

namespace
{

using symbolic::Assignment;
using symbolic::Datum;
using symbolic::VariableId;

/// One query.
class AvmRun
{
public:
    AvmRun(const Query& query, const AvmOptions& options, Rng& rng)
      : m_query(query),
        m_options(options),
        m_rng(rng),
        m_mentioned(mentioned_in(query.graph, query.constraints)),
        m_congruences(query.graph, query.constraints),
        m_state(query, options.most_evaluations, options.most_operations),
        m_search(m_state, m_mentioned, m_congruences, rng, options.only_published)
    {}

    [[nodiscard]] Answer answer();

private:
    void descend();
    bool sweep();
    bool repair();
    void walk();
    void step_of_walk();
    [[nodiscard]] Datum drawn(VariableId variable);
    void reset();

    const Query& m_query;
    const AvmOptions& m_options;
    Rng& m_rng;
    Mentioned m_mentioned;
    Congruences m_congruences;
    AvmState m_state;
    AvmSearch m_search;
    /// Variables that constants were suggested to since the last reset, and that were scanned.
    std::vector<bool> m_is_suggested;
    std::vector<bool> m_is_scanned;
    /// Whether systems of bits and products were tried since the last reset.
    bool m_tried_systems = false;
};

Answer AvmRun::answer()
{
    for (unsigned attempt = 0; !m_state.is_over(); ++attempt)
    {
        m_is_suggested.assign(m_query.graph.variable_count(), false);
        m_tried_systems = false;
        m_is_scanned.assign(m_query.graph.variable_count(), false);
        descend();
        if (!m_options.only_published)
        {
            walk();
        }
        if (attempt == m_options.resets || m_state.is_over())
        {
            break;
        }
        reset();
    }
    Answer answer{.effort = m_state.evaluations()};
    if (m_state.is_solved() && is_model(m_query, m_state.assignment()))
    {
        answer.verdict = Verdict::satisfiable;
        answer.model = m_state.assignment();
    }
    return answer;
}

/// Steps until none is better.
void AvmRun::descend()
{
    while (!m_state.is_over())
    {
        if (!m_options.only_published && (m_search.invert() || m_search.solve_sums()))
        {
            continue;
        }
        if (!m_options.only_published && !std::exchange(m_tried_systems, true) &&
            (m_search.solve_bits() || m_search.solve_products()))
        {
            continue;
        }
        if (!sweep() && (m_options.only_published || !repair()))
        {
            break;
        }
    }
}

/// Each variable that matters, once.
bool AvmRun::sweep()
{
    bool is_better = false;
    for (const VariableId variable : m_state.variables_of_violated())
    {
        if (m_state.is_over())
        {
            break;
        }
        if (!m_options.only_published && !m_is_suggested[variable.index()])
        {
            m_is_suggested[variable.index()] = true;
            is_better = m_search.suggest(variable) || is_better;
        }
        is_better = m_search.search(variable) || is_better;
    }
    return is_better;
}

bool AvmRun::repair()
{
    if (m_search.invert_with_repairs() || m_search.invert_twice())
    {
        return true;
    }
    for (const VariableId variable : m_state.variables_of_violated())
    {
        if (m_state.is_over())
        {
            break;
        }
        if (m_search.lift(variable) || m_search.search_with_repairs(variable))
        {
            return true;
        }
        if (!m_is_scanned[variable.index()])
        {
            m_is_scanned[variable.index()] = true;
            if (m_search.scan(variable))
            {
                return true;
            }
        }
    }
    return false;
}

/// Out of a place that no step leads out of: constraints are made true one after the other,
/// whatever that does to others.
void AvmRun::walk()
{
    constexpr unsigned most_steps = 100;
    for (unsigned i = 0; i < most_steps && !m_state.is_over(); ++i)
    {
        step_of_walk();
    }
    descend();
}

void AvmRun::step_of_walk()
{
    std::vector<std::size_t> violated;
    for (std::size_t i = 0; i < m_query.constraints.size(); ++i)
    {
        if (m_state.is_violated(i))
        {
            violated.push_back(i);
        }
    }
    const std::size_t chosen = violated[m_rng.index(violated.size())];
    constexpr double noise = 0.2;
    if (m_rng.chance(noise))
    {
        const auto variables = m_state.variables_of(chosen);
        if (!variables.empty())
        {
            const VariableId variable = variables[m_rng.index(variables.size())];
            m_state.put(variable, drawn(variable));
        }
        return;
    }
    Inversion inversion(m_query.graph, m_state.evaluated(), m_congruences, &m_rng);
    std::vector<Proposal> proposals = inversion.proposals(m_query.constraints[chosen], true);
    if (!proposals.empty())
    {
        Proposal& proposal = proposals[m_rng.index(proposals.size())];
        m_state.put(proposal.variable, std::move(proposal.value));
    }
}

Datum AvmRun::drawn(VariableId variable)
{
    if (m_rng.chance(m_options.constant_prob))
    {
        const std::vector<Datum> constants = suggestions(m_query.graph[variable], m_mentioned);
        return constants[m_rng.index(constants.size())];
    }
    return random_datum(m_query.graph[variable], m_rng);
}

void AvmRun::reset()
{
    Assignment assignment = m_state.assignment();
    for (const VariableId variable : m_state.variables())
    {
        assignment[variable.index()] = drawn(variable);
    }
    m_state.restart(std::move(assignment));
}

}  // namespace

void validate(const AvmOptions& options)
{
    if (options.most_evaluations == 0)
    {
        throw ConfigError{"AVM solver: most evaluations is 0, expected a positive number"};
    }
    if (options.most_operations == 0)
    {
        throw ConfigError{"AVM solver: most operations is 0, expected a positive number"};
    }
    if (!(options.constant_prob >= 0.0 && options.constant_prob <= 1.0))
    {
        throw ConfigError{
            fmt::format("AVM solver: probability of constants is {}, expected a number in [0, 1]",
                options.constant_prob)};
    }
}

AvmSolver::AvmSolver(AvmOptions options) : m_options(options)
{
    validate(m_options);
}

Answer AvmSolver::solve(const Query& query, Rng& rng)
{
    const auto is_false = [&query](symbolic::ExpressionId id) { return query.graph.is_false(id); };
    if (std::any_of(query.constraints.begin(), query.constraints.end(), is_false))
    {
        return {.verdict = Verdict::unsatisfiable};
    }
    for (const symbolic::VariableId id : symbolic::variables_of(query.graph, query.constraints))
    {
        const symbolic::Variable& variable = query.graph[id];
        if (!symbolic::is_in_domain(symbolic::neutral_datum(variable), variable))
        {
            return {.verdict = Verdict::unsatisfiable};  // no value at all
        }
    }
    return AvmRun(query, m_options, rng).answer();
}

}  // namespace sbst::dse
