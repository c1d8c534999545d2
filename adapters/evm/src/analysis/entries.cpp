// SPDX-License-Identifier: Apache-2.0
#include "entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace sbst::evm::analysis
{

namespace
{

/// The outcome of a condition that decides the selector of the call.
struct SelectorTest
{
    std::uint32_t selector = 0;
    bool outcome = true;
};

struct EntryEdge
{
    std::uint32_t from = 0;
    bool outcome = false;
    std::uint32_t to = 0;
};

class EntryFinder
{
public:
    EntryFinder(const Program& program, const ContractFacts& facts, Machine& machine,
        const ContextGraph& graph)
      : m_program(&program),
        m_facts(&facts),
        m_table(&machine.table()),
        m_graph(&graph),
        m_jumpis(program.disassembly().jumpis())
    {
        const ExprId first_word = m_table->operation(op_calldataload, m_table->zero());
        m_selector = m_table->operation(op_shr, m_table->constant(U256{0xe0}), first_word);
        m_calldatasize = m_table->operation(op_calldatasize);
    }

    EntryMap find();

private:
    [[nodiscard]] std::optional<SelectorTest> selector_test(ExprId condition) const;
    void find_functions();
    void find_dispatcher();
    void find_others();
    [[nodiscard]] bool tests_calldatasize(std::uint32_t node, bool& empty_outcome) const;
    void mark_receive_test();
    void add_program(EntryKind kind, std::string name, bool is_payable);
    void add_entry(FunctionEntry entry, const std::vector<EntryEdge>& edges);
    void spread();
    [[nodiscard]] std::vector<bool> reach(const std::vector<std::uint32_t>& from) const;
    [[nodiscard]] bool is_function_edge(std::uint32_t from, const ContextEdge& edge) const;

    const Program* m_program;
    const ContractFacts* m_facts;
    ExpressionTable* m_table;
    const ContextGraph* m_graph;
    std::vector<std::uint32_t> m_jumpis;
    ExprId m_selector = 0;
    ExprId m_calldatasize = 0;
    EntryMap m_map;
    std::vector<bool> m_before;  // per node: reached without choosing a function
};

std::optional<SelectorTest> EntryFinder::selector_test(ExprId condition) const
{
    bool outcome = true;
    while ((*m_table)[condition].kind == op_iszero && condition != m_selector)
    {
        condition = (*m_table)[condition].args[0];
        outcome = !outcome;
    }
    const Expression& node = (*m_table)[condition];
    const bool is_equality = node.kind == op_eq;
    const bool is_difference = node.kind == op_add || node.kind == op_xor || node.kind == op_sub;
    if (condition == m_selector)  // selector 0 needs no comparison
    {
        return SelectorTest{0, !outcome};
    }
    if (!is_equality && !is_difference)
    {
        return std::nullopt;
    }
    const bool is_reversed = node.args[1] == m_selector;
    const auto value = m_table->constant_value(node.args[is_reversed ? 0 : 1]);
    if ((!is_reversed && node.args[0] != m_selector) || !value)
    {
        return std::nullopt;
    }
    const U256 wanted = node.kind == op_add ? -*value : *value;
    if (!(wanted < U256::power_of_two(32)))
    {
        return std::nullopt;
    }
    return SelectorTest{static_cast<std::uint32_t>(low64(wanted)), outcome == is_equality};
}

bool EntryFinder::is_function_edge(std::uint32_t from, const ContextEdge& edge) const
{
    const ContextNode& node = m_graph->nodes[from];
    if (node.end != BlockEnd::branches)
    {
        return false;
    }
    const auto test = selector_test(node.condition);
    return test && test->outcome == edge.is_jump;
}

void EntryFinder::add_entry(FunctionEntry entry, const std::vector<EntryEdge>& edges)
{
    std::vector<std::uint32_t> first;
    entry.pc = UINT32_MAX;
    for (const EntryEdge& edge : edges)
    {
        const std::uint32_t block = m_graph->nodes[edge.from].block;
        entry.edges.push_back({jumpi_index(m_jumpis, *m_program, block), edge.outcome});
        const std::uint32_t target = m_graph->nodes[edge.to].block;
        entry.pc = std::min(entry.pc, m_program->blocks()[target].begin);
        first.push_back(edge.to);
    }
    std::sort(entry.edges.begin(), entry.edges.end());
    entry.edges.erase(std::unique(entry.edges.begin(), entry.edges.end()), entry.edges.end());
    m_map.entries.push_back(std::move(entry));
    m_map.first_nodes.push_back(std::move(first));
}

void EntryFinder::find_functions()
{
    // In the order of the ABI, then unknown selectors.
    std::map<std::pair<std::size_t, std::uint32_t>, std::vector<EntryEdge>> found;
    for (std::uint32_t id = 0; id < m_graph->nodes.size(); ++id)
    {
        const ContextNode& node = m_graph->nodes[id];
        if (!m_before[id] || node.end != BlockEnd::branches)
        {
            continue;
        }
        const auto test = selector_test(node.condition);
        for (const ContextEdge& edge : node.successors)
        {
            if (!test || edge.is_jump != test->outcome)
            {
                continue;
            }
            const auto fact = std::find_if(m_facts->functions.begin(), m_facts->functions.end(),
                [&](const FunctionFacts& f) { return f.selector == test->selector; });
            const auto rank = static_cast<std::size_t>(fact - m_facts->functions.begin());
            found[{rank, test->selector}].push_back({id, edge.is_jump, edge.node});
        }
    }
    for (const auto& [key, edges] : found)
    {
        FunctionEntry entry;
        entry.selector = key.second;
        entry.name = fmt::format("0x{:08x}", key.second);
        if (key.first < m_facts->functions.size())
        {
            const FunctionFacts& fact = m_facts->functions[key.first];
            entry.fact = key.first;
            entry.name = fact.name;
            entry.is_payable = fact.is_payable;
            entry.is_getter = fact.is_getter.value_or(
                fact.is_view && !fact.parameter_names.empty() &&
                std::all_of(fact.parameter_names.begin(), fact.parameter_names.end(),
                    [](const std::string& name) { return name.empty(); }));
        }
        add_entry(std::move(entry), edges);
    }
}

void EntryFinder::find_dispatcher()
{
    // Backwards from the tests of the selector, over nodes that choose no function.
    std::vector<std::vector<std::uint32_t>> predecessors(m_graph->nodes.size());
    std::vector<std::uint32_t> pending;
    for (std::uint32_t id = 0; id < m_graph->nodes.size(); ++id)
    {
        if (!m_before[id])
        {
            continue;
        }
        bool tests = false;
        for (const ContextEdge& edge : m_graph->nodes[id].successors)
        {
            if (is_function_edge(id, edge))
            {
                tests = true;
            }
            else
            {
                predecessors[edge.node].push_back(id);
            }
        }
        if (tests)
        {
            m_map.is_dispatcher[id] = true;
            pending.push_back(id);
        }
    }
    while (!pending.empty())
    {
        const std::uint32_t id = pending.back();
        pending.pop_back();
        for (const std::uint32_t before : predecessors[id])
        {
            if (!m_map.is_dispatcher[before])
            {
                m_map.is_dispatcher[before] = true;
                pending.push_back(before);
            }
        }
    }
}

void EntryFinder::add_program(EntryKind kind, std::string name, bool is_payable)
{
    FunctionEntry entry;
    entry.kind = kind;
    entry.name = std::move(name);
    entry.is_payable = is_payable;
    entry.is_always = true;
    m_map.entries.push_back(std::move(entry));
    m_map.first_nodes.push_back({0});
}

bool EntryFinder::tests_calldatasize(std::uint32_t node, bool& empty_outcome) const
{
    const ContextNode& tested = m_graph->nodes[node];
    if (tested.end != BlockEnd::branches)
    {
        return false;
    }
    const Expression& condition = (*m_table)[tested.condition];
    empty_outcome = condition.kind == op_iszero && condition.args[0] == m_calldatasize;
    return empty_outcome || tested.condition == m_calldatasize;
}

void EntryFinder::mark_receive_test()
{
    // The block that tests for calldata decides between receive and fallback: it belongs to the
    // dispatcher too.
    std::vector<std::uint32_t> starts;
    for (std::uint32_t id = 0; id < m_graph->nodes.size(); ++id)
    {
        if (m_map.is_dispatcher[id])
        {
            for (const ContextEdge& edge : m_graph->nodes[id].successors)
            {
                if (!is_function_edge(id, edge))
                {
                    starts.push_back(edge.node);
                }
            }
        }
    }
    if (m_map.entries.empty())
    {
        starts.push_back(0);
    }
    bool empty_outcome = false;
    for (const std::uint32_t start : starts)
    {
        if (tests_calldatasize(start, empty_outcome))
        {
            m_map.is_dispatcher[start] = true;
        }
    }
}

void EntryFinder::find_others()
{
    const bool has_functions = !m_map.entries.empty();
    if (m_facts->has_receive)
    {
        mark_receive_test();
    }
    std::vector<EntryEdge> receive;
    std::vector<EntryEdge> fallback;
    for (std::uint32_t id = 0; id < m_graph->nodes.size(); ++id)
    {
        if (!m_map.is_dispatcher[id])
        {
            continue;
        }
        bool empty_outcome = false;
        const bool decides = m_facts->has_receive && tests_calldatasize(id, empty_outcome);
        for (const ContextEdge& edge : m_graph->nodes[id].successors)
        {
            if (m_map.is_dispatcher[edge.node] || is_function_edge(id, edge))
            {
                continue;
            }
            const bool to_receive = decides && edge.is_jump == empty_outcome;
            (to_receive ? receive : fallback).push_back({id, edge.is_jump, edge.node});
        }
    }
    FunctionEntry entry;
    entry.kind = EntryKind::receive;
    entry.name = "receive";
    entry.is_payable = true;
    if (!receive.empty())
    {
        add_entry(entry, receive);
    }
    entry.kind = EntryKind::fallback;
    entry.name = "fallback";
    entry.is_payable = m_facts->has_fallback && m_facts->is_fallback_payable;
    if (!fallback.empty())
    {
        add_entry(entry, fallback);
    }
    else if (!has_functions && receive.empty())
    {
        add_program(EntryKind::fallback, "fallback", entry.is_payable);
    }
}

std::vector<bool> EntryFinder::reach(const std::vector<std::uint32_t>& from) const
{
    std::vector<bool> reached(m_graph->nodes.size(), false);
    std::vector<std::uint32_t> pending = from;
    for (const std::uint32_t id : from)
    {
        reached[id] = true;
    }
    while (!pending.empty())
    {
        const std::uint32_t id = pending.back();
        pending.pop_back();
        for (const ContextEdge& edge : m_graph->nodes[id].successors)
        {
            if (!reached[edge.node])
            {
                reached[edge.node] = true;
                pending.push_back(edge.node);
            }
        }
    }
    return reached;
}

void EntryFinder::spread()
{
    m_map.entries_of.resize(m_graph->nodes.size());
    for (std::uint32_t entry = 0; entry < m_map.entries.size(); ++entry)
    {
        const std::vector<bool> reached = reach(m_map.first_nodes[entry]);
        for (std::size_t id = 0; id < reached.size(); ++id)
        {
            if (reached[id] && !m_map.is_dispatcher[id])
            {
                m_map.entries_of[id].push_back(entry);
            }
        }
    }
}

EntryMap EntryFinder::find()
{
    m_map.is_dispatcher.assign(m_graph->nodes.size(), false);
    if (m_graph->nodes.empty())
    {
        return m_map;
    }
    if (m_facts->program == ProgramKind::creation)
    {
        add_program(EntryKind::program, "constructor", m_facts->is_constructor_payable);
        spread();
        return m_map;
    }
    m_before.assign(m_graph->nodes.size(), false);
    std::vector<std::uint32_t> pending{0};
    m_before[0] = true;
    while (!pending.empty())
    {
        const std::uint32_t id = pending.back();
        pending.pop_back();
        for (const ContextEdge& edge : m_graph->nodes[id].successors)
        {
            if (!m_before[edge.node] && !is_function_edge(id, edge))
            {
                m_before[edge.node] = true;
                pending.push_back(edge.node);
            }
        }
    }
    find_functions();
    find_dispatcher();
    find_others();
    spread();
    return m_map;
}

}  // namespace

std::uint32_t jumpi_index(
    const std::vector<std::uint32_t>& jumpis, const Program& program, std::uint32_t block)
{
    const std::uint32_t pc = program.tail(program.blocks()[block]).pc;
    const auto at = std::lower_bound(jumpis.begin(), jumpis.end(), pc);
    return static_cast<std::uint32_t>(at - jumpis.begin());
}

EntryMap find_entries(
    const Program& program, const ContractFacts& facts, Machine& machine, const ContextGraph& graph)
{
    return EntryFinder(program, facts, machine, graph).find();
}

}  // namespace sbst::evm::analysis
