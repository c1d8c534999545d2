// SPDX-License-Identifier: Apache-2.0
// report.json: what a run found, for programs. libsbst/docs/report-json.md describes the format.
// Next: analysis_report.hpp, ../suite/generate.hpp.
#pragma once

#include <sbst/jvm/exec/worker_pool.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/referee/report.hpp>
#include <sbst/jvm/report/observed_run.hpp>
#include <sbst/jvm/suite/generate.hpp>
#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// What was tested, without folders of this machine.
struct JavaSubject
{
    /// `p.Outer$Inner`.
    std::string class_name;
    /// Names of the files of the class path.
    std::vector<std::string> class_path;
    /// Feature version of the JDK that ran the tests; 0 = unknown.
    int java = 0;
    /// SHA-256 of the class file: 64 digits.
    std::string class_file_hash;
};

[[nodiscard]] JavaSubject make_java_subject(const JavaProblem& problem);

/// An exception that a call of the suite ended with.
struct ExceptionRow
{
    /// Binary name.
    std::string exception;
    /// What was called.
    std::string function;
    /// The function declares it, or a class above it.
    bool is_declared = false;
    /// Index of the suite's first test that ends so.
    std::size_t test = 0;
};

/// A file of tests. Those of the first come first in the numbers of tests.
struct WrittenFile
{
    std::string name;
    std::size_t tests = 0;
};

/// The file of unproven tests, where there is one.
struct UnprovenFile
{
    std::string name;
    std::size_t tests = 0;
    UnprovenCause cause = UnprovenCause::deadline;
    std::string reason;
};

/// Tests that one error of linking ended.
struct LinkFailure
{
    /// As Java writes it.
    std::string error;
    /// Binary name of the class that was not found; empty for other errors.
    std::string missing;
    std::uint64_t tests = 0;
};

/// Everything that a report says.
struct JavaReport : RunSummary
{
    JavaSubject subject;
    std::vector<ReportedGoal> goals;
    GoalTotals totals;
    /// Lines of the class and its nested classes, but for those of static initialisers alone: they
    /// run before the first test.
    CoverageCounter lines;
    std::vector<ExceptionRow> exceptions;
    /// Why both are unknown; empty when they are known.
    std::string unobserved;
    std::vector<ObjectLawRow> object_laws;
    std::vector<WrittenFile> files;
    UnprovenFile unproven;
    std::vector<DroppedTest> dropped;
    std::vector<RepairedTest> repaired;
    std::size_t dropped_assertions = 0;
    RefereeReport referee;
    PoolCounters workers;
    /// Most tests first.
    std::vector<LinkFailure> link_failures;
    std::string isolation_warning;
};

/// The goals of a class as reports write them, by GoalId. Precondition: one answer a goal.
[[nodiscard]] std::vector<ReportedGoal> reported_goals(
    const JavaProblem& problem, const std::vector<GoalAnswer>& answers);

[[nodiscard]] GoalTotals count_goals(const std::vector<ReportedGoal>& goals);

/// Makes the report of a proven run.
/// @param run of `result.suite`.
[[nodiscard]] JavaReport make_java_report(const JavaProblem& problem, const RunSpec& spec,
    const RunResult& result, const ProvenSuite& proven, const ObservedRun& run);

/// Version of the format.
inline constexpr std::uint64_t java_report_schema = 6;
/// For `sbst jvm analyze --json`.
inline constexpr std::uint64_t java_analysis_schema = 4;

/// Writes a report as JSON; everything that depends on the machine stands under `machine`.
[[nodiscard]] std::string write_report(const JavaReport& report);

}  // namespace sbst::jvm
