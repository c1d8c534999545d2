// SPDX-License-Identifier: Apache-2.0
// sbst study status: the progress of a study. Next: run.cpp.
#include "../console/interrupt.hpp"
#include "../console/json_page.hpp"
#include "../console/print.hpp"
#include "commands.hpp"
#include "load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sbst::cli
{

namespace
{

/// Counts at one moment.
struct Look
{
    study::StudyProgress progress;
    /// Current runs by machine: the processes that run them.
    std::map<std::string, std::vector<long>> running;
    std::size_t held = 0;
    std::vector<study::Failure> failures;
    std::vector<std::size_t> finished_by_configuration;
};

Look look_at(const Settings& settings, const study::Plan& plan, const study::Store& store)
{
    Look look;
    look.progress = study::progress_of(plan, store);
    const study::ClaimOptions claims{std::chrono::seconds(settings.study.heartbeat_seconds)};
    look.finished_by_configuration.resize(plan.spec.configurations.size());
    std::set<std::string_view> open;
    for (const study::Cell& cell : plan.cells)
    {
        const bool is_finished = store.has(cell.key);
        look.finished_by_configuration[cell.configuration] += is_finished ? 1U : 0U;
        if (!is_finished)
        {
            open.insert(cell.key);
        }
    }
    for (const study::Holder& holder : store.holders(claims.stale_after()))
    {
        if (open.contains(holder.key))
        {
            ++look.held;
            look.running[holder.host].push_back(holder.process);
        }
    }
    look.failures = store.failures();
    std::erase_if(look.failures,
        [&open](const study::Failure& failure) { return !open.contains(failure.key); });
    return look;
}

void print_look(const Settings& settings, const study::Plan& plan, const Look& look)
{
    const study::StudyProgress& progress = look.progress;
    if (settings.json)
    {
        Json json{{"schema", 1}, {"name", plan.spec.name}, {"cells", progress.cells},
            {"finished", progress.finished}, {"failed", progress.failed}, {"running", look.held}};
        json["machines"] = Json::object();
        for (const auto& [host, processes] : look.running)
        {
            json["machines"][host] = processes;
        }
        // One line per update, for programs that read them as they arrive.
        print_result(json_page(json, settings.study.watch ? -1 : 2));
        return;
    }
    print_result("{}: {} of {} runs finished, {} failed, {} running, {} to do\n", plan.spec.name,
        progress.finished, progress.cells, progress.failed, look.held,
        progress.cells - progress.finished - progress.failed -
            std::min(look.held, progress.cells - progress.finished - progress.failed));
    for (const auto& [host, processes] : look.running)
    {
        print_result("  {} running on {}: {} {}\n", processes.size(), host,
            processes.size() == 1 ? "process" : "processes",
            fmt::format("{}", fmt::join(processes, ", ")));
    }
    const std::size_t each = plan.subjects.size() * plan.spec.repetitions;
    std::size_t width = 0;
    for (const study::Configuration& configuration : plan.spec.configurations)
    {
        width = std::max(width, configuration.label.size());
    }
    for (std::size_t i = 0; i < plan.spec.configurations.size(); ++i)
    {
        print_result("  {:<{}}  {} of {}\n", plan.spec.configurations[i].label, width,
            look.finished_by_configuration[i], each);
    }
    constexpr std::size_t most_failures = 10;
    for (std::size_t i = 0; i < std::min(most_failures, look.failures.size()); ++i)
    {
        const study::Failure& failure = look.failures[i];
        print_result("  failed {} times: {}: {}\n", failure.attempts, failure.cell, failure.reason);
    }
    if (look.failures.size() > most_failures)
    {
        print_result("  and {} more\n", look.failures.size() - most_failures);
    }
}

}  // namespace

ExitCode run_study_status(const Settings& settings)
{
    const study::Plan plan = load_plan(settings);
    const study::Store store = open_store(settings, plan.spec);
    const InterruptWatch watch;
    note_other_results(plan, store);
    while (true)
    {
        const Look look = look_at(settings, plan, store);
        print_look(settings, plan, look);
        if (InterruptWatch::exit_code() != ExitCode::ok)
        {
            return InterruptWatch::exit_code();
        }
        const bool is_over = look.progress.finished + look.progress.failed == look.progress.cells;
        if (!settings.study.watch || is_over)
        {
            const bool is_whole = look.progress.finished == look.progress.cells;
            return is_whole ? ExitCode::ok : ExitCode::partial;
        }
        static_cast<void>(std::fflush(stdout));
        const auto end = Clock::now() + *settings.study.watch;
        while (Clock::now() < end)
        {
            if (InterruptWatch::exit_code() != ExitCode::ok)
            {
                return InterruptWatch::exit_code();
            }
            constexpr std::chrono::milliseconds nap{50};
            std::this_thread::sleep_for(nap);
        }
    }
}

}  // namespace sbst::cli
