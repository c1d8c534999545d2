// SPDX-License-Identifier: Apache-2.0
// One whole run: from a contract to a minimised suite and an answer for every goal. Next:
// render/report.hpp for what is written of it.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/problem/budget.hpp>
#include <sbst/problem/run_log.hpp>
#include <sbst/search/directed_mutation.hpp>
#include <sbst/search/options.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

enum class Algorithm
{
    dynamosa,
    mosa,
    random
};

/// Everything that a run depends on.
struct RunSpec
{
    Algorithm algorithm = Algorithm::dynamosa;
    std::uint64_t seed = 1;
    Budget budget{.max_executions = 5050};
    SearchOptions search{};
    /// Of dynamosa and mosa.
    DirectedOptions directed{};
    /// Leave the archive's tests as they are.
    bool minimise = true;
};

enum class GoalStatus
{
    covered,
    infeasible,
    open
};

/// The answer for one goal.
struct GoalAnswer
{
    GoalStatus status = GoalStatus::open;
    /// covered: index of the suite's first test that covers it (shown goals always have one).
    std::optional<std::size_t> test;
    /// open: how near the nearest test came.
    std::optional<Fitness> nearest;
    /// infeasible: the proof. open: what blocks it, in words.
    std::string reason;
};

/// What a run found. The suite's coverage is measured on the suite itself, after minimisation.
struct RunResult
{
    std::vector<TestCase> suite;
    /// By GoalId.
    std::vector<GoalAnswer> answers;
    /// By test: goals that it covers, ascending.
    std::vector<std::vector<GoalId>> covered_by_test;
    RunLog log;
    StopReason stopped_by = StopReason::all_covered;
    std::uint64_t executions = 0;
    std::uint64_t statements = 0;
    std::uint64_t reruns = 0;
    double seconds = 0.0;
};

/// How far a run is; called between batches on the calling thread.
struct Progress
{
    std::uint64_t executions = 0;
    std::size_t covered = 0;
    std::size_t sought = 0;
};
using ProgressFunction = std::function<void(const Progress&)>;

/// Runs a search over `problem`, minimises what it found and answers for every goal.
///
/// Same problem, spec and binary: same result, whatever the number of jobs, unless a wall-clock
/// limit or the stop token ended the run.
/// @throws ConfigError for a spec that cannot be used, AdapterError when a trace takes an edge that
/// was proved infeasible.
[[nodiscard]] RunResult generate_suite(ContractProblem& problem, const RunSpec& spec,
    StopToken stop = {}, const ProgressFunction& on_progress = {});

/// Measures what a suite covers: executes it and answers for every goal, ignoring anything stored.
[[nodiscard]] RunResult replay_suite(ContractProblem& problem, std::vector<TestCase> suite);

[[nodiscard]] std::string_view to_string(Algorithm algorithm);
[[nodiscard]] std::optional<Algorithm> parse_algorithm(std::string_view name);

}  // namespace sbst::evm
