// SPDX-License-Identifier: Apache-2.0
// A solver that searches: the alternating variable method over all sorts of literals. Next:
// portfolio.hpp, which asks another solver for what resists it.
#pragma once

#include <sbst/dse/solver.hpp>

#include <cstdint>

namespace sbst::dse
{

struct AvmOptions
{
    /// Evaluations of one query after which it gives up; positive.
    std::uint64_t most_evaluations = 20'000;
    /// The same in operations below the constraints that evaluations measure; positive.
    std::uint64_t most_operations = 50'000'000;
    /// How often all variables get random values when no step helps any more.
    unsigned resets = 5;
    /// Probability of a random value being a constant of the constraints instead.
    double constant_prob = 0.5;
    /// Leaves out what is not in the published method: undone operations, equations solved
    /// together, constants as first tries, straight lines, steps of all sizes, repairs and walks.
    bool only_published = false;
};

/// @throws ConfigError naming the option, its value and what was expected.
void validate(const AvmOptions& options);

/// Changes one variable at a time while the constraints come nearer to being true, by the exact
/// distances of symbolic/distance.hpp.
///
/// Its models are always right. It calls constraints unsatisfiable only if one of them is the
/// constant false or a variable has no value at all; effort is counted in evaluations. Source:
/// algorithms E.4 and E.5; Korel, TSE 1990; Lakhotia, Harman, McMinn, "Handling dynamic data
/// structures in search based testing", GECCO 2008. Operations are undone as in inversion.hpp.
class AvmSolver
{
public:
    explicit AvmSolver(AvmOptions options = {});

    /// Draws nothing if the start is a model, or steps alone lead to one.
    [[nodiscard]] Answer solve(const Query& query, Rng& rng);
    [[nodiscard]] Answer operator()(const Query& query, Rng& rng) { return solve(query, rng); }

private:
    AvmOptions m_options;
};

static_assert(Solver<AvmSolver>);

}  // namespace sbst::dse
