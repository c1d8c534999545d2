// SPDX-License-Identifier: Apache-2.0
// Runs tests on an executor of its own: one runner per worker thread. Next: batch.hpp.
#pragma once

#include "call_literals.hpp"
#include "catalogue_builder.hpp"
#include "failure.hpp"
#include "prefix_cache.hpp"
#include "source_lines.hpp"

#include <sbst/evm/exec/executor.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/goal/exception_table.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sbst::evm
{

class OutputGoals;

/// A conditional jump of the runtime code, and its context in calls of one callable.
struct JumpInContext
{
    std::uint32_t jump = 0;
    ContextId context;
};

/// The data that all runners of a problem share; it is not written while tests run.
struct RunnerSetup
{
    const Artifact* artifact = nullptr;
    const ProblemOptions* options = nullptr;
    const ContractSurface* surface = nullptr;
    std::span<const Actor> actors;
    CodePtr runtime;
    CodePtr creation;
    /// By `2 * jumpi + outcome`, of both programs.
    std::vector<std::vector<MethodId>> runtime_entries;
    std::vector<std::vector<MethodId>> creation_entries;
    /// Entered by every call, or by the deployment.
    std::vector<MethodId> runtime_always;
    std::vector<MethodId> creation_always;
    /// Entry of each callable, if it has one.
    std::vector<MethodId> entry_of_callable;
    /// Jumps whose outcomes are told apart by function, for each callable.
    std::vector<std::vector<JumpInContext>> contexts_of_callable;
    const ExceptionTable* failures = nullptr;
    /// Null when no goal is a line; then traces have none.
    const SourceLines* lines = nullptr;
    /// Null when no goal is an output; then traces have none.
    const OutputGoals* outputs = nullptr;
    /// Null when no goal is a mutant; then traces have none.
    const MutantSites* mutants = nullptr;
};

/// A failure that the table does not know yet.
struct NewFailure
{
    std::size_t call = 0;
    std::string key;
};

/// Called with each transaction of a test after it ran; for descriptions. The arguments are valid
/// only during the call: `values` are the resolved arguments, `addresses` the addresses of the
/// members of the address type.
using CallListener = std::function<void(std::size_t call, std::span<const Value> values,
    const Result& result, std::span<const U256> addresses)>;

/// Executes tests, each from the same world. Results depend only on the test.
class TestRunner
{
public:
    /// The set-up must outlive the runner and must not move.
    explicit TestRunner(const RunnerSetup& setup);

    /// Runs a test and fills the trace. Failures that the table lacks are appended to `unknown`,
    /// and their calls keep an invalid ExceptionId.
    void run(const Request<TestCase>& request, Trace& trace, std::vector<NewFailure>& unknown,
        const CallListener& listener = {});

    /// From now on the runtime code is that mutant; null = the original. See ActiveMutant.
    void activate(const MutantSites* mutant, bool has_panics)
    {
        m_trace.active_mutant().activate(mutant, has_panics);
    }

    /// Runs a test and returns the code that its deployment left; nothing when it failed.
    [[nodiscard]] std::optional<Bytes> deployed_code(const TestCase& test);

    /// The distinct jumps (pc, target) of runtime code that a test executes.
    [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_of(
        const TestCase& test);

    /// The deployment's while a listener is told of it, else those of the calls after it.
    [[nodiscard]] const SearchTrace& search_trace() const { return m_trace; }

    [[nodiscard]] std::uint64_t steps() const { return m_steps; }
    [[nodiscard]] std::uint64_t calls() const { return m_calls; }

private:
    // The result of a deployment, kept so that equal ones run once.
    struct Deployment
    {
        bool succeeded = false;
        StateDelta delta;
        CallOutcome outcome;
        std::string failure_key;
        Address contract;
        std::vector<PredicateTrace> predicates;
        std::vector<MethodTrace> methods;
        std::vector<LineId> lines;
        std::vector<OutputTrace> outputs;
    };

    void begin(const Request<TestCase>& request, Trace& trace);
    void resolve_arguments(const TestCase& test, std::size_t index);
    void prepare(const TestCase& test, std::size_t index);
    /// Runs the call that was prepared.
    const Result& transact(std::size_t index);
    const Deployment& deploy(const TestCase& test, bool use_cache, const CallListener& listener);
    /// @param function of the ABI; nothing for a deployment and calls without one
    void note_outputs(std::optional<std::size_t> function, const Result& result,
        std::vector<OutputTrace>& outputs) const;
    void keep_result(const TestCase& test, std::size_t index, const Result& result);
    [[nodiscard]] std::string location_of(const ShadowAccess& access) const;
    void take_logs(std::size_t call, Trace& trace);
    void take_path(const TestCase& test, std::size_t call, Trace& trace) const;
    using NoteFailure = std::function<void(std::size_t, const std::string&)>;
    /// The running test, and who is told of its calls.
    struct RunningTest
    {
        const TestCase& test;
        Trace& trace;
        bool tells_states = false;
        const NoteFailure& note_failure;
        const CallListener& listener;
    };
    /// Runs the calls of a test from one on.
    void run_calls(const RunningTest& running, std::size_t first, const PrefixCache::Plan& plan);
    void run_call(const RunningTest& running, std::size_t index);
    /// Before and after a call: gives the jumps that are told apart by function a record of the
    /// call alone.
    void begin_contexts(CallableId callable);
    void end_contexts(CallableId callable, Trace& trace);
    /// Puts the kept calls in place, as if they had run; returns their number.
    std::size_t restore(const KeptPrefix& kept, Trace& trace, const NoteFailure& note_failure);
    void keep_prefix(const TestCase& test, const Trace& trace, const PrefixCache::Plan& plan);
    /// What the call left, as ProducedObject.
    void tell_state(std::size_t call, Trace& trace) const;
    void finish(const TestCase& test, const Deployment& deployment, Trace& trace) const;
    [[nodiscard]] CallOutcome outcome_of(const Result& result) const;
    [[nodiscard]] std::string deployment_key() const;

    const RunnerSetup* m_setup;
    Executor m_executor;
    SearchTrace m_trace;
    WorldState::Snapshot m_base;

    // Data of the transaction being prepared.
    std::vector<Value> m_arguments;
    Bytes m_data;
    Transaction m_transaction;
    // Data of the running test.
    std::vector<U256> m_addresses;
    std::vector<bool> m_is_referenced;
    std::string m_failure_key;
    std::vector<Value> m_results;
    Address m_contract;
    std::size_t m_values_seen = 0;
    std::size_t m_accesses_seen = 0;

    /// The expressions of the running test, while its path is recorded.
    std::shared_ptr<symbolic::SymbolicRun> m_symbolic;
    ShadowMachine m_shadow;
    CallLiterals m_literals;

    /// What jumps did before the running call.
    std::vector<std::pair<std::uint32_t, JumpiTrace>> m_jumps_before;

    PrefixCache m_prefixes;
    /// Failures of the running test's calls, by call.
    std::vector<std::pair<std::size_t, std::string>> m_failed;
    std::unordered_map<std::string, Deployment> m_deployments;
    Deployment m_uncached;
    std::uint64_t m_steps = 0;
    std::uint64_t m_calls = 0;
};

}  // namespace sbst::evm
