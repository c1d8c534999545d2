// SPDX-License-Identifier: Apache-2.0
// A study as its YAML file describes it: subjects, configurations, budget, contents of the report.
// Independent of adapters: options are only names and texts here. Next: laboratory.hpp, which gives
// them meaning.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sbst::study
{

/// One option of an adapter, as written.
struct Setting
{
    /// The long option without dashes: `crossover-prob`.
    std::string name;
    std::string value;
    /// Its place, as in messages: `agsolt.yaml:12`.
    std::string place;

    friend bool operator==(const Setting&, const Setting&) = default;
};

/// One way to run the search: a row of the comparison.
struct Configuration
{
    /// Unique in the study: `dynamosa`, `dynamosa[crossover-prob=0.6]`, `dynamosa-seeding`; in a
    /// study of several budgets with the budget behind it: `dynamosa@500`, `dynamosa@2.5s`.
    std::string label;
    /// Differences from the adapter's defaults, in addition to the settings of the whole study.
    std::vector<Setting> settings;
    std::string place;
    /// The label without the budget. In pairs, and wherever the report names configurations, it
    /// stands for all of its budgets.
    std::string approach{};
    /// Index into StudySpec::budgets.
    std::size_t budget = 0;
};

/// Limits of each run; see sbst::Budget. At least one.
struct StudyBudget
{
    std::optional<std::uint64_t> executions;
    std::optional<std::uint64_t> calls;
    std::optional<std::uint64_t> generations;
    /// A cap: runs that end here are counted in the report and cannot be verified.
    std::optional<double> seconds;
};

/// How failed runs are treated.
enum class FailurePolicy
{
    /// The run is left out; other runs of its subject and configuration count.
    exclude_run,
    /// The subject is left out of every comparison.
    exclude_subject,
    /// The run counts as a run without results: 0 in every metric where more is better.
    score_zero,
};

/// How a group of subjects is made: by their names, or by a number that the adapter gives for them.
struct Group
{
    std::string name;
    /// `branches >= 200`: a fact, one of < <= > >= == !=, a number. Empty: by `patterns`.
    std::string fact;
    std::string comparison;
    double limit = 0.0;
    /// Names of subjects; `*` stands for any characters and `?` for any one character.
    std::vector<std::string> patterns;
};

/// Settings for some subjects only, as published experiments use them.
struct SubjectSettings
{
    std::string pattern;
    std::vector<Setting> settings;
};

/// A search that finds trivial subjects: those of which it covers every goal that is sought.
struct TrivialSearch
{
    /// Among them the algorithm; stronger than the settings of the study and of the subject.
    std::vector<Setting> settings;
    StudyBudget budget;
};

/// Subjects that are drawn by a rule, never by hand.
struct SubjectDraw
{
    /// Only its fact, comparison and limit count.
    Group rule;
    std::size_t count = 0;
    /// The count is that for each file of subjects, of which one with fewer gives all that
    /// fit, instead of that for all.
    bool is_per_file = false;
    /// Trivial subjects are passed over. Absent = there are none.
    std::optional<TrivialSearch> trivial{};
    std::string place{};
};

/// Which subjects take part.
struct SubjectQuery
{
    /// Names of files or of their contents, as the adapter reads them; `*` and `?` as above.
    /// Relative names start at the study file's folder; `${data}` is already replaced.
    std::vector<Setting> include;
    std::vector<std::string> exclude;
    std::vector<SubjectSettings> settings;
    /// Empty = all. Otherwise, draw after draw, of those that fit the rule and are not drawn yet
    /// the first `count` by the SHA-256 of their names.
    std::vector<SubjectDraw> draws;
};

/// A pair whose difference the report shows: `first` against `second`.
struct Comparison
{
    std::string first;
    std::string second;

    friend bool operator==(const Comparison&, const Comparison&) = default;
};

/// One column of published numbers, printed beside ours.
struct Published
{
    /// Heading of the table; several columns may share one.
    std::string table;
    /// A CSV file, and its columns with the subjects' names and the values.
    std::string file;
    std::string subject_column;
    std::string column;
    /// What it is compared with: one of our metrics and a configuration.
    std::string metric;
    std::string configuration;
    /// How the metric's runs become one number: `mean`, `median`, `sum`.
    std::string aggregate = "mean";
    /// Rows to take, as `column=value`; empty = all. Several rows of a subject are aggregated like
    /// our runs.
    std::string where;
    /// The group whose subjects the table shows; empty = all subjects of the file.
    std::string group;
    /// The value of subjects of the group that the file lacks.
    std::optional<double> absent;
    /// Corrected misprints: (their name of the subject, the right value).
    std::vector<std::pair<std::string, double>> corrections;
    std::string place;
};

enum class Correction
{
    none,
    /// Holm's, over the subjects of a comparison.
    holm,
};

/// A question that a published study asked about one pair of configurations.
struct Question
{
    /// As it is printed: `RQ1: whole-suite search`.
    std::string text;
    Comparison pair;
    /// By group, `all` included: numbers of subjects on which the first was better, was worse, and
    /// on which neither was, each a mean over the criteria.
    std::vector<std::pair<std::string, std::array<double, 3>>> published{};
    std::string place{};
};

/// For each question and group of subjects: on how many subjects the first is better, as a mean
/// over the metrics.
struct QuestionSpec
{
    std::vector<std::string> metrics;
    std::vector<Question> questions;
};

/// Smallest and largest coefficient of some pairs, mean and median.
using PublishedRange = std::array<double, 4>;

/// How the coverage of one criterion moves with that of others in the runs that sought the first.
struct CriteriaCorrelation
{
    /// Heading of its tables.
    std::string table;
    /// Metrics, by group of criteria.
    std::vector<std::vector<std::string>> groups{};
    /// For a metric the configurations whose runs sought it. Metrics without any are only
    /// correlated with others.
    std::vector<std::pair<std::string, std::vector<std::string>>> guides{};
    /// Metrics that are no shares: divided by the largest value of all runs on the subject.
    std::vector<std::string> relative{};
    /// For pairs inside one group, and for the others.
    std::optional<PublishedRange> published_same{};
    std::optional<PublishedRange> published_different{};
    std::string place{};
};

/// One row of a published table of means: a metric.
struct PublishedMeansRow
{
    std::string metric;
    /// In the column that names no configuration: the mean over these.
    std::vector<std::string> alone{};
    /// By group, `all` included: a number for each column.
    std::vector<std::pair<std::string, std::vector<double>>> values{};
    /// Values are percents, our metric is a share.
    bool is_percent = false;
    std::string place{};
};

/// Published means over groups of subjects, printed beside ours.
struct PublishedMeans
{
    std::string table;
    /// Heading and configuration; without a configuration each row names its own.
    std::vector<std::pair<std::string, std::string>> columns{};
    std::vector<PublishedMeansRow> rows{};
    std::string place{};
};

struct ReportSpec
{
    std::string title;
    /// Paragraphs printed as they are: what is compared, caveats, errata.
    std::vector<std::string> notes;
    /// Empty: every configuration against the baseline, or every pair without a baseline.
    std::vector<Comparison> pairs;
    std::string baseline;
    double alpha = 0.05;
    Correction correction = Correction::holm;
    /// The metrics of tables and pictures, the first one is shown in the pictures.
    std::vector<std::string> metrics;
    std::vector<Published> published;
    QuestionSpec questions;
    std::vector<CriteriaCorrelation> correlations;
    std::vector<PublishedMeans> published_means;
    /// Subjects that others call by another name: (their name, ours).
    std::vector<std::pair<std::string, std::string>> names;
};

/// Points at which timelines are read, so that one long run also gives the results of shorter
/// budgets.
struct Snapshots
{
    std::vector<std::uint64_t> executions;
    std::vector<double> seconds;
};

/// A whole study.
struct StudySpec
{
    std::string name;
    std::string adapter;
    /// The only random number of the study.
    std::uint64_t seed = 1;
    std::size_t repetitions = 10;
    /// The largest of `budgets`.
    StudyBudget budget;
    /// Ascending; every configuration has runs with each of them. At least one.
    std::vector<StudyBudget> budgets;
    Snapshots snapshots;
    FailurePolicy on_failure = FailurePolicy::exclude_run;
    /// How often a cell is tried when its worker is killed.
    std::size_t attempts = 2;
    /// Settings of every run.
    std::vector<Setting> settings;
    SubjectQuery subjects;
    std::vector<Group> groups;
    /// Grids, ablations and budgets are expanded, in the file's order.
    std::vector<Configuration> configurations;
    ReportSpec report;
    /// What the study needs and libsbst does not have yet, as the file says under `missing`.
    std::vector<std::string> missing;
    /// The study uses `${data}` and no folder was given, or its subjects' folder is not in it.
    bool lacks_data = false;
    /// The text of the file, for the manifest.
    std::string text;
    std::string file;
};

/// Reads a study. `data` replaces `${data}`; when it is empty and needed, `lacks_data` is set and
/// the texts are left unchanged.
/// @throws ConfigError naming file and line: unreadable file, invalid YAML, unknown or repeated
///   keys, invalid values, labels that are not unique, a report of unknown configurations.
[[nodiscard]] StudySpec load_study(const std::string& file, const std::string& data);
/// The same from a text; `file` is its name in errors, and relative names start at its folder.
[[nodiscard]] StudySpec parse_study(
    const std::string& text, const std::string& file, const std::string& data);

/// Tells whether the pattern with `*` (any characters) and `?` (any one character) matches the
/// name.
[[nodiscard]] bool matches(const std::string& pattern, const std::string& name);

}  // namespace sbst::study
