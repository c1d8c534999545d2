// SPDX-License-Identifier: Apache-2.0
// Scripts that run a study on many machines; these need a shared folder and the executable, nothing
// else. The scripts are written, not submitted: sites differ, and users read them first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::study
{

struct ScriptFile
{
    std::string name;
    std::string content;
};

enum class Engine
{
    /// A job array, and a report when it has ended.
    slurm,
    /// GNU parallel over this machine or over ssh.
    parallel,
};

struct JobOptions
{
    std::string study_name;
    /// The executable, the study file, its folder and the data's (empty = none), absolute.
    std::string program;
    std::string study_file;
    std::string folder;
    std::string data;
    /// Number of parts, each an element of the array.
    std::size_t chunks = 1;
    /// Cores per element.
    std::size_t jobs = 1;
    /// Time limit per element for the batch system.
    std::size_t minutes = 60;
};

/// The scripts of an engine, to be written into one folder.
[[nodiscard]] std::vector<ScriptFile> job_scripts(Engine engine, const JobOptions& options);

/// The number of parts of about `minutes` each by the estimate: between 1 and `cells`, and at most
/// 1,000, because many clusters allow no more.
[[nodiscard]] std::size_t choose_chunks(
    std::size_t cells, double seconds_a_cell, std::size_t jobs, std::size_t minutes);

/// A text as one word of a POSIX shell; control characters are written as numbers.
[[nodiscard]] std::string quote_shell(const std::string& text);

}  // namespace sbst::study
