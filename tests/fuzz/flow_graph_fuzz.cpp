// SPDX-License-Identifier: Apache-2.0
// The static analysis of any bytes: it ends, its parts refer to each other, and what executes
// stands in a graph that says it is complete and was not proved impossible.
#include "fuzz.hpp"

#include <sbst/criteria/method_entry.hpp>
#include <sbst/evm/analysis/analysis_text.hpp>
#include <sbst/evm/construction/storage_facts.hpp>
#include <sbst/evm/exec/executor.hpp>

#include <algorithm>
#include <memory>
#include <optional>

using namespace sbst;
using namespace sbst::evm;
using fuzz::ByteSource;
using fuzz::require;

namespace
{

constexpr std::uint64_t gas = 120'000;
constexpr std::size_t max_unknown = 3;

struct Input
{
    ContractFacts facts;
    AnalysisOptions options;
    Bytes data;
    U256 value;
};

Input read_input(ByteSource& source)
{
    Input input;
    input.options.max_contexts_per_block = std::size_t{1} << source.below(8);
    input.options.max_call_depth = 1 + source.below(96);
    input.options.max_nodes = std::size_t{1} << source.below(11);
    input.options.max_steps = std::size_t{1} << source.below(11);
    const std::uint8_t flags = source.byte();
    ContractFacts& facts = input.facts;
    facts.program = (flags & 1U) != 0 ? ProgramKind::creation : ProgramKind::runtime;
    facts.has_abi = (flags & 2U) != 0;
    facts.has_fallback = (flags & 4U) != 0;
    facts.has_receive = (flags & 8U) != 0;
    if (facts.has_abi)
    {
        FunctionFacts& function = facts.functions.emplace_back();
        function.selector = 0x26121ff0;
        function.name = "f";
    }
    input.value = source.word();
    const auto data = source.take(source.below(200));
    input.data.assign(data.begin(), data.end());
    for (std::size_t count = source.below(max_unknown + 1); count > 0; --count)
    {
        const auto start = static_cast<std::uint32_t>(source.below(512));
        facts.unknown_bytes.emplace_back(start, static_cast<std::uint32_t>(source.below(40)));
    }
    facts.metadata_length = source.below(64);
    const auto code = source.rest();
    facts.code.assign(code.begin(), code.end());
    facts.metadata_length = std::min(facts.metadata_length, facts.code.size());
    return input;
}

void check_blocks(const ContractAnalysis& analysis)
{
    std::uint32_t end = 0;
    for (const BasicBlock& block : analysis.blocks)
    {
        require(block.begin == end && block.end > block.begin, "blocks cover the code in order");
        end = block.end;
        require(
            std::is_sorted(block.successors.begin(), block.successors.end()), "successors ascend");
        for (const std::uint32_t successor : block.successors)
        {
            require(successor < analysis.blocks.size() && block.is_reachable &&
                        analysis.blocks[successor].is_reachable,
                "edges join reachable blocks");
        }
    }
}

void check_goals(const ContractAnalysis& analysis)
{
    require(analysis.branch_goals.size() == analysis.jumpis.size(), "one pair of goals a JUMPI");
    for (const auto& pair : analysis.branch_goals)
    {
        for (const auto& goal : pair)
        {
            require(!goal || *goal < analysis.goals.size(), "a branch refers to a goal");
        }
    }
    for (const CodeGoal& goal : analysis.goals)
    {
        if (goal.criterion == MethodEntryCriterion::id)
        {
            require(goal.entry < analysis.entries.size(), "an entry goal refers to an entry");
        }
        else
        {
            require(goal.edge.jumpi < analysis.jumpis.size() &&
                        analysis.jumpis[goal.edge.jumpi] == goal.pc,
                "a branch goal refers to its JUMPI");
        }
        for (const std::uint32_t function : goal.functions)
        {
            require(function < analysis.entries.size(), "a goal belongs to entries");
        }
    }
    for (const GoalDependency& dependency : analysis.dependencies)
    {
        require(
            dependency.parent < analysis.goals.size() && dependency.child < analysis.goals.size(),
            "dependencies join goals");
    }
}

/// Follows an execution of the code through the graph.
class Follower
{
public:
    explicit Follower(const ContractAnalysis& analysis) : m_analysis(&analysis) {}

    void follow(const Step& step)
    {
        if (step.depth != 0)
        {
            return;
        }
        if (m_jump)
        {
            check(*m_jump, step.pc);
        }
        m_jump.reset();
        const auto op = static_cast<Op>(step.opcode);
        const std::size_t height = step.stack.size();
        if (op == Op::jump && height >= 1)
        {
            m_jump = Jump{step.pc, false, true};
        }
        if (op == Op::jumpi && height >= 2)
        {
            m_jump = Jump{step.pc, true, !is_zero(step.stack[height - 2])};
        }
    }

private:
    struct Jump
    {
        std::uint32_t pc;
        bool is_conditional;
        bool is_taken;
    };

    void check(const Jump& jump, std::uint32_t to)
    {
        const auto& jumpis = m_analysis->jumpis;
        if (m_analysis->find_block(to))
        {
            require(m_analysis->has_edge(jump.pc, to), "an executed jump is in the graph");
        }
        if (!jump.is_conditional)
        {
            return;
        }
        const auto at = std::lower_bound(jumpis.begin(), jumpis.end(), jump.pc);
        require(at != jumpis.end() && *at == jump.pc, "an executed JUMPI has a number");
        const auto& goals = m_analysis->branch_goals[static_cast<std::size_t>(at - jumpis.begin())];
        const auto goal = goals.at(jump.is_taken ? 1 : 0);
        require(goal.has_value(), "an executed branch is a goal");
        require(m_analysis->goals[*goal].proof == Proof::none, "an executed branch has no proof");
    }

    const ContractAnalysis* m_analysis;
    std::optional<Jump> m_jump;
};

/// An executor that is the same before every run.
struct World
{
    World()
    {
        WorldState& state = executor.state();
        state.set_balance(state.find_or_add(sender), U256::power_of_two(100));
        executor.block().number = 20'000'000;
        executor.block().timestamp = 1'800'000'000;
        first = state.snapshot();
    }

    Address sender = Address::from_word(U256{0xa11ce});
    Address contract = Address::from_word(U256{0xc0de});
    Executor executor{{.memory_limit = std::size_t{1} << 20U, .code_capacity = 1U << 17U}};
    WorldState::Snapshot first;
};

void execute(World& world, const Input& input, BytesView data, const ContractAnalysis& analysis)
{
    WorldState& state = world.executor.state();
    state.rollback(world.first);
    Transaction transaction;
    transaction.sender = world.sender;
    transaction.value = input.value;
    transaction.gas = gas;
    transaction.data = data;
    if (input.facts.program == ProgramKind::creation)
    {
        transaction.data = input.facts.code;
    }
    else
    {
        state.set_code(
            state.find_or_add(world.contract), world.executor.codes().get(input.facts.code));
        transaction.to = world.contract;
    }
    Follower follower(analysis);
    world.executor.run(transaction, [&](const Step& step) { follower.follow(step); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ByteSource source({data, size});
    Input input = read_input(source);
    const ContractAnalysis analysis = analyse(input.facts, input.options);
    check_blocks(analysis);
    check_goals(analysis);
    require(goals_to_text(analysis) == goals_to_text(analyse(input.facts, input.options)),
        "an analysis is deterministic");
    const StorageFacts storage = find_storage_facts(input.facts, analysis);
    require(writes_text(storage, input.facts, analysis) ==
                writes_text(find_storage_facts(input.facts, analysis), input.facts, analysis),
        "storage facts are deterministic");
    static_cast<void>(flow_graph_to_dot(analysis));
    static_cast<void>(goal_graph_to_dot(analysis));
    // What is jumped to through an unknown word is found among the destinations that compilers
    // leave there: complete for their code, not for any bytes.
    if (analysis.statistics.unresolved_jumps != 0)
    {
        return 0;
    }
    static World world;
    execute(world, input, input.data, analysis);
    execute(world, input, {}, analysis);
    input.value = U256{};
    execute(world, input, input.data, analysis);
    return 0;
}
