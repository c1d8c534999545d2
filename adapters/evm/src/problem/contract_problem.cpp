// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"
#include "catalogue_builder.hpp"
#include "contract_plans.hpp"
#include "describe.hpp"
#include "facts_builder.hpp"
#include "goal_builder.hpp"
#include "literals.hpp"
#include "output_goals.hpp"

#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/error.hpp>
#include <sbst/evm/exec/code_analysis.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/evm/problem/fork_choice.hpp>
#include <sbst/evm/problem/goals.hpp>
#include <sbst/goal/exception_table.hpp>
#include <sbst/goal/thrown_table.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

namespace sbst::evm
{

namespace
{

// Number of deployments tried to find out whether a constructor succeeds, and the code that it
// deploys.
constexpr std::size_t deployment_attempts = 200;

OperatorOptions with_seeding(OperatorOptions operators, const ProblemOptions& options)
{
    operators.values.pool_prob = options.seeding_prob;
    operators.values.min_array_length = options.min_array_length;
    operators.values.max_array_length = options.max_array_length;
    return operators;
}

GoalSelection selection_of(const ProblemOptions& options)
{
    GoalSelection selection{.classes = {},
        .creation = options.creation_goals,
        .criteria = options.criteria,
        .branches_help = options.branches_help};
    for (const std::string& name : options.show_classes)
    {
        const auto goal_class = parse_goal_class(name);
        if (!goal_class)
        {
            throw ConfigError(fmt::format("show: found '{}', expected a class of goals", name));
        }
        selection.classes.push_back(*goal_class);
    }
    if (selection.classes.empty())
    {
        selection.classes = {GoalClass::user, GoalClass::compiler_check};
    }
    return selection;
}

std::vector<MethodId> always_entered(const ContractAnalysis& program, std::size_t first_method)
{
    std::vector<MethodId> methods;
    for (std::size_t i = 0; i < program.entries.size(); ++i)
    {
        if (program.entries[i].is_always)
        {
            methods.emplace_back(first_method + i);
        }
    }
    return methods;
}

}  // namespace

struct ContractProblem::State
{
    Artifact artifact;
    ProblemOptions options;
    std::vector<Actor> actors;
    ContractSurface surface;
    ConstantPool pool;
    std::optional<SequenceOperators> operators;
    ContractAnalysis runtime;
    ContractAnalysis creation;
    mutable std::optional<SourceLines> found_lines;
    mutable std::once_flag lines_once;
    GoalSelection selection;
    ContractGoals goals;
    std::optional<OutputGoals> outputs;
    std::optional<ContractMutants> found_mutants;
    std::optional<MutantSites> watched_mutants;
    ExceptionTable failures{max_failures};
    /// What the ids of exceptions stand for, and the goals are numbered by.
    ThrownTable thrown{max_failures};
    RunnerSetup setup;
    std::optional<BatchExecutor> batch;
    std::unique_ptr<TestRunner> describer;
    /// Made at the first request.
    std::optional<ContractPlans> found_plans;
    /// Runs the active mutant.
    std::unique_ptr<TestRunner> mutated;
    std::optional<MutantSites> active_mutant;
    std::optional<GoalId> active_goal;
    mutable std::mutex describer_mutex;

    State(Artifact given_artifact, ProblemOptions given_options, const OperatorOptions& variation);
    void set_actors();
    void set_up_runners(Bytes runtime_code);
    TestCase random_deployment(Rng& rng);
    Bytes find_runtime_code();
    void analyse_programs(const Bytes& runtime_code);
    [[nodiscard]] std::vector<MethodId> entries_of_callables() const;
    [[nodiscard]] std::vector<std::uint32_t> called_entries() const;
    ContractPlans& plans();
    void name_failures(const TestCase& test, Trace& trace);
    [[nodiscard]] const SourceLines& lines() const;
    template <class Wanted>
    void watch_mutants(Wanted is_wanted, std::size_t code_size);
};

ContractProblem::State::State(
    Artifact given_artifact, ProblemOptions given_options, const OperatorOptions& variation)
  : artifact(std::move(given_artifact)), options(std::move(given_options))
{
    validate(options);
    options.fork = choose_fork(artifact.compiler, options.fork).fork;
    selection = selection_of(options);
    set_actors();
    surface = build_surface(artifact, actors, options);
    operators.emplace(surface.types, surface.catalogue, pool, with_seeding(variation, options));
    Bytes runtime_code = artifact.runtime.bytes;
    add_literals(artifact, runtime_code, surface.types, pool);
    if (runtime_code.empty())
    {
        runtime_code = find_runtime_code();
    }
    analyse_programs(runtime_code);
    const bool has_lines = options.criteria.has(Coverage::line);
    selection.called_entries = called_entries();
    if (options.criteria.has(Coverage::weak_mutation))
    {
        found_mutants.emplace(find_mutants(artifact, runtime));
    }
    goals = build_goals(artifact, runtime, creation, selection, has_lines ? &lines() : nullptr,
        found_mutants ? &*found_mutants : nullptr);
    if (options.criteria.has(Coverage::output))
    {
        outputs.emplace(artifact.abi, surface, runtime, selection, goals);
    }
    setup.lines = options.criteria.searches(Coverage::line) ? &lines() : nullptr;
    setup.outputs = options.criteria.searches(Coverage::output) ? &*outputs : nullptr;
    watch_mutants([](const Goal& goal) { return goal.is_sought(); },
        artifact.runtime.bytes.empty() ? runtime_code.size() : artifact.runtime.bytes.size());
    set_up_runners(std::move(runtime_code));
    batch.emplace(setup, failures, options.jobs);
    describer = std::make_unique<TestRunner>(setup);
}

void ContractProblem::State::set_actors()
{
    actors = make_actors(options, address_literals(artifact, artifact.runtime.bytes));
}

TestCase ContractProblem::State::random_deployment(Rng& rng)
{
    TestCase test = operators->random_test(rng);
    test.calls.resize(1);
    return test;
}

// A program without the results of the analysis: enough to deploy.
Bytes ContractProblem::State::find_runtime_code()
{
    set_up_runners({});
    TestRunner runner(setup);
    Rng rng(0);
    for (std::size_t i = 0; i < deployment_attempts; ++i)
    {
        if (auto code = runner.deployed_code(random_deployment(rng)))
        {
            return std::move(*code);
        }
    }
    throw ParseError(artifact.file, "deployedBytecode",
        fmt::format("the artifact has no runtime code, and {} deployments of {} with random "
                    "arguments failed, so it cannot be learnt",
            deployment_attempts, artifact.contract_name));
}

void ContractProblem::State::analyse_programs(const Bytes& runtime_code)
{
    runtime = analyse(runtime_facts(artifact, runtime_code));
    creation = analyse(creation_facts(artifact));
}

std::vector<MethodId> ContractProblem::State::entries_of_callables() const
{
    std::vector<MethodId> entries(surface.targets.size());
    for (std::size_t i = 0; i < surface.targets.size(); ++i)
    {
        const CallTarget& target = surface.targets[i];
        for (std::size_t entry = 0; entry < runtime.entries.size(); ++entry)
        {
            const FunctionEntry& candidate = runtime.entries[entry];
            const bool matches = target.kind == CallTarget::Kind::function ?
                                     candidate.fact == target.function :
                                     (target.kind == CallTarget::Kind::fallback &&
                                         candidate.kind == EntryKind::fallback) ||
                                         (target.kind == CallTarget::Kind::receive &&
                                             candidate.kind == EntryKind::receive);
            if (matches)
            {
                entries[i] = MethodId(entry);
            }
        }
    }
    return entries;
}

std::vector<std::uint32_t> ContractProblem::State::called_entries() const
{
    std::set<std::uint32_t> entries;
    const std::vector<MethodId> entry_of = entries_of_callables();
    for (std::size_t i = 0; i < entry_of.size(); ++i)
    {
        if (entry_of[i].is_valid() && surface.catalogue[CallableId(i)].is_under_test)
        {
            entries.insert(static_cast<std::uint32_t>(entry_of[i].index()));
        }
    }
    return {entries.begin(), entries.end()};
}

ContractPlans& ContractProblem::State::plans()
{
    if (!found_plans)
    {
        found_plans.emplace(PlanSource{.artifact = &artifact,
            .surface = &surface,
            .actors = actors,
            .goals = &goals,
            .runtime = &runtime,
            .creation = &creation,
            .entry_of_callable = setup.entry_of_callable,
            .runtime_code = setup.runtime->code()});
    }
    return *found_plans;
}

/// From now on the trace names which function failed how; the first of its kind becomes a goal
/// where failures are sought.
void ContractProblem::State::name_failures(const TestCase& test, Trace& trace)
{
    for (std::size_t i = 0; i < trace.calls.size(); ++i)
    {
        CallOutcome& outcome = trace.calls[i];
        if (outcome.kind != OutcomeKind::threw)
        {
            continue;
        }
        const CallableId callable = test.calls[i].callable;
        const ExceptionId failure = outcome.exception;
        const ThrownTable::Entry entry = thrown.add({.callable = callable, .what = failure});
        outcome.exception = entry.id;
        if (!entry.is_new || !options.criteria.has(Coverage::exception))
        {
            continue;
        }
        goals.graph.add(failure_goal(entry.id, surface.catalogue[callable].name,
            describe_failure_key(failures.name(failure), artifact.abi), selection));
        CodeGoal detail;
        detail.criterion = ExceptionCriterion::id;
        detail.distance = DistanceKind::flag;
        detail.reason = "a call fails so or not";
        detail.function = surface.catalogue[callable].name;
        const MethodId function = setup.entry_of_callable[callable.index()];
        detail.is_also_in_creation = !function.is_valid();
        if (function.is_valid())
        {
            detail.functions = {static_cast<std::uint32_t>(function.index())};
        }
        goals.details.push_back(std::move(detail));
    }
}

/// From now on runners that are made watch the mutants whose goal `is_wanted`.
template <class Wanted>
void ContractProblem::State::watch_mutants(Wanted is_wanted, std::size_t code_size)
{
    if (!found_mutants)
    {
        return;
    }
    std::vector<bool> wanted(found_mutants->all.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
    {
        wanted[i] = is_wanted(goals.graph[goals.graph.find(WeakMutantCriterion::id, i).value()]);
    }
    watched_mutants.emplace(sites_of(*found_mutants, code_size, wanted));
    setup.mutants = &*watched_mutants;
}

/// Found at the first request: most searches do not need them.
const SourceLines& ContractProblem::State::lines() const
{
    std::call_once(lines_once, [this] { found_lines.emplace(artifact, runtime, creation); });
    return *found_lines;
}

void ContractProblem::State::set_up_runners(Bytes runtime_code)
{
    setup.artifact = &artifact;
    setup.options = &options;
    setup.surface = &surface;
    setup.actors = actors;
    setup.runtime = std::make_shared<CodeAnalysis>(runtime_code);
    setup.creation = std::make_shared<CodeAnalysis>(artifact.creation.bytes);
    // The executor numbers every JUMPI byte of the code that it runs; before the analysis there are
    // no entries, and no method is entered.
    setup.runtime_entries = entries_by_edge(runtime, 0);
    setup.runtime_entries.resize(2 * setup.runtime->jumpis().size());
    setup.creation_entries = entries_by_edge(creation, runtime.entries.size());
    setup.creation_entries.resize(2 * setup.creation->jumpis().size());
    setup.runtime_always = always_entered(runtime, 0);
    setup.creation_always = always_entered(creation, runtime.entries.size());
    setup.entry_of_callable = entries_of_callables();
    setup.failures = &failures;
}

ContractProblem::ContractProblem(
    Artifact artifact, ProblemOptions options, OperatorOptions operators)
  : m_state(std::make_unique<State>(std::move(artifact), std::move(options), operators))
{}

ContractProblem::~ContractProblem() = default;

const GoalGraph& ContractProblem::goals() const
{
    return m_state->goals.graph;
}

const TypeUniverse& ContractProblem::types() const
{
    return m_state->surface.types;
}

const Catalogue& ContractProblem::catalogue() const
{
    return m_state->surface.catalogue;
}

TestCase ContractProblem::generate(Rng& rng)
{
    return m_state->operators->random_test(rng);
}

Change ContractProblem::mutate(TestCase& test, Rng& rng)
{
    return m_state->operators->mutate(test, rng);
}

ChangePair ContractProblem::crossover(TestCase& first, TestCase& second, Rng& rng)
{
    return m_state->operators->crossover(first, second, rng);
}

void ContractProblem::begin_measurement()
{
    State& state = *m_state;
    const RunnerSetup searched = state.setup;
    state.setup.lines =
        state.options.criteria.has(Coverage::line) ? &state.lines() : searched.lines;
    state.setup.outputs = state.outputs ? &*state.outputs : nullptr;
    const bool has_more_mutants =
        state.found_mutants && !state.options.criteria.sought.has(Coverage::weak_mutation);
    if (has_more_mutants)
    {
        state.watch_mutants([](const Goal&) { return true; }, state.setup.runtime->size());
    }
    if (state.setup.lines != searched.lines || state.setup.outputs != searched.outputs ||
        has_more_mutants)
    {
        state.batch.emplace(state.setup, state.failures, state.options.jobs);
        state.describer = std::make_unique<TestRunner>(state.setup);
    }
}

void ContractProblem::execute(
    std::span<const Request<TestCase>> requests, std::span<Trace> traces, StopToken stop)
{
    m_state->batch->execute(requests, traces, stop);
    for (std::size_t i = 0; i < requests.size(); ++i)
    {
        if (traces[i].was_run)
        {
            m_state->name_failures(*requests[i].test, traces[i]);
        }
    }
}

std::string ContractProblem::render(const TestCase& test) const
{
    return to_text(test, catalogue(), types());
}

const Artifact& ContractProblem::artifact() const
{
    return m_state->artifact;
}

const ProblemOptions& ContractProblem::options() const
{
    return m_state->options;
}

std::span<const Actor> ContractProblem::actors() const
{
    return m_state->actors;
}

const ContractAnalysis& ContractProblem::runtime_analysis() const
{
    return m_state->runtime;
}

const ContractAnalysis& ContractProblem::creation_analysis() const
{
    return m_state->creation;
}

const CodeGoal& ContractProblem::goal_detail(GoalId goal) const
{
    return m_state->goals.details.at(goal.index());
}

const std::vector<SourceLine>& ContractProblem::source_lines() const
{
    return m_state->lines().all();
}

const CallTarget& ContractProblem::target(CallableId callable) const
{
    return m_state->surface.targets.at(callable.index());
}

SequenceOperators& ContractProblem::operators()
{
    return *m_state->operators;
}

bool ContractProblem::may_decide(CallableId callable, GoalId goal) const
{
    const CodeGoal& detail = goal_detail(goal);
    const bool is_of_creation = in_creation(goals()[goal]);
    const MethodId entry = m_state->setup.entry_of_callable[callable.index()];
    if (is_of_creation || !entry.is_valid())
    {
        return (is_of_creation || detail.is_also_in_creation) &&
               target(callable).kind == CallTarget::Kind::constructor;
    }
    const auto& functions = detail.functions;
    return std::binary_search(
        functions.begin(), functions.end(), static_cast<std::uint32_t>(entry.index()));
}

const TemplatePlan* ContractProblem::construction(GoalId goal)
{
    return m_state->plans().of(goal);
}

ConstructionGraph ContractProblem::construction_graph(GoalId goal)
{
    const GoalGraph& all = goals();
    if (!goal.is_valid() || goal.index() >= all.size())
    {
        throw ConfigError(
            fmt::format("construction-graph: there is no goal {}; expected a number "
                        "below {}",
                goal.index(), all.size()));
    }
    if (all[goal].criterion != BranchCriterion::id || in_creation(all[goal]))
    {
        throw ConfigError(
            fmt::format("construction-graph: goal {} is no branch of the deployed "
                        "code: {}",
                goal.index(), goal_text(all[goal])));
    }
    return m_state->plans().graph_of(goal);
}

std::string ContractProblem::storage_text()
{
    return m_state->plans().storage_text();
}

std::string ContractProblem::exception_text(ExceptionId exception) const
{
    const ExceptionId failure = m_state->thrown[exception].what;
    return describe_failure_key(m_state->failures.name(failure), m_state->artifact.abi);
}

ConstantPool& ContractProblem::constants()
{
    return m_state->pool;
}

DescribedTest ContractProblem::observe(const TestCase& test) const
{
    const std::lock_guard lock(m_state->describer_mutex);
    return describe_test(test, m_state->setup, m_state->lines(), *m_state->describer);
}

DescribedTest ContractProblem::observe_mutant(const TestCase& test, GoalId mutant) const
{
    State& state = *m_state;
    const std::lock_guard lock(state.describer_mutex);
    if (!state.mutated)
    {
        state.mutated = std::make_unique<TestRunner>(state.setup);
    }
    if (state.active_goal != mutant)
    {
        std::vector<bool> is_wanted(state.found_mutants->all.size());
        is_wanted.at(goals()[mutant].index) = true;
        state.active_mutant.emplace(
            sites_of(*state.found_mutants, state.setup.runtime->size(), is_wanted));
        state.mutated->activate(&*state.active_mutant, fails_by_panic(state.artifact));
        state.active_goal = mutant;
    }
    return describe_test(test, state.setup, state.lines(), *state.mutated);
}

std::string ContractProblem::why_not_built(GoalId mutant) const
{
    return sbst::evm::why_not_built(
        *m_state->found_mutants, MutantId(goals()[mutant].index), m_state->setup.runtime->code());
}

std::vector<CallRecord> ContractProblem::describe(const TestCase& test) const
{
    return observe(test).calls;
}

std::optional<std::string> ContractProblem::deployment_failure() const
{
    Rng rng(0);
    std::string failure;
    for (std::size_t i = 0; i < deployment_attempts; ++i)
    {
        CallRecord deployment = describe(m_state->random_deployment(rng)).front();
        if (deployment.kind == OutcomeKind::returned)
        {
            return std::nullopt;
        }
        failure = std::move(deployment.failure);
    }
    return failure;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> ContractProblem::executed_edges(
    const TestCase& test) const
{
    const std::lock_guard lock(m_state->describer_mutex);
    return m_state->describer->edges_of(test);
}

std::uint64_t ContractProblem::interpreted_steps() const
{
    return m_state->batch->steps();
}

std::uint64_t ContractProblem::interpreted_calls() const
{
    return m_state->batch->calls();
}

}  // namespace sbst::evm
