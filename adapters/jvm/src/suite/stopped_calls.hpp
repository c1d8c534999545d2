// SPDX-License-Identifier: Apache-2.0
// What answers say of goals whose tests were stopped: such a test tells nothing of what it reached.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/run/run.hpp>

#include <vector>

namespace sbst::jvm::detail
{

/// Adds to the reasons of open goals that calls of their methods were stopped, and why; where no
/// such call came to an end, that is the reason.
void explain_stopped_calls(const JavaProblem& problem, std::vector<GoalAnswer>& answers);

}  // namespace sbst::jvm::detail
