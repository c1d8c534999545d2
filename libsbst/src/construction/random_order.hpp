// SPDX-License-Identifier: Apache-2.0
// In which order a template builds the nodes of its graph. Next: template_builder.cpp.
#pragma once

#include <sbst/construction/template_plan.hpp>
#include <sbst/random/rng.hpp>

#include <vector>

namespace sbst::detail
{

/// All nodes in a random order in which parents come first, what guards may change again behind
/// these (PlannedNode::after), and calls after all that they may read.
[[nodiscard]] std::vector<ConstructionId> random_order(const TemplatePlan& plan, Rng& rng);

}  // namespace sbst::detail
