// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/search/construction_seeding.hpp>

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace sbst
{

namespace
{

/// Goals drawn until one has a plan.
constexpr int max_draws = 5;
constexpr double most_templates = 1000.0;

}  // namespace

void validate(const ConstructionOptions& options)
{
    const double templates = options.templates_per_generation;
    if (!(templates >= 0.0 && templates <= most_templates))
    {
        throw ConfigError(
            fmt::format("templates_per_generation: found {}; expected a number from 0 to {}",
                templates, most_templates));
    }
}

ConstructionSeeding::ConstructionSeeding(
    SequenceOperators& operators, PlanOf plan_of, const ConstructionOptions& options)
  : m_builder(operators), m_plan_of(std::move(plan_of)), m_options(options)
{
    validate(options);
}

void ConstructionSeeding::on_evaluated(const Evaluated<TestCase>& evaluated)
{
    if (evaluated.improved && m_options.templates_per_generation > 0.0)
    {
        m_known.note(evaluated.test, evaluated.trace);
    }
}

std::vector<TestCase> ConstructionSeeding::refine(const SearchState<TestCase>& state, Rng& rng)
{
    std::vector<TestCase> tests;
    const double whole = std::floor(m_options.templates_per_generation);
    const double rest = m_options.templates_per_generation - whole;
    if (m_options.templates_per_generation <= 0.0 || state.goals.empty())
    {
        return tests;
    }
    const auto count = static_cast<std::size_t>(whole) + (rng.chance(rest) ? 1U : 0U);
    for (std::size_t i = 0; i < count; ++i)
    {
        if (auto test = propose(state, rng))
        {
            ++m_templates;
            tests.push_back(std::move(*test));
        }
    }
    return tests;
}

std::optional<TestCase> ConstructionSeeding::propose(const SearchState<TestCase>& state, Rng& rng)
{
    for (int i = 0; i < max_draws; ++i)
    {
        const GoalId goal = state.goals[rng.index(state.goals.size())];
        if (const TemplatePlan* const plan = m_plan_of(goal))
        {
            m_builder.use(&m_known);
            return m_builder.build(*plan, rng);
        }
    }
    return std::nullopt;
}

}  // namespace sbst
