// SPDX-License-Identifier: Apache-2.0
#include "contract_plans.hpp"

#include "facts_builder.hpp"

#include <sbst/construction/setter_score.hpp>
#include <sbst/criteria/branch.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <algorithm>
#include <utility>

namespace sbst::evm
{

namespace
{

/// An input that has to be what the deployment has made it is known before others use it.
void take_from_opening_first(TemplatePlan& plan, const Catalogue& catalogue)
{
    const auto is_taken = [&](const PlannedNode& node) {
        return std::any_of(
            node.writers.begin(), node.writers.end(), [&](const StateWriter& writer) {
                return catalogue.is_opening(writer.callable) && !writer.shared.empty();
            });
    };
    for (std::size_t i = 0; i < plan.nodes.size(); ++i)
    {
        const std::vector<ConstructionParent>& origins = plan.graph[ConstructionId(i)].parents;
        for (std::size_t k = 0; is_taken(plan.nodes[i]) && k < plan.nodes.size(); ++k)
        {
            const bool is_origin = std::any_of(origins.begin(), origins.end(),
                [k](const ConstructionParent& parent) { return parent.node == ConstructionId(k); });
            const bool is_state = plan.graph[ConstructionId(k)].kind != SliceKind::input;
            if (is_state && !is_origin && !is_taken(plan.nodes[k]))
            {
                plan.nodes[k].after.emplace_back(i);
            }
        }
    }
}

}  // namespace

ContractPlans::ContractPlans(const PlanSource& source) : m_source(source)
{
    m_runtime.facts = runtime_facts(*source.artifact, source.runtime_code);
    m_runtime.analysis = source.runtime;
    m_runtime.storage = find_storage_facts(m_runtime.facts, *source.runtime);
    m_creation.facts = creation_facts(*source.artifact);
    m_creation.analysis = source.creation;
    m_creation.storage = find_storage_facts(m_creation.facts, *source.creation);
    count_branches(m_runtime);
    count_branches(m_creation);
    m_keys = KnownKeys(m_runtime.storage, m_creation.storage);
    m_times = time_offsets(m_runtime.storage, m_creation.storage);
    for (const StorageWrite& write : m_runtime.storage.writes)
    {
        const auto callable = callable_of(write.entry);
        m_drafts.push_back(callable ? draft(write.guards, write.entry, *callable) : Draft{});
    }
    find_costs();
}

const TemplatePlan* ContractPlans::of(GoalId goal)
{
    auto found = m_plans.find(goal);
    if (found == m_plans.end())
    {
        found = m_plans.emplace(goal, PlansOfGoal{.plans = plans_of(goal)}).first;
    }
    PlansOfGoal& plans = found->second;
    if (plans.plans.empty())
    {
        return nullptr;
    }
    plans.next = (plans.next + 1) % plans.plans.size();
    return plans.plans[plans.next].get();
}

ConstructionGraph ContractPlans::graph_of(GoalId goal) const
{
    const std::optional<std::uint32_t> index = index_of(goal);
    for (const std::uint32_t entry :
        index ? m_source.runtime->goals[*index].functions : std::vector<std::uint32_t>{})
    {
        const auto callable = callable_of(entry);
        const Draft made =
            callable ? draft(guards_of_goal(*m_source.runtime, *index, entry), entry, *callable) :
                       Draft{};
        if (made.plan)
        {
            return made.plan->graph;
        }
    }
    return {};
}

std::string ContractPlans::storage_text() const
{
    return writes_text(m_creation.storage, m_creation.facts, *m_creation.analysis) +
           writes_text(m_runtime.storage, m_runtime.facts, *m_runtime.analysis);
}

/// The goal's number in the analysis of the runtime code.
std::optional<std::uint32_t> ContractPlans::index_of(GoalId goal) const
{
    const Goal& wanted = m_source.goals->graph[goal];
    if (wanted.criterion != BranchCriterion::id || in_creation(wanted))
    {
        return std::nullopt;
    }
    const BranchEdge& edge = m_source.goals->details[goal.index()].edge;
    return m_source.runtime->branch_goals[edge.jumpi].at(edge.outcome ? 1 : 0);
}

std::vector<ContractPlans::Plan> ContractPlans::plans_of(GoalId goal)
{
    std::vector<Plan> plans;
    const std::optional<std::uint32_t> index = index_of(goal);
    if (!index)
    {
        return plans;
    }
    for (const std::uint32_t entry : m_source.runtime->goals[*index].functions)
    {
        const auto callable = callable_of(entry);
        const std::vector<std::uint32_t> guards = guards_of_goal(*m_source.runtime, *index, entry);
        if (!callable || guards.empty())
        {
            continue;
        }
        Plan plan = finished(draft(guards, entry, *callable), impossible);
        const bool has_writers =
            plan && std::any_of(plan->nodes.begin(), plan->nodes.end(),
                        [](const PlannedNode& node) { return !node.writers.empty(); });
        if (has_writers)
        {
            plans.push_back(std::move(plan));
        }
    }
    return plans;
}

std::optional<CallableId> ContractPlans::callable_of(std::uint32_t entry) const
{
    for (std::size_t i = 0; i < m_source.entry_of_callable.size(); ++i)
    {
        const MethodId here = m_source.entry_of_callable[i];
        if (here.is_valid() && here.index() == entry &&
            m_source.surface->catalogue[CallableId(i)].is_under_test)
        {
            return CallableId(i);
        }
    }
    return std::nullopt;
}

CallInputs ContractPlans::inputs_of(CallableId callable) const
{
    const CallTarget& target = m_source.surface->targets[callable.index()];
    const ContractAbi& abi = m_source.artifact->abi;
    const AbiParameters* arguments = nullptr;
    if (target.kind == CallTarget::Kind::function)
    {
        arguments = &abi.functions[target.function].inputs;
    }
    else if (target.kind == CallTarget::Kind::constructor && abi.constructor)
    {
        arguments = &abi.constructor->inputs;
    }
    return {target, m_source.surface->catalogue[callable], arguments, m_source.actors};
}

ContractPlans::Draft ContractPlans::draft(
    std::span<const std::uint32_t> guards, std::uint32_t entry, CallableId callable) const
{
    const SliceSource source{.facts = &m_runtime.storage,
        .contract = &m_runtime.facts,
        .analysis = m_runtime.analysis,
        .keys = &m_keys,
        .times = &m_times,
        .creation = &m_creation.storage};
    const CallInputs inputs = inputs_of(callable);
    const StateSlice slice(source, inputs, entry, guards);
    Draft draft;
    auto plan = std::make_shared<TemplatePlan>();
    plan->graph = ConstructionGraph::distilled(slice.values());
    plan->asked = slice.asked();
    const std::size_t count = plan->graph.nodes().size();
    if (count > max_nodes || (count == 0 && plan->asked.empty()))
    {
        return draft;
    }
    plan->calls = {callable};
    plan->writes_once = true;
    plan->nodes.resize(count);
    draft.plan = std::move(plan);
    draft.offers.resize(count);
    draft.is_free.assign(count, true);
    for (std::size_t i = 0; i < count; ++i)
    {
        const ConstructionNode& node = draft.plan->graph[ConstructionId(i)];
        if (node.kind != SliceKind::input)
        {
            draft_state(draft, ConstructionId(i), slice.states()[node.subject], inputs);
        }
    }
    return draft;
}

void ContractPlans::draft_state(
    Draft& draft, ConstructionId node, const SlicedState& state, const CallInputs& inputs) const
{
    const ConstructionGraph& graph = draft.plan->graph;
    const WantedState wanted{
        .graph = &graph, .node = node, .state = &state, .facts = &m_runtime.storage};
    std::vector<Offer>& offers = draft.offers[node.index()];
    if (!state.location.is_valid())
    {
        add_immutable(offers, wanted, inputs);
        return;
    }
    // What is read without a question stays as it is.
    if (!state.is_needed && graph[node].children.empty())
    {
        return;
    }
    // What an untouched place has may be enough.
    if (!state.takes_nothing() || is_constructed(state))
    {
        draft.is_free[node.index()] = false;
        add_offers(offers, wanted, m_creation);
        add_offers(offers, wanted, m_runtime);
    }
}

/// The constructor writes the place itself, not one of many.
bool ContractPlans::is_constructed(const SlicedState& state) const
{
    if (!state.keys.empty())
    {
        return false;
    }
    const auto& writes = m_creation.storage.writes;
    return std::any_of(writes.begin(), writes.end(), [&](const StorageWrite& write) {
        return m_creation.storage[write.location] == m_runtime.storage[state.location] &&
               !is_zero(write.written & state.field.mask());
    });
}

void ContractPlans::add_offers(
    std::vector<Offer>& offers, const WantedState& wanted, const Program& program) const
{
    const bool is_opening = &program == &m_creation;
    const StorageLocation& place = m_runtime.storage[wanted.state->location];
    for (std::size_t i = 0; i < program.storage.writes.size(); ++i)
    {
        const StorageWrite& write = program.storage.writes[i];
        const bool is_there = program.storage[write.location] == place &&
                              !is_zero(write.written & wanted.state->field.mask());
        const auto callable =
            !is_there  ? std::nullopt :
            is_opening ? std::optional(m_source.surface->catalogue.openings().front()) :
                         callable_of(write.entry);
        if (!callable)
        {
            continue;
        }
        const CallInputs inputs = inputs_of(*callable);
        auto fitting = fit(wanted, {&write, &program.storage, &inputs, *callable});
        if (!fitting)
        {
            continue;
        }
        Offer offer{.writer = std::move(fitting->writer), .counts = fitting->counts};
        offer.write = is_opening ? std::nullopt : std::optional(i);
        offer.writer.score = score_of(WritePath{.method = callable->index(),
            .parameters = offer.writer.values.size(),
            .shares = {share_of(program, write)}});
        offers.push_back(std::move(offer));
    }
}

/// What the constructor puts into the code: an argument of it, or its sender.
void ContractPlans::add_immutable(
    std::vector<Offer>& offers, const WantedState& wanted, const CallInputs& inputs) const
{
    const auto equal = equal_node(wanted);
    if (!equal)
    {
        return;
    }
    const CallableId opening = m_source.surface->catalogue.openings().front();
    const CallInputs theirs = inputs_of(opening);
    const std::size_t count = m_source.surface->catalogue[opening].parameters.size();
    const bool is_account = inputs.is_account((*wanted.graph)[*equal].subject);
    for (std::size_t i = 0; i < count; ++i)
    {
        if (theirs.is_account(i) == is_account)
        {
            offers.push_back({.writer = {.callable = opening, .shared = {{i, *equal}}}});
        }
    }
}

void ContractPlans::count_branches(Program& program)
{
    program.branches.assign(program.analysis->entries.size(), 0);
    for (const CodeGoal& goal : program.analysis->goals)
    {
        const bool is_branch =
            goal.criterion == BranchCriterion::id && is_shown_by_default(goal.goal_class);
        for (const std::uint32_t entry : is_branch ? goal.functions : std::vector<std::uint32_t>{})
        {
            ++program.branches[entry];
        }
    }
}

/// The share of a function's branches under which a write happens.
/// Source: EvoObj, section 3.2.2 (comp).
double ContractPlans::share_of(const Program& program, const StorageWrite& write)
{
    const auto branches = static_cast<double>(program.branches[write.entry]);
    const auto guards = static_cast<double>(write.guards.size());
    return std::max(1.0, branches - guards) / std::max(1.0, branches);
}

std::size_t ContractPlans::cost_of(const Offer& offer) const
{
    return offer.write ? m_costs[*offer.write] : 0;
}

/// The transactions that the nodes take, each by its cheapest writer.
std::size_t ContractPlans::cost_of(const Draft& draft) const
{
    std::size_t sum = 0;
    for (std::size_t i = 0; i < draft.offers.size(); ++i)
    {
        std::size_t least = draft.is_free[i] ? 0 : impossible;
        for (const Offer& offer : draft.offers[i])
        {
            least = std::min(least, cost_of(offer));
        }
        sum = std::min(impossible, sum + least);
    }
    return sum;
}

/// Lowers the costs until none changes.
void ContractPlans::find_costs()
{
    m_costs.assign(m_drafts.size(), impossible);
    for (bool is_changed = true; is_changed;)
    {
        is_changed = false;
        for (std::size_t i = 0; i < m_drafts.size(); ++i)
        {
            const std::size_t cost = std::min(impossible, cost_of(m_drafts[i]) + 1);
            is_changed = is_changed || cost < m_costs[i];
            m_costs[i] = std::min(m_costs[i], cost);
        }
    }
}

/// The draft with writers that cost less than the limit, and with their guards.
ContractPlans::Plan ContractPlans::finished(const Draft& draft, std::size_t limit)
{
    if (!draft.plan)
    {
        return nullptr;
    }
    auto plan = std::make_shared<TemplatePlan>(*draft.plan);
    for (std::size_t i = 0; i < draft.offers.size(); ++i)
    {
        PlannedNode& planned = plan->nodes[i];
        bool counts = true;
        for (const Offer& offer : draft.offers[i])
        {
            const std::size_t cost = cost_of(offer);
            if (cost >= limit)
            {
                continue;
            }
            StateWriter writer = offer.writer;
            writer.guards = offer.write ? guards_of(*offer.write) : nullptr;
            // Ours: what takes more transactions is rarer.
            const auto price = static_cast<double>(std::max<std::size_t>(1, cost));
            writer.score /= price;
            planned.writers.push_back(std::move(writer));
            counts = counts && offer.counts;
        }
        planned.is_count = counts && !planned.writers.empty();
    }
    take_from_opening_first(*plan, m_source.surface->catalogue);
    return plan;
}

ContractPlans::Plan ContractPlans::guards_of(std::size_t write)
{
    const auto known = m_guards.find(write);
    if (known != m_guards.end())
    {
        return known->second;
    }
    Plan plan = finished(m_drafts[write], m_costs[write]);
    return m_guards[write] = std::move(plan);
}

}  // namespace sbst::evm
