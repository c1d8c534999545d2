// SPDX-License-Identifier: Apache-2.0
// One whole run: from a Java class to a proven JUnit suite and an answer for every goal. Next:
// problem/java_problem.hpp, suite/suite_builder.hpp.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/referee/report.hpp>
#include <sbst/jvm/referee/tools.hpp>
#include <sbst/jvm/render/render.hpp>
#include <sbst/suite/run.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// Runs a search over `problem`, minimises what it found and answers for every goal; see
/// sbst::generate (sbst/suite/generate.hpp).
[[nodiscard]] RunResult search_suite(JavaProblem& problem, const RunSpec& spec,
    StopToken stop = {}, const ProgressFunction& on_progress = {});

struct ProofOptions
{
    RefereeTools tools;
    /// Flavour of the tests: 4 or 5.
    int junit = 5;
    /// Decides the shuffled order.
    std::uint64_t seed = 1;
    /// For proving, all rounds together.
    std::chrono::milliseconds limit{120'000};
};

/// A test of the search that is not in the suite, and why.
struct DroppedTest
{
    /// Index in RunResult::suite.
    std::size_t test = 0;
    std::string reason;
};

/// The tests of a run as Java, proven: they compile, and pass in every run of the referee.
struct ProvenSuite
{
    JavaSuite suite;
    RenderedSuite source;
    /// By test of `suite`: its index in RunResult::suite.
    std::vector<std::size_t> origins;
    std::vector<DroppedTest> dropped;
    /// Assertions that did not hold in every run and were left out, as the referee or the workers
    /// saw it.
    std::size_t dropped_assertions = 0;
    /// Of the suite as it is.
    RefereeReport referee;
};

/// Writes the tests of a run as a JUnit class, with assertions on what they observed, and proves
/// it; what fails is repaired (assertions, expected exceptions) or dropped.
/// @throws ConfigError, AdapterError (see judge_suite).
[[nodiscard]] ProvenSuite prove_suite(
    const JavaProblem& problem, const RunResult& result, const ProofOptions& options);

}  // namespace sbst::jvm
