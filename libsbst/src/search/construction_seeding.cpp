// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/direct_branch.hpp>
#include <sbst/error.hpp>
#include <sbst/search/construction_seeding.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace sbst
{

namespace
{

/// Goals drawn until one has a plan.
constexpr int max_draws = 5;
constexpr double most_templates = 1000.0;
/// Tries to make operands equal for one goal, until it is left alone; one without a literal that
/// equals an operand counts as several.
constexpr std::uint32_t most_tries = 40;
constexpr std::uint32_t tries_in_vain = 4;

/// The predicate of a branch, and those of the branches on which it depends.
std::set<PredicateId> predicates_towards(const GoalGraph& goals, GoalId goal)
{
    std::set<PredicateId> predicates;
    std::set<GoalId> seen{goal};
    std::vector<GoalId> next{goal};
    while (!next.empty())
    {
        const GoalId one = next.back();
        next.pop_back();
        if (is_outcome(goals[one]))
        {
            predicates.insert(predicate_of(goals[one]));
        }
        for (const GoalId parent : goals.parents(one))
        {
            if (seen.insert(parent).second)
            {
                next.push_back(parent);
            }
        }
    }
    return predicates;
}

/// The operands of the last of these predicates that the last call evaluated: probably it left the
/// way there. Nothing where the log is not whole.
std::vector<ComparedValues> blocking_pairs(
    const Trace& trace, const std::set<PredicateId>& predicates)
{
    std::vector<ComparedValues> pairs;
    const auto& entries = trace.values.entries();
    if (trace.values.is_truncated())
    {
        return pairs;
    }
    const auto last = std::find_if(entries.rbegin(), entries.rend(),
        [&](const ComparedValues& one) { return predicates.contains(one.predicate); });
    for (auto one = last; one != entries.rend() && pairs.size() < InputToState::max_pairs; ++one)
    {
        if (one->call == last->call && one->predicate == last->predicate &&
            !(one->left == one->right))
        {
            pairs.push_back(*one);
        }
    }
    return pairs;
}

}  // namespace

void validate(const ConstructionOptions& options)
{
    const double templates = options.templates_per_generation.value_or(0.0);
    if (!(templates >= 0.0 && templates <= most_templates))
    {
        throw ConfigError(
            fmt::format("templates_per_generation: found {}; expected a number from 0 to {}",
                templates, most_templates));
    }
}

ConstructionSeeding::ConstructionSeeding(SequenceOperators& operators, const GoalGraph& goals,
    PlanOf plan_of, const ConstructionOptions& options)
  : m_goals(&goals),
    m_builder(operators),
    m_plan_of(std::move(plan_of)),
    m_rate(options.templates_per_generation.value_or(0.0)),
    m_equates_operands(options.equates_operands),
    m_operands(operators.types(), operators.catalogue(), goals)
{
    validate(options);
}

void ConstructionSeeding::on_evaluated(const Evaluated<TestCase>& evaluated)
{
    if (evaluated.improved && m_rate > 0.0)
    {
        m_known.note(evaluated.test, evaluated.trace);
    }
    for (Proposal& proposal : m_proposals)
    {
        // A goal that is covered is no column any more.
        const auto column =
            std::lower_bound(evaluated.goals.begin(), evaluated.goals.end(), proposal.goal);
        if (column != evaluated.goals.end() && *column == proposal.goal &&
            proposal.test == evaluated.test)
        {
            const auto index = static_cast<std::size_t>(column - evaluated.goals.begin());
            const Fitness& fitness = evaluated.after[index];
            proposal.has_failed = !fitness.is_covered() && fitness < Fitness::worst();
            proposal.approach_level = fitness.approach_level;
        }
    }
}

void ConstructionSeeding::explore(Exploration<TestCase>& search, Rng& rng)
{
    // Running a test calls on_evaluated.
    const std::vector<Proposal> proposals = std::exchange(m_proposals, {});
    for (const Proposal& proposal : proposals)
    {
        if (proposal.has_failed && !search.is_over())
        {
            if (auto test = equated(proposal, search, rng))
            {
                m_equated.push_back(*std::move(test));
            }
        }
    }
}

std::optional<TestCase> ConstructionSeeding::equated(
    const Proposal& proposal, Exploration<TestCase>& search, Rng& rng)
{
    m_tries.resize(std::max(m_tries.size(), proposal.goal.index() + 1));
    Tries& tries = m_tries[proposal.goal.index()];
    if (proposal.approach_level < tries.nearest)
    {
        tries = {.count = 0, .nearest = proposal.approach_level};
    }
    // One that failed farther off than others has other troubles.
    if (tries.count >= most_tries || proposal.approach_level > tries.nearest)
    {
        return std::nullopt;
    }
    const auto ran = search.run({proposal.test}, Record::values);
    if (ran.empty())
    {
        return std::nullopt;
    }
    auto test = m_operands.substitute(
        blocking_pairs(ran.front().trace, predicates_towards(*m_goals, proposal.goal)),
        proposal.test, rng);
    tries.count += test ? 1 : tries_in_vain;
    return test;
}

std::vector<TestCase> ConstructionSeeding::refine(const SearchState<TestCase>& state, Rng& rng)
{
    std::vector<TestCase> tests = std::exchange(m_equated, {});
    m_proposals.clear();
    const double whole = std::floor(m_rate);
    const double rest = m_rate - whole;
    if (m_rate <= 0.0 || state.goals.empty())
    {
        return tests;
    }
    const auto count = static_cast<std::size_t>(whole) + (rng.chance(rest) ? 1U : 0U);
    for (std::size_t i = 0; i < count; ++i)
    {
        if (auto proposal = propose(state, rng))
        {
            ++m_templates;
            tests.push_back(proposal->test);
            if (m_equates_operands)
            {
                m_proposals.push_back(*std::move(proposal));
            }
        }
    }
    return tests;
}

std::optional<ConstructionSeeding::Proposal> ConstructionSeeding::propose(
    const SearchState<TestCase>& state, Rng& rng)
{
    for (int i = 0; i < max_draws; ++i)
    {
        const GoalId goal = state.goals[rng.index(state.goals.size())];
        if (const TemplatePlan* const plan = m_plan_of(goal))
        {
            m_builder.use(&m_known);
            auto test = m_builder.build(*plan, rng);
            return test ? std::optional<Proposal>({.goal = goal, .test = *std::move(test)}) :
                          std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace sbst
