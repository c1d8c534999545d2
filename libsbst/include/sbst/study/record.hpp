// SPDX-License-Identifier: Apache-2.0
// What one run gave: the content of a cell. Next: store.hpp, which keeps it.
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

/// The value of what was not measured.
inline constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

/// A name and a number; not_measured (NaN) where there is none.
using Metric = std::pair<std::string, double>;

/// After so many executions, so many goals were covered.
struct TimelinePoint
{
    std::uint64_t executions = 0;
    std::uint64_t covered = 0;
    /// Since the run began; depends on the machine.
    double seconds = 0.0;

    friend bool operator==(const TimelinePoint&, const TimelinePoint&) = default;
};

struct RunRecord
{
    /// Decided by subject, settings, budget and seed.
    std::vector<Metric> metrics;
    /// One point an improvement.
    std::vector<TimelinePoint> timeline;
    /// What the timeline's coverage is a part of.
    std::uint64_t goals = 0;
    /// SHA-256, in hex, of the suite that was found.
    std::string suite_hash;
    std::string stopped_by;
    /// False when a clock ended the run or was seen by a test: again, it may give something else.
    bool is_reproducible = true;
    /// Depends on the machine: `seconds`, `cpu_seconds`, ...
    std::vector<Metric> machine_metrics;
};

/// What made a record.
struct BuildInfo
{
    /// Of libsbst.
    std::string version;
    std::string compiler;
};

/// Where a record was made.
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

/// The value of that name, machine's metrics included; nothing where there is none or it is NaN.
[[nodiscard]] std::optional<double> metric(const RunRecord& record, std::string_view name);

/// Digest of what a run gave, without what depends on the machine.
[[nodiscard]] std::string digest(const std::string& key, const RunRecord& record);

/// JSON with a newline at its end.
[[nodiscard]] std::string write_record(const StoredRecord& stored);

/// Reads it back; what is said about the digest is taken as it is.
/// @throws ParseError naming `file` and the field.
[[nodiscard]] StoredRecord read_record(const std::string& text, const std::string& file);

/// Covered goals after so many executions, or so many seconds.
[[nodiscard]] std::uint64_t covered_at_executions(
    const RunRecord& record, std::uint64_t executions);
[[nodiscard]] std::uint64_t covered_at_seconds(const RunRecord& record, double seconds);

/// The machine of this process, now; what the system does not tell is empty or 0.
[[nodiscard]] MachineInfo this_machine(const BuildInfo& build);

}  // namespace sbst::study
