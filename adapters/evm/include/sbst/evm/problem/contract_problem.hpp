// SPDX-License-Identifier: Apache-2.0
// A contract as a search problem: its functions are the catalogue, its branches the goals, and the
// in-process EVM runs the tests. Next: ../suite/generate.hpp for a whole run, ../analysis for the
// goals.
#pragma once

#include <sbst/construction/template_plan.hpp>
#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/problem/actors.hpp>
#include <sbst/evm/problem/options.hpp>
#include <sbst/guided/mined_constants.hpp>
#include <sbst/output/executed_suite.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/operators.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sbst::evm
{

/// The meaning of a callable on the chain.
struct CallTarget
{
    enum class Kind
    {
        constructor,
        function,
        fallback,
        receive
    };
    Kind kind = Kind::function;
    /// Index into ContractAbi::functions for `function`.
    std::size_t function = 0;
    /// Number of leading parameters that are ABI arguments; a fallback has one: raw call data.
    std::size_t argument_count = 0;
    // Indices of the parameters after the arguments, if the callable has them.
    std::size_t sender = 0;
    std::optional<std::size_t> value{};
    std::optional<std::size_t> time_step{};
    std::optional<std::size_t> block_step{};
};

/// One executed call in detail, for people and reports.
struct CallRecord
{
    OutcomeKind kind = OutcomeKind::not_reached;
    /// Decoded arguments as text, one per ABI argument.
    std::vector<std::string> arguments;
    std::string sender;
    U256 value;
    std::uint64_t time_step = 0;
    std::uint64_t block_step = 0;
    /// Decoded results as text (returned) or the reason of the failure (threw): `reverted with
    /// "..."`, `panic 0x11 (overflow)`, `out of gas`, ...
    std::vector<std::string> results;
    std::string failure;
    std::uint64_t gas_used = 0;
    /// Decoded events as text.
    std::vector<std::string> events;
};

/// A test as it ran.
struct DescribedTest
{
    std::vector<CallRecord> calls;
    /// Lines of ContractProblem::source_lines that it executed, ascending.
    std::vector<LineId> lines;
};

/// The EVM adapter's problem; satisfies SequenceProblem.
///
/// Call 0 deploys the contract, every later call is one transaction in a block of its own
/// (one block and twelve seconds after the previous one, plus the call's jumps). A failed
/// transaction changes nothing and the test continues; after a failed deployment nothing else runs.
/// Each test starts from the same world.
class ContractProblem
{
public:
    using Test = TestCase;

    /// @throws ConfigError, ParseError (see validate and load_artifact).
    ContractProblem(Artifact artifact, ProblemOptions options, OperatorOptions operators = {});
    ~ContractProblem();
    ContractProblem(const ContractProblem&) = delete;
    ContractProblem& operator=(const ContractProblem&) = delete;
    ContractProblem(ContractProblem&&) = delete;
    ContractProblem& operator=(ContractProblem&&) = delete;

    // Required by Problem and SequenceProblem.
    [[nodiscard]] const GoalGraph& goals() const;
    [[nodiscard]] const TypeUniverse& types() const;
    [[nodiscard]] const Catalogue& catalogue() const;
    [[nodiscard]] TestCase generate(Rng& rng);
    Change mutate(TestCase& test, Rng& rng);
    ChangePair crossover(TestCase& first, TestCase& second, Rng& rng);
    [[nodiscard]] static std::size_t length(const TestCase& test) { return test.length(); }
    /// From now on traces also tell about goals that are only measured; see TellsMeasuredGoals.
    void begin_measurement();
    void execute(
        std::span<const Request<TestCase>> requests, std::span<Trace> traces, StopToken stop);
    [[nodiscard]] std::string render(const TestCase& test) const;

    // Additional information of this adapter.
    [[nodiscard]] const Artifact& artifact() const;
    [[nodiscard]] const ProblemOptions& options() const;
    [[nodiscard]] std::span<const Actor> actors() const;
    [[nodiscard]] const ContractAnalysis& runtime_analysis() const;
    [[nodiscard]] const ContractAnalysis& creation_analysis() const;
    /// The result of the program's analysis for a goal of `goals()`.
    [[nodiscard]] const CodeGoal& goal_detail(GoalId goal) const;
    /// The lines with code that can be reached, ascending, as far as the compiler's source maps
    /// name them; the index is the LineId.
    [[nodiscard]] const std::vector<SourceLine>& source_lines() const;
    [[nodiscard]] const CallTarget& target(CallableId callable) const;
    /// The operators behind generate, mutate and crossover.
    [[nodiscard]] SequenceOperators& operators();
    /// Tells whether a call of that callable can reach that goal.
    [[nodiscard]] bool may_decide(CallableId callable, GoalId goal) const;
    /// What builds the state that the way to a branch needs: null for other goals, and where no
    /// transaction writes it. The first request analyses both programs once more.
    [[nodiscard]] const TemplatePlan* construction(GoalId goal);
    /// Contracts whose state several transactions must prepare gain much by them, and no other
    /// loses a goal in the mean: see bench/README.md, Templates.
    [[nodiscard]] double template_rate() const { return 1.0; }
    /// See TellsPaths of the core.
    [[nodiscard]] bool tells_paths() const { return true; }
    /// Found at the first request. See TellsClosedCallables of the core.
    [[nodiscard]] const ClosedCallables& closed_callables() const;
    // Those for guided random testing (sbst/guided/facts.hpp).
    [[nodiscard]] bool changes_state(CallableId callable) const;
    [[nodiscard]] MinedConstants& mined_constants();
    [[nodiscard]] std::size_t constant_document(CallableId callable) const;
    [[nodiscard]] static std::span<const U256> units();
    /// The state on which a branch depends: the places of storage that the way to it reads.
    /// @throws ConfigError when there is no such goal, or it is no branch of the runtime code.
    [[nodiscard]] ConstructionGraph construction_graph(GoalId goal);
    /// What the functions and the constructor write to storage, a line for each write.
    [[nodiscard]] std::string storage_text();
    /// The text for an exception id of a trace.
    [[nodiscard]] std::string exception_text(ExceptionId exception) const;
    /// The pools from which literals are drawn; a run's hooks feed the dynamic one.
    [[nodiscard]] ConstantPool& constants();
    /// Executes a test once more; one record per call.
    [[nodiscard]] DescribedTest observe(const TestCase& test) const;
    /// The same on a mutant in place of the original runtime code; its lines are unknown.
    /// Precondition: a goal of weak mutation, and why_not_built() is empty.
    [[nodiscard]] DescribedTest observe_mutant(const TestCase& test, GoalId mutant) const;
    /// Why the mutant of a goal of weak mutation cannot be executed; empty = it can.
    [[nodiscard]] std::string why_not_built(GoalId mutant) const;
    /// The calls of `observe`.
    [[nodiscard]] std::vector<CallRecord> describe(const TestCase& test) const;
    /// Deploys with random arguments, up to 200 times: nothing when one deployment succeeds, else
    /// the reason why the last one failed.
    [[nodiscard]] std::optional<std::string> deployment_failure() const;
    /// The distinct jumps (pc, target) of runtime code that a test executes, ascending.
    [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> executed_edges(
        const TestCase& test) const;
    /// Instructions and transactions interpreted so far, deployments included.
    [[nodiscard]] std::uint64_t interpreted_steps() const;
    [[nodiscard]] std::uint64_t interpreted_calls() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

static_assert(SequenceProblem<ContractProblem>);

}  // namespace sbst::evm
