// SPDX-License-Identifier: Apache-2.0
#include "protected_ranges.hpp"

#include <sbst/jvm/analysis/method_flow.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace sbst::jvm
{

namespace
{

const SwitchTable& switch_of(const Code& code, const Instruction& instruction)
{
    return code.switches[static_cast<std::size_t>(instruction.operand)];
}

bool ends_block(Opcode opcode)
{
    return is_conditional_jump(opcode) || !falls_through(opcode);
}

BranchPlan plan_switch(const SwitchTable& table, std::size_t& next_predicate)
{
    BranchPlan plan;
    std::map<std::uint32_t, PredicateId> by_target;
    const auto predicate_of = [&](std::uint32_t target) {
        const auto [entry, is_new] = by_target.try_emplace(target);
        if (is_new)
        {
            entry->second = PredicateId{next_predicate++};
        }
        return entry->second;
    };
    for (const SwitchCase& one : table.cases)
    {
        plan.key_predicates.push_back(predicate_of(one.target));
    }
    plan.default_predicate = predicate_of(table.default_target);
    return plan;
}

std::vector<InstructionBlock> split_blocks(const Code& code)
{
    const std::size_t count = code.instructions.size();
    std::vector<bool> is_first(count + 1, false);
    is_first[0] = true;
    for (std::size_t i = 0; i < count; ++i)
    {
        const Instruction& instruction = code.instructions[i];
        const OperandKind kind = operand_kind(instruction.opcode);
        if (kind == OperandKind::jump || kind == OperandKind::wide_jump)
        {
            is_first[static_cast<std::size_t>(instruction.operand)] = true;
        }
        else if (is_switch(instruction.opcode))
        {
            const SwitchTable& table = switch_of(code, instruction);
            is_first[table.default_target] = true;
            for (const SwitchCase& one : table.cases)
            {
                is_first[one.target] = true;
            }
        }
        if (ends_block(instruction.opcode))
        {
            is_first[i + 1] = true;
        }
    }
    for (const ExceptionHandler& handler : code.handlers)
    {
        is_first[handler.start] = true;
        is_first[handler.end] = true;
        is_first[handler.handler] = true;
    }
    std::vector<InstructionBlock> blocks;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        if (is_first[i])
        {
            blocks.push_back({i, i});
        }
        blocks.back().end = i + 1;
    }
    return blocks;
}

/// Makes the edges of one method.
class FlowBuilder
{
public:
    FlowBuilder(const ClassConstants& pool, const Code& code, std::span<const BranchPlan> branches,
        std::span<const InstructionBlock> blocks)
      : m_pool(pool), m_code(code), m_branches(branches), m_blocks(blocks)
    {}

    FlowGraph build()
    {
        m_ranges = ProtectedRanges::make(m_code, m_blocks);
        if (!m_ranges || !try_build())
        {
            build_coarse();
        }
        return std::move(m_graph);
    }

private:
    /// An entrance of protected code whose edges are still to be made.
    struct Entrance
    {
        FlowNode node;
        std::size_t block = 0;
        std::size_t handlers = 0;
    };

    /// False when exceptions take too much work.
    bool try_build()
    {
        build_edges();
        m_graph.set_entry(way(0, 0));
        while (!m_entrances.empty() && !is_too_much())
        {
            const Entrance entrance = m_entrances.back();
            m_entrances.pop_back();
            m_graph.add_edge(entrance.node, FlowNode{entrance.block});
            const std::vector<std::uint32_t> handlers = m_ranges->handlers(entrance.handlers);
            for (const std::uint32_t handler : handlers)
            {
                m_graph.add_edge(
                    entrance.node, way(m_ranges->set_of_block(entrance.block), handler));
            }
        }
        return !is_too_much();
    }
    /// Then the graph is discarded.
    [[nodiscard]] bool is_too_much() const
    {
        return m_work + m_ranges->work() > MethodFlow::max_exception_work;
    }

    void build_coarse()
    {
        m_ranges = ProtectedRanges::none(m_blocks.size());
        m_nodes.clear();
        m_entrances.clear();
        m_work = 0;
        build_edges();
        const FlowNode entry = m_graph.add_node();
        m_graph.set_entry(entry);
        m_graph.add_edge(entry, FlowNode{0});
        std::vector<std::uint32_t> handlers;
        for (const ExceptionHandler& handler : m_code.handlers)
        {
            handlers.push_back(handler.handler);
        }
        std::sort(handlers.begin(), handlers.end());
        handlers.erase(std::unique(handlers.begin(), handlers.end()), handlers.end());
        for (const std::uint32_t handler : handlers)
        {
            m_graph.add_edge(entry, FlowNode{block_at(handler)});
        }
    }

    void build_edges()
    {
        m_graph = FlowGraph{m_blocks.size()};
        m_outside.reset();
        m_behind_calls.reset();
        for (std::size_t block = 0; block < m_blocks.size(); ++block)
        {
            add_edges(block);
        }
    }

    void add_edges(std::size_t block)
    {
        const std::uint32_t last = m_blocks[block].end - 1;
        const Instruction& instruction = m_code.instructions[last];
        const Opcode opcode = instruction.opcode;
        if (is_conditional_jump(opcode))
        {
            add_conditional(block, last);
        }
        else if (is_switch(opcode))
        {
            add_switch(block, last);
        }
        else if (is_goto(opcode) || is_subroutine_call(opcode))
        {
            add(block, static_cast<std::uint32_t>(instruction.operand), std::nullopt);
        }
        else if (opcode == Opcode::ret)
        {
            m_graph.add_edge(FlowNode{block}, behind_calls());
        }
        else if (opcode == Opcode::athrow)
        {
            add_throw(block, last);
        }
        else if (falls_through(opcode))
        {
            add_next(block, std::nullopt);
        }
    }

    void add_conditional(std::size_t block, std::uint32_t jump)
    {
        std::optional<BranchLabel> taken;
        std::optional<BranchLabel> not_taken;
        if (const BranchPlan* plan = plan_of(jump))
        {
            taken = BranchLabel{plan->predicate, true};
            not_taken = BranchLabel{plan->predicate, false};
        }
        add(block, static_cast<std::uint32_t>(m_code.instructions[jump].operand), taken);
        add_next(block, not_taken);
    }

    void add_switch(std::size_t block, std::uint32_t instruction)
    {
        const SwitchTable& table = switch_of(m_code, m_code.instructions[instruction]);
        const BranchPlan* plan = plan_of(instruction);
        // Each target once, as each has one predicate.
        std::map<std::uint32_t, std::optional<BranchLabel>> ways;
        for (std::size_t i = 0; i < table.cases.size(); ++i)
        {
            std::optional<BranchLabel>& label = ways[table.cases[i].target];
            if (plan != nullptr)
            {
                label = BranchLabel{plan->key_predicates[i], true};
            }
        }
        std::optional<BranchLabel>& label = ways[table.default_target];
        if (plan != nullptr)
        {
            label = BranchLabel{plan->default_predicate, true};
        }
        for (const auto& [target, way_label] : ways)
        {
            add(block, target, way_label);
        }
    }

    void add_throw(std::size_t block, std::uint32_t instruction)
    {
        if (m_ranges->set_of_block(block) == 0)
        {
            return;
        }
        m_work += m_code.handlers.size();
        if (is_too_much())
        {
            return;
        }
        const std::string* made = made_before(instruction);
        for (const ExceptionHandler& handler : m_code.handlers)
        {
            if (instruction < handler.start || instruction >= handler.end ||
                !protects_code(handler))
            {
                continue;
            }
            add(block, handler.handler, std::nullopt);
            if (handler.catch_type.empty() || handler.catch_type == "java/lang/Throwable" ||
                (made != nullptr && *made == handler.catch_type))
            {
                return;
            }
        }
        m_graph.add_edge(FlowNode{block}, outside());
    }

    /// The class whose constructor the previous instruction calls.
    [[nodiscard]] const std::string* made_before(std::uint32_t instruction) const
    {
        if (instruction == 0)
        {
            return nullptr;
        }
        const Instruction& before = m_code.instructions[instruction - 1];
        if (before.opcode != Opcode::invokespecial)
        {
            return nullptr;
        }
        const MemberRef& called = m_pool.member(static_cast<std::size_t>(before.operand));
        return called.name == "<init>" ? &called.owner : nullptr;
    }

    void add_next(std::size_t block, std::optional<BranchLabel> label)
    {
        // Code that falls off its end does not pass the JVM's verifier.
        if (block + 1 < m_blocks.size())
        {
            add(block, m_blocks[block + 1].first, label);
        }
    }

    void add(std::size_t block, std::uint32_t target, std::optional<BranchLabel> label)
    {
        const FlowNode to = way(m_ranges->set_of_block(block), target);
        m_graph.add_edge(FlowNode{block}, to, label);
    }

    /// The node to which an edge to `target` leads from code that the set `from` protects.
    FlowNode way(std::size_t from, std::uint32_t target)
    {
        const std::size_t block = block_at(target);
        if (is_too_much())
        {
            return FlowNode{block};
        }
        const std::size_t handlers = m_ranges->entered(from, m_ranges->set_of_block(block));
        if (handlers == 0)
        {
            return FlowNode{block};
        }
        const auto [entry, is_new] = m_nodes.try_emplace({block, handlers});
        if (is_new)
        {
            entry->second = m_graph.add_node();
            m_entrances.push_back({entry->second, block, handlers});
            m_work += m_ranges->handlers(handlers).size();
        }
        return entry->second;
    }

    /// The target of exceptions that no handler catches.
    FlowNode outside()
    {
        if (!m_outside)
        {
            m_outside = m_graph.add_node();
        }
        return *m_outside;
    }

    /// A node with edges to the places after each call of a subroutine.
    FlowNode behind_calls()
    {
        if (!m_behind_calls)
        {
            m_behind_calls = m_graph.add_node();
            for (std::size_t block = 0; block + 1 < m_blocks.size(); ++block)
            {
                if (is_subroutine_call(m_code.instructions[m_blocks[block].end - 1].opcode))
                {
                    m_graph.add_edge(*m_behind_calls, FlowNode{block + 1});
                }
            }
        }
        return *m_behind_calls;
    }

    [[nodiscard]] const BranchPlan* plan_of(std::uint32_t instruction) const
    {
        const auto found = std::lower_bound(m_branches.begin(), m_branches.end(), instruction,
            [](const BranchPlan& plan, std::uint32_t wanted) { return plan.instruction < wanted; });
        return found != m_branches.end() && found->instruction == instruction ? &*found : nullptr;
    }

    [[nodiscard]] std::size_t block_at(std::uint32_t instruction) const
    {
        const auto behind = std::upper_bound(m_blocks.begin(), m_blocks.end(), instruction,
            [](std::uint32_t wanted, InstructionBlock block) { return wanted < block.first; });
        return static_cast<std::size_t>(behind - m_blocks.begin()) - 1;
    }

    const ClassConstants& m_pool;
    const Code& m_code;
    std::span<const BranchPlan> m_branches;
    std::span<const InstructionBlock> m_blocks;
    std::optional<ProtectedRanges> m_ranges;
    FlowGraph m_graph;
    /// Entrances by block and entered handlers.
    std::map<std::pair<std::size_t, std::size_t>, FlowNode> m_nodes;
    std::vector<Entrance> m_entrances;
    std::optional<FlowNode> m_outside;
    std::optional<FlowNode> m_behind_calls;
    std::size_t m_work = 0;
};

}  // namespace

std::vector<BranchPlan> plan_branches(const Code& code, std::size_t& next_predicate)
{
    std::vector<BranchPlan> plans;
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i)
    {
        const Instruction& instruction = code.instructions[i];
        if (is_conditional_jump(instruction.opcode))
        {
            BranchPlan plan;
            plan.predicate = PredicateId{next_predicate++};
            plan.instruction = i;
            plans.push_back(std::move(plan));
        }
        else if (is_switch(instruction.opcode))
        {
            plans.push_back(plan_switch(switch_of(code, instruction), next_predicate));
            plans.back().instruction = i;
        }
    }
    return plans;
}

MethodFlow::MethodFlow(
    const ClassConstants& pool, const Code& code, std::span<const BranchPlan> branches)
  : m_blocks(split_blocks(code))
{
    m_graph = FlowBuilder{pool, code, branches, m_blocks}.build();
}

FlowNode MethodFlow::block_of(std::uint32_t instruction) const
{
    const auto behind = std::upper_bound(m_blocks.begin(), m_blocks.end(), instruction,
        [](std::uint32_t wanted, InstructionBlock block) { return wanted < block.first; });
    return FlowNode{static_cast<std::size_t>(behind - m_blocks.begin()) - 1};
}

}  // namespace sbst::jvm
