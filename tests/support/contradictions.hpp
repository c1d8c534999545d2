// SPDX-License-Identifier: Apache-2.0
// Constraints that contradict each other whatever the variables are.
#pragma once

#include "constraint_systems.hpp"
#include "random_expressions.hpp"

#include <vector>

namespace sbst::test_support
{

/// Adds one to three constraints that no assignment makes true together.
void add_contradiction(SystemSort sort, symbolic::ExpressionGraph& graph, RandomExpressions& make,
    Rng& rng, std::vector<symbolic::ExpressionId>& constraints);

}  // namespace sbst::test_support
