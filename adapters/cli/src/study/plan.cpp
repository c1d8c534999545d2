// SPDX-License-Identifier: Apache-2.0
// sbst study plan: the runs of a study, and an estimate of their time. sbst study status: its
// progress. Next: run.cpp.
#include "../console/interrupt.hpp"
#include "../console/json_page.hpp"
#include "../console/print.hpp"
#include "../options/solvers.hpp"
#include "commands.hpp"
#include "load.hpp"

#include <sbst/error.hpp>
#include <sbst/stats/descriptive.hpp>
#include <sbst/study/results.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace sbst::cli
{

namespace
{

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

/// The time of all runs together on one core, and the source of the estimate.
struct Estimate
{
    double seconds = 0.0;
    std::string source;
};

/// Runs some cells, spread over the plan, for at most a few seconds.
std::vector<double> probe(const study::Plan& plan)
{
    constexpr std::chrono::seconds longest{3};
    constexpr std::size_t wanted = 24;
    const auto laboratory = plug_of(plan.spec).make_laboratory();
    const Clock::time_point end = Clock::now() + longest;
    std::vector<double> seconds;
    const std::size_t count = std::min(wanted, plan.cells.size());
    for (std::size_t i = 0; i < count && Clock::now() < end; ++i)
    {
        // An odd stride, so that all configurations are included.
        const std::size_t index = (i * (plan.cells.size() / count) + i) % plan.cells.size();
        const Clock::time_point start = Clock::now();
        try
        {
            const study::StoredRecord made = study::run_cell(plan, plan.cells[index], *laboratory,
                build_info(), InterruptWatch::token().with_deadline(end));
            if (made.record.stopped_by.empty())
            {
                // Its workers were not ready in time.
                continue;
            }
        }
        catch (const Error&)
        {
            // A subject that cannot be run also fails in the study, which reports it.
            continue;
        }
        seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    }
    return seconds;
}

Estimate estimate_cost(const study::Plan& plan, const std::vector<double>& known)
{
    const auto cells = static_cast<double>(plan.cells.size());
    if (!known.empty())
    {
        return {cells * stats::mean(known), fmt::format("by {} finished runs", known.size())};
    }
    if (plan.spec.budget.seconds)
    {
        double seconds = 0.0;
        for (const study::Cell& cell : plan.cells)
        {
            seconds += plan.order(cell).budget->seconds.value_or(0.0);
        }
        return {seconds, "at most, by the budget in seconds"};
    }
    const std::vector<double> probed = probe(plan);
    return probed.empty() ? Estimate{0.0, "unknown: no run could be made"} :
                            Estimate{cells * stats::mean(probed),
                                fmt::format("by {} runs made for this estimate", probed.size())};
}

/// Configurations with a solver's program that this machine does not have, and the program.
std::vector<std::pair<std::string, std::string>> missing_solvers(const study::Plan& plan)
{
    std::vector<std::pair<std::string, std::string>> missing;
    std::set<std::size_t> seen;
    for (const study::Cell& cell : plan.cells)
    {
        if (!seen.insert(cell.configuration).second)
        {
            continue;
        }
        for (const study::Setting& setting : plan.order(cell).settings)
        {
            const auto rows = solver_rows();
            const auto row = std::ranges::find(rows, setting.value, &SolverRow::name);
            if (setting.name == "solver" && row != rows.end() && row->is_missing)
            {
                missing.emplace_back(plan.configuration_of(cell).label, row->program);
            }
        }
    }
    return missing;
}

Text plan_text(const study::Plan& plan)
{
    const study::StudySpec& spec = plan.spec;
    Text text = Text::of("{}: {} configurations x {} subjects x {} runs = {} runs\n", spec.name,
        spec.configurations.size(), plan.subjects.size(), spec.repetitions, plan.cells.size());
    text += Text("Configurations\n");
    for (const study::Configuration& configuration : spec.configurations)
    {
        text += Text::of("  {}\n", configuration.label);
    }
    text += Text("Subjects\n");
    std::size_t width = 0;
    for (const study::Subject& subject : plan.subjects)
    {
        width = std::max(width, subject.name.size());
    }
    for (const study::Subject& subject : plan.subjects)
    {
        std::string facts;
        for (const auto& [name, value] : subject.facts)
        {
            facts += fmt::format("  {} {}", name, value);
        }
        text += Text::of("  {:<{}}{}\n", subject.name, width, facts);
    }
    if (!plan.trivial.empty())
    {
        text += Text::of("Trivial subjects, passed over: {}\n",
            fmt::format("{}", fmt::join(plan.trivial, ", ")));
    }
    for (const study::Group& group : spec.groups)
    {
        text += Text::of("Group {}: {} subjects\n", group.name, plan.members(group).size());
    }
    for (const auto& [label, program] : missing_solvers(plan))
    {
        text +=
            Text::of("Not here: {} needs the program {}, which is not in PATH\n", label, program);
    }
    return text;
}

Json plan_json(const study::Plan& plan)
{
    Json json{{"schema", 2}, {"name", plan.spec.name}, {"adapter", plan.spec.adapter},
        {"plan", study::plan_hash(plan)}};
    json["trivial"] = plan.trivial;
    json["missing_solvers"] = Json::array();
    for (const auto& [label, program] : missing_solvers(plan))
    {
        json["missing_solvers"].push_back({{"configuration", label}, {"program", program}});
    }
    json["cells"] = Json::array();
    for (const study::Cell& cell : plan.cells)
    {
        json["cells"].push_back({{"configuration", plan.configuration_of(cell).label},
            {"subject", plan.subject_of(cell).name}, {"repetition", cell.repetition},
            {"seed", cell.seed}, {"key", cell.key}});
    }
    return json;
}

/// Describes a study that cannot run here, and the reason.
ExitCode explain_missing(
    const Settings& settings, const study::StudySpec& spec, const std::string& missing)
{
    print_note("sbst: {}: {}\n", spec.file, missing);
    if (settings.json)
    {
        const Json json{{"schema", 2}, {"name", spec.name}, {"adapter", spec.adapter},
            {"missing", missing}, {"cells", Json::array()}};
        print_result(json_page(json));
        return ExitCode::input;
    }
    print_result("{}: {} configurations x {} runs on each subject\n", spec.name,
        spec.configurations.size(), spec.repetitions);
    for (const study::Configuration& configuration : spec.configurations)
    {
        for (const study::Setting& include : spec.subjects.include)
        {
            print_result("  {}: {}: subjects missing\n", configuration.label, include.value);
        }
    }
    if (spec.budget.seconds)
    {
        double seconds = 0.0;
        for (const study::Configuration& configuration : spec.configurations)
        {
            seconds += spec.budgets[configuration.budget].seconds.value_or(0.0);
        }
        print_result("Cost: {} on one core for each subject (at most, by the budget in seconds)\n",
            span_text(static_cast<double>(spec.repetitions) * seconds));
    }
    return ExitCode::input;
}

}  // namespace

ExitCode run_study_plan(const Settings& settings)
{
    study::StudySpec spec = load_study_file(settings);
    const std::string missing = missing_text(spec);
    if (!missing.empty())
    {
        return explain_missing(settings, spec, missing);
    }
    const InterruptWatch watch;
    const std::string folder = study_folder(settings, spec);
    const study::Plan plan =
        plan_of(settings, std::move(spec), folder, {.stop = InterruptWatch::token()});
    if (InterruptWatch::exit_code() != ExitCode::ok)
    {
        return InterruptWatch::exit_code();
    }
    if (settings.json)
    {
        print_result(json_page(plan_json(plan)));
        return ExitCode::ok;
    }
    print_result(plan_text(plan));
    std::vector<double> known;
    if (std::filesystem::is_directory(std::filesystem::path(folder) / "runs"))
    {
        const study::Store store(folder);
        known = known_seconds(plan, store);
        print_result("Finished: {} of {} runs in {}\n", study::progress_of(plan, store).finished,
            plan.cells.size(), folder);
    }
    const Estimate cost = estimate_cost(plan, known);
    if (cost.seconds > 0.0)
    {
        print_result("Cost: {} on one core, {} on two ({})\n", span_text(cost.seconds),
            span_text(cost.seconds / 2.0), cost.source);
    }
    else
    {
        print_result("Cost: {}\n", cost.source);
    }
    return InterruptWatch::exit_code();
}

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
    std::erase_if(
        look.failures, [&store](const study::Failure& failure) { return store.has(failure.key); });
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
