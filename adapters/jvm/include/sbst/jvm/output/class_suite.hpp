// SPDX-License-Identifier: Apache-2.0
// A suite for a class as it ran, with what the adapter's own writers need. Next: writers.hpp.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/report/observed_run.hpp>
#include <sbst/jvm/report/report.hpp>
#include <sbst/jvm/suite/generate.hpp>
#include <sbst/output/executed_suite.hpp>
#include <sbst/run/run.hpp>

#include <string>

namespace sbst::jvm
{

/// What stands here lives as long as the suite is used.
struct ClassSuite : ExecutedSuite
{
    const ProvenSuite* proven = nullptr;
    const JavaReport* report = nullptr;
};

/// A proven run, for make_class_suite.
struct ProvenRun
{
    const JavaProblem& problem;
    const RunResult& result;
    const ProvenSuite& proven;
    const JavaReport& report;
    /// The run of `result.suite`.
    const ObservedRun& observed;
};

/// Puts together what was found, what is proven and what the tests did. Tests are named as in the
/// proven classes.
/// @param command makes the suite again.
[[nodiscard]] ClassSuite make_class_suite(const ProvenRun& run, std::string command);

}  // namespace sbst::jvm
