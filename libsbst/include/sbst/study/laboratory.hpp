// SPDX-License-Identifier: Apache-2.0
// What a study needs of a language: subjects found, options checked, cells run. One row an adapter.
// Next: plan.hpp.
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

/// Something that tests are generated for.
struct Subject
{
    /// Unique in a study, short enough for a table.
    std::string name;
    /// What the laboratory finds it by; may depend on the machine.
    std::string source;
    /// SHA-256, in hex, of everything that decides what a run of it gives.
    std::string hash;
    /// Numbers that groups are made by, such as `branches`.
    std::vector<std::pair<std::string, double>> facts;
};

/// What one run depends on.
struct RunOrder
{
    const Subject* subject = nullptr;
    /// As Laboratory::normalised gives them.
    std::span<const Setting> settings;
    const StudyBudget* budget = nullptr;
    std::uint64_t seed = 0;
    /// As Laboratory::surroundings gives it.
    std::string_view surroundings;
};

/// A metric that runs of an adapter have.
struct MetricInfo
{
    std::string name;
    /// For headings: `branch coverage`, with its unit where it has one.
    std::string title;
    bool is_more_better = true;
    /// Shown with so many digits behind the point.
    int digits = 2;
};

/// One adapter, as studies use it. Objects live in one process and are used by one thread.
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
    /// @throws ConfigError naming the place of what finds nothing; ParseError for a subject that
    ///   cannot be read.
    [[nodiscard]] virtual std::vector<Subject> find_subjects(const SubjectQuery& query) = 0;
    /// Checks settings and gives them their one form, so that `0.60` and `0.6` are one cell:
    /// sorted by name, without those that change nothing.
    /// @throws ConfigError naming the place of a setting that is unknown or has no such value.
    [[nodiscard]] virtual std::vector<Setting> normalised(std::span<const Setting> settings) = 0;
    /// A hash of what else decides runs under such settings: files that they name, versions of
    /// tools of this machine. Empty where nothing does.
    /// @throws ConfigError or ParseError where it cannot be told.
    [[nodiscard]] virtual std::string surroundings(std::span<const Setting> settings);
    /// Runs a cell. Equal orders give equal records but for the machine's part, unless seconds end
    /// the run.
    /// @throws sbst::Error when the subject or the harness does not allow a run.
    [[nodiscard]] virtual RunRecord run(const RunOrder& order, const StopToken& stop) = 0;
    /// The metrics that its records may have, in the order of reports.
    [[nodiscard]] virtual std::vector<MetricInfo> metrics() const = 0;
};

}  // namespace sbst::study
