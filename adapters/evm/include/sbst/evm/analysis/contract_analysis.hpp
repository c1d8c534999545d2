// SPDX-License-Identifier: Apache-2.0
// Static analysis of one program of a contract: flow graph with jump targets resolved through the
// stack, goals with classes and proofs, control dependencies. Next: disassembly.hpp,
// adapters/evm/src/analysis/machine.hpp (the abstract interpreter), analysis_text.hpp (listings and
// drawings).
#pragma once

#include <sbst/criteria/branch.hpp>
#include <sbst/evm/analysis/contract_facts.hpp>
#include <sbst/goal/goal.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::evm
{

/// The origin of a goal's branch; `user` and `compiler_check` are shown by default.
enum class GoalClass
{
    user,
    /// Overflow, division, array bounds, enum conversion, empty pop, failing callee: a check that
    /// the compiler added and that a caller can trigger.
    compiler_check,
    /// Choice of the function by selector.
    dispatcher,
    /// `msg.value == 0` in functions that are not payable.
    payable_check,
    /// Decoding and validation of calldata and of returned data.
    calldata_check,
    /// Inside the getter of a public state variable.
    getter,
    /// An empty fallback or receive function, or the revert when there is none.
    empty_fallback,
    /// Compiler-made loops and tests that move strings and arrays between storage, memory and the
    /// ABI encoding.
    data_copy
};
inline constexpr std::size_t goal_class_count = 8;

/// Why no call covers a goal.
enum class Proof
{
    none,
    /// The condition depends on `msg.value`, and the function has checked that it is 0.
    nonpayable_guard,
    /// The condition has the same value in every context.
    constant_condition,
    /// No path leads to the block.
    unreachable_block
};

enum class DistanceKind
{
    numeric,
    /// Only 0 or 1; `CodeGoal::reason` gives the reason.
    flag
};

/// The question of a branch, as far as it is known from the source and the shape of the code.
enum class Reading
{
    /// Only the jump is known.
    jump,
    /// Whether a condition of the source is true.
    condition,
    /// Whether a check of the compiler passes, or a `require` with code shared by several places.
    check
};

/// The name in reports, e.g. `compiler-check`, `non-payable guard`.
[[nodiscard]] std::string_view to_string(GoalClass goal_class);
[[nodiscard]] std::string_view to_string(Proof proof);
[[nodiscard]] std::string_view to_string(DistanceKind kind);
[[nodiscard]] std::string_view to_string(Reading reading);
/// The meaning of an outcome of a branch: `true` and `false` for a condition, `passes` and `fails`
/// for a check, else `jumped` and `not jumped`.
[[nodiscard]] std::string_view outcome_word(Reading reading, bool holds, bool jumped);
/// The same in a sentence: `condition true`, `check fails`, `jumped`.
[[nodiscard]] std::string outcome_text(Reading reading, bool holds, bool jumped);
/// Reverse of `to_string`; nothing for any other text.
[[nodiscard]] std::optional<GoalClass> parse_goal_class(std::string_view text);
[[nodiscard]] constexpr bool is_shown_by_default(GoalClass goal_class)
{
    return goal_class == GoalClass::user || goal_class == GoalClass::compiler_check;
}

/// One outcome of a JUMPI.
struct BranchEdge
{
    /// Index in `ContractAnalysis::jumpis`.
    std::uint32_t jumpi = 0;
    /// True = jumped.
    bool outcome = false;

    friend bool operator==(const BranchEdge&, const BranchEdge&) = default;
    // NOLINTNEXTLINE(readability-implicit-bool-conversion): of the comparison that is generated
    friend auto operator<=>(const BranchEdge&, const BranchEdge&) = default;
};

/// A maximal run of instructions with one entry.
struct BasicBlock
{
    std::uint32_t begin = 0;  // pc of the first instruction
    std::uint32_t end = 0;    // pc after the last instruction
    bool is_reachable = false;
    /// Contexts (call strings) in which the block was analysed.
    std::uint32_t contexts = 0;
    /// Indices in `ContractAnalysis::blocks`, ascending.
    std::vector<std::uint32_t> successors;
    /// The goals on which its execution is control dependent, ascending indices; with `is_root`
    /// some path leads to it without a goal.
    std::vector<std::uint32_t> controlled_by;
    bool is_root = false;
    /// Entries from which it can be reached, ascending indices.
    std::vector<std::uint32_t> functions;
};

/// A reachable JUMP or a JUMPI that can be taken.
struct JumpSite
{
    std::uint32_t pc = 0;
    bool is_conditional = false;
    /// False: in some context the target is not known; `targets` is then an over-approximation.
    bool is_resolved = true;
    /// Targets that were found through the stack, ascending pcs.
    std::vector<std::uint32_t> resolved_targets;
    /// All targets, those of the over-approximation included, ascending pcs.
    std::vector<std::uint32_t> targets;
};

enum class EntryKind
{
    function,
    fallback,
    receive,
    /// The whole program: creation code, or runtime code without a dispatcher.
    program
};

/// The beginning of a function. A call entered it when one of `edges` was taken or, with
/// `is_always`, when the call began.
struct FunctionEntry
{
    EntryKind kind = EntryKind::function;
    std::string name;
    std::optional<std::uint32_t> selector;
    std::vector<BranchEdge> edges;
    bool is_always = false;
    /// pc of the first instruction; the least one if there are several.
    std::uint32_t pc = 0;
    bool is_payable = false;
    bool is_getter = false;
    /// Index in `ContractFacts::functions`; nothing for fallback, receive, unknown selectors.
    std::optional<std::size_t> fact;
};

/// A goal of one program, in the order of (pc, outcome), entries last.
///
/// It is no Goal of the core: the analysis compares classes, readings and proofs as values, of
/// which a Goal has the texts; it counts branches and entries within one program; and it knows no
/// source file. The problem makes a Goal of each (../problem/goals.hpp), and reads here afterwards
/// only what a Goal does not have (ContractProblem::goal_detail).
struct CodeGoal
{
    /// BranchCriterion or MethodEntryCriterion; LineCriterion in ContractProblem::goal_detail
    /// alone.
    CriterionId criterion = BranchCriterion::id;
    GoalClass goal_class = GoalClass::user;
    std::uint32_t pc = 0;
    /// pc of the instruction whose source shows the decision: `pc`, except for a condition that the
    /// compiler tests in a separate routine or frame.
    std::uint32_t source_pc = 0;
    /// For a branch.
    BranchEdge edge;
    /// For a branch: its question, and whether the answer is true (or passes) with this outcome.
    Reading reading = Reading::jump;
    bool holds = false;
    /// The part of a condition that is decided, an operand of `&&` or `||`; file -1 = the whole
    /// condition.
    SourceRange part;
    /// For an entry: index in `ContractAnalysis::entries`.
    std::uint32_t entry = 0;
    /// Entries from which the goal can be reached, ascending indices.
    std::vector<std::uint32_t> functions;
    /// For a line of the runtime code: the creation code executes it too.
    bool is_also_in_creation = false;
    /// Name of its only function, `shared` or `dispatcher`; "" when unreachable.
    std::string function;
    Proof proof = Proof::none;
    /// Details of the proof, e.g. the branch in front of the goal; may be empty.
    std::string proof_detail;
    DistanceKind distance = DistanceKind::numeric;
    /// Why the distance is a flag.
    std::string reason;
    /// True when some path leads to it without another goal.
    bool is_root = false;
};

struct GoalDependency
{
    std::uint32_t parent = 0;
    std::uint32_t child = 0;

    friend bool operator==(const GoalDependency&, const GoalDependency&) = default;
    friend auto operator<=>(const GoalDependency&, const GoalDependency&) = default;
};

struct AnalysisStatistics
{
    std::size_t reachable_blocks = 0;
    /// Pairs of block and context.
    std::size_t nodes = 0;
    std::size_t jumps = 0;
    std::size_t unresolved_jumps = 0;
    /// Mean number of targets per reachable jump, before and after the over-approximation.
    double mean_targets_resolved = 0;
    double mean_targets = 0;
    /// Blocks in which contexts had to be joined because there were too many.
    std::size_t joined_blocks = 0;
    /// Blocks executed abstractly until nothing changed any more.
    std::size_t steps = 0;
    /// False when the limit of work was reached.
    bool is_complete = true;
};

/// Everything known about one program.
struct ContractAnalysis
{
    std::vector<BasicBlock> blocks;  // ascending by pc, data after the code included
    std::vector<JumpSite> jumps;     // ascending by pc
    std::vector<FunctionEntry> entries;
    /// pcs of all JUMPI instructions of the linear disassembly, ascending: the dense index.
    std::vector<std::uint32_t> jumpis;
    /// Goals of each JUMPI by outcome (false, true); nothing for a JUMPI in data.
    std::vector<std::array<std::optional<std::uint32_t>, 2>> branch_goals;
    std::vector<CodeGoal> goals;
    /// `child`'s instruction is control dependent on `parent`; sorted, without repetitions.
    std::vector<GoalDependency> dependencies;
    AnalysisStatistics statistics;

    /// Index of the block that contains pc; nothing outside the code. O(log blocks).
    [[nodiscard]] std::optional<std::size_t> find_block(std::uint32_t pc) const;
    /// Tells whether the flow graph has an edge from the instruction at `from` to the one at `to`
    /// (jumps and falling through between blocks). O(log).
    [[nodiscard]] bool has_edge(std::uint32_t from, std::uint32_t to) const;
};

/// Limits of the abstract interpretation: beyond them contexts are joined, never dropped.
struct AnalysisOptions
{
    std::size_t max_contexts_per_block = 4096;
    std::size_t max_call_depth = 96;
    std::size_t max_nodes = 100'000;
    /// Blocks executed abstractly before contexts are no longer distinguished.
    std::size_t max_steps = 60'000;
    /// Instructions executed abstractly and words of states copied before the analysis gives up:
    /// then no jump is resolved and nothing is proved.
    std::size_t max_work = 4'000'000;
};

/// @throws ConfigError when a limit is 0.
void validate(const AnalysisOptions& options);

/// Analyses a program. Accepts any bytes: unknown code gives unresolved jumps and no proofs.
///
/// Deterministic. Source: design of context-sensitive value-set analysis over call strings (Sharir
/// and Pnueli 1981); wrapped intervals (Navas et al., APLAS 2012).
[[nodiscard]] ContractAnalysis analyse(
    const ContractFacts& facts, const AnalysisOptions& options = {});

}  // namespace sbst::evm
