// SPDX-License-Identifier: Apache-2.0
// The referee's report on a suite: the compiler's messages, the outcome of each test in each run,
// and the coverage measured by JaCoCo. Next: referee.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// A message of javac.
struct CompileProblem
{
    /// An error, otherwise a warning.
    bool is_error = false;
    /// Relative to the folder of sources; empty when the message has no place.
    std::string file;
    /// From 1; 0 = unknown.
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string message;
};

enum class TestVerdict
{
    passed,
    failed,
    /// Skipped by the test itself: disabled, or an assumption does not hold.
    skipped,
    timed_out,
    /// The JVM ended in the test.
    died,
    /// The test was fatal in an earlier run, or the total limit was reached.
    not_run
};

/// `passed`, `timed_out`, ...
[[nodiscard]] std::string_view to_text(TestVerdict verdict);

struct TestOutcome
{
    TestVerdict verdict = TestVerdict::not_run;
    /// Binary name of the exception's class; empty unless the test threw one.
    std::string exception{};
    /// Message of the exception, or why the test was skipped, or how the JVM died; may be empty.
    std::string message{};
    /// Line of the test's source that led to the exception; 0 = unknown.
    std::uint32_t line = 0;
    /// Place in the order of the run, from 1; 0 = it was not run with the others.
    std::uint32_t place = 0;
};

struct RefereeTest
{
    /// Binary name.
    std::string class_name;
    std::string method;
};

struct RefereeRunReport
{
    std::string name;
    /// Indexed by test.
    std::vector<TestOutcome> outcomes;
};

struct CoverageCounter
{
    std::size_t covered = 0;
    std::size_t missed = 0;
};

struct LineCoverage
{
    std::uint32_t line = 0;
    bool is_executed = false;
    CoverageCounter branches;
};

struct MethodCoverage
{
    std::string name;
    std::string descriptor;
    CoverageCounter branches;
    CoverageCounter lines;
};

/// JaCoCo's counts of one class, after JaCoCo's filters (code that only the compiler made).
struct ClassCoverage
{
    /// Internal name.
    std::string name;
    CoverageCounter branches;
    CoverageCounter lines;
    std::vector<MethodCoverage> methods;
    /// Lines with code, ascending.
    std::vector<LineCoverage> lines_with_code;
};

struct RefereeReport
{
    /// Version of the JDK: `17.0.15`.
    std::string java;
    /// If false, no test was run, and the rest is empty.
    bool is_compiled = false;
    std::vector<CompileProblem> problems;
    /// In the order of their sources.
    std::vector<RefereeTest> tests;
    std::vector<RefereeRunReport> runs;
    /// True when neither the total limit nor a stop ended it early.
    bool is_complete = false;
    /// True when it was stopped: the report has the runs that ended before, if any.
    bool was_stopped = false;
    /// The classes under test and those nested in them, by name; empty when no run measures
    /// coverage.
    std::vector<ClassCoverage> coverage;
};

/// Why the test is not proven, by the first run that shows it; nothing when it passed in each run,
/// or was skipped in each. Precondition: test < report.tests.size().
[[nodiscard]] std::optional<std::string> why_unproven(
    const RefereeReport& report, std::size_t test);

}  // namespace sbst::jvm
