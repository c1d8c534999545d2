// SPDX-License-Identifier: Apache-2.0
// The flow graph of a method: blocks of instructions, jumps labelled with predicates, exceptions.
// Next: class_goals.hpp, which takes control dependences from it.
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
/// Predicates are numbered from `next_predicate` on, which is left one past the last: one a
/// conditional jump, one a way (that is, a target) of a switch, in the order of the least keys, the
/// way that is only the default's last.
[[nodiscard]] std::vector<BranchPlan> plan_branches(const Code& code, std::size_t& next_predicate);

/// Instructions [first, end) that are executed one after the other.
struct InstructionBlock
{
    std::uint32_t first = 0;
    std::uint32_t end = 0;
};

/// Blocks and the ways between them.
///
/// Edges are those of jumps (labelled by the plan where it has the jump, else not), of falling
/// through, of `jsr` and `ret` (which comes back behind every `jsr`), and of exceptions, in this
/// model:
///
/// - Whether the protected code of a handler throws counts as decided where it is entered: on each
///   edge that enters the ranges of one handler or of several from outside stands a node of its
///   own, with one edge to where the edge led and one to each of these handlers. An edge from each
///   instruction that may throw would be more exact and of no use: almost all may throw, nothing
///   says when, every block of a range would stop post-dominating the one before, and ordinary code
///   behind a call would depend on all branches of the range. In this way goals of a handler depend
///   on what its range's entrance depends on, so that a search may aim at them from there on, and
///   ordinary code depends on what it would without the handlers, and on branches in handlers that
///   lead back to it. (Measured: but for 220 of 12,368 jumps of the JDK and five libraries, which
///   gain branches of a loop that a handler leaves or goes on with.)
/// - An `athrow` in a range is a jump of its own: it leads to the handlers that may catch it (up to
///   the one that must: any type, Throwable, or the very class that the instruction before made),
///   and out of the method where none must. So the branch that guards a `throw` guides to the
///   handler.
/// - A range that begins at its own handler (javac: monitors, finally) protects nothing but the
///   handler: it is left out.
/// - Where ranges overlap in so many ways that this would cost more than `max_exception_work`, all
///   handlers hang at the method's entry instead; no compiler makes such code.
class MethodFlow
{
public:
    static constexpr std::size_t max_exception_work = std::size_t{1} << 22U;

    /// `branches` ascend by instruction.
    MethodFlow(const ClassConstants& pool, const Code& code, std::span<const BranchPlan> branches);

    /// Nodes below the number of blocks are the blocks, in order; those behind have no instruction.
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
