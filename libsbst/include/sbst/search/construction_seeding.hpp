// SPDX-License-Identifier: Apache-2.0
// Construction seeding: templates for open goals join the search as a hook. Next:
// ../construction/template_builder.hpp, hooks.hpp.
#pragma once

#include <sbst/construction/template_builder.hpp>
#include <sbst/goal/goal.hpp>
#include <sbst/goal/goal_graph.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/search/input_to_state.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace sbst
{

struct ConstructionOptions
{
    /// Templates for each generation in the mean; 0 switches it off, absent is what the adapter
    /// tells (TellsTemplateRate in ../run/facts.hpp), or 0. Fewer where most of the active goals
    /// have no plan, as only branches may have. The paper's text gives at most 0.3, its artifact
    /// 0.75.
    std::optional<double> templates_per_generation{};
    /// A template that failed, as near to its branch as any before, is run again for the operands
    /// that the branch, and those on which it depends, compare: where a literal of the template
    /// equals one (a commitment that was stored), a third test has the other operand there (the
    /// hash of what is revealed). No distance leads to such a value, and the archive's nearest test
    /// need not have the literal. At most 40 times for a goal at one approach level, 10 where
    /// nothing matches.
    bool equates_operands = true;
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

    /// Keeps references, which must outlive it. @throws ConfigError as validate.
    ConstructionSeeding(SequenceOperators& operators, const GoalGraph& goals, PlanOf plan_of,
        const ConstructionOptions& options = {});

    /// Remembers calls that returned, and which templates did not cover their goals.
    void on_evaluated(const Evaluated<TestCase>& evaluated);
    /// Runs those again for their operands; each execution counts.
    void explore(Exploration<TestCase>& search, Rng& rng);
    [[nodiscard]] std::vector<TestCase> refine(const SearchState<TestCase>& state, Rng& rng);

    /// Templates that it proposed.
    [[nodiscard]] std::uint64_t templates() const { return m_templates; }

private:
    /// A template of this generation.
    struct Proposal
    {
        GoalId goal;
        TestCase test;
        /// Its run had a fitness for the goal, not the worst, and left the goal open.
        bool has_failed = false;
        std::uint32_t approach_level = 0;
    };

    [[nodiscard]] std::optional<Proposal> propose(const SearchState<TestCase>& state, Rng& rng);
    [[nodiscard]] std::optional<TestCase> equated(
        const Proposal& proposal, Exploration<TestCase>& search, Rng& rng);

    const GoalGraph* m_goals;
    KnownCalls m_known;
    TemplateBuilder m_builder;
    PlanOf m_plan_of;
    double m_rate;
    bool m_equates_operands;
    InputToState m_operands;
    std::vector<Proposal> m_proposals;
    /// For the next generation.
    std::vector<TestCase> m_equated;
    struct Tries
    {
        std::uint32_t count = 0;
        /// The least approach level of a template.
        std::uint32_t nearest = std::numeric_limits<std::uint32_t>::max();
    };
    /// Indexed by goal.
    std::vector<Tries> m_tries;
    std::uint64_t m_templates = 0;
};

}  // namespace sbst
