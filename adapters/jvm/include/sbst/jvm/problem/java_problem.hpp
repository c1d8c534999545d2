// SPDX-License-Identifier: Apache-2.0
// A Java class as a search problem: its members are the catalogue, its branches the goals, and
// worker processes run the tests. Next: ../suite/generate.hpp for a whole run.
#pragma once

#include <sbst/construction/template_plan.hpp>
#include <sbst/goal/thrown_table.hpp>
#include <sbst/guided/mined_constants.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/exec/worker_pool.hpp>
#include <sbst/jvm/problem/mutant_runs.hpp>
#include <sbst/jvm/problem/options.hpp>
#include <sbst/jvm/surface/java_surface.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/operators.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// The outcomes of the calls of one callable.
struct CallOutcomes
{
    /// Returned or threw.
    std::uint64_t ended = 0;
    /// Indexed by StopCause.
    std::array<std::uint64_t, stop_cause_count> stopped{};
    /// Errors of linking that ended some (RunDetail::link_error); only the first few.
    std::set<std::string> link_errors{};
};

/// The JVM adapter's problem; satisfies SequenceProblem.
///
/// A call is a constructor, method, field access or conversion; a test ends at the first that
/// throws. Each test starts from the subject's initial static state.
class JavaProblem
{
public:
    using Test = TestCase;

    /// Reads the class, starts the workers and finds the surface.
    /// @throws ConfigError, ParseError, AdapterError (see ClassPath, WorkerPool, JavaSurface).
    explicit JavaProblem(JavaProblemOptions options);
    ~JavaProblem();
    JavaProblem(const JavaProblem&) = delete;
    JavaProblem& operator=(const JavaProblem&) = delete;
    JavaProblem(JavaProblem&&) = delete;
    JavaProblem& operator=(JavaProblem&&) = delete;

    // Required by SequenceProblem.
    [[nodiscard]] const GoalGraph& goals() const;
    [[nodiscard]] const TypeUniverse& types() const;
    [[nodiscard]] const Catalogue& catalogue() const;
    [[nodiscard]] TestCase generate(Rng& rng);
    Change mutate(TestCase& test, Rng& rng);
    ChangePair crossover(TestCase& first, TestCase& second, Rng& rng);
    [[nodiscard]] static std::size_t length(const TestCase& test) { return test.length(); }
    void execute(
        std::span<const Request<TestCase>> requests, std::span<Trace> traces, StopToken stop);
    /// See RunsAnew: with another date and hour, and other numbers.
    void execute_anew(std::span<const Request<TestCase>> requests, std::span<Trace> traces,
        std::size_t occasion, const StopToken& stop);
    [[nodiscard]] std::string render(const TestCase& test) const;

    // Facts (sbst/run/facts.hpp).
    [[nodiscard]] ConstantPool& constants();
    [[nodiscard]] SequenceOperators& operators();
    /// Tells whether a call of that callable can reach the goal's method.
    [[nodiscard]] bool may_decide(CallableId callable, GoalId goal) const;
    /// What builds the state that a branch needs: its construction graph, with the methods of the
    /// path's classes that write and read it. Callables may come with it.
    [[nodiscard]] const TemplatePlan* construction(GoalId goal);
    /// Classes whose branches need state that several calls prepare gain much by them, and others
    /// lose nothing in the mean: see bench/README.md, Templates.
    [[nodiscard]] double template_rate() const { return 1.0; }
    // Those for guided random testing (sbst/guided/facts.hpp).
    [[nodiscard]] bool may_write(CallableId callable, std::size_t parameter) const;
    [[nodiscard]] MinedConstants& mined_constants();
    [[nodiscard]] std::size_t constant_document(CallableId callable) const;
    [[nodiscard]] std::optional<CallableId> cast_between(TypeId from, TypeId to);
    bool find_producers(TypeId type);
    /// No exception ended it: a test that passes null to what needs an object shows less than one
    /// that goes on.
    [[nodiscard]] static bool ends_normally(const Trace& trace);
    /// Its length, and two calls more for each null that stands for an object: an object says more.
    [[nodiscard]] std::size_t cost(const TestCase& test) const;

    // Additional information of this adapter.
    [[nodiscard]] const JavaProblemOptions& options() const;
    [[nodiscard]] const ClassPath& class_path() const;
    /// The language level of tests: 17, or that of the class under test for newer JDKs, whose
    /// members may name what older ones do not have.
    [[nodiscard]] int release() const;
    [[nodiscard]] const ClassGoals& class_goals() const;
    [[nodiscard]] const SubjectPlan& plan() const;
    [[nodiscard]] const JavaSurface& surface() const;
    /// What an exception's id in a trace of execute() stands for; `what` numbers
    /// WorkerPool::exceptions(). Precondition: some trace had that id.
    [[nodiscard]] const Thrown& thrown(ExceptionId exception) const;
    /// From now on no exception becomes a goal: the run has its answers.
    void close_goals();
    /// The most goals of exceptions; what a run meets after these is no goal.
    static constexpr std::size_t max_exception_goals = 1000;
    [[nodiscard]] const WorkerPool& workers() const;
    /// For each method under test and exception that it threw in some execution, the first such
    /// test, up to the call that threw; at most `max_thrown`, in the order of execution.
    [[nodiscard]] const std::vector<TestCase>& throwing_tests() const;
    static constexpr std::size_t max_thrown = 64;
    /// Indexed by CallableId, over all executions; in a stopped test only the running call counts.
    [[nodiscard]] const std::vector<CallOutcomes>& call_outcomes() const;
    /// Adds a class that was met during the run, by internal name; see JavaSurface::add_class.
    /// Tests may call it at once, workers are told before the next tests. Called between two
    /// calls of execute().
    bool add_class(const std::string& internal_name);
    /// Tests run in new workers from now on, which no test has changed.
    void renew_workers();
    /// From now on traces also tell about goals that are only measured; see TellsMeasuredGoals.
    void begin_measurement();
    /// Executes tests with all results, in separate fresh workers: for assertions. Observers are
    /// called at the end of each test. Runs prevented by the stop token have `was_run == false`.
    /// @param circumstances of each test; empty = the usual ones.
    void execute_in_detail(std::span<const TestCase> tests, std::span<Trace> traces,
        std::span<RunDetail> details, const StopToken& stop = {},
        Occasion occasion = Occasion::usual,
        std::span<const Circumstances> circumstances = {}) const;
    /// Starts workers whose code has the mutants that are goals of weak mutation.
    /// @throws AdapterError as WorkerPool.
    [[nodiscard]] MutantRuns start_mutants(const StopToken& stop = {}) const;
    /// The callable of an ObserverDetail: a method of the surface, or a field that only observers
    /// read. Precondition: it belongs to this problem.
    [[nodiscard]] const JavaCallable& observer(std::uint32_t callable) const;

private:
    class State;
    std::unique_ptr<State> m_state;
};

static_assert(SequenceProblem<JavaProblem>);

}  // namespace sbst::jvm
