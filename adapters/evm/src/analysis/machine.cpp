// SPDX-License-Identifier: Apache-2.0
#include "machine.hpp"

#include <algorithm>
#include <utility>

namespace sbst::evm::analysis
{

namespace
{

constexpr std::size_t kept_returns = 3;
constexpr std::size_t max_repetitions = 2;
constexpr std::size_t max_shared_repetitions = 5;
constexpr std::size_t max_followed_pointers = 12;
constexpr std::size_t max_height = 512;
constexpr std::size_t max_thresholds = 64;

/// Small numbers that the code pushes, and their neighbours: likely bounds of loops.
std::vector<U256> find_thresholds(const Program& program)
{
    std::vector<U256> found;
    for (const Instruction& instruction : program.instructions())
    {
        if (is_push(instruction.opcode) && instruction.immediate < U256{1U << 24U} &&
            !program.disassembly().is_jumpdest(instruction.immediate))
        {
            found.push_back(instruction.immediate);
            found.push_back(instruction.immediate + U256{1});
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (found.size() > max_thresholds)
    {
        found.resize(max_thresholds);
    }
    return found;
}

}  // namespace

bool Machine::NodeOrder::operator()(std::uint32_t a, std::uint32_t b) const
{
    // Source order with calls inlined at their return address: a callee comes before its return
    // point and after its call.
    const Node& x = machine->m_nodes[a];
    const Node& y = machine->m_nodes[b];
    const auto place = [&](const Node& node, std::size_t i) {
        return i < node.context.size() ? node.context[i] :
                                         machine->m_program->blocks()[node.block].begin;
    };
    const std::size_t depth = std::min(x.context.size(), y.context.size());
    for (std::size_t i = 0; i <= depth; ++i)
    {
        const std::uint32_t left = place(x, i);
        const std::uint32_t right = place(y, i);
        if (left != right)
        {
            return left < right;
        }
    }
    if (x.context.size() != y.context.size())
    {
        return x.context.size() > y.context.size();
    }
    return a < b;
}

Machine::Machine(const Program& program, const ContractFacts& facts, const AnalysisOptions& options)
  : m_program(&program),
    m_facts(&facts),
    m_options(options),
    m_reasoner(m_table, facts.bounds),
    m_joiner(m_table, m_reasoner, find_thresholds(program)),
    m_runner(program, m_table, m_reasoner, m_joiner),
    m_nodes_of_block(program.blocks().size(), 0),
    m_is_joined(program.blocks().size(), false),
    m_is_candidate(program.blocks().size(), false),
    m_is_recursive(program.disassembly().code_size(), false),
    m_queue(NodeOrder{this})
{
    m_joiner.set_destinations(&program.pushed_destinations());
}

std::vector<std::uint32_t> Machine::context_of(const State& state) const
{
    std::vector<std::uint32_t> context;
    for (const ExprId word : state.stack)
    {
        if (m_table.is_tag(word))
        {
            context.push_back(static_cast<std::uint32_t>(low64(m_table[word].value)));
        }
    }
    return context;
}

bool Machine::returns_at_once(std::uint32_t destination) const
{
    // The optimizer lets many calls share a block that only returns: that is not a sign of
    // recursion.
    const auto index = m_program->block_at(U256{destination});
    if (!index)
    {
        return false;
    }
    const Block& block = m_program->blocks()[*index];
    for (std::size_t i = block.first; i + 1 < block.last; ++i)
    {
        const std::uint8_t opcode = m_program->instructions()[i].opcode;
        if (opcode != op_jumpdest && opcode != op_pop && !is_swap(opcode) && !is_dup(opcode) &&
            !is_push(opcode))
        {
            return false;
        }
    }
    return m_program->tail(block).opcode == op_jump;
}

void Machine::limit_depth(State& state, std::vector<std::uint32_t>& context)
{
    bool is_deep = context.size() > m_options.max_call_depth || state.stack.size() > max_height;
    for (const std::uint32_t address : context)
    {
        const auto count =
            static_cast<std::size_t>(std::count(context.begin(), context.end(), address));
        if (count > (returns_at_once(address) ? max_shared_repetitions : max_repetitions))
        {
            m_is_recursive[address] = true;
        }
        is_deep = is_deep || (count > 1 && m_is_recursive[address]);
    }
    if (!is_deep)
    {
        return;
    }
    // Recursion: only the innermost calls are distinguished.
    std::size_t kept = 0;
    std::size_t returns = 0;
    while (kept < state.stack.size() && kept < max_height / 2 && returns < kept_returns)
    {
        const ExprId word = state.stack[state.stack.size() - 1 - kept];
        ++kept;
        returns += m_table.is_tag(word) ? 1U : 0U;
    }
    m_joiner.cut(state, kept);
    context = context_of(state);
}

std::uint32_t Machine::truth_of(const Block& block, const State& state) const
{
    if (!m_prunes || !block.tested_slot || *block.tested_slot >= state.stack.size())
    {
        return 0;
    }
    const ExprId word = state.stack[state.stack.size() - 1 - *block.tested_slot];
    const Range range = m_reasoner.range_of(word, state.known_ranges);
    if (range.is_zero_only())
    {
        return 1;
    }
    return range.excludes_zero() ? 2 : 0;
}

std::uint32_t Machine::lookup(
    const Key& key, std::uint32_t block, std::vector<std::uint32_t> context)
{
    const auto [at, is_new] = m_index.try_emplace(key, static_cast<std::uint32_t>(m_nodes.size()));
    if (is_new)
    {
        Node node;
        node.block = block;
        node.context = std::move(context);
        m_nodes.push_back(std::move(node));
        ++m_nodes_of_block[block];
    }
    return at->second;
}

std::uint32_t Machine::find_node(std::uint32_t block, State& state)
{
    std::vector<std::uint32_t> context = context_of(state);
    limit_depth(state, context);
    Key key{block, static_cast<std::uint32_t>(state.stack.size()),
        truth_of(m_program->blocks()[block], state)};
    key.insert(key.end(), context.begin(), context.end());
    const bool is_crowded = m_nodes_of_block[block] >= m_options.max_contexts_per_block ||
                            m_nodes.size() >= m_options.max_nodes || m_steps >= m_options.max_steps;
    if (!is_crowded || m_index.contains(key))
    {
        return lookup(key, block, std::move(context));
    }
    // Too many: first only the innermost return address distinguishes contexts, then nothing does.
    m_is_joined[block] = true;
    if (!context.empty())
    {
        const Key innermost{block, UINT32_MAX, 0, context.back()};
        const bool has_room = m_nodes_of_block[block] < 2 * m_options.max_contexts_per_block &&
                              m_steps < m_options.max_steps;
        if (has_room || m_index.contains(innermost))
        {
            return lookup(innermost, block, {context.back()});
        }
    }
    return lookup({block, UINT32_MAX, 0}, block, {});
}

void Machine::propagate(std::uint32_t block, State state)
{
    state.forget_dead_ranges(m_table);
    const std::size_t known = m_nodes.size();
    const std::uint32_t id = find_node(block, state);
    Node& node = m_nodes[id];
    if (id >= known)
    {
        node.state = std::move(state);
        m_queue.insert(id);
        return;
    }
    if (m_joiner.join(node.state, std::move(state), id, node.joins))
    {
        ++node.joins;
        m_queue.insert(id);
    }
}

std::vector<std::uint32_t> Machine::targets_of(ExprId target, bool& is_unresolved) const
{
    std::vector<std::uint32_t> blocks;
    const MergeTargets known = m_table.merge_targets(target);
    for (const U256& value : known.destinations)
    {
        if (const auto block = m_program->block_at(value))
        {
            blocks.push_back(*block);
        }
    }
    // A word from a cut-off stack may also be a pointer that went through memory or storage; then
    // another jump to a pointer is unresolved too.
    is_unresolved = known.has_others && m_table[target].kind != expr_rest;
    if (known.has_others)
    {
        blocks.insert(blocks.end(), m_candidates.begin(), m_candidates.end());
    }
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

template <class Visitor>
BlockResult Machine::expand(std::uint32_t id, Visitor visit_successor)
{
    const std::uint32_t block = m_nodes[id].block;
    State state = m_nodes[id].state;
    m_work += m_program->blocks()[block].last - m_program->blocks()[block].first;
    BlockResult result = m_runner.run(m_program->blocks()[block], id, state);
    const auto visit = [&](std::uint32_t successor, const State& arriving, bool is_jump) {
        m_work += 1 + arriving.stack.size() + arriving.known_ranges.entries().size();
        if (!is_exhausted())
        {
            visit_successor(successor, arriving, is_jump);
        }
    };
    const auto visit_targets = [&](const State& at_jump) {
        bool is_unresolved = false;
        const std::vector<std::uint32_t> targets = targets_of(result.target, is_unresolved);
        const State* arriving = &at_jump;
        State unknown;
        if (is_unresolved && m_unresolved_nodes > max_followed_pointers)
        {
            // There are too many to follow each with its own stack: all arrive in one unknown
            // state.
            unknown.stack = at_jump.stack;
            unknown.rest = at_jump.rest;
            m_joiner.cut(unknown, 0);
            arriving = &unknown;
        }
        for (const std::uint32_t target : targets)
        {
            visit(target, *arriving, true);
        }
        m_unresolved_nodes += is_unresolved && !m_nodes[id].is_unresolved ? 1U : 0U;
        m_nodes[id].is_unresolved = is_unresolved;
        m_nodes[id].jumps_to_merge =
            m_table[result.target].kind == expr_merge || m_table[result.target].kind == expr_rest;
        m_nodes[id].jumps_anywhere = m_table.merge_targets(result.target).has_others;
    };
    if (result.end == BlockEnd::jumps)
    {
        visit_targets(state);
    }
    else if (result.end == BlockEnd::falls)
    {
        visit(block + 1, state, false);
    }
    else if (result.end == BlockEnd::branches)
    {
        if (result.taken)
        {
            State at_jump = state;
            at_jump.known_ranges = *result.taken;
            visit_targets(at_jump);
        }
        if (result.not_taken && block + 1 < m_program->blocks().size())
        {
            State behind = state;
            behind.known_ranges = *result.not_taken;
            visit(block + 1, behind, false);
        }
    }
    return result;
}

void Machine::process(std::uint32_t id)
{
    if (++m_steps == m_options.max_steps)
    {
        m_joiner.share_rests();
    }
    std::vector<std::pair<std::uint32_t, State>> successors;
    expand(id, [&](std::uint32_t block, const State& state, bool) {
        successors.emplace_back(block, state);
    });
    for (auto& [block, state] : successors)
    {
        propagate(block, std::move(state));
    }
}

void Machine::drain()
{
    std::size_t version = m_table.merge_version();
    while (!m_queue.empty() && !is_exhausted())
    {
        const std::uint32_t id = *m_queue.begin();
        m_queue.erase(m_queue.begin());
        process(id);
        if (!m_queue.empty() || version == m_table.merge_version())
        {
            continue;
        }
        // Merged words have new values since jumps to them were followed.
        version = m_table.merge_version();
        for (std::uint32_t node = 0; node < m_nodes.size(); ++node)
        {
            if (m_nodes[node].jumps_to_merge)
            {
                m_queue.insert(node);
            }
        }
    }
}

bool Machine::add_candidate_blocks(const std::vector<bool>& wanted)
{
    bool is_new = false;
    for (std::size_t address = 0; address < wanted.size(); ++address)
    {
        if (!wanted[address])
        {
            continue;
        }
        const auto block = m_program->block_at(U256{address});
        if (!block || m_is_candidate[*block])
        {
            continue;
        }
        m_is_candidate[*block] = true;
        m_candidates.push_back(*block);
        is_new = true;
    }
    std::sort(m_candidates.begin(), m_candidates.end());
    return is_new;
}

void Machine::add_candidates()
{
    const auto has_unresolved = [&] {
        return std::any_of(
            m_nodes.begin(), m_nodes.end(), [](const Node& node) { return node.is_unresolved; });
    };
    bool has_stored = false;
    while (has_unresolved() && !is_exhausted())
    {
        bool is_new = add_candidate_blocks(m_joiner.escaped());
        if (!is_new && !has_stored)
        {
            has_stored = true;
            add_stored_pointers();
            is_new = true;
        }
        if (!is_new)
        {
            return;
        }
        for (std::uint32_t id = 0; id < m_nodes.size(); ++id)
        {
            if (m_nodes[id].jumps_anywhere)
            {
                m_queue.insert(id);
            }
        }
        drain();
    }
}

void Machine::add_stored_pointers()
{
    // A constructor may have stored pointers: it pushes the address in the creation code and that
    // in the runtime code as one number. Without the creation code, any destination that nothing
    // reaches may be one.
    std::vector<bool> wanted(m_program->disassembly().code_size(), false);
    if (m_facts->creation_code.empty())
    {
        for (std::size_t i = 0; i < m_program->blocks().size(); ++i)
        {
            wanted[m_program->blocks()[i].begin] = m_nodes_of_block[i] == 0;
        }
    }
    const Disassembly creation(m_facts->creation_code);
    for (const Instruction& instruction : creation.instructions())
    {
        for (const unsigned shift : {0U, 32U})
        {
            const U256 part = (instruction.immediate >> shift) & U256{UINT32_MAX};
            if (instruction.size > 1 + sizeof(std::uint32_t) && part < U256{wanted.size()} &&
                m_program->pushed_destinations()[low64(part)])
            {
                wanted[low64(part)] = true;
            }
        }
    }
    add_candidate_blocks(wanted);
}

ContextNode Machine::describe(std::uint32_t id, std::vector<std::uint32_t>& found)
{
    ContextNode flow;
    flow.block = m_nodes[id].block;
    flow.context = m_nodes[id].context;
    // The known ranges at the end of the block are those of the beginning plus what its
    // instructions add.
    m_runner.log_to(m_logs_accesses ? &flow.accesses : nullptr);
    BlockResult result = expand(id, [&](std::uint32_t block, const State& state, bool is_jump) {
        State copy = state;
        const std::uint32_t next = find_node(block, copy);
        flow.successors.push_back({next, is_jump});
        found.push_back(next);
    });
    m_runner.log_to(nullptr);
    flow.end = result.end;
    flow.panic_code = result.panic_code;
    flow.condition = result.condition;
    flow.can_jump = result.taken.has_value();
    flow.can_fall = result.not_taken.has_value();
    flow.is_unresolved = m_nodes[id].is_unresolved;
    flow.known_ranges = m_nodes[id].state.known_ranges;
    std::sort(flow.successors.begin(), flow.successors.end());
    flow.successors.erase(
        std::unique(flow.successors.begin(), flow.successors.end()), flow.successors.end());
    return flow;
}

ContextGraph Machine::collect()
{
    // Nodes that were only reached by an earlier, narrower state are left out.
    ContextGraph result;
    std::vector<std::uint32_t> new_id(m_nodes.size(), UINT32_MAX);
    std::vector<std::uint32_t> order{0};
    new_id[0] = 0;
    for (std::size_t i = 0; i < order.size() && !is_exhausted(); ++i)
    {
        std::vector<std::uint32_t> found;
        result.nodes.push_back(describe(order[i], found));
        for (const std::uint32_t next : found)
        {
            if (next >= new_id.size())
            {
                new_id.resize(m_nodes.size(), UINT32_MAX);
            }
            if (new_id[next] == UINT32_MAX)
            {
                new_id[next] = static_cast<std::uint32_t>(order.size());
                order.push_back(next);
            }
        }
    }
    for (ContextNode& node : result.nodes)
    {
        for (ContextEdge& edge : node.successors)
        {
            edge.node = new_id[edge.node];
        }
    }
    for (std::uint32_t block = 0; block < m_is_joined.size(); ++block)
    {
        if (m_is_joined[block])
        {
            result.joined_blocks.push_back(block);
        }
    }
    result.candidates = m_candidates;
    result.steps = m_steps;
    return result;
}

void Machine::keep_impossible_paths()
{
    m_prunes = false;
    m_runner.keep_impossible_paths();
}

std::optional<ContextGraph> Machine::run()
{
    if (m_program->blocks().empty())
    {
        return ContextGraph{};
    }
    propagate(0, State{});
    for (;;)
    {
        drain();
        if (m_prunes)
        {
            add_candidates();
        }
        const std::size_t known = m_nodes.size();
        ContextGraph graph = collect();
        if (is_exhausted())
        {
            return std::nullopt;
        }
        if (m_nodes.size() == known)
        {
            return graph;
        }
        // Recursion found in the meantime leads earlier nodes to other contexts.
        for (std::size_t id = known; id < m_nodes.size(); ++id)
        {
            --m_nodes_of_block[m_nodes[id].block];
        }
        m_nodes.resize(known);
        for (auto at = m_index.begin(); at != m_index.end();)
        {
            at = at->second >= known ? m_index.erase(at) : std::next(at);
        }
        for (std::uint32_t id = 0; id < known; ++id)
        {
            m_queue.insert(id);
        }
    }
}

}  // namespace sbst::evm::analysis
