// SPDX-License-Identifier: Apache-2.0
#include "without_flow.hpp"

#include "opcodes.hpp"

#include <sbst/criteria/method_entry.hpp>

namespace sbst::evm::analysis
{

namespace
{

void add_blocks(const Program& program, ContractAnalysis& result)
{
    for (const Block& block : program.blocks())
    {
        BasicBlock basic;
        basic.begin = block.begin;
        basic.end = block.end;
        basic.is_reachable = true;
        basic.is_root = true;
        basic.functions = {0};
        result.blocks.push_back(std::move(basic));
        const Instruction& tail = program.tail(block);
        if (tail.opcode != op_jump && tail.opcode != op_jumpi)
        {
            continue;
        }
        JumpSite site;
        site.pc = tail.pc;
        site.is_conditional = tail.opcode == op_jumpi;
        site.is_resolved = false;
        result.jumps.push_back(std::move(site));
    }
}

void add_entry(const ContractFacts& facts, ContractAnalysis& result)
{
    const bool is_creation = facts.program == ProgramKind::creation;
    FunctionEntry entry;
    entry.kind = EntryKind::program;
    entry.name = is_creation ? "constructor" : "program";
    entry.is_always = true;
    entry.is_payable = !is_creation || facts.is_constructor_payable;
    result.entries.push_back(std::move(entry));
}

void add_goals(ContractAnalysis& result)
{
    CodeGoal goal;
    goal.functions = {0};
    goal.function = result.entries.front().name;
    goal.is_root = true;
    for (std::uint32_t jumpi = 0; jumpi < result.jumpis.size(); ++jumpi)
    {
        for (const bool outcome : {false, true})
        {
            goal.pc = result.jumpis[jumpi];
            goal.source_pc = goal.pc;
            goal.edge = {jumpi, outcome};
            result.branch_goals[jumpi].at(outcome ? 1 : 0) =
                static_cast<std::uint32_t>(result.goals.size());
            result.goals.push_back(goal);
        }
    }
    goal.criterion = MethodEntryCriterion::id;
    goal.pc = 0;
    goal.source_pc = 0;
    goal.edge = {};
    result.goals.push_back(goal);
}

}  // namespace

ContractAnalysis describe_without_flow(const Program& program, const ContractFacts& facts)
{
    ContractAnalysis result;
    result.jumpis = program.disassembly().jumpis();
    result.branch_goals.assign(result.jumpis.size(), {});
    add_blocks(program, result);
    add_entry(facts, result);
    add_goals(result);
    result.statistics.is_complete = false;
    result.statistics.reachable_blocks = result.blocks.size();
    result.statistics.jumps = result.jumps.size();
    result.statistics.unresolved_jumps = result.jumps.size();
    return result;
}

}  // namespace sbst::evm::analysis
