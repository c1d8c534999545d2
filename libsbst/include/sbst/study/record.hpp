// SPDX-License-Identifier: Apache-2.0
// The record: the result of one run, stored in a cell. Next: store.hpp, which keeps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::study
{

/// The value of a metric that was not measured.
inline constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

/// A name and a number; not_measured (NaN) without a number.
using Metric = std::pair<std::string, double>;

/// How many goals were covered after how many executions.
struct TimelinePoint
{
    std::uint64_t executions = 0;
    std::uint64_t covered = 0;
    /// Seconds since the run began; depends on the machine.
    double seconds = 0.0;

    friend bool operator==(const TimelinePoint&, const TimelinePoint&) = default;
};

struct RunRecord
{
    /// Decided by subject, settings, budget and seed.
    std::vector<Metric> metrics;
    /// One point per improvement.
    std::vector<TimelinePoint> timeline;
    /// The total to which the timeline's coverage refers.
    std::uint64_t goals = 0;
    /// SHA-256, in hex, of the suite.
    std::string suite_hash;
    std::string stopped_by;
    /// False when a clock ended the run or a test read a clock: another run may give something
    /// else.
    bool is_reproducible = true;
    /// Depends on the machine: `seconds`, `cpu_seconds`, ...
    std::vector<Metric> machine_metrics;
};

/// The program that made a record.
struct BuildInfo
{
    /// Version of libsbst.
    std::string version;
    std::string compiler;
};

/// The machine on which a record was made.
struct MachineInfo
{
    std::string host;
    std::string cpu;
    BuildInfo build;
    /// Seconds since 1970.
    std::int64_t started = 0;
    /// Load average of the last minute when the run began.
    double load = 0.0;
};

struct StoredRecord
{
    std::string key;
    RunRecord record;
    MachineInfo machine;
    /// SHA-256, in hex, of all that does not depend on the machine.
    std::string digest;
};

/// The metric of that name, including the machine's metrics; nothing when it is missing or NaN.
[[nodiscard]] std::optional<double> metric(const RunRecord& record, std::string_view name);

/// Digest of a run's result, without the parts that depend on the machine.
[[nodiscard]] std::string digest(const std::string& key, const RunRecord& record);

/// JSON with a newline at its end.
[[nodiscard]] std::string write_record(const StoredRecord& stored);

/// Reads it back; the digest is not checked.
/// @throws ParseError naming `file` and the field.
[[nodiscard]] StoredRecord read_record(const std::string& text, const std::string& file);

/// Covered goals after a number of executions, or of seconds.
[[nodiscard]] std::uint64_t covered_at_executions(
    const RunRecord& record, std::uint64_t executions);
[[nodiscard]] std::uint64_t covered_at_seconds(const RunRecord& record, double seconds);

/// The machine of this process, now; unknown members are empty or 0.
[[nodiscard]] MachineInfo this_machine(const BuildInfo& build);

}  // namespace sbst::study
