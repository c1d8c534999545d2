// SPDX-License-Identifier: Apache-2.0
#include "../analysis/machine.hpp"
#include "storage_finder.hpp"

#include <sbst/evm/construction/storage_facts.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace sbst::evm
{

namespace
{

/// Conditions that say something about the state or the arguments of a call.
bool is_guard(const CodeGoal& goal)
{
    return goal.goal_class == GoalClass::user || goal.goal_class == GoalClass::compiler_check ||
           goal.goal_class == GoalClass::calldata_check;
}

/// Branches on which some goals are control dependent, within a function.
std::vector<std::uint32_t> closed(
    const ContractAnalysis& analysis, const std::vector<std::uint32_t>& goals, std::uint32_t entry)
{
    const auto is_of_entry = [&analysis, entry](std::uint32_t goal) {
        const CodeGoal& here = analysis.goals[goal];
        return here.criterion == BranchCriterion::id &&
               std::binary_search(here.functions.begin(), here.functions.end(), entry);
    };
    std::vector<std::vector<std::uint32_t>> parents(analysis.goals.size());
    for (const GoalDependency& dependency : analysis.dependencies)
    {
        parents[dependency.child].push_back(dependency.parent);
    }
    std::set<std::uint32_t> found;
    std::vector<std::uint32_t> open;
    const auto add = [&](std::uint32_t goal) {
        if (is_of_entry(goal) && found.insert(goal).second)
        {
            open.push_back(goal);
        }
    };
    std::for_each(goals.begin(), goals.end(), add);
    while (!open.empty())
    {
        const std::uint32_t child = open.back();
        open.pop_back();
        std::for_each(parents[child].begin(), parents[child].end(), add);
    }
    std::vector<std::uint32_t> guards;
    for (const std::uint32_t goal : found)
    {
        const CodeGoal& here = analysis.goals[goal];
        const auto other = analysis.branch_goals[here.edge.jumpi].at(here.edge.outcome ? 0 : 1);
        if (is_guard(here) && !(other && found.contains(*other)))
        {
            guards.push_back(goal);
        }
    }
    return guards;
}

}  // namespace

U256 BitField::mask() const
{
    const U256 ones = count >= 8 * word_bytes ? U256::max() : U256::power_of_two(count) - U256{1};
    return ones << first;
}

std::size_t StorageLocation::key_count() const
{
    return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(),
        [](const PathStep& step) { return step.kind != PathStep::Kind::member; }));
}

std::optional<StorageWrite::Written> StorageWrite::value_of(const BitField& field) const
{
    const U256 mask = field.mask();
    if (is_zero(written & mask))
    {
        return std::nullopt;
    }
    std::optional<TermId> value;
    for (const Part& part : parts)
    {
        if (is_zero(part.field.mask() & mask))
        {
            continue;
        }
        if (value || part.field.first != field.first)
        {
            return std::nullopt;
        }
        value = part.value;
    }
    return Written{.value = value, .constant = (constant & mask) >> field.first};
}

std::vector<TermId> StorageFacts::conditions_of(std::uint32_t jumpi, std::uint32_t entry) const
{
    const auto place = [](const StorageCondition& condition) {
        return std::pair(condition.jumpi, condition.entry);
    };
    const std::pair wanted{jumpi, entry};
    std::vector<TermId> found;
    auto at = std::partition_point(conditions.begin(), conditions.end(),
        [&](const StorageCondition& condition) { return place(condition) < wanted; });
    for (; at != conditions.end() && place(*at) == wanted; ++at)
    {
        found.push_back(at->term);
    }
    return found;
}

std::vector<std::uint32_t> guards_of_block(
    const ContractAnalysis& analysis, std::size_t block, std::uint32_t entry)
{
    return closed(analysis, analysis.blocks[block].controlled_by, entry);
}

std::vector<std::uint32_t> guards_of_goal(
    const ContractAnalysis& analysis, std::uint32_t goal, std::uint32_t entry)
{
    return closed(analysis, {goal}, entry);
}

StorageFacts find_storage_facts(const ContractFacts& facts, const ContractAnalysis& contract)
{
    if (!contract.statistics.is_complete)
    {
        return {};
    }
    const analysis::Program program(facts);
    analysis::Machine machine(program, facts, {});
    machine.log_accesses();
    const std::optional<analysis::ContextGraph> graph = machine.run();
    if (!graph)
    {
        return {};
    }
    const analysis::EntryMap entries = analysis::find_entries(program, facts, machine, *graph);
    const construction::FinderSource source{.program = &program,
        .facts = &facts,
        .contract = &contract,
        .graph = &*graph,
        .entries = &entries};
    return construction::StorageFinder(source, machine.table()).find();
}

}  // namespace sbst::evm
