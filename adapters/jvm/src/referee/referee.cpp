// SPDX-License-Identifier: Apache-2.0
#include "kept_referee.hpp"
#include "referee_process.hpp"
#include "report_reader.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>
#include <sbst/jvm/referee/referee.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

/// The referee's time beyond the limit of the runs: compiling, reading coverage.
constexpr std::chrono::milliseconds patience{180'000};

void check_tools(const RefereeTools& tools)
{
    for (const char* program : {"java", "javac"})
    {
        const auto file = tools.java_home / "bin" / program;
        if (!std::filesystem::exists(file))
        {
            throw ConfigError(
                fmt::format("JDK {}: no {}", tools.java_home.string(), file.string()));
        }
    }
    if (!std::filesystem::is_regular_file(tools.program))
    {
        throw ConfigError(fmt::format("referee: no jar {}", tools.program.string()));
    }
    if (!tools.launcher.empty() && !std::filesystem::is_regular_file(tools.launcher))
    {
        throw ConfigError(fmt::format("referee: no launcher {}", tools.launcher.string()));
    }
}

void check_request(const RefereeRequest& request)
{
    if (request.junit != 4 && request.junit != 5)
    {
        throw ConfigError(fmt::format("junit = {}: expected 4 or 5", request.junit));
    }
    if (request.heap_megabytes == 0 || request.test_limit.count() <= 0 ||
        request.total_limit.count() <= 0)
    {
        throw ConfigError("referee: heap and limits must be above 0");
    }
    if (!std::filesystem::is_directory(request.sources))
    {
        throw ConfigError(fmt::format("no folder of sources {}", request.sources.string()));
    }
    for (const auto& entry : request.class_path)
    {
        if (!std::filesystem::exists(entry))
        {
            throw ConfigError(fmt::format("class path: no {}", entry.string()));
        }
    }
    for (const RefereeRun& run : request.runs)
    {
        if ((run.name + run.time_zone + run.locale).find(';') != std::string::npos)
        {
            throw ConfigError(fmt::format("run '{}': a ';' in its texts", run.name));
        }
    }
}

std::string absolute_text(const std::filesystem::path& path)
{
    return std::filesystem::absolute(path).string();
}

std::string order_text(const RefereeRun& run)
{
    if (run.is_reversed)
    {
        return "reversed";
    }
    return run.shuffle_seed ? std::to_string(*run.shuffle_seed) : "-";
}

std::string run_text(const RefereeRun& run)
{
    return fmt::format("{};{};{};{};{};{};{}", run.name, order_text(run), run.time_zone, run.locale,
        run.is_coverage_measured ? "coverage" : "plain", run.is_elsewhere ? "elsewhere" : "here",
        run.clock ? std::to_string(run.clock->time_since_epoch().count()) : "now");
}

/// The step in the referee's file.
RefereeStep step_of(const RefereeRequest& request, const std::filesystem::path& scratch)
{
    const std::string text = detail::read_referee_file(scratch / "step");
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    // While Java starts there is no file yet.
    RefereeStep step{
        .step = std::max<std::size_t>(number, 1), .steps = request.runs.size() + 1, .run = {}};
    if (number > 1 && number <= step.steps)
    {
        step.run = request.runs[number - 2].name;
    }
    return step;
}

void append_jars(
    std::vector<std::string>& words, const RefereeRequest& request, const RefereeTools& tools)
{
    const auto jar = [&](const char* artifact) {
        return absolute_text(find_jar(tools.jars, artifact));
    };
    const std::string platform = jar("junit-platform-console-standalone");
    const std::vector<std::string> junit4{jar("junit"), jar("hamcrest-core")};
    const auto append = [&words](const char* key, const std::string& value) {
        words.push_back(fmt::format("{}={}", key, value));
    };
    append("runner-jar", absolute_text(tools.program));
    append("runner-jar", platform);
    if (request.junit == 5)
    {
        append("api-jar", platform);
    }
    for (const std::string& one : junit4)
    {
        // JUnit 4's API on the path would hide that a test of flavour 5 uses it.
        if (request.junit == 4)
        {
            append("api-jar", one);
            append("runner-jar", one);
        }
    }
    append("agent", jar("org.jacoco.agent"));
}

/// The referee's program, which serves any request.
Program program_of(const RefereeTools& tools)
{
    std::string class_path = absolute_text(tools.program);
    for (const char* artifact : {"asm", "asm-commons", "asm-tree", "org.jacoco.core"})
    {
        class_path += ":" + absolute_text(find_jar(tools.jars, artifact));
    }
    return {
        .words = {absolute_text(tools.java_home / "bin" / "java"), "-Xmx1g", "-Xrs",
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:ErrorFile=/dev/null",
            "-Duser.language=en", "-Duser.country=US", "-cp", class_path, "sbst.referee.Referee"},
        .environment = detail::environment_for_java()};
}

/// The request as Request.java reads it.
std::vector<std::string> words_of(
    const RefereeRequest& request, const RefereeTools& tools, const std::filesystem::path& scratch)
{
    std::vector<std::string> words{"sources=" + absolute_text(request.sources),
        "scratch=" + absolute_text(scratch), fmt::format("junit={}", request.junit),
        fmt::format("release={}", request.release),
        fmt::format("heap-megabytes={}", request.heap_megabytes),
        fmt::format("assertions={}", request.has_assertions),
        fmt::format("test-limit-ms={}", request.test_limit.count()),
        fmt::format("total-limit-ms={}", request.total_limit.count())};
    if (!tools.launcher.empty())
    {
        words.push_back("launcher=" + absolute_text(tools.launcher));
    }
    if (!tools.other_java.empty())
    {
        words.push_back("other-java=" + absolute_text(tools.other_java));
    }
    append_jars(words, request, tools);
    for (const auto& entry : request.class_path)
    {
        words.push_back("class-path=" + absolute_text(entry));
    }
    for (const std::string& name : request.classes_under_test)
    {
        words.push_back("under-test=" + name);
    }
    for (const RefereeRun& run : request.runs)
    {
        words.push_back("run=" + run_text(run));
    }
    return words;
}

}  // namespace

// The two clocks differ in year, month, day of the week and half of the day, so in each of these
// one of them differs from now. Both are in the past: what waits until a time of the future, by the
// clock of the system, would wait for years. Two time zones, here and in run_abroad(), are the
// farthest from UTC: at each moment one has another date than UTC, and one another half of the day.
std::vector<RefereeRun> standard_runs(std::uint64_t shuffle_seed)
{
    using namespace std::chrono;
    return {{.name = "as written", .is_coverage_measured = true},
        {.name = "reversed", .is_reversed = true, .time_zone = "Etc/GMT-14", .locale = "ar-EG"},
        {.name = "shuffled",
            .shuffle_seed = shuffle_seed,
            .time_zone = "America/St_Johns",
            .locale = "de-DE",
            .clock = sys_days{2019y / August / 10} + 5h + 43min}};
}

RefereeRun run_abroad(const RefereeTools& tools)
{
    using namespace std::chrono;
    return {.name = tools.other_java.empty() ?
                        "abroad" :
                        fmt::format("abroad on Java {}", feature_version(tools.other_java)),
        .is_reversed = true,
        .time_zone = "Etc/GMT+12",
        .locale = "tr-TR",
        .clock = sys_days{2024y / February / 28} + 23h + 41min,
        .is_elsewhere = true};
}

std::vector<RefereeRun> more_orders(std::uint64_t shuffle_seed)
{
    constexpr std::uint64_t last = 7;
    std::vector<RefereeRun> runs;
    for (std::uint64_t i = 2; i <= last; ++i)
    {
        runs.push_back({.name = fmt::format("shuffled {}", i), .shuffle_seed = shuffle_seed + i});
    }
    return runs;
}

void warm_referee(const RefereeTools& tools)
{
    assert(tools.kept);
    check_tools(tools);
    KeptReferee::Impl& kept = *tools.kept->m_impl;
    kept.leave(kept.take(program_of(tools), tools.scratch));
}

RefereeReport judge_suite(const RefereeRequest& request, const RefereeTools& tools,
    const StopToken& stop, const RefereeProgress& on_progress)
{
    check_tools(tools);
    check_request(request);
    const TemporaryFolder scratch(tools.scratch, "sbst-referee");
    // It ends before its folder is removed.
    KeptReferee own;
    KeptReferee::Impl& kept = *(tools.kept ? *tools.kept : own).m_impl;
    // After anything but an answer the program ends, with what it started.
    std::unique_ptr<detail::RefereeProcess> process = kept.take(program_of(tools), tools.scratch);
    process->ask(words_of(request, tools, scratch.path()));
    const auto limit = request.total_limit + patience;
    std::function<void()> on_wait;
    if (on_progress)
    {
        on_wait = [&] { on_progress(step_of(request, scratch.path())); };
    }
    const bool is_done = process->wait(scratch.path() / "done", limit, stop, on_wait);
    const std::filesystem::path answer = scratch.path() / "report.json";
    if (is_done)
    {
        RefereeReport report = detail::read_report(detail::read_referee_file(answer));
        kept.leave(std::move(process));
        return report;
    }
    process.reset();
    if (!stop.stop_requested())
    {
        throw AdapterError(fmt::format("the referee gave no answer within {} ms", limit.count()));
    }
    RefereeReport report = std::filesystem::exists(answer) ?
                               detail::read_report(detail::read_referee_file(answer)) :
                               RefereeReport{};
    report.is_complete = false;
    report.was_stopped = true;
    return report;
}

}  // namespace sbst::jvm
