// SPDX-License-Identifier: Apache-2.0
// Normalisation: distances as numbers in [0, 1], for sums, reports and logs. Comparisons never use
// these: they use the exact order of Fitness. Next: ../fitness/fitness.hpp.
#pragma once

#include <sbst/numeric/distance.hpp>

namespace sbst
{

/// x / (x + 1); 1 at infinity. Precondition: x >= 0, not NaN.
///
/// Strictly increasing as a formula; as a double never decreasing, and flat above about 2^53.
/// Source: Arcuri, STVR 2013; AGSolT, equation 1.
[[nodiscard]] double nu(double x);
[[nodiscard]] double nu(const Distance& distance);

/// L / (L + 1) with L = log2(1 + x); 1 at infinity, 256 / 257 at 2^256. Precondition: x >= 0, not
/// NaN.
///
/// Tells words of different widths apart, but not close words of the same width.
[[nodiscard]] double nu_log(double x);
[[nodiscard]] double nu_log(const Distance& distance);

}  // namespace sbst
