// SPDX-License-Identifier: Apache-2.0
// What a run on a Java class comes to. Next: run/verdict.hpp.
#pragma once

#include "../../run/verdict.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/report/report.hpp>
#include <sbst/jvm/suite/generate.hpp>

#include <cstddef>
#include <string>

namespace sbst::cli
{

/// An empty suite has a code and a sentence. `found` = tests that the search found; `rest` says
/// where those are that there was no time to prove, and is empty when there are none; `advice`:
/// what to do about that.
[[nodiscard]] Verdict judge_run(const jvm::JavaProblem& problem, std::size_t found,
    const std::string& rest, const std::string& advice, const jvm::JavaReport& report);

}  // namespace sbst::cli
