// SPDX-License-Identifier: Apache-2.0
// What a JavaProblem is made of. Next: java_problem.cpp, which the core asks,
// java_problem_state.cpp.
#pragma once

#include "../exec/kept_workers.hpp"
#include "call_reach.hpp"
#include "direct_calls.hpp"
#include "observers.hpp"
#include "outcome_notes.hpp"
#include "output_reading.hpp"
#include "pool_facts.hpp"
#include "template_plans.hpp"
#include "test_encoder.hpp"

#include <sbst/jvm/problem/java_problem.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm
{

class JavaProblem::State
{
public:
    explicit State(JavaProblemOptions given);

    /// Without them every test would fail to link.
    void check_loaded() const;

    /// Adds the callables that workers do not know yet to their table, and static fields of theirs.
    void tell_workers();
    bool add_class(const std::string& name);
    void take_new_callables();
    /// Lets workers restore the static state of the classes that new callables belong to.
    void restore_new_statics();

    const TemplatePlan* construction(GoalId goal);
    static JavaProblemOptions checked(JavaProblemOptions options);
    static WorkerSettings settings_for_search(const JavaProblemOptions& options);
    static ClassGoals goals_of(const ClassPath& path, const JavaProblemOptions& options);

    JavaProblemOptions options;
    ClassPath path;
    int release = 0;
    ClassGoals goals;
    SubjectPlan plan;
    std::optional<WorkerPool> workers;
    std::optional<JavaSurface> surface;
    std::size_t told_callables = 0;
    /// Classes whose static state was looked at, by internal name.
    std::set<std::string> known_statics;
    /// Each time that workers start anew for fields of classes that the search met.
    std::size_t starts_for_statics = 0;
    static constexpr std::size_t max_starts_for_statics = 4;
    ConstantPool pool;
    std::optional<SequenceOperators> operators;
    std::optional<detail::CallReach> reach;
    /// Made at the first request.
    std::optional<detail::TemplatePlans> templates;
    /// Made at the end of the constructor.
    std::optional<detail::PoolFacts> pool_facts;
    detail::DirectCalls direct;
    detail::OutputReading outputs;
    /// What the goals of exceptions are numbered by.
    ThrownTable thrown_ways{max_thrown_ways};
    static constexpr std::size_t max_thrown_ways = std::size_t{1} << 16U;
    std::size_t exception_goals = 0;
    bool are_goals_closed = false;
    bool is_measuring = false;

    /// Computed at the first request, because all classes of the path are read.
    const detail::Observers& observers();
    std::optional<detail::Observers> found_observers;
    /// Those of execute_in_detail.
    std::shared_ptr<KeptWorkers> kept_in_detail = detail::keeper_for(options.worker);

    /// Workers that ask observers at the end of each test.
    [[nodiscard]] WorkerPool start_observing(
        const WorkerSettings& settings, const SubjectPlan& with, const StopToken& stop);

    /// Runs tests in the search's workers; `details` is then theirs.
    void run(std::span<const Request<TestCase>> requests, std::span<Trace> traces,
        const Circumstances& circumstances, const StopToken& stop);

    /// From now on the trace names what the call threw, from what, and how; the first of its kind
    /// becomes a goal where exceptions are sought.
    void name_thrown(const TestCase& test, Trace& trace, const RunDetail& detail);
    [[nodiscard]] ThrowKind kind_of(CallableId callable, ExceptionId type, bool is_explicit) const;
    [[nodiscard]] Goal goal_of_thrown(ExceptionId id) const;

    detail::OutcomeNotes notes{max_thrown};

    // Buffers, without meaning between calls.
    detail::EncodedTests encoded;
    std::vector<RunDetail> details;
};

}  // namespace sbst::jvm
