// SPDX-License-Identifier: Apache-2.0
#include "contract_problem_state.hpp"
#include "describe.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <mutex>
#include <utility>

namespace sbst::evm
{

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

const ClosedCallables& ContractProblem::closed_callables() const
{
    State& state = *m_state;
    if (!state.found_closed)
    {
        const AnalysedCode code{.analysis = state.runtime, .bytes = state.setup.runtime->code()};
        state.found_closed.emplace(closed_functions(
            state.artifact, state.surface, code, state.setup.entry_of_callable, state.goals));
    }
    return *state.found_closed;
}

const TemplatePlan* ContractProblem::construction(GoalId goal)
{
    return m_state->plans().of(goal);
}

bool ContractProblem::changes_state(CallableId callable) const
{
    return may_change_state(m_state->artifact.abi, target(callable));
}

MinedConstants& ContractProblem::mined_constants()
{
    return m_state->constants().constants;
}

std::size_t ContractProblem::constant_document(CallableId callable) const
{
    return m_state->constants().documents.at(callable.index());
}

std::span<const U256> ContractProblem::units()
{
    return contract_units();
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
