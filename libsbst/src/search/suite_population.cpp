// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/direct_branch.hpp>
#include <sbst/numeric/normalise.hpp>
#include <sbst/search/suite_population.hpp>

#include <algorithm>

namespace sbst
{

namespace
{

/// More evaluations make no difference.
constexpr std::uint8_t enough_evaluations = 2;

/// The place of a predicate's evaluations, and of those in calls of the test itself.
std::size_t evaluation_of(PredicateId predicate, bool is_direct)
{
    return 2 * predicate.index() + (is_direct ? 1 : 0);
}

void add_hits(const BranchHits& hits, std::uint8_t& evaluations)
{
    const std::uint64_t sum = std::uint64_t{hits.hits_true} + hits.hits_false + evaluations;
    evaluations = static_cast<std::uint8_t>(std::min<std::uint64_t>(sum, enough_evaluations));
}

}  // namespace

void SuiteFitness::update(const GoalGraph& graph, const ScoreColumns& columns)
{
    m_columns.clear();
    m_evaluations.resize(2 * std::max(predicate_count(graph), direct_predicate_count(graph)));
    const std::span<const GoalId> goals = columns.goals();
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const Goal& goal = graph[goals[i]];
        Column column{.place = columns.places()[i]};
        if (is_outcome(goal) && !is_context_branch(goal) && goal.index != Goal::no_index)
        {
            column.is_branch = true;
            column.evaluation = evaluation_of(predicate_of(goal), is_direct_branch(goal));
            const auto other = graph.find(
                goal.criterion, BranchCriterion::index_of(predicate_of(goal), !outcome_of(goal)));
            column.is_last_outcome =
                !other || !std::binary_search(goals.begin(), goals.end(), *other);
        }
        m_columns.push_back(column);
    }
}

void SuiteFitness::begin()
{
    m_least.assign(m_columns.size(), Fitness::worst());
    std::fill(m_evaluations.begin(), m_evaluations.end(), std::uint8_t{0});
}

void SuiteFitness::add(const Trace& trace, const ScoreRow& scores)
{
    for (std::size_t i = 0; i < m_columns.size(); ++i)
    {
        m_least[i] = std::min(m_least[i], scores[m_columns[i].place]);
    }
    if (trace.is_unusable())
    {
        return;
    }
    for (const PredicateTrace& entry : trace.predicates)
    {
        if (evaluation_of(entry.predicate, true) < m_evaluations.size())
        {
            add_hits(entry.all, m_evaluations[evaluation_of(entry.predicate, false)]);
            add_hits(entry.direct, m_evaluations[evaluation_of(entry.predicate, true)]);
        }
    }
}

double SuiteFitness::sum() const
{
    double total = 0.0;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
    {
        const Column& column = m_columns[i];
        const Fitness& least = m_least[i];
        if (least.is_covered())
        {
            continue;
        }
        if (!column.is_branch)
        {
            total +=
                least == Fitness::worst() ? 1.0 : nu(least.approach_level + nu(least.distance));
            continue;
        }
        const int evaluations = m_evaluations[column.evaluation] + (column.is_last_outcome ? 1 : 0);
        const bool is_evaluated =
            m_evaluations[column.evaluation] > 0 && evaluations >= enough_evaluations;
        total += is_evaluated && least.approach_level == 0 ? nu(least.distance) : 1.0;
    }
    return total;
}

}  // namespace sbst
