// SPDX-License-Identifier: Apache-2.0
// The solvers of refinement by symbolic execution. Next: ../plugs.cpp.
#pragma once

#include "../../options/solvers.hpp"

#include <sbst/search/refiner.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace sbst::cli
{

/// All choices but none.
[[nodiscard]] std::span<const SolverRow> dse_solver_rows();

/// See solver_surroundings(). Empty for other names.
[[nodiscard]] std::string dse_solver_surroundings(const RefinementSettings& settings);

/// See missing_solver_program().
[[nodiscard]] std::string missing_dse_program(const RefinementSettings& settings);

/// Empty for other names. @param max_calls of a test. @throws ConfigError as spec_of_run.
[[nodiscard]] RefinerFactory make_dse_refiner(
    const RefinementSettings& settings, std::size_t max_calls);

}  // namespace sbst::cli
