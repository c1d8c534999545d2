// SPDX-License-Identifier: Apache-2.0
// The mutation score of a suite: which mutants of the subject, built and run, its tests tell from
// the original. Adapters build and run them. Next: run_summary.hpp.
#pragma once

#include <sbst/goal/goal.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

/// What became of a mutant.
enum class MutantFate : std::uint8_t
{
    /// A test of the suite fails on it.
    killed,
    /// Tests compute another state on it, and none of them sees that.
    survived,
    /// No test of the suite computes another state on it, so none can fail.
    not_infected,
    /// It was proved to do the same as the original on every input.
    equivalent,
    /// The adapter cannot make it run.
    not_built,
    /// The run ended before.
    not_run
};

/// `killed`, `not infected`.
[[nodiscard]] std::string_view to_string(MutantFate fate);

struct MutantVerdict
{
    /// The goal of weak mutation.
    GoalId goal{};
    MutantFate fate = MutantFate::not_run;
    /// The first test of the suite that fails on it; for `killed` only.
    std::optional<std::size_t> killer{};
    /// What that test sees: `withdraw returns 4, not 3`; why it is equivalent or was not built.
    std::string reason{};
};

struct MutationCounts
{
    std::size_t mutants = 0;
    std::size_t killed = 0;
    std::size_t survived = 0;
    std::size_t not_infected = 0;
    std::size_t equivalent = 0;
    std::size_t not_built = 0;
    std::size_t not_run = 0;

    /// Those that tests could kill: killed, survived and not infected.
    [[nodiscard]] std::size_t judged() const { return killed + survived + not_infected; }
    /// Killed of those, 0 to 1; nothing where there are none.
    [[nodiscard]] std::optional<double> score() const;
};

struct MutationScore
{
    /// By goal, ascending.
    std::vector<MutantVerdict> mutants{};
    /// Tests that ran on mutants; no part of the budget.
    std::uint64_t executions = 0;
};

[[nodiscard]] MutationCounts count_mutants(const MutationScore& score);

/// `96 of 112 killed (86 %), 10 survived, 6 not infected; 3 proved equivalent`.
[[nodiscard]] std::string mutation_text(const MutationCounts& counts);

}  // namespace sbst
