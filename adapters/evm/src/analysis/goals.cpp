// SPDX-License-Identifier: Apache-2.0
#include "goals.hpp"

#include "classify.hpp"
#include "truths.hpp"

#include <sbst/criteria/method_entry.hpp>
#include <sbst/fitness/control_dependence.hpp>
#include <sbst/fitness/flow_graph.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace sbst::evm::analysis
{

namespace
{

/// Why a block cannot be reached.
struct Blocked
{
    Proof proof = Proof::unreachable_block;
    std::string detail;
};

bool is_resolved(const GraphView& view)
{
    return std::none_of(view.graph->nodes.begin(), view.graph->nodes.end(),
        [](const ContextNode& node) { return node.is_unresolved; });
}

/// Sorts and drops repetitions.
template <class T>
void sort_once(std::vector<T>& items)
{
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

class GoalBuilder
{
public:
    GoalBuilder(const Views& views, ContractAnalysis& analysis)
      : m_views(&views),
        m_analysis(&analysis),
        m_branches(find_branches(views.proved)),
        m_all_branches(find_branches(views.all_paths)),
        m_is_resolved(is_resolved(views.proved) && is_resolved(views.all_paths))
    {}

    void build()
    {
        m_analysis->entries = m_views->proved.entries->entries;
        m_analysis->branch_goals.assign(m_analysis->jumpis.size(), {});
        find_blocked();
        // Classes do not depend on proofs: both sides of every branch are considered.
        const Classifier classifier(m_views->all_paths);
        const Classifier proved_classifier(m_views->proved);
        const TruthFinder truths(m_views->all_paths);
        const TruthFinder proved_truths(m_views->proved);
        std::map<std::uint32_t, std::pair<const Branch*, const Branch*>> by_pc;
        for (const Branch& branch : m_branches)
        {
            by_pc[branch.pc].first = &branch;
        }
        for (const Branch& branch : m_all_branches)
        {
            by_pc[branch.pc].second = &branch;
        }
        if (!m_is_resolved)
        {
            for (const std::uint32_t pc : m_analysis->jumpis)
            {
                by_pc.try_emplace(pc, nullptr, nullptr);
            }
        }
        for (const auto& [pc, found] : by_pc)
        {
            const auto& [proved, all] = found;
            if (proved == nullptr && all == nullptr)
            {
                add_unplaced(pc);
                continue;
            }
            const bool is_guarded = proved != nullptr && depends_on_guarded_value(*proved);
            const Classifier& judge = all != nullptr ? classifier : proved_classifier;
            const Branch& judged = all != nullptr ? *all : *proved;
            Origin origin{judge.classify(judged, is_guarded), judge.source_of(judged), {}};
            origin.truth = (all != nullptr ? truths : proved_truths)
                               .of(judged, origin.goal_class, origin.source_pc);
            if (proved != nullptr)
            {
                add_branch(*proved, origin);
            }
            else
            {
                add_unreached(*all, origin);
            }
        }
        for (std::uint32_t entry = 0; entry < m_analysis->entries.size(); ++entry)
        {
            add_entry(entry, proved_classifier.classify_entry(entry, m_branches));
        }
        add_dependencies();
        if (!m_is_resolved)
        {
            forget_proofs();
        }
    }

private:
    struct Origin
    {
        GoalClass goal_class{};
        std::uint32_t source_pc{};
        Truth truth;
    };

    CodeGoal& add_branch_goal(const Branch& branch, bool outcome, const Origin& origin);
    void add_branch(const Branch& branch, const Origin& origin);
    void add_unreached(const Branch& branch, const Origin& origin);
    void add_unplaced(std::uint32_t pc);
    void add_entry(std::uint32_t entry, GoalClass goal_class);
    void forget_proofs();
    void name_function(CodeGoal& goal, const Branch& branch, const GraphView& view) const;
    void find_blocked();
    [[nodiscard]] bool depends_on_guarded_value(const Branch& branch) const;
    void add_dependencies();
    void add_dependencies_of_blocks(const ControlDependence& dependence);
    void depend(std::uint32_t child, std::uint32_t node, const ControlDependence& dependence);
    [[nodiscard]] FlowGraph to_flow_graph() const;
    [[nodiscard]] std::optional<std::uint32_t> goal_of(const ControllingEdge& edge) const
    {
        return m_analysis->branch_goals[edge.label.predicate.index()].at(
            edge.label.outcome ? 1 : 0);
    }

    const Views* m_views;
    ContractAnalysis* m_analysis;
    std::vector<Branch> m_branches;
    std::vector<Branch> m_all_branches;
    std::map<std::uint32_t, Blocked> m_blocked;  // per block
    /// True if every jump's targets are known. Otherwise some jump may lead anywhere: then nothing
    /// is proved, and all code may be executed.
    bool m_is_resolved;
};

void GoalBuilder::name_function(CodeGoal& goal, const Branch& branch, const GraphView& view) const
{
    // Entries of the two graphs have the same selectors, not the same indices.
    for (const std::uint32_t entry : branch.entries)
    {
        const FunctionEntry& function = view.entries->entries[entry];
        for (std::uint32_t i = 0; i < m_analysis->entries.size(); ++i)
        {
            if (m_analysis->entries[i].kind == function.kind &&
                m_analysis->entries[i].name == function.name)
            {
                goal.functions.push_back(i);
            }
        }
    }
    if (branch.is_dispatcher)
    {
        goal.function = "dispatcher";
    }
    else if (goal.functions.size() > 1)
    {
        goal.function = "shared";
    }
    else if (goal.functions.size() == 1)
    {
        goal.function = m_analysis->entries[goal.functions.front()].name;
    }
}

CodeGoal& GoalBuilder::add_branch_goal(const Branch& branch, bool outcome, const Origin& origin)
{
    CodeGoal goal;
    goal.goal_class = origin.goal_class;
    goal.pc = branch.pc;
    goal.source_pc = origin.source_pc;
    goal.edge = {branch.jumpi, outcome};
    goal.reading = origin.truth.reading;
    goal.holds = outcome == origin.truth.jump_holds;
    goal.part = origin.truth.part;
    m_analysis->branch_goals[branch.jumpi].at(outcome ? 1 : 0) =
        static_cast<std::uint32_t>(m_analysis->goals.size());
    m_analysis->goals.push_back(std::move(goal));
    return m_analysis->goals.back();
}

bool GoalBuilder::depends_on_guarded_value(const Branch& branch) const
{
    const GraphView& view = m_views->proved;
    return std::all_of(branch.nodes.begin(), branch.nodes.end(), [&](std::uint32_t id) {
        const ContextNode& node = view.graph->nodes[id];
        if (((*view.table)[node.condition].sources & from_callvalue) == 0)
        {
            return false;
        }
        return std::any_of(node.known_ranges.entries().begin(), node.known_ranges.entries().end(),
            [&](const KnownRanges::Entry& fact) {
                return (*view.table)[fact.first].kind == op_callvalue && fact.second.is_zero_only();
            });
    });
}

void GoalBuilder::add_branch(const Branch& branch, const Origin& origin)
{
    const auto reason = flag_reason(m_views->proved, branch);
    for (const bool outcome : {false, true})
    {
        CodeGoal& goal = add_branch_goal(branch, outcome, origin);
        name_function(goal, branch, m_views->proved);
        if (reason)
        {
            goal.distance = DistanceKind::flag;
            goal.reason = *reason;
        }
        if (!(outcome ? branch.can_jump : branch.can_fall))
        {
            goal.proof = depends_on_guarded_value(branch) ? Proof::nonpayable_guard :
                                                            Proof::constant_condition;
        }
    }
}

void GoalBuilder::add_unreached(const Branch& branch, const Origin& origin)
{
    const auto reason = flag_reason(m_views->all_paths, branch);
    const auto blocked = m_blocked.find(branch.block);
    for (const bool outcome : {false, true})
    {
        CodeGoal& goal = add_branch_goal(branch, outcome, origin);
        name_function(goal, branch, m_views->all_paths);
        if (reason)
        {
            goal.distance = DistanceKind::flag;
            goal.reason = *reason;
        }
        goal.proof = Proof::unreachable_block;
        if (blocked != m_blocked.end())
        {
            goal.proof = blocked->second.proof;
            goal.proof_detail = blocked->second.detail;
        }
    }
}

void GoalBuilder::add_unplaced(std::uint32_t pc)
{
    const ContractFacts& facts = *m_views->proved.facts;
    if (pc + facts.metadata_length >= facts.code.size())
    {
        return;
    }
    const auto at = std::lower_bound(m_analysis->jumpis.begin(), m_analysis->jumpis.end(), pc);
    Branch branch;
    branch.pc = pc;
    branch.jumpi = static_cast<std::uint32_t>(at - m_analysis->jumpis.begin());
    for (const bool outcome : {false, true})
    {
        add_branch_goal(branch, outcome, {GoalClass::user, pc, {}}).function = "shared";
    }
}

void GoalBuilder::forget_proofs()
{
    for (CodeGoal& goal : m_analysis->goals)
    {
        goal.proof = Proof::none;
        goal.proof_detail.clear();
        goal.is_root = true;
    }
    for (BasicBlock& block : m_analysis->blocks)
    {
        block.is_root = true;
    }
}

void GoalBuilder::find_blocked()
{
    // Forward from the impossible outcomes, over blocks that only the unpruned graph reaches.
    std::map<std::uint32_t, std::vector<std::uint32_t>> next;
    std::map<std::uint32_t, std::array<std::vector<std::uint32_t>, 2>> sides;
    const ContextGraph& graph = *m_views->all_paths.graph;
    for (const ContextNode& node : graph.nodes)
    {
        for (const ContextEdge& edge : node.successors)
        {
            next[node.block].push_back(graph.nodes[edge.node].block);
            sides[node.block].at(edge.is_jump ? 1 : 0).push_back(graph.nodes[edge.node].block);
        }
    }
    std::vector<bool> is_reached(m_analysis->blocks.size(), false);
    for (const ContextNode& node : m_views->proved.graph->nodes)
    {
        is_reached[node.block] = true;
    }
    for (const bool want_guard : {true, false})
    {
        for (const Branch& branch : m_branches)
        {
            for (const bool outcome : {false, true})
            {
                const bool is_guard = depends_on_guarded_value(branch);
                if ((outcome ? branch.can_jump : branch.can_fall) || is_guard != want_guard)
                {
                    continue;
                }
                const Blocked why{is_guard ? Proof::nonpayable_guard : Proof::unreachable_block,
                    fmt::format("behind the branch at {}", branch.pc)};
                std::vector<std::uint32_t> pending = sides[branch.block].at(outcome ? 1 : 0);
                while (!pending.empty())
                {
                    const std::uint32_t block = pending.back();
                    pending.pop_back();
                    if (is_reached[block] || !m_blocked.emplace(block, why).second)
                    {
                        continue;
                    }
                    pending.insert(pending.end(), next[block].begin(), next[block].end());
                }
            }
        }
    }
}

void GoalBuilder::add_entry(std::uint32_t entry, GoalClass goal_class)
{
    CodeGoal goal;
    goal.criterion = MethodEntryCriterion::id;
    goal.goal_class = goal_class;
    goal.pc = m_analysis->entries[entry].pc;
    goal.source_pc = goal.pc;
    goal.entry = entry;
    goal.functions = {entry};
    goal.function = m_analysis->entries[entry].name;
    m_analysis->goals.push_back(std::move(goal));
}

FlowGraph GoalBuilder::to_flow_graph() const
{
    const ContextGraph& graph = *m_views->proved.graph;
    FlowGraph flow(graph.nodes.size());
    for (std::size_t id = 0; id < graph.nodes.size(); ++id)
    {
        const ContextNode& node = graph.nodes[id];
        const bool is_branch = node.end == BlockEnd::branches && node.can_jump && node.can_fall;
        const std::uint32_t jumpi =
            is_branch ? jumpi_index(m_analysis->jumpis, *m_views->proved.program, node.block) : 0;
        for (const ContextEdge& edge : node.successors)
        {
            const sbst::FlowNode from{id};
            const sbst::FlowNode to{edge.node};
            if (is_branch)
            {
                flow.add_edge(from, to, BranchLabel{PredicateId{jumpi}, edge.is_jump});
            }
            else
            {
                flow.add_edge(from, to);
            }
        }
    }
    return flow;
}

void GoalBuilder::depend(
    std::uint32_t child, std::uint32_t node, const ControlDependence& dependence)
{
    const sbst::FlowNode at{node};
    if (dependence.depends_on_entry(at))
    {
        m_analysis->goals[child].is_root = true;
    }
    for (const ControllingEdge& edge : dependence.of(at))
    {
        if (const auto parent = goal_of(edge))
        {
            m_analysis->dependencies.push_back({*parent, child});
        }
    }
}

void GoalBuilder::add_dependencies()
{
    if (m_views->proved.graph->nodes.empty())
    {
        return;
    }
    const ControlDependence dependence(to_flow_graph());
    for (const Branch& branch : m_branches)
    {
        for (const std::uint32_t node : branch.nodes)
        {
            for (const auto& goal : m_analysis->branch_goals[branch.jumpi])
            {
                depend(*goal, node, dependence);
            }
        }
    }
    // An entry has the dependences of the edges into it.
    for (std::uint32_t id = 0; id < m_analysis->goals.size(); ++id)
    {
        if (m_analysis->goals[id].criterion != MethodEntryCriterion::id)
        {
            continue;
        }
        const FunctionEntry& entry = m_analysis->entries[m_analysis->goals[id].entry];
        m_analysis->goals[id].is_root = entry.is_always;
        for (const BranchEdge& edge : entry.edges)
        {
            for (const Branch& branch : m_branches)
            {
                if (branch.jumpi == edge.jumpi)
                {
                    for (const std::uint32_t node : branch.nodes)
                    {
                        depend(id, node, dependence);
                    }
                }
            }
        }
    }
    sort_once(m_analysis->dependencies);
    add_dependencies_of_blocks(dependence);
}

void GoalBuilder::add_dependencies_of_blocks(const ControlDependence& dependence)
{
    const GraphView& view = m_views->proved;
    for (std::uint32_t id = 0; id < view.graph->nodes.size(); ++id)
    {
        const sbst::FlowNode at{id};
        BasicBlock& block = m_analysis->blocks[view.graph->nodes[id].block];
        block.is_root = block.is_root || dependence.depends_on_entry(at);
        for (const ControllingEdge& edge : dependence.of(at))
        {
            if (const auto goal = goal_of(edge))
            {
                block.controlled_by.push_back(*goal);
            }
        }
        const auto& entries = view.entries->entries_of[id];
        block.functions.insert(block.functions.end(), entries.begin(), entries.end());
    }
    for (BasicBlock& block : m_analysis->blocks)
    {
        sort_once(block.controlled_by);
        sort_once(block.functions);
    }
}

}  // namespace

void add_goals(const Views& views, ContractAnalysis& analysis)
{
    GoalBuilder(views, analysis).build();
}

}  // namespace sbst::evm::analysis
