// SPDX-License-Identifier: Apache-2.0
// Answers for goals whose tests were stopped: such a test does not tell what it reached.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/run/run.hpp>

namespace sbst::jvm::detail
{

/// Adds to the reason of an open goal that calls of its method were stopped, and why; where no such
/// call came to an end, that is the reason. The problem outlives the rule.
[[nodiscard]] ReasonRule rule_of_stopped_calls(const JavaProblem& problem);

}  // namespace sbst::jvm::detail
