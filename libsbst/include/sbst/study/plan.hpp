// SPDX-License-Identifier: Apache-2.0
// The plan: every run of a study, made before anything runs. Next: store.hpp.
#pragma once

#include <sbst/problem/stop_token.hpp>
#include <sbst/study/laboratory.hpp>
#include <sbst/study/store.hpp>
#include <sbst/study/study_file.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sbst::study
{

/// One run: a configuration on a subject with a seed.
struct Cell
{
    std::size_t configuration = 0;
    std::size_t subject = 0;
    std::size_t repetition = 0;
    /// The same for every configuration: comparisons are paired, and a configuration that is added
    /// later changes no other one.
    std::uint64_t seed = 0;
    /// SHA-256, in hex, of everything that the run depends on: equal keys mean equal results.
    std::string key;
};

struct Plan
{
    StudySpec spec;
    std::vector<Subject> subjects;
    /// Names of subjects that were passed over because a search covers all of their goals, sorted.
    std::vector<std::string> trivial;
    /// Results of searches for trivial subjects that were made for this plan. Published in the
    /// study's folder they are not made again.
    std::vector<StoredRecord> searches;
    /// By subject, then configuration: the settings of the runs.
    std::vector<std::vector<std::vector<Setting>>> settings;
    /// Likewise: Laboratory::surroundings of those settings.
    std::vector<std::vector<std::string>> surroundings;
    /// By subject, then repetition, then configuration.
    std::vector<Cell> cells;

    [[nodiscard]] const Subject& subject_of(const Cell& cell) const
    {
        return subjects[cell.subject];
    }
    [[nodiscard]] const Configuration& configuration_of(const Cell& cell) const
    {
        return spec.configurations[cell.configuration];
    }
    [[nodiscard]] RunOrder order(const Cell& cell) const;
    /// `Casino, dynamosa, run 3`.
    [[nodiscard]] std::string name(const Cell& cell) const;
    /// Subjects of a group, as indices.
    [[nodiscard]] std::vector<std::size_t> members(const Group& group) const;
};

/// How far a study has drawn its subjects.
struct DrawProgress
{
    /// Subjects drawn by all rules so far, and to be drawn.
    std::size_t drawn = 0;
    std::size_t wanted = 0;
    std::size_t trivial = 0;
    /// The name of the subject that is searched next.
    std::string subject;
};

/// What making a plan needs beside the study.
struct PlanOptions
{
    /// Results of searches for trivial subjects are read from here where they are; the plan is the
    /// same without.
    const Store* known = nullptr;
    /// For the results of the others.
    BuildInfo build{};
    /// When it fires, searches for trivial subjects end early: the plan is then not to be used.
    StopToken stop{};
    /// Called before each search for a trivial subject, which may take minutes, and after it with
    /// its result.
    std::function<void(const DrawProgress&)> on_search{};
    std::function<void(const StoredRecord&)> on_result{};
};

/// Finds the subjects, checks every setting and names every cell.
/// @throws ConfigError for settings, subjects, groups, metrics and published numbers that are not
/// valid,
///   so that mistakes are found before the runs; a study whose data or parts are missing has no
///   plan.
[[nodiscard]] Plan make_plan(
    StudySpec spec, Laboratory& laboratory, const PlanOptions& options = {});

/// The seed of a run: the first 64 bits of SHA-256 over study seed, subject and repetition.
[[nodiscard]] std::uint64_t run_seed(
    std::uint64_t study_seed, const std::string& subject, std::size_t repetition);

/// The key of a run.
[[nodiscard]] std::string cell_key(const std::string& adapter, const RunOrder& order);

/// SHA-256 over all keys: two plans with one hash are one study.
[[nodiscard]] std::string plan_hash(const Plan& plan);

}  // namespace sbst::study
