// SPDX-License-Identifier: Apache-2.0
// Plans of templates for the branches of a contract: the places of storage that the way to a branch
// reads, and the transactions that write them. Next: sbst/construction/template_plan.hpp.
#pragma once

#include "call_inputs.hpp"
#include "catalogue_builder.hpp"
#include "goal_builder.hpp"
#include "state_slice.hpp"
#include "writer_fit.hpp"

#include <sbst/construction/construction_graph.hpp>
#include <sbst/construction/template_plan.hpp>
#include <sbst/evm/construction/storage_facts.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst::evm
{

/// What plans are made of; all of it must outlive them.
struct PlanSource
{
    const Artifact* artifact = nullptr;
    const ContractSurface* surface = nullptr;
    std::span<const Actor> actors{};
    const ContractGoals* goals = nullptr;
    const ContractAnalysis* runtime = nullptr;
    const ContractAnalysis* creation = nullptr;
    /// By callable: the entry of the runtime code; invalid for the constructor.
    std::span<const MethodId> entry_of_callable{};
    BytesView runtime_code{};
};

/// Keeps what it found: plans by goal, guards by write.
///
/// A write costs its own transaction and those that its guards need, each place by its cheapest
/// writer: the least solution of these equations (the additive heuristic of planning: Bonet and
/// Geffner, Artificial Intelligence 129, 2001). Guards use cheaper writes only, so that no write
/// needs itself.
class ContractPlans
{
public:
    /// A goal with a larger graph has no plan.
    static constexpr std::size_t max_nodes = 60;

    /// Finds the storage facts of both programs, in about the time of their analysis.
    explicit ContractPlans(const PlanSource& source);

    /// Null for what is no branch of the runtime code, or depends on no state that transactions
    /// write. A goal of several functions has a plan for each, in turns.
    [[nodiscard]] const TemplatePlan* of(GoalId goal);
    /// The graph of a goal in its first function; empty where it depends on no state.
    [[nodiscard]] ConstructionGraph graph_of(GoalId goal) const;
    /// The writes of the constructor, then those of the functions.
    [[nodiscard]] std::string storage_text() const;

private:
    using Plan = std::shared_ptr<const TemplatePlan>;
    /// The cost of a write whose guards nothing fulfils.
    static constexpr std::size_t impossible = 1'000'000;

    /// A program with its facts.
    struct Program
    {
        ContractFacts facts{};
        const ContractAnalysis* analysis = nullptr;
        StorageFacts storage{};
        /// By entry: its branches.
        std::vector<std::size_t> branches{};
    };
    struct PlansOfGoal
    {
        std::vector<Plan> plans{};
        std::size_t next = 0;
    };
    /// A writer of a node before its guards are known.
    struct Offer
    {
        StateWriter writer{};
        /// Index in the writes of the runtime code; nothing for the constructor.
        std::optional<std::size_t> write{};
        bool counts = false;
    };
    /// A plan without writers, and those that its nodes may have.
    struct Draft
    {
        /// Null where the way depends on no state.
        std::shared_ptr<TemplatePlan> plan{};
        /// By node.
        std::vector<std::vector<Offer>> offers{};
        /// Nodes that need no writer.
        std::vector<bool> is_free{};
    };

    static void count_branches(Program& program);
    [[nodiscard]] std::vector<Plan> plans_of(GoalId goal);
    [[nodiscard]] std::optional<std::uint32_t> index_of(GoalId goal) const;
    [[nodiscard]] Draft draft(
        std::span<const std::uint32_t> guards, std::uint32_t entry, CallableId callable) const;
    void draft_state(Draft& draft, ConstructionId node, const SlicedState& state,
        const CallInputs& inputs) const;
    void add_offers(
        std::vector<Offer>& offers, const WantedState& wanted, const Program& program) const;
    void add_immutable(
        std::vector<Offer>& offers, const WantedState& wanted, const CallInputs& inputs) const;
    [[nodiscard]] bool is_constructed(const SlicedState& state) const;
    [[nodiscard]] static double share_of(const Program& program, const StorageWrite& write);
    void find_costs();
    [[nodiscard]] std::size_t cost_of(const Offer& offer) const;
    [[nodiscard]] std::size_t cost_of(const Draft& draft) const;
    [[nodiscard]] Plan finished(const Draft& draft, std::size_t limit);
    [[nodiscard]] Plan guards_of(std::size_t write);
    [[nodiscard]] CallInputs inputs_of(CallableId callable) const;
    [[nodiscard]] std::optional<CallableId> callable_of(std::uint32_t entry) const;

    PlanSource m_source;
    Program m_runtime;
    Program m_creation;
    KnownKeys m_keys;
    TimeOffsets m_times;
    // By write of the runtime code.
    std::vector<Draft> m_drafts;
    std::vector<std::size_t> m_costs;
    std::map<std::size_t, Plan> m_guards;
    std::map<GoalId, PlansOfGoal> m_plans;
};

}  // namespace sbst::evm
