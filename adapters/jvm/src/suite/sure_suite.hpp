// SPDX-License-Identifier: Apache-2.0
// The tests of a search without calls that only goals of chance need. Next: occasions.hpp.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/run/run.hpp>

namespace sbst::jvm::detail
{

/// Minimises the suite anew without the goals that numbers by chance or the date decide: to reach
/// one of these by chance, a test may call a method dozens of times. A test that covers nothing
/// else keeps the first call of the method that its last call calls. Nothing changes where no test
/// asks for the time or for a number, or where a stop or a worker that breaks comes first.
void drop_chance(JavaProblem& problem, RunResult& result, const StopToken& stop);

}  // namespace sbst::jvm::detail
