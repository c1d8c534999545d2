// SPDX-License-Identifier: Apache-2.0
// Survival: chooses the next population among parents and offspring. Next: many_objective.hpp.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/search/diversity.hpp>
#include <sbst/search/order_matrix.hpp>
#include <sbst/search/selection.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace sbst
{

struct SurvivalRule
{
    /// Tests that survive.
    std::size_t capacity = 50;
    /// DynaMOSA: the best test of every active goal survives, even beyond the capacity.
    bool keep_first_front = true;
    Diversity diversity = Diversity::sub_vector_dominance;
};

/// The tests that survive and how they stand; parallel.
struct Survivors
{
    std::vector<std::size_t> tests;
    std::vector<Standing> standings;
};

/// Ranks the tests of `matrix` by preference and fills the places front by front; from the front
/// that does not fit, it takes the best by diversity, equal ones by index. `lengths` holds one
/// entry per test. Source: Panichella et al., ICST 2015 (MOSA), main loop; EvoSuite and Pynguin for
/// DynaMOSA's rule on front 0.
[[nodiscard]] Survivors choose_survivors(const OrderMatrix& matrix,
    std::span<const std::size_t> lengths, const SurvivalRule& rule, Rng& rng);

}  // namespace sbst
