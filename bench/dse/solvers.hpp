// SPDX-License-Identifier: Apache-2.0
// The solvers of this build.
#pragma once

#include <sbst/dse/solver.hpp>

#include <cstdint>
#include <vector>

namespace sbst::bench
{

/// Each solver alone, and the portfolio. @param evaluations the most of AvmSolver; 0 = its default.
[[nodiscard]] std::vector<dse::NamedSolver> available_solvers(std::uint64_t evaluations);

}  // namespace sbst::bench
