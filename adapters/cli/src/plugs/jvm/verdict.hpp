// SPDX-License-Identifier: Apache-2.0
// The verdict of a run on a Java class. Next: ../../run/verdict.hpp.
#pragma once

#include "../../run/verdict.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/report/report.hpp>
#include <sbst/jvm/suite/generate.hpp>

#include <cstddef>
#include <string>

namespace sbst::cli
{

/// An empty suite gives a code and a sentence. `found`: tests that the search found; `rest`: where
/// the tests are that there was no time to prove, empty when there are none; `advice`: what to do
/// about them.
[[nodiscard]] Verdict judge_run(const jvm::JavaProblem& problem, std::size_t found,
    const std::string& rest, const std::string& advice, const jvm::JavaReport& report);

}  // namespace sbst::cli
