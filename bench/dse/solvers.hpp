// SPDX-License-Identifier: Apache-2.0
// The solvers of this build.
#pragma once

#include <sbst/dse/solver.hpp>

#include <cstdint>
#include <vector>

namespace sbst::bench
{

/// The most that a solver may spend on one system; 0 = that of the bench.
struct SolverLimits
{
    std::uint64_t evaluations = 0;
    /// In the units of Z3 and cvc5.
    std::uint32_t resource = 0;
};

/// Each solver alone, and the portfolio.
[[nodiscard]] std::vector<dse::NamedSolver> available_solvers(const SolverLimits& limits);

}  // namespace sbst::bench
