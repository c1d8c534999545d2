// SPDX-License-Identifier: Apache-2.0
// The choices of --solver. Next: ../plugs/dse/plug.hpp, which has them.
#pragma once

#include "settings.hpp"

#include <span>
#include <string>
#include <string_view>

namespace sbst::cli
{

/// What solves the conditions of paths.
struct SolverRow
{
    std::string_view name;
    std::string_view summary;
    /// The program that it runs, if any.
    std::string_view program{};
    /// There is no such program in PATH.
    bool is_missing = false;
};

/// The choices of this program; the first row means no solver.
[[nodiscard]] std::span<const SolverRow> solver_rows();

/// What of this machine the answers of the chosen solver hang on: the version of a library, the
/// hash of a program's file. Empty for solvers of our own.
[[nodiscard]] std::string solver_surroundings(const Settings& settings);

/// The program of the chosen solver, if this machine does not have it; empty otherwise.
[[nodiscard]] std::string missing_solver_program(const RefinementSettings& settings);

/// Where a solver was asked for in vain, because runs of the language tell no conditions.
[[nodiscard]] std::string no_conditions_text(const RefinementSettings& settings);

/// The run of the settings, with the refiner that they ask for.
/// @throws ConfigError when a solver cannot be started.
[[nodiscard]] RunSpec spec_of_run(const Settings& settings);

}  // namespace sbst::cli
