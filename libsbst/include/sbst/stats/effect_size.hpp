// SPDX-License-Identifier: Apache-2.0
// Effect sizes: how large a difference is. Next: correlation.hpp.
#pragma once

#include <span>
#include <string_view>

namespace sbst::stats
{

/// Vargha and Delaney's A12: the probability that a value of x exceeds one of y, ties count half.
///
/// In [0, 1]; 0.5 is no difference. For quantities to be minimised a value below 0.5 favours x.
/// @throws std::invalid_argument when a sample is empty or holds a NaN.
/// Source: Vargha and Delaney, J. Educ. Behav. Stat. 2000.
[[nodiscard]] double a12(std::span<const double> x, std::span<const double> y);

/// Words for the size of an effect, in increasing order.
enum class Magnitude
{
    negligible,
    small,
    medium,
    large,
};

/// Where A12's magnitudes begin, as distances from 0.5: the two sets in use give different words
/// for the same value (0.35 is small in one, medium in the other).
enum class CutOffs
{
    /// |2A - 1| at 0.147, 0.33 and 0.474: Romano et al. for Cliff's delta, R's effsize, AGSolT.
    cliff,
    /// A at 0.56, 0.64 and 0.71, or below at 0.44, 0.36 and 0.29: Vargha and Delaney's own.
    vargha_delaney,
};

/// The word for an A12; a value on a cut-off has the larger word.
[[nodiscard]] Magnitude magnitude(double a12, CutOffs cut_offs = CutOffs::cliff);
[[nodiscard]] std::string_view to_string(Magnitude magnitude);

/// Cohen's d with the pooled deviation. Both deviations zero: 0 for equal means, else infinite
/// with the sign of the difference.
/// @throws std::invalid_argument when a sample has fewer than two values or holds a NaN.
/// Source: Cohen, Statistical Power Analysis, 1988.
[[nodiscard]] double cohens_d(std::span<const double> x, std::span<const double> y);

/// The word for a d: from 0.2 small, from 0.5 medium, from 0.8 large (Cohen 1988).
[[nodiscard]] Magnitude cohens_magnitude(double d);

}  // namespace sbst::stats
