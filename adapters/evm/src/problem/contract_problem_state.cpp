// SPDX-License-Identifier: Apache-2.0
#include "contract_problem_state.hpp"

#include "facts_builder.hpp"
#include "literals.hpp"

#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/error.hpp>
#include <sbst/evm/exec/code_analysis.hpp>
#include <sbst/evm/problem/fork_choice.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <fmt/core.h>

#include <set>
#include <utility>

namespace sbst::evm
{

namespace
{

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
    goals = build_goals({.artifact = artifact,
                            .runtime = runtime,
                            .creation = creation,
                            .lines = has_lines ? &lines() : nullptr,
                            .mutants = found_mutants ? &*found_mutants : nullptr},
        selection);
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

ContractConstants& ContractProblem::State::constants() const
{
    if (!found_constants)
    {
        found_constants.emplace(mine_constants(artifact, surface, setup.runtime->code()));
    }
    return *found_constants;
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

void ContractProblem::State::watch_mutants(
    const std::function<bool(const Goal&)>& is_wanted, std::size_t code_size)
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
    setup.contexts_of_callable.assign(setup.entry_of_callable.size(), {});
    for (std::size_t i = 0; i < goals.contexts.size(); ++i)
    {
        const ContractGoals::Context& context = goals.contexts[i];
        for (std::size_t callable = 0; callable < setup.entry_of_callable.size(); ++callable)
        {
            if (setup.entry_of_callable[callable] == MethodId(context.function))
            {
                setup.contexts_of_callable[callable].push_back({context.jumpi, ContextId(i)});
            }
        }
    }
    setup.failures = &failures;
}

}  // namespace sbst::evm
