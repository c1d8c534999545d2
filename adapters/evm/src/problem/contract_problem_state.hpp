// SPDX-License-Identifier: Apache-2.0
// What a ContractProblem is made of. Next: contract_problem.cpp, which the core asks,
// contract_problem_state.cpp.
#pragma once

#include "batch.hpp"
#include "catalogue_builder.hpp"
#include "closed_functions.hpp"
#include "contract_plans.hpp"
#include "goal_builder.hpp"
#include "output_goals.hpp"
#include "pool_facts.hpp"

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/goal/exception_table.hpp>
#include <sbst/goal/thrown_table.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace sbst::evm
{

/// Number of deployments tried to find out whether a constructor succeeds, and the code that it
/// deploys.
inline constexpr std::size_t deployment_attempts = 200;

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
    mutable std::optional<ContractConstants> found_constants;
    std::optional<ClosedCallables> found_closed;
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
    ContractConstants& constants() const;
    void name_failures(const TestCase& test, Trace& trace);
    [[nodiscard]] const SourceLines& lines() const;
    /// From now on runners that are made watch the mutants whose goal `is_wanted`.
    void watch_mutants(const std::function<bool(const Goal&)>& is_wanted, std::size_t code_size);
};

}  // namespace sbst::evm
