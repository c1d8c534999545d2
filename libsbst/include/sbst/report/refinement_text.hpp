// SPDX-License-Identifier: Apache-2.0
// What a refiner did, in words. Next: run_summary.hpp.
#pragma once

#include <sbst/search/refiner.hpp>

#include <cstdint>
#include <string>

namespace sbst
{

/// One line for people, without a line break, such as "204 of 5050 executions, 8 goals covered
/// first; avm: 60 of 153 questions solved, 93 unknown; known only as numbers: hash 12".
/// @param executions of the whole run
[[nodiscard]] std::string refinement_text(const RefinementWork& work, std::uint64_t executions);

/// The first solver that failed at each question, and why; empty if there is none. A run with such
/// a solver is one without it. What the solver said is as it said it.
[[nodiscard]] std::string failed_solver_text(const RefinementWork& work);

/// The first solver that was killed because it took too long, with the number of questions; empty
/// if there is none. Another run may get their answers, and differ.
[[nodiscard]] std::string late_solver_text(const RefinementWork& work);

}  // namespace sbst
