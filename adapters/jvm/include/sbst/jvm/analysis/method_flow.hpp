// SPDX-License-Identifier: Apache-2.0
// The flow graph of a method: blocks of instructions, jumps labelled with predicates, exceptions.
// Next: class_goals.hpp, which derives control dependences from it.
#pragma once

#include <sbst/fitness/flow_graph.hpp>
#include <sbst/jvm/analysis/subject_plan.hpp>
#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sbst::jvm
{

/// Plans the probes of all conditional jumps and switches of a method, ascending by instruction.
/// Predicates are numbered from `next_predicate` on, which is set to one past the last: one per
/// conditional jump, one per way (target) of a switch, in the order of the least keys; a way that
/// is only the default's comes last.
[[nodiscard]] std::vector<BranchPlan> plan_branches(const Code& code, std::size_t& next_predicate);

/// Instructions [first, end) that are executed in sequence.
struct InstructionBlock
{
    std::uint32_t first = 0;
    std::uint32_t end = 0;
};

/// Blocks and the ways between them.
///
/// There are edges for jumps (labelled if the plan has the jump), for falling through, for `jsr`
/// and `ret` (which returns after every `jsr`), and for exceptions, in this model:
///
/// - Whether the protected code of a handler throws counts as decided when the code is entered:
///   each edge that enters the ranges of one or more handlers from outside gets a node of its own,
///   with one edge to the original target and one to each of these handlers. An edge from each
///   instruction that may throw would be more exact but useless: almost all may throw, nothing
///   tells when, no block of a range would post-dominate the previous one, and ordinary code after
///   a call would depend on all branches of the range. In this model goals of a handler have the
///   dependences of its range's entrance, so that a search may aim at them from there on, and
///   ordinary code has the same dependences as without the handlers, plus branches in handlers that
///   lead back to it. (Measured: except for 220 of 12,368 jumps of the JDK and five libraries,
///   which gain branches of a loop that a handler leaves or continues.)
/// - An `athrow` in a range is a jump of its own: it leads to the handlers that may catch it (up to
///   the first that must: any type, Throwable, or exactly the class made by the previous
///   instruction), and out of the method if none must. So the branch that guards a `throw` guides
///   to the handler.
/// - A range that begins at its own handler (javac: monitors, finally) protects only the handler:
///   it is left out.
/// - If ranges overlap so much that this would cost more than `max_exception_work`, all handlers
///   are attached to the method's entry instead; compilers do not make such code.
class MethodFlow
{
public:
    static constexpr std::size_t max_exception_work = std::size_t{1} << 22U;

    /// `branches` ascend by instruction.
    MethodFlow(const ClassConstants& pool, const Code& code, std::span<const BranchPlan> branches);

    /// Nodes below the number of blocks are the blocks, in order; later nodes have no instructions.
    [[nodiscard]] const FlowGraph& graph() const { return m_graph; }
    /// Ascending; together they are all instructions.
    [[nodiscard]] std::span<const InstructionBlock> blocks() const { return m_blocks; }
    /// O(log blocks).
    [[nodiscard]] FlowNode block_of(std::uint32_t instruction) const;

private:
    FlowGraph m_graph;
    std::vector<InstructionBlock> m_blocks;
};

}  // namespace sbst::jvm
