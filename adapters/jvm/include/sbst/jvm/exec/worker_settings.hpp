// SPDX-License-Identifier: Apache-2.0
// How worker processes are set up. Next: worker_pool.hpp.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace sbst::jvm
{

struct WorkerSettings
{
    /// Home of the JDK or JRE that runs the subject; has lib/server/libjvm.so.
    std::filesystem::path java_home;
    std::filesystem::path worker_executable;
    std::filesystem::path runtime_jar;
    /// ASM and its tree package.
    std::vector<std::filesystem::path> asm_jars;
    /// The only place that a subject may write to; made when it is not there. Each worker has a
    /// folder of its own in it, which is its current one, is emptied after each test and removed
    /// with the worker.
    std::filesystem::path scratch;
    std::size_t jobs = 1;
    std::size_t heap_megabytes = 256;
    /// Calls and rounds of loops, in classes of the class path, that one test may take.
    std::uint32_t probe_budget = 100'000;
    /// Memory for arrays that one test may ask for in classes of the class path, all together and
    /// whether it keeps them or not, at most 2047 megabytes; beyond it counts as out of memory,
    /// before the heap is filled. An array of the JDK counts where a constructor or a factory is
    /// told its size.
    std::size_t array_megabytes = 64;
    /// Processor time of one test; one that waits has four times as much of the worker's own time,
    /// and none has more than twenty times. Own time is the processor's while the worker computes
    /// or waits for its turn, and the clock's while all of it sleeps: a busy machine breaks no
    /// limit.
    std::chrono::milliseconds test_limit{50};
    /// Own time of a worker until it is ready; beyond it another is tried. The initialisation of
    /// one class is stopped after a sixth of it, and has failed then.
    std::chrono::milliseconds start_limit{60'000};
    /// No network, no files but those of `scratch`, no other process, as far as the system allows.
    bool is_isolated = true;
    /// Without, exceptions are much cheaper, but details say nothing of where they come from and
    /// subjects that read their own stack behave differently.
    bool has_stack_traces = true;
    /// Fills Trace::lines; costs time, so a search goes without.
    bool record_lines = false;
};

/// @throws ConfigError naming the first setting that cannot be used: the value, what was expected.
void validate(const WorkerSettings& settings);

/// Homes of the JDKs of this machine, each once, sorted by path within each source: those that the
/// variable SBST_JDKS names (separated by colons), JAVA_HOME's, then the folders of /usr/lib/jvm.
[[nodiscard]] std::vector<std::filesystem::path> find_jdks();

/// The feature version of a JDK (17, 25) by its `release` file; 0 when that does not say.
[[nodiscard]] int feature_version(const std::filesystem::path& java_home);

}  // namespace sbst::jvm
