// SPDX-License-Identifier: Apache-2.0
// Diversity: decides which tests of one front are kept or preferred when there is no room for all.
// Next: selection.hpp and survival.hpp, which use it.
#pragma once

#include <sbst/search/order_matrix.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sbst
{

enum class Diversity
{
    /// Sub-vector dominance as AGSolT uses it; the default.
    sub_vector_dominance,
    /// The dual measure that EvoSuite's class of that name computes.
    dual_sub_vector_dominance,
    fast_epsilon,
    crowding
};

/// The name that options and reports use: `sub-vector-dominance`, ...
[[nodiscard]] std::string_view to_string(Diversity measure);

/// D(p) = max over q of the number of goals for which q is better than p; 0 for a lone test.
/// Smaller is better. One entry per test of `front`. O(n^2 m). Source: Koeppen and Yoshida, EMO
/// 2007; AGSolT, section 4.3.
[[nodiscard]] std::vector<std::uint32_t> sub_vector_dominance(
    const OrderMatrix& matrix, std::span<const std::size_t> front);

/// D'(p) = min over q of the number of goals for which p is better than q; infinite for a lone
/// test. Larger is better. O(n^2 m). Source: EvoSuite's SubvectorDominance.
[[nodiscard]] std::vector<double> dual_sub_vector_dominance(
    const OrderMatrix& matrix, std::span<const std::size_t> front);

/// For each goal with best tests S other than the whole front F, the tests of S get at least (|F| -
/// |S|) / |F|. Larger is better. O(n m). Source: Koeppen and Yoshida, EMO 2007, in the form that
/// EvoSuite and Pynguin use.
[[nodiscard]] std::vector<double> fast_epsilon_dominance(
    const OrderMatrix& matrix, std::span<const std::size_t> front);

/// Crowding distance over the order keys (not over the distances themselves, whose scales differ by
/// many orders of magnitude): infinite at the ends of each goal in which the front differs; all
/// infinite in fronts of one or two. Larger is better. O(m n log n).
/// Source: Deb et al., IEEE TEC 2002 (NSGA-II), section III.B.
[[nodiscard]] std::vector<double> crowding_distance(
    const OrderMatrix& matrix, std::span<const std::size_t> front);

/// The chosen measure on a common scale: larger is always better (measures in which smaller is
/// better are negated).
[[nodiscard]] std::vector<double> spread(
    const OrderMatrix& matrix, std::span<const std::size_t> front, Diversity measure);

}  // namespace sbst
