// SPDX-License-Identifier: Apache-2.0
// One whole run: its inputs and its results. Next: generate.hpp, which makes it.
#pragma once

#include <sbst/criteria/criterion.hpp>
#include <sbst/fitness/fitness.hpp>
#include <sbst/goal/goal_graph.hpp>
#include <sbst/guided/options.hpp>
#include <sbst/problem/budget.hpp>
#include <sbst/problem/run_log.hpp>
#include <sbst/search/algorithms/list.hpp>
#include <sbst/search/construction_seeding.hpp>
#include <sbst/search/directed_mutation.hpp>
#include <sbst/search/local_search.hpp>
#include <sbst/search/options.hpp>
#include <sbst/search/refiner.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

/// Everything that a run depends on, except the problem.
struct RunSpec
{
    Algorithm algorithm = Algorithm::dynamosa;
    std::uint64_t seed = 1;
    Budget budget{.max_executions = 5050};
    SearchOptions search{};
    /// For algorithms that breed tests from others.
    DirectedOptions directed{};
    /// For all algorithms.
    LocalSearchOptions local{};
    /// For all algorithms but random search, where the adapter tells constructions.
    ConstructionOptions construction{};
    /// For guided random testing, and where `seed_pool` is not 0.
    GuidedOptions guided{};
    /// Executions of guided random testing before the search, whose random tests then come from its
    /// pool; 0 = none. Without effect on guided random testing itself.
    std::uint64_t seed_pool = 0;
    /// Where the adapter tells paths; empty = none.
    RefinerFactory refiner{};
    /// Leave the archive's tests as they are.
    bool minimise = true;
};

enum class GoalStatus
{
    covered,
    infeasible,
    open
};

[[nodiscard]] std::string_view to_string(GoalStatus status);

/// The answer for one goal.
struct GoalAnswer
{
    GoalStatus status = GoalStatus::open;
    /// covered: index of the suite's first test that covers it (shown goals always have one).
    std::optional<std::size_t> test;
    /// open: how near the nearest test came.
    std::optional<Fitness> nearest;
    /// infeasible: the proof. open: the reason in words.
    std::string reason;
};

/// What is known about each goal before any execution: infeasible ones with their proofs.
[[nodiscard]] std::vector<GoalAnswer> answers_before_search(const GoalGraph& goals);

/// What a run found. The suite's coverage is measured on the suite itself, after minimisation.
struct RunResult
{
    std::vector<TestCase> suite;
    /// Indexed by GoalId.
    std::vector<GoalAnswer> answers;
    /// Indexed by test: goals that it covers, ascending.
    std::vector<std::vector<GoalId>> covered_by_test;
    RunLog log;
    StopReason stopped_by = StopReason::all_covered;
    /// The time, or an interruption, ended the minimisation of the suite early, or left none for
    /// it: another run of the same search can write another suite.
    bool was_minimising_cut = false;
    /// What broke in the adapter, during the search or after it; empty when nothing did. The suite
    /// is then what was found before, and its coverage what the search saw.
    std::string failure{};
    std::uint64_t executions = 0;
    std::uint64_t calls = 0;
    /// Tests run again outside the budget: for records that hooks asked for, and at the end of the
    /// search for goals that were never active.
    std::uint64_t reruns = 0;
    /// What the run's refiner did, if it had one.
    std::optional<RefinementWork> refinement{};
    double seconds = 0.0;
};

/// What a run is doing. `generate` searches and minimises; the caller of `generate` does the phases
/// before and after.
enum class RunPhase
{
    starting,
    searching,
    minimising,
    proving,
    reporting
};

/// As people and reports read it: `searching`.
[[nodiscard]] std::string_view to_string(RunPhase phase);

/// How far a run is; called between batches on the calling thread.
struct RunProgress
{
    RunPhase phase = RunPhase::searching;
    /// Executions of this phase.
    std::uint64_t executions = 0;
    std::size_t covered = 0;
    std::size_t sought = 0;
    /// Tests of the suite, while it is minimised.
    std::size_t tests = 0;
};
using ProgressFunction = std::function<void(const RunProgress&)>;

/// Says in words what keeps an open goal open.
/// @param blocker the nearest goal on the way to it, where there is one; at distance 0 it was
/// covered.
[[nodiscard]] std::string explain_open_goal(const GoalGraph& goals, GoalId goal,
    const Fitness& nearest, std::optional<GoalId> blocker, const OutcomeWords& words);

/// An adapter's own reason for an open goal, for what a search cannot see. It gets the answer of
/// the search and returns the whole reason; empty = the reason of the search stays.
using ReasonRule = std::function<std::string(GoalId, const GoalAnswer&)>;

/// Lets the rule, if there is one, replace the reason of each open goal.
void apply_rule(const ReasonRule& rule, std::vector<GoalAnswer>& answers);

/// Answers open goals with the proof of RefinementWork::exhausted. One that the suite covers all
/// the same is refuted: then no proof stands.
void answer_exhausted(const GoalGraph& goals, RunResult& result);

/// Adds to the reasons of open goals what kept refinement from them (RefinementWork::obstacles).
void add_obstacles(RunResult& result);

/// Goals that are shown and not proved infeasible.
[[nodiscard]] std::size_t count_sought(const GoalGraph& goals);

}  // namespace sbst
