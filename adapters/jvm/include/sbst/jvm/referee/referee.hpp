// SPDX-License-Identifier: Apache-2.0
// Verifies generated suites: compiles them by javac, runs them by JUnit in fresh JVMs several
// times, measures coverage by JaCoCo. Independent of the search. Next: report.hpp.
#pragma once

#include <sbst/jvm/referee/report.hpp>
#include <sbst/jvm/referee/tools.hpp>
#include <sbst/problem/stop_token.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// One run of the whole suite in a JVM of its own. A run that is shuffled or elsewhere begins with
/// the initialisation of the classes that the first run initialised, in its own order of them.
struct RefereeRun
{
    /// Without `;`, like all texts here.
    std::string name;
    /// Nothing: in the order of the sources. In a shuffled run identity hashes differ as well.
    std::optional<std::uint64_t> shuffle_seed{};
    /// In the reverse of that order, with other identity hashes: of two tests each was the first in
    /// this run or in one that is in order.
    bool is_reversed = false;
    std::string time_zone = "UTC";
    /// A language tag: `en-US`.
    std::string locale = "en-US";
    bool is_coverage_measured = false;
    /// Where the clock of this run starts; nothing: now. It needs the launcher.
    std::optional<std::chrono::sys_seconds> clock{};
    /// Other names of user and machine, another number of processors, another default encoding than
    /// UTF-8, no properties of the time zone and the screen (which is not there), and the other
    /// Java of the tools.
    bool is_elsewhere = false;
};

/// In order with coverage; in the reverse order, where digits are Arabic; shuffled, where texts are
/// German if they are in any other language than English, in a night of 2019.
[[nodiscard]] std::vector<RefereeRun> standard_runs(std::uint64_t shuffle_seed);
/// A run far away: in the reverse order, on a leap day, in another time zone
/// and locale (Turkish, whose letters differ), in the other Java of the tools, if any.
[[nodiscard]] RefereeRun run_abroad(const RefereeTools& tools = {});
/// Six more random orders, for a suite with tests that fail after others: a test may undo what
/// another one leaves behind, and stand between it and its victim in all orders so far.
[[nodiscard]] std::vector<RefereeRun> more_orders(std::uint64_t shuffle_seed);

struct RefereeRequest
{
    /// Folder of `*.java` files, including subfolders.
    std::filesystem::path sources;
    /// Jars and folders of classes that the tests need, in order; JUnit's jars are not needed.
    std::vector<std::filesystem::path> class_path;
    /// Internal names; nested classes are found automatically. Only used for coverage.
    std::vector<std::string> classes_under_test;
    /// Flavour of the tests: 4 or 5.
    int junit = 5;
    /// javac's --release; 0 = the JDK's own.
    int release = 17;
    std::vector<RefereeRun> runs = standard_runs(1);
    std::size_t heap_megabytes = 512;
    /// Run with -enableassertions, as build tools do.
    bool has_assertions = true;
    /// For one test in one run, in the own time of its JVM: waiting for a processor does not count.
    std::chrono::milliseconds test_limit{10'000};
    /// For all runs together; remaining tests are then not run.
    std::chrono::milliseconds total_limit{300'000};
};

/// The referee's progress: step 1 compiles, each later step is a run.
struct RefereeStep
{
    /// From 1; 0 = not started.
    std::size_t step = 0;
    std::size_t steps = 0;
    /// Name of the run; empty during compilation.
    std::string run{};
};

/// Called several times a second, on the thread that waits for the referee.
using RefereeProgress = std::function<void(const RefereeStep&)>;

/// Compiles the sources and runs all their tests in the requested runs.
///
/// A test that hangs or ends its JVM affects no other test: the others are run again without it, in
/// a new JVM, and it is left out of later runs. Output of tests is dropped; files that they write
/// to their folder are removed.
/// @param stop ends everything within milliseconds; the result has the runs that ended before.
/// @throws ConfigError when the request or the tools cannot be used.
/// @throws AdapterError when the referee itself fails, and when there are no tests.
[[nodiscard]] RefereeReport judge_suite(const RefereeRequest& request, const RefereeTools& tools,
    const StopToken& stop = {}, const RefereeProgress& on_progress = {});

/// Starts the program of `tools.kept`, so that its compiler is warm when a suite comes.
/// Precondition: there is one.
/// @throws ConfigError when the tools cannot be used.
/// @throws AdapterError when the program cannot be started.
void warm_referee(const RefereeTools& tools);

}  // namespace sbst::jvm
