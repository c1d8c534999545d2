// SPDX-License-Identifier: Apache-2.0
#include "handler_code.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace sbst::jvm
{

namespace
{

bool is_store(Opcode opcode)
{
    return (opcode >= Opcode::istore && opcode <= Opcode::sastore) || opcode == Opcode::iinc ||
           opcode == Opcode::putfield || opcode == Opcode::putstatic;
}

/// Tells whether the instruction only moves what is there.
bool moves_only(Opcode opcode)
{
    return opcode <= Opcode::sastore || opcode == Opcode::athrow;
}

}  // namespace

const MemberRef* called_member(const ClassFile& file, const Instruction& instruction)
{
    return is_method_call(instruction.opcode) ?
               &file.pool.member(static_cast<std::size_t>(instruction.operand)) :
               nullptr;
}

HandlerCode::HandlerCode(const ClassFile& file, const Code& code) : m_file(file), m_code(code)
{
    Code without = code;
    without.handlers.clear();
    m_flow.emplace(file.pool, without, std::span<const BranchPlan>{});
    const FlowGraph& graph = m_flow->graph();
    m_is_ordinary = graph.reachable();
    const auto suppresses = [this](std::uint32_t instruction) {
        const MemberRef* called = called_member(m_file, m_code.instructions[instruction]);
        return called != nullptr && called->name == "addSuppressed";
    };
    for (std::size_t i = 0; i < std::min(code.handlers.size(), max_handlers); ++i)
    {
        const ExceptionHandler& handler = code.handlers[i];
        const Region region = region_of(handler);
        if (handler.catch_type == "java/lang/Throwable" &&
            std::any_of(region.instructions.begin(), region.instructions.end(), suppresses))
        {
            m_suppressing.insert(handler.handler);
            m_suppressed.insert(handler.start);
        }
    }
}

HandlerCode::Region HandlerCode::region_of(const ExceptionHandler& handler) const
{
    Region region;
    std::vector<bool> seen = m_is_ordinary;
    std::vector<FlowNode> waiting{m_flow->block_of(handler.handler)};
    while (!waiting.empty())
    {
        const FlowNode node = waiting.back();
        waiting.pop_back();
        const InstructionBlock& block = m_flow->blocks()[node.index()];
        if (m_is_ordinary[node.index()])
        {
            region.joins.push_back(block.first);
        }
        if (seen[node.index()])
        {
            continue;
        }
        seen[node.index()] = true;
        for (std::uint32_t i = block.first; i < block.end; ++i)
        {
            region.instructions.push_back(i);
        }
        for (const FlowEdge& edge : m_flow->graph().edges(node))
        {
            waiting.push_back(edge.to);
        }
    }
    return region;
}

bool HandlerCode::is_of_compiler(const ExceptionHandler& handler) const
{
    if (handler.catch_type != "java/lang/Throwable")
    {
        return false;
    }
    const Region region = region_of(handler);
    const bool only_throws = std::all_of(region.instructions.begin(), region.instructions.end(),
        [this](std::uint32_t i) { return moves_only(m_code.instructions[i].opcode); });
    return m_suppressing.contains(handler.handler) || (only_throws && region.joins.empty()) ||
           std::any_of(region.instructions.begin(), region.instructions.end(),
               [this](std::uint32_t i) { return m_suppressed.contains(i); });
}

bool HandlerCode::decides(const ExceptionHandler& handler, const std::set<std::string>& own) const
{
    const Region region = region_of(handler);
    bool changes = false;
    for (const std::uint32_t i : region.instructions)
    {
        const Instruction& one = m_code.instructions[i];
        const MemberRef* called = called_member(m_file, one);
        if ((called != nullptr && own.contains(called->owner)) || is_conditional_jump(one.opcode) ||
            is_switch(one.opcode))
        {
            return true;
        }
        // The first one stores the exception.
        changes = changes || (is_store(one.opcode) && i != handler.handler);
    }
    const bool begins_anew = std::any_of(region.joins.begin(), region.joins.end(),
        [&handler](std::uint32_t join) { return join <= handler.handler; });
    return !region.joins.empty() && (changes || begins_anew);
}

}  // namespace sbst::jvm
