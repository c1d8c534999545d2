// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/utf8.hpp>
#include <sbst/base/visible_text.hpp>
#include <sbst/study/job_script.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace sbst::study
{

namespace
{

std::string words(const JobOptions& options, const std::string& command)
{
    std::string text = fmt::format("{} study {} {} --out {}", quote_shell(options.program), command,
        quote_shell(options.study_file), quote_shell(options.folder));
    if (!options.data.empty())
    {
        text += " --data " + quote_shell(options.data);
    }
    return text;
}

/// The command of one element, for every engine: its own part, then the rest. Exit status 4 means
/// that some runs failed for good; trying again would not help.
std::string element(const JobOptions& options, const std::string& index)
{
    return fmt::format("{} --shard {}/{} --jobs {} --no-wait --progress never",
        words(options, "run"), index, options.chunks, options.jobs);
}

/// One element of the array. {0} study, {1} job's name, {2} last index, {3} cores, {4} minutes,
/// {5} what it runs.
constexpr const char* array_script = R"sh(#!/bin/sh
# One element of the array: a part of the study {0}.
# Submit with submit.sh, or: sbatch run.sbatch
#SBATCH --job-name={1}
#SBATCH --array=0-{2}
#SBATCH --cpus-per-task={3}
#SBATCH --time={4}
#SBATCH --output=slurm-%A_%a.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:TERM@120
#SBATCH --export=NONE
# The batch system's signal before the end goes on to the workers, which drop what they run; claims
# are released, and the next worker takes the cells.
trap 'kill -TERM "$child" 2> /dev/null' TERM
{5} &
child=$!
wait "$child"
status=$?
# A trapped signal ends `wait` early: wait for the child itself.
if kill -0 "$child" 2> /dev/null; then
    wait "$child"
    status=$?
fi
# Killed or cut off (not: failed runs, wrong usage): ask for another turn, three times at most. Results
# that are there stay; only what is missing is run.
case $status in
    0 | 2 | 3 | 4) exit "$status" ;;
esac
if [ "${{SLURM_RESTART_COUNT:-0}}" -lt 3 ] && [ -n "${{SLURM_JOB_ID:-}}" ]; then
    scontrol requeue "${{SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}}_${{SLURM_ARRAY_TASK_ID:-0}}" || true
fi
exit "$status"
)sh";

/// After the array. {0} job's name, {1} cores, {2} what runs the rest, {3} what reports.
constexpr const char* report_script = R"sh(#!/bin/sh
# After the array: whatever is still missing, then the manifest and the report.
#SBATCH --job-name={0}
#SBATCH --cpus-per-task={1}
#SBATCH --output=slurm-report-%j.log
#SBATCH --open-mode=append
#SBATCH --export=NONE
{2} --jobs {1} --progress never
status=$?
{3}
exit "$status"
)sh";

constexpr const char* submit_script = R"sh(#!/bin/sh
# Submits the array, and the report behind it. Read run.sbatch first: partition, account and limits
# are your site's.
set -eu
cd "$(dirname "$0")"
job=$(sbatch --parsable run.sbatch)
sbatch --dependency="afterany:${job%%;*}" report.sbatch
echo "array ${job%%;*} submitted; progress: see status.sh"
)sh";

std::vector<ScriptFile> slurm_scripts(const JobOptions& options)
{
    const std::string run = fmt::format(fmt::runtime(array_script), options.study_name,
        quote_shell("sbst-" + options.study_name), options.chunks - 1, options.jobs,
        options.minutes, element(options, "${SLURM_ARRAY_TASK_ID:-0}"));
    const std::string report = fmt::format(fmt::runtime(report_script),
        quote_shell("sbst-" + options.study_name + "-report"), options.jobs, words(options, "run"),
        words(options, "report"));
    return {{"run.sbatch", run}, {"report.sbatch", report}, {"submit.sh", submit_script},
        {"status.sh", "#!/bin/sh\n" + words(options, "status") + "\n"}};
}

std::vector<ScriptFile> parallel_scripts(const JobOptions& options)
{
    const std::string run = fmt::format(R"sh(#!/bin/sh
# Runs the study {0} with GNU parallel: {1} parts. More machines: add --sshlogin NAME,NAME; they need
# the same folders. Interrupted: start it again; what is there is not run again.
set -u
cd "$(dirname "$0")" || exit 1
seq 0 {2} | parallel --will-cite --retries 3 --joblog joblog.txt "$@" {3}
{4} --jobs {5}
status=$?
{6}
exit "$status"
)sh",
        options.study_name, options.chunks, options.chunks - 1,
        // parallel replaces {} by the part's number and passes the command to a shell.
        quote_shell(element(options, "{}")), words(options, "run"), options.jobs,
        words(options, "report"));
    return {{"run.sh", run}, {"status.sh", "#!/bin/sh\n" + words(options, "status") + "\n"}};
}
/// A word with characters that must not be shown literally: `"$(printf 'a\012b')"`, which every
/// POSIX shell reads.
std::string printed_word(std::string_view text)
{
    std::string format;
    while (!text.empty())
    {
        const CodePoint point = first_code_point(text);
        const bool is_number =
            !point.is_valid || is_unsafe(point.value) ||
            std::string_view("\\'%").find(text.front()) != std::string_view::npos;
        for (const char byte : text.substr(0, point.length))
        {
            format += is_number ? fmt::format("\\{:03o}", static_cast<unsigned char>(byte)) :
                                  std::string(1, byte);
        }
        text.remove_prefix(point.length);
    }
    return fmt::format("\"$(printf '{}')\"", format);
}

}  // namespace

std::string quote_shell(const std::string& text)
{
    const bool is_plain =
        !text.empty() && text.find_first_not_of(
                             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "0123456789_-./=:,+@") == std::string::npos;
    if (is_plain)
    {
        return text;
    }
    // Command substitution drops final line ends.
    if (visible_page(text) != text ||
        (text.find('\n') != std::string::npos && !text.ends_with('\n')))
    {
        return printed_word(text);
    }
    std::string quoted = "'";
    for (const char c : text)
    {
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return quoted + "'";
}

std::size_t choose_chunks(
    std::size_t cells, double seconds_a_cell, std::size_t jobs, std::size_t minutes)
{
    constexpr std::size_t most_chunks = 1000;
    constexpr double seconds_a_minute = 60.0;
    const double a_chunk = seconds_a_minute * static_cast<double>(minutes * jobs);
    const double wanted =
        std::ceil(static_cast<double>(cells) * std::max(seconds_a_cell, 0.0) / a_chunk);
    const auto limit = static_cast<double>(std::max<std::size_t>(1, std::min(cells, most_chunks)));
    return static_cast<std::size_t>(std::clamp(wanted, 1.0, limit));
}

std::vector<ScriptFile> job_scripts(Engine engine, const JobOptions& options)
{
    return engine == Engine::slurm ? slurm_scripts(options) : parallel_scripts(options);
}

}  // namespace sbst::study
