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

/// Names a solver that failed at all its questions, with the reason; empty if no solver did. Its
/// run is no better than a run without a solver. The solver's own words are not escaped.
[[nodiscard]] std::string failed_solver_text(const RefinementWork& work);

/// Names a solver of which a model did not make its constraints true, with the number of such
/// models; empty if there is no such solver. It, or what asked it, has a defect.
[[nodiscard]] std::string wrong_solver_text(const RefinementWork& work);

/// Names a solver that was killed because it took too long, with the number of its late questions;
/// empty if no solver was. Another run may get these answers, and may differ.
[[nodiscard]] std::string late_solver_text(const RefinementWork& work);

}  // namespace sbst
