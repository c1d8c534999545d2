// SPDX-License-Identifier: Apache-2.0
// Construction seeding: templates for open goals join the search as a hook. Next:
// ../construction/template_builder.hpp, hooks.hpp.
#pragma once

#include <sbst/construction/template_builder.hpp>
#include <sbst/goal/goal.hpp>
#include <sbst/search/hooks.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace sbst
{

struct ConstructionOptions
{
    /// Templates for each generation in the mean; 0 switches it off. Fewer where most of the active
    /// goals have no plan, as only branches may have. The paper's text gives at most 0.3, its
    /// artifact 0.75.
    double templates_per_generation = 0.0;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const ConstructionOptions& options);

/// Before each generation draws open goals and proposes a template for each: a test that builds the
/// state on which the goal's branch depends. Draws nothing while it is switched off.
/// Source: EvoObj, section 3.3; there one goal with a probability, here a mean number.
class ConstructionSeeding
{
public:
    /// Gives the plan for a goal, or null. A plan must stay valid until the next request.
    using PlanOf = std::function<const TemplatePlan*(GoalId)>;

    /// Keeps a reference to the operators, which must outlive it. @throws ConfigError as validate.
    ConstructionSeeding(
        SequenceOperators& operators, PlanOf plan_of, const ConstructionOptions& options = {});

    /// Remembers calls that returned.
    void on_evaluated(const Evaluated<TestCase>& evaluated);
    [[nodiscard]] std::vector<TestCase> refine(const SearchState<TestCase>& state, Rng& rng);

    /// Templates that it proposed.
    [[nodiscard]] std::uint64_t templates() const { return m_templates; }

private:
    [[nodiscard]] std::optional<TestCase> propose(const SearchState<TestCase>& state, Rng& rng);

    KnownCalls m_known;
    TemplateBuilder m_builder;
    PlanOf m_plan_of;
    ConstructionOptions m_options;
    std::uint64_t m_templates = 0;
};

}  // namespace sbst
