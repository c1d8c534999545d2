// SPDX-License-Identifier: Apache-2.0
#include "closed_functions.hpp"

#include "facts_builder.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/context_branch.hpp>
#include <sbst/criteria/line.hpp>
#include <sbst/evm/analysis/disassembly.hpp>
#include <sbst/evm/exec/opcode.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sbst::evm
{

namespace
{

/// What an instruction makes of the function that it is in.
enum class Hold
{
    closed,
    /// Opens it where ether may be sent.
    asks_for_value,
    /// Opens it where the constructor fills in code.
    copies_code,
    open,
    /// Opens the whole contract.
    calls
};

Hold hold_of(Op op)
{
    switch (op)
    {
        case Op::callvalue:
            return Hold::asks_for_value;
        case Op::codecopy:
            return Hold::copies_code;
        case Op::create:
        case Op::create2:
        case Op::call:
        case Op::callcode:
        case Op::delegatecall:
        case Op::staticcall:
            return Hold::calls;
        case Op::calldataload:
        case Op::calldatasize:
        case Op::calldatacopy:
        case Op::returndatasize:
        case Op::returndatacopy:
        case Op::pop:
        case Op::mload:
        case Op::mstore:
        case Op::mstore8:
        case Op::sstore:
        case Op::tstore:
        case Op::jump:
        case Op::jumpi:
        case Op::pc:
        case Op::msize:
        case Op::jumpdest:
        case Op::mcopy:
        case Op::return_:
        case Op::revert:
        case Op::invalid:
        case Op::selfdestruct:
            return Hold::closed;
        default:
            break;
    }
    // A hash is known as a number: its comparison with another one may be no condition.
    const bool computes = op <= Op::sar;
    const bool moves = op >= Op::push0 && op <= Op::log4;
    return computes || moves ? Hold::closed : Hold::open;
}

/// What the blocks of a program make of their functions, by block.
class BlockHolds
{
public:
    BlockHolds(const Artifact& artifact, const AnalysedCode& code)
      : m_holds(code.analysis.blocks.size(), Hold::closed)
    {
        const ContractAnalysis& program = code.analysis;
        const ContractFacts facts = runtime_facts(artifact, code.bytes);
        const Disassembly disassembly(code.bytes);
        for (const Instruction& instruction : disassembly.instructions())
        {
            const auto block = program.find_block(instruction.pc);
            if (!block || !program.blocks[*block].is_reachable)
            {
                continue;
            }
            Hold hold = hold_of(static_cast<Op>(instruction.opcode));
            if (is_filled_in(instruction, facts) ||
                (hold == Hold::copies_code && !facts.unknown_bytes.empty()))
            {
                hold = Hold::open;
            }
            hold = hold == Hold::copies_code ? Hold::closed : hold;
            m_holds[*block] = std::max(m_holds[*block], hold);
        }
    }

    [[nodiscard]] bool has_calls() const
    {
        return std::ranges::find(m_holds, Hold::calls) != m_holds.end();
    }
    /// By entry.
    [[nodiscard]] std::vector<Hold> of_entries(const ContractAnalysis& program) const
    {
        std::vector<Hold> holds(program.entries.size(), Hold::closed);
        for (std::size_t block = 0; block < m_holds.size(); ++block)
        {
            for (const std::uint32_t entry : program.blocks[block].functions)
            {
                holds[entry] = std::max(holds[entry], m_holds[block]);
            }
        }
        return holds;
    }

private:
    [[nodiscard]] static bool is_filled_in(
        const Instruction& instruction, const ContractFacts& facts)
    {
        return std::ranges::any_of(facts.unknown_bytes, [&](const auto& unknown) {
            const auto [start, length] = unknown;
            return start < instruction.pc + instruction.size && instruction.pc < start + length;
        });
    }

    std::vector<Hold> m_holds;
};

/// Its values are what bits of a word can be, and calls have as many words.
bool is_plain(const AbiType& type)
{
    switch (type.kind())
    {
        case AbiKind::unsigned_integer:
        case AbiKind::signed_integer:
        case AbiKind::boolean:
        case AbiKind::fixed_bytes:
            return true;
        case AbiKind::fixed_array:
        case AbiKind::tuple:
            return std::ranges::all_of(type.members(), is_plain);
        default:
            return false;
    }
}

bool is_of_ways(const Goal& goal, const CodeGoal& detail)
{
    const bool is_way = goal.criterion == BranchCriterion::id ||
                        goal.criterion == ContextBranchCriterion::id ||
                        goal.criterion == LineCriterion::id;
    const bool is_asked =
        detail.goal_class == GoalClass::user || detail.goal_class == GoalClass::compiler_check;
    // The search does not record what is only measured.
    const bool is_recorded = !goal.is_measured || goal.is_helper;
    return is_way && is_asked && is_recorded && !goal.is_infeasible() && !in_creation(goal) &&
           !detail.is_also_in_creation && !detail.functions.empty();
}

}  // namespace

ClosedCallables closed_functions(const Artifact& artifact, const ContractSurface& surface,
    const AnalysedCode& code, std::span<const MethodId> entry_of_callable,
    const ContractGoals& goals)
{
    ClosedCallables closed;
    const ContractAnalysis& runtime = code.analysis;
    const BlockHolds blocks(artifact, code);
    const bool may_be_called_otherwise =
        blocks.has_calls() || std::ranges::any_of(surface.targets, [](const CallTarget& target) {
            return target.kind == CallTarget::Kind::fallback;
        });
    const bool is_flow_known =
        runtime.statistics.is_complete && runtime.statistics.unresolved_jumps == 0;
    if (!is_flow_known || may_be_called_otherwise)
    {
        return closed;
    }
    const std::vector<Hold> holds = blocks.of_entries(runtime);
    std::vector<CallableId> callable_of(runtime.entries.size());  // closed ones, by entry
    for (std::size_t i = 0; i < surface.targets.size(); ++i)
    {
        const CallTarget& target = surface.targets[i];
        if (target.kind != CallTarget::Kind::function || !entry_of_callable[i].is_valid())
        {
            continue;
        }
        const AbiFunction& function = artifact.abi.functions[target.function];
        const std::size_t entry = entry_of_callable[i].index();
        const Hold most = function.is_payable() ? Hold::closed : Hold::asks_for_value;
        if (holds[entry] <= most && std::ranges::all_of(function.inputs.types, is_plain))
        {
            callable_of[entry] = CallableId(i);
        }
    }
    for (std::size_t i = 0; i < goals.graph.size() && i < goals.details.size(); ++i)
    {
        const CodeGoal& detail = goals.details[i];
        if (!is_of_ways(goals.graph[GoalId(i)], detail))
        {
            continue;
        }
        ClosedCallables::Reached reached{GoalId(i), {}};
        for (const std::uint32_t function : detail.functions)
        {
            reached.callables.push_back(callable_of[function]);
        }
        if (std::ranges::all_of(reached.callables, [](CallableId id) { return id.is_valid(); }))
        {
            std::ranges::sort(reached.callables);
            closed.goals.push_back(std::move(reached));
        }
    }
    return closed;
}

}  // namespace sbst::evm
