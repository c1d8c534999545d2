// SPDX-License-Identifier: Apache-2.0
// The comment above a generated test: what the test is for.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/run/run.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// The goals that the test is the first of the suite to cover, one per line: branches, then
/// exceptions and results, then calls; at most four, and how many more there are. What another goal
/// of the test says already is left out: a direct branch beside its branch, a call beside its
/// return, and lines beside anything else.
[[nodiscard]] std::vector<std::string> covered_lines(
    const JavaProblem& problem, const RunResult& result, std::size_t test);

}  // namespace sbst::jvm::detail
