// SPDX-License-Identifier: Apache-2.0
// Settings of worker processes. Next: worker_pool.hpp.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

class KeptWorkers;
class RewrittenClasses;

/// The name of a worker's folder in the worker, which is its current folder: the same in all
/// workers, so that no test can tell in which it runs.
constexpr std::string_view worker_folder = "/proc/self/cwd";

/// What clocks, generators without a seed, and the default locale and time zone tell tests: what
/// differs between the two occasions depends on them.
enum class Occasion : std::uint8_t
{
    usual,
    other
};

struct WorkerSettings
{
    /// Home of the JDK or JRE that runs the subject; has lib/server/libjvm.so.
    std::filesystem::path java_home;
    std::filesystem::path worker_executable;
    std::filesystem::path runtime_jar;
    /// ASM and its tree package.
    std::vector<std::filesystem::path> asm_jars;
    /// The only place where a subject may write; made if it does not exist. Each worker has a
    /// folder of its own in it as its current folder, which is emptied after each test and removed
    /// with the worker.
    std::filesystem::path scratch;
    std::size_t jobs = 1;
    std::size_t heap_megabytes = 256;
    /// Calls and rounds of loops, in classes of the class path, that one test may take.
    std::uint32_t probe_budget = 100'000;
    /// Total memory for arrays that one test may request in classes of the class path, whether it
    /// keeps them or not, at most 2047 megabytes; more counts as out of memory, before the heap is
    /// full. An array of the JDK counts when a constructor or a factory gets its size.
    std::size_t array_megabytes = 64;
    /// Processor time of one test; a waiting test has four times as much of the worker's own time,
    /// and no test has more than twenty times. Own time is processor time while the worker computes
    /// or waits to be scheduled, and clock time while it sleeps: a busy machine does not cause
    /// timeouts.
    std::chrono::milliseconds test_limit{50};
    /// Own time of a worker until it is ready; then another one is tried. The initialisation of one
    /// class is stopped after a sixth of it, and counts as failed.
    std::chrono::milliseconds start_limit{60'000};
    /// No network, no files except those of `scratch`, no other process, as far as the system
    /// allows.
    bool is_isolated = true;
    /// Without stack traces, exceptions are much cheaper, but details do not tell their origin, and
    /// subjects that read their own stack behave differently.
    bool has_stack_traces = true;
    /// Fills Trace::lines; costs time, so a search does without.
    bool record_lines = false;
    /// Fills RunDetail::returned.
    bool record_outputs = false;
    /// Code has its mutants, and a test may ask for one (TestRun::mutant); traces have none.
    bool switch_mutants = false;
    Occasion occasion = Occasion::usual;
    /// Where pools leave their workers and find those of others; null if workers end with their
    /// pool. It must end before `scratch` is removed.
    std::shared_ptr<KeptWorkers> kept;
    /// Where workers leave classes with their probes and find those of others; null if workers of a
    /// pool do so among themselves.
    std::shared_ptr<RewrittenClasses> rewritten;

    bool operator==(const WorkerSettings&) const = default;
};

/// @throws ConfigError naming the first setting that cannot be used, its value and what was
/// expected.
void validate(const WorkerSettings& settings);

/// Homes of the JDKs of this machine, each once, sorted by path within each source: those in the
/// variable SBST_JDKS (separated by colons), that of JAVA_HOME, then the folders of /usr/lib/jvm.
[[nodiscard]] std::vector<std::filesystem::path> find_jdks();

/// The feature version of a JDK (17, 25) by its `release` file; 0 when that has no version.
[[nodiscard]] int feature_version(const std::filesystem::path& java_home);

}  // namespace sbst::jvm
