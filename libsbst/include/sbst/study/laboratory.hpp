// SPDX-License-Identifier: Apache-2.0
// What a study needs from a language: it finds subjects, checks options and runs cells. One row per
// adapter. Next: plan.hpp.
#pragma once

#include <sbst/problem/stop_token.hpp>
#include <sbst/study/record.hpp>
#include <sbst/study/study_file.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::study
{

/// Something for which tests are generated.
struct Subject
{
    /// Unique in a study, short enough for a table.
    std::string name;
    /// The source from which the laboratory loads it; may depend on the machine.
    std::string source;
    /// SHA-256, in hex, of everything in the subject that decides the result of a run.
    std::string hash;
    /// Numbers by which groups are made, such as `branches`.
    std::vector<std::pair<std::string, double>> facts;
};

/// The inputs of one run.
struct RunOrder
{
    const Subject* subject = nullptr;
    /// As returned by Laboratory::normalised.
    std::span<const Setting> settings;
    const StudyBudget* budget = nullptr;
    std::uint64_t seed = 0;
    /// As returned by Laboratory::surroundings.
    std::string_view surroundings;
};

/// A metric of the runs of an adapter.
struct MetricInfo
{
    std::string name;
    /// For headings: `branch coverage`, with its unit, if any.
    std::string title;
    bool is_more_better = true;
    /// The number of digits shown after the point.
    int digits = 2;
};

/// One adapter, as studies use it. An object belongs to one process and one thread.
class Laboratory
{
public:
    Laboratory() = default;
    Laboratory(const Laboratory&) = delete;
    Laboratory& operator=(const Laboratory&) = delete;
    Laboratory(Laboratory&&) = delete;
    Laboratory& operator=(Laboratory&&) = delete;
    virtual ~Laboratory() = default;

    /// Every subject that the query names, sorted by name.
    /// @throws ConfigError naming the place of a query that finds nothing; ParseError for a subject
    ///   that cannot be read.
    [[nodiscard]] virtual std::vector<Subject> find_subjects(const SubjectQuery& query) = 0;
    /// Checks settings and normalises them, so that `0.60` and `0.6` are one cell: sorted by name,
    /// without settings that change nothing.
    /// @throws ConfigError naming the place of a setting that is unknown or cannot have that value.
    [[nodiscard]] virtual std::vector<Setting> normalised(std::span<const Setting> settings) = 0;
    /// A hash of everything else that decides runs with these settings: files that they name,
    /// versions of tools on this machine. Empty when there is nothing else.
    /// @throws ConfigError or ParseError when it cannot be computed.
    [[nodiscard]] virtual std::string surroundings(std::span<const Setting> settings);
    /// Runs a cell. Equal orders give equal records, except for the machine's part, unless the
    /// limit in seconds ends the run.
    /// @throws sbst::Error when the subject or the harness does not allow a run.
    [[nodiscard]] virtual RunRecord run(const RunOrder& order, const StopToken& stop) = 0;
    /// The metrics that its records may have, in the order of reports.
    [[nodiscard]] virtual std::vector<MetricInfo> metrics() const = 0;
};

}  // namespace sbst::study
