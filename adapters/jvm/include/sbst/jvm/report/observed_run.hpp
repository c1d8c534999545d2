// SPDX-License-Identifier: Apache-2.0
// The one execution of a finished suite that report and files are written from. Next: report.hpp.
#pragma once

#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/test/test_case.hpp>

#include <string>
#include <vector>

namespace sbst::jvm
{

/// What the tests did, by test.
struct ObservedRun
{
    std::vector<Trace> traces;
    std::vector<RunDetail> details;
    /// Why not all tests were run; then nothing of the run counts. Empty when they were.
    std::string unobserved;
};

/// Executes tests in fresh workers, with results and lines, unless `stop` asks. What breaks is
/// ObservedRun::unobserved: what is known without the run is worth more than an error here.
[[nodiscard]] ObservedRun observe_suite(
    const JavaProblem& problem, const std::vector<TestCase>& tests, const StopToken& stop = {});

}  // namespace sbst::jvm
