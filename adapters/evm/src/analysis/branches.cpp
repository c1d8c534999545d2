// SPDX-License-Identifier: Apache-2.0
#include "branches.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace sbst::evm::analysis
{

namespace
{

constexpr int max_steps_to_end = 16;

SideEnd end_of_side(const GraphView& view, std::uint32_t from, bool outcome)
{
    const auto& nodes = view.graph->nodes;
    std::uint32_t at = from;
    bool is_found = false;
    for (const ContextEdge& edge : nodes[from].successors)
    {
        if (edge.is_jump == outcome)
        {
            at = edge.node;
            is_found = true;
        }
    }
    if (!is_found)
    {
        const bool is_possible = outcome ? nodes[from].can_jump : nodes[from].can_fall;
        return {is_possible ? BlockEnd::fails : BlockEnd::falls, 0};
    }
    for (int step = 0; step < max_steps_to_end; ++step)
    {
        const ContextNode& node = nodes[at];
        if (node.end != BlockEnd::falls && node.end != BlockEnd::jumps)
        {
            return {node.end == BlockEnd::branches ? BlockEnd::falls : node.end, node.panic_code};
        }
        if (node.successors.size() != 1)
        {
            return {node.successors.empty() ? BlockEnd::fails : BlockEnd::falls, 0};
        }
        at = node.successors.front().node;
    }
    return {};
}

/// Marks in which phases each node is executed: the compiler's frame first pushes the address R
/// after the call of the body, decodes, jumps to the body with only R on the stack of return
/// addresses, and encodes the results of the body at R. A constructor decodes in a call from the
/// block that copies the words after the code into memory.
class PhaseFinder
{
public:
    explicit PhaseFinder(const GraphView& view)
      : m_view(&view), m_phases(view.graph->nodes.size(), 0)
    {}

    std::vector<std::uint8_t> find()
    {
        const EntryMap& map = *m_view->entries;
        for (std::size_t entry = 0; entry < map.entries.size(); ++entry)
        {
            const bool has_frame = map.entries[entry].kind == EntryKind::function;
            for (const std::uint32_t node : map.first_nodes[entry])
            {
                visit(node, has_frame ? Phase::decode : Phase::whole);
            }
        }
        while (!m_pending.empty())
        {
            const auto [node, phase] = m_pending.back();
            m_pending.pop_back();
            for (const ContextEdge& edge : m_view->graph->nodes[node].successors)
            {
                visit(edge.node, next_phase(node, edge.node, phase));
            }
        }
        return std::move(m_phases);
    }

private:
    void visit(std::uint32_t node, Phase phase)
    {
        const auto bit = static_cast<std::uint8_t>(phase);
        if ((m_phases[node] & bit) != 0 || m_view->entries->is_dispatcher[node])
        {
            return;
        }
        m_phases[node] |= bit;
        m_pending.emplace_back(node, phase);
    }

    [[nodiscard]] std::uint32_t begin_of(std::uint32_t node) const
    {
        return m_view->program->blocks()[m_view->graph->nodes[node].block].begin;
    }

    [[nodiscard]] bool copies_arguments(std::uint32_t node) const
    {
        const Block& block = m_view->program->blocks()[m_view->graph->nodes[node].block];
        bool asks_size = false;
        bool copies = false;
        for (std::size_t i = block.first; i < block.last; ++i)
        {
            const std::uint8_t opcode = m_view->program->instructions()[i].opcode;
            asks_size = asks_size || opcode == op_codesize;
            copies = copies || opcode == op_codecopy;
        }
        return asks_size && copies;
    }

    [[nodiscard]] Phase next_phase(std::uint32_t from, std::uint32_t to, Phase phase) const
    {
        const ContextNode& source = m_view->graph->nodes[from];
        const ContextNode& target = m_view->graph->nodes[to];
        if (m_view->facts->program == ProgramKind::creation)
        {
            if (phase == Phase::decode)
            {
                return target.context.empty() ? Phase::whole : Phase::decode;
            }
            const bool calls = source.context.empty() && !target.context.empty();
            return calls && copies_arguments(from) ? Phase::decode : phase;
        }
        if (phase == Phase::decode && source.end == BlockEnd::jumps && target.context.size() == 1 &&
            begin_of(to) > begin_of(from) && begin_of(to) != target.context.front())
        {
            return Phase::body;
        }
        const bool returns = phase == Phase::body && target.context.empty() &&
                             source.context.size() == 1 && begin_of(to) == source.context.front();
        return returns ? Phase::encode : phase;
    }

    const GraphView* m_view;
    std::vector<std::uint8_t> m_phases;
    std::vector<std::pair<std::uint32_t, Phase>> m_pending;
};

void merge_side(SideEnd& side, const SideEnd& other, bool is_first)
{
    if (is_first)
    {
        side = other;
    }
    else if (side.end != other.end || side.panic_code != other.panic_code)
    {
        side = {};
    }
}

}  // namespace

std::vector<Branch> find_branches(const GraphView& view)
{
    const std::vector<std::uint32_t> jumpis = view.program->disassembly().jumpis();
    const std::vector<std::uint8_t> phases = PhaseFinder(view).find();
    std::map<std::uint32_t, Branch> found;  // by pc
    for (std::uint32_t id = 0; id < view.graph->nodes.size(); ++id)
    {
        const ContextNode& node = view.graph->nodes[id];
        if (node.end != BlockEnd::branches)
        {
            continue;
        }
        const std::uint32_t pc = view.program->tail(view.program->blocks()[node.block]).pc;
        const auto [at, is_first] = found.try_emplace(pc);
        Branch& branch = at->second;
        branch.pc = pc;
        branch.jumpi = jumpi_index(jumpis, *view.program, node.block);
        branch.block = node.block;
        branch.nodes.push_back(id);
        branch.can_jump = branch.can_jump || node.can_jump;
        branch.can_fall = branch.can_fall || node.can_fall;
        branch.is_dispatcher =
            (is_first || branch.is_dispatcher) && view.entries->is_dispatcher[id];
        branch.phases |= phases[id];
        branch.sources |= (*view.table)[node.condition].sources;
        branch.truth |= view.table->truth_sources(node.condition);
        const auto& entries = view.entries->entries_of[id];
        branch.entries.insert(branch.entries.end(), entries.begin(), entries.end());
        for (const bool outcome : {false, true})
        {
            const bool is_possible = outcome ? node.can_jump : node.can_fall;
            SideEnd& side = branch.sides.at(outcome ? 1 : 0);
            if (is_possible || is_first)
            {
                merge_side(
                    side, end_of_side(view, id, outcome), is_first || side.end == BlockEnd::falls);
            }
        }
    }
    std::vector<Branch> branches;
    for (auto& [pc, branch] : found)
    {
        std::sort(branch.entries.begin(), branch.entries.end());
        branch.entries.erase(
            std::unique(branch.entries.begin(), branch.entries.end()), branch.entries.end());
        branches.push_back(std::move(branch));
    }
    return branches;
}

}  // namespace sbst::evm::analysis
