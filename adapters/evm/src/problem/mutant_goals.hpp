// SPDX-License-Identifier: Apache-2.0
// Goals of weak mutation in the runtime code. Next: mutants.hpp.
#pragma once

#include "context_goals.hpp"
#include "goal_builder.hpp"

namespace sbst::evm
{

/// Adds a goal for each mutant. It depends on the branches on which one of the blocks that compute
/// its operator is control dependent. Constructors have none. Precondition: the source has mutants.
void add_mutant_goals(const GoalSource& source, const GoalSelection& selection,
    ContractGoals& goals, ContextGoals& contexts);

}  // namespace sbst::evm
