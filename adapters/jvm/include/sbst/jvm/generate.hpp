// SPDX-License-Identifier: Apache-2.0
// One whole run: from a Java class to a proven JUnit suite and an answer for every goal. Next:
// problem/java_problem.hpp, suite/suite_builder.hpp.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/referee/report.hpp>
#include <sbst/jvm/referee/tools.hpp>
#include <sbst/jvm/render/render.hpp>
#include <sbst/problem/stop_token.hpp>
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
[[nodiscard]] RunResult search_suite(JavaProblem& problem, const RunSpec& spec, StopToken stop = {},
    const ProgressFunction& on_progress = {});

struct ProofOptions
{
    RefereeTools tools;
    /// Flavour of the tests: 4 or 5.
    int junit = 5;
    /// Decides the shuffled order.
    std::uint64_t seed = 1;
    /// For proving, all rounds together. What is not proven by then is dropped; all ends within
    /// `proof_grace` more.
    std::chrono::milliseconds limit{120'000};
    /// Does the same at once.
    StopToken stop{};
};

/// What the last round may take beyond the limit, to say what it knows; the rest is milliseconds,
/// but for starting workers, which a stop does not end either, and for measuring what is kept.
inline constexpr std::chrono::milliseconds proof_grace{2'000};

/// A test of the search that is not in the suite, and why.
struct DroppedTest
{
    /// As JavaProblem::render writes it.
    std::string test;
    std::string reason;
};

/// A contract that an object of the suite breaks.
struct ContractRow
{
    /// `equals is symmetric`, ...: see contract_words.
    std::string contract;
    /// Binary name of the object's class.
    std::string class_name;
    /// What was seen in place of it.
    std::string seen;
    /// Index in RunResult::suite of the test that makes the objects.
    std::size_t test = 0;
};

/// One test class.
struct ProvenFile
{
    /// Without tests: there is nothing to write.
    JavaSuite suite;
    RenderedSuite source;
    /// Test i of `suite` is this one plus i of RunResult::suite.
    std::size_t first_test = 0;
};

/// The tests of a run as Java, proven: they compile, and pass in every run of the referee. When
/// time was up (`referee.is_complete` is false) those that had passed the three standard runs were
/// kept, without another round for what is then left of the suite.
struct ProvenSuite
{
    ProvenFile main;
    /// Tests that end with an exception that nobody declared or threw on purpose, with
    /// AssertionError, and those whose objects break a contract.
    ProvenFile suspicious;
    std::vector<DroppedTest> dropped;
    /// Each is shown by a test of `suspicious`.
    std::vector<ContractRow> contracts;
    /// Assertions that did not hold in every run and were left out, as the referee or the workers
    /// saw it.
    std::size_t dropped_assertions = 0;
    /// Of both classes as they are.
    RefereeReport referee;
};

/// Writes the tests of a run as JUnit classes, with assertions on what they observed, and proves
/// them; what fails is repaired (assertions, casts) or dropped. The result is left with the tests
/// that are kept, those of `main` first, and measured anew.
/// @throws ConfigError, AdapterError (see judge_suite).
[[nodiscard]] ProvenSuite prove_suite(
    JavaProblem& problem, RunResult& result, const ProofOptions& options);

}  // namespace sbst::jvm
