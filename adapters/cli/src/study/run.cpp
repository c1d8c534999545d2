// SPDX-License-Identifier: Apache-2.0
// sbst study run: runs everything without a result. Next: report.cpp.
#include "../console/interrupt.hpp"
#include "../console/print.hpp"
#include "../console/terminal.hpp"
#include "commands.hpp"
#include "load.hpp"

#include <sbst/study/manifest.hpp>
#include <sbst/study/process_pool.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <optional>

namespace sbst::cli
{

namespace
{

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// `2 in other processes on n1`.
std::string elsewhere_text(const study::StudyProgress& progress)
{
    return fmt::format(
        "{} in other processes on {}", progress.elsewhere, fmt::join(progress.other_hosts, ", "));
}

/// The progress of the study on stderr: one changing line on a terminal, elsewhere a line per tenth
/// of the runs or per half minute.
class StudyPrinter
{
public:
    explicit StudyPrinter(const Settings& settings)
      : m_is_silent(settings.progress == When::never ||
                    (settings.progress == When::automatic && settings.quiet)),
        m_is_live(is_live_terminal(stderr))
    {}

    void update(const study::StudyProgress& progress)
    {
        if (m_is_silent)
        {
            return;
        }
        if (!m_first)
        {
            m_first = progress.finished;
        }
        const Clock::time_point now = Clock::now();
        const std::size_t tenth = progress.finished * 10 / std::max<std::size_t>(1, progress.cells);
        const bool is_due = !m_last || (m_is_live ? now - *m_last >= live_pause :
                                                    tenth > m_tenth || now - *m_last >= line_pause);
        if (!is_due)
        {
            return;
        }
        m_last = now;
        m_tenth = tenth;
        print_progress(fmt::format(
            "{}{}{}", m_is_live ? "\r" : "", line(progress, now), m_is_live ? "\033[K" : "\n"));
    }

    void finish() const
    {
        if (!m_is_silent && m_is_live && m_last)
        {
            print_progress("\r\033[K");
        }
    }

private:
    static constexpr std::chrono::milliseconds live_pause{100};
    static constexpr std::chrono::seconds line_pause{30};

    [[nodiscard]] std::string line(
        const study::StudyProgress& progress, Clock::time_point now) const
    {
        std::string text = fmt::format("{}/{} runs", progress.finished, progress.cells);
        if (progress.failed > 0)
        {
            text += fmt::format(", {} failed", progress.failed);
        }
        text += running_text(progress);
        const std::size_t done = progress.finished - *m_first;
        const double seconds = Seconds(now - m_start).count();
        const std::size_t left = progress.cells - progress.finished - progress.failed;
        if (done > 0 && seconds > 1.0 && left > 0)
        {
            const double rate = static_cast<double>(done) / seconds;
            text += fmt::format(
                ", {:.1f}/s, about {} more", rate, span_text(static_cast<double>(left) / rate));
        }
        return text;
    }

    /// The numbers of runs in this process and in others.
    [[nodiscard]] static std::string running_text(const study::StudyProgress& progress)
    {
        const bool is_over = progress.finished + progress.failed == progress.cells;
        std::string text = progress.running > 0 || is_over || progress.elsewhere > 0 ?
                               fmt::format(", {} running", progress.running) :
                               ", starting";
        if (progress.elsewhere > 0)
        {
            text += fmt::format(" here, {}", elsewhere_text(progress));
        }
        return text;
    }

    bool m_is_silent;
    bool m_is_live;
    Clock::time_point m_start = Clock::now();
    std::optional<Clock::time_point> m_last;
    std::optional<std::size_t> m_first;
    std::size_t m_tenth = 0;
};

study::PoolOptions pool_options(const Settings& settings)
{
    study::PoolOptions options;
    options.jobs = settings.jobs;
    options.worker.shard = settings.study.shard;
    options.worker.steals = settings.study.steal;
    options.worker.claims.heartbeat = std::chrono::seconds(settings.study.heartbeat_seconds);
    options.worker.build = build_info();
    options.cell_limit = settings.study.cell_limit;
    options.stop = InterruptWatch::token();
    options.waits = settings.study.wait && settings.study.steal;
    return options;
}

void forget_failures(const study::Plan& plan, study::Store& store)
{
    for (const study::Cell& cell : plan.cells)
    {
        store.forget_failure(cell.key);
    }
}

/// A file that is not a result counts as missing.
void set_unreadable_aside(const study::Plan& plan, study::Store& store)
{
    std::vector<std::string> keys;
    for (const study::StoredRecord& search : plan.searches)
    {
        if (store.has(search.key))
        {
            keys.push_back(search.key);
        }
    }
    for (const study::Cell& cell : plan.cells)
    {
        if (store.has(cell.key))
        {
            keys.push_back(cell.key);
        }
    }
    for (const std::string& name : store.set_unreadable_aside(keys))
    {
        print_note("sbst: warning: a result could not be read and will be made again: {}\n", name);
    }
}

/// Publishes the result of a search for a trivial subject in the study's folder, which the first
/// one makes.
void keep_search(
    const Settings& settings, const study::StoredRecord& search, std::optional<study::Store>& store)
{
    if (!store)
    {
        store.emplace(study_folder(settings, load_study_file(settings)));
    }
    store->publish(search);
}

void print_outcome(const Settings& settings, const study::StudyProgress& progress,
    const study::Plan& plan, const study::Store& store, double seconds)
{
    print_result("{}: {} of {} runs finished, {} failed, {:.1f} s\n", plan.spec.name,
        progress.finished, progress.cells, progress.failed, seconds);
    print_result("Results: {}\n", store.folder().string());
    if (progress.failed > 0)
    {
        print_result("Failed:  {}\n", Text(study_command(settings, "status")));
    }
    if (progress.elsewhere > 0)
    {
        print_result("Running: {}\n", elsewhere_text(progress));
    }
    if (progress.finished + progress.failed < progress.cells)
    {
        print_result("Resume:  {}\n", Text(study_command(settings, "run")));
    }
    else
    {
        print_result("Next:    {}\n", Text(study_command(settings, "report")));
    }
}

}  // namespace

ExitCode run_study_run(const Settings& settings)
{
    const Clock::time_point start = Clock::now();
    const InterruptWatch watch;
    std::optional<study::Store> early;
    const study::Plan plan = load_plan(settings,
        {.stop = InterruptWatch::token(),
            // Kept at once: a draw may take long.
            .on_result = [&](const auto& search) { keep_search(settings, search, early); }});
    if (InterruptWatch::exit_code() != ExitCode::ok)
    {
        print_note("sbst: interrupted while drawing subjects; finished searches are kept\n");
        return InterruptWatch::exit_code();
    }
    study::Store store(study_folder(settings, plan.spec));
    if (settings.study.retry_failed)
    {
        forget_failures(plan, store);
    }
    set_unreadable_aside(plan, store);
    for (const study::StoredRecord& search : plan.searches)
    {
        store.publish(search);
    }
    note_other_results(plan, store);
    // Results left by a kill must be known too: the manifest exists from the beginning.
    study::write_manifest(plan, store, build_info());
    StudyPrinter printer(settings);
    const Plug& plug = plug_of(plan.spec);
    const study::StudyProgress progress = study::run_study(
        plan, [&plug] { return plug.make_laboratory(); }, store, pool_options(settings),
        [&printer](const study::StudyProgress& now) { printer.update(now); });
    printer.finish();
    study::write_manifest(plan, store, build_info());
    if (!settings.quiet)
    {
        print_outcome(settings, progress, plan, store, Seconds(Clock::now() - start).count());
    }
    const ExitCode interrupted = InterruptWatch::exit_code();
    if (interrupted != ExitCode::ok)
    {
        print_note("sbst: interrupted; finished runs are kept\n");
        return interrupted;
    }
    return progress.failed > 0 ? ExitCode::partial : ExitCode::ok;
}

}  // namespace sbst::cli
