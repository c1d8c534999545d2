// SPDX-License-Identifier: Apache-2.0
// Machine: runs the program abstractly over pairs of block and call string until nothing changes,
// and gives the flow graph over these pairs. Next: branches.hpp, classify.hpp.
#pragma once

#include "block_runner.hpp"
#include "blocks.hpp"
#include "state.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace sbst::evm::analysis
{

/// One successor of a node.
struct ContextEdge
{
    std::uint32_t node = 0;
    /// By a jump (of JUMP or JUMPI); otherwise by falling through.
    bool is_jump = false;

    friend bool operator==(const ContextEdge&, const ContextEdge&) = default;
    // NOLINTNEXTLINE(readability-implicit-bool-conversion): of the comparison that is generated
    friend auto operator<=>(const ContextEdge&, const ContextEdge&) = default;
};

/// A block in one context, at the fixed point.
struct ContextNode
{
    std::uint32_t block = 0;
    /// Return addresses on the stack when the block begins, bottom first.
    std::vector<std::uint32_t> context;
    std::vector<ContextEdge> successors;
    BlockEnd end = BlockEnd::fails;
    std::uint32_t panic_code = 0;
    /// For a JUMPI.
    ExprId condition = 0;
    bool can_jump = false;
    bool can_fall = false;
    /// The target of the jump is unknown.
    bool is_unresolved = false;
    /// Known ranges when the condition is evaluated, for questions about it.
    KnownRanges known_ranges;
    /// In the order of the instructions; only after Machine::log_accesses.
    std::vector<WordAccess> accesses;
};

/// Result of `run_machine`.
struct ContextGraph
{
    /// Reachable nodes; the first one is the start of the program.
    std::vector<ContextNode> nodes;
    std::vector<std::uint32_t> joined_blocks;
    /// Blocks that unresolved jumps were assumed to reach.
    std::vector<std::uint32_t> candidates;
    std::size_t steps = 0;
};

/// Runs a program to its fixed point.
class Machine
{
public:
    Machine(const Program& program, const ContractFacts& facts, const AnalysisOptions& options);

    /// Takes both outcomes of every condition; the result cannot be used for proofs.
    void keep_impossible_paths();
    /// Nodes of the result tell what they read and write.
    void log_accesses() { m_logs_accesses = true; }
    /// Returns nothing when the limit of work is reached: the partial result is not a bound.
    std::optional<ContextGraph> run();

    [[nodiscard]] ExpressionTable& table() { return m_table; }
    [[nodiscard]] const Reasoner& reasoner() const { return m_reasoner; }

private:
    struct Node
    {
        std::uint32_t block = 0;
        std::vector<std::uint32_t> context;
        State state;
        std::size_t joins = 0;
        bool is_unresolved = false;
        bool jumps_to_merge = false;
        bool jumps_anywhere = false;
    };
    struct NodeOrder
    {
        const Machine* machine;
        bool operator()(std::uint32_t a, std::uint32_t b) const;
    };
    using Key = std::vector<std::uint32_t>;

    std::uint32_t find_node(std::uint32_t block, State& state);
    std::uint32_t lookup(const Key& key, std::uint32_t block, std::vector<std::uint32_t> context);
    [[nodiscard]] std::vector<std::uint32_t> context_of(const State& state) const;
    [[nodiscard]] bool returns_at_once(std::uint32_t destination) const;
    void limit_depth(State& state, std::vector<std::uint32_t>& context);
    [[nodiscard]] std::uint32_t truth_of(const Block& block, const State& state) const;
    void propagate(std::uint32_t block, State state);
    void process(std::uint32_t id);
    void drain();
    void add_candidates();
    void add_stored_pointers();
    bool add_candidate_blocks(const std::vector<bool>& wanted);
    [[nodiscard]] std::vector<std::uint32_t> targets_of(ExprId target, bool& is_unresolved) const;
    [[nodiscard]] bool is_exhausted() const { return m_work >= m_options.max_work; }
    /// Runs a node's block and passes each successor to `visit(block, state, is_jump)`.
    template <class Visitor>
    BlockResult expand(std::uint32_t id, Visitor visit);
    ContextGraph collect();
    ContextNode describe(std::uint32_t id, std::vector<std::uint32_t>& found);

    const Program* m_program;
    const ContractFacts* m_facts;
    AnalysisOptions m_options;
    ExpressionTable m_table;
    Reasoner m_reasoner;
    Joiner m_joiner;
    BlockRunner m_runner;
    std::vector<Node> m_nodes;
    std::map<Key, std::uint32_t> m_index;
    std::vector<std::uint32_t> m_nodes_of_block;
    std::vector<bool> m_is_joined;
    std::vector<std::uint32_t> m_candidates;
    std::vector<bool> m_is_candidate;
    std::vector<bool> m_is_recursive;  // per return address: found more than once on a stack
    std::set<std::uint32_t, NodeOrder> m_queue;
    std::size_t m_steps = 0;
    std::size_t m_work = 0;
    std::size_t m_unresolved_nodes = 0;
    bool m_prunes = true;
    bool m_logs_accesses = false;
};

}  // namespace sbst::evm::analysis
