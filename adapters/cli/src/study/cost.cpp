// SPDX-License-Identifier: Apache-2.0
#include "cost.hpp"

#include "../console/interrupt.hpp"
#include "load.hpp"

#include <sbst/error.hpp>
#include <sbst/problem/budget.hpp>
#include <sbst/stats/descriptive.hpp>
#include <sbst/study/results.hpp>
#include <sbst/study/worker.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::cli
{

namespace
{

using Clock = std::chrono::steady_clock;

/// Seconds of runs, by configuration.
struct Measured
{
    std::vector<std::vector<double>> seconds;
    std::size_t runs = 0;
    /// Those that were cut, see estimated_cost().
    std::size_t cut = 0;
};

/// All cells at the mean of their configuration, or of all configurations. Precondition: there is a
/// measurement.
double seconds_of_all(const study::Plan& plan, const Measured& measured)
{
    std::vector<double> all;
    for (const std::vector<double>& own : measured.seconds)
    {
        all.insert(all.end(), own.begin(), own.end());
    }
    const double usual = stats::mean(all);
    std::vector<double> means;
    for (const std::vector<double>& own : measured.seconds)
    {
        means.push_back(own.empty() ? usual : stats::mean(own));
    }
    double sum = 0.0;
    for (const study::Cell& cell : plan.cells)
    {
        sum += means[cell.configuration];
    }
    return sum;
}

/// How many times longer than so far a run that was cut takes, by the budget that it has left.
double times_longer(const study::RunRecord& record, const study::StudyBudget& budget)
{
    double done = 0.0;
    const auto add = [&](const std::optional<std::uint64_t>& limit, std::string_view name) {
        const auto used = study::metric(record, name);
        if (limit && used && *limit > 0)
        {
            done = std::max(done, *used / static_cast<double>(*limit));
        }
    };
    add(budget.executions, "executions");
    add(budget.calls, "executed_calls");
    add(budget.generations, "generations");
    return done > 0.0 && done < 1.0 ? 1.0 / done : 1.0;
}

/// Adds one run, cut at `end`, unless it could not be made or did not begin in time.
void probe(const study::Plan& plan, const study::Cell& cell, study::Laboratory& laboratory,
    Clock::time_point end, Measured& measured)
{
    const Clock::time_point start = Clock::now();
    try
    {
        const study::RunRecord record = study::run_cell(
            plan, cell, laboratory, build_info(), InterruptWatch::token().with_deadline(end))
                                            .record;
        if (record.stopped_by.empty())
        {
            // Its workers were not ready in time.
            return;
        }
        const bool was_cut = record.stopped_by == to_string(StopReason::seconds);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        measured.seconds[cell.configuration].push_back(
            seconds * (was_cut ? times_longer(record, *plan.order(cell).budget) : 1.0));
        ++measured.runs;
        measured.cut += was_cut ? 1U : 0U;
    }
    catch (const Error&)
    {
        // A subject that cannot be run also fails in the study, which reports it.
    }
}

/// Cells of one configuration, spread over its subjects: every `stride`th.
std::vector<const study::Cell*> some_cells(const study::Plan& plan, std::size_t configuration)
{
    constexpr std::size_t wanted = 24;
    std::vector<const study::Cell*> own;
    for (const study::Cell& cell : plan.cells)
    {
        if (cell.configuration == configuration)
        {
            own.push_back(&cell);
        }
    }
    const std::size_t stride = std::max<std::size_t>(1, own.size() / wanted);
    std::vector<const study::Cell*> some;
    for (std::size_t i = 0; i < own.size() && some.size() < wanted; i += stride)
    {
        some.push_back(own[i]);
    }
    return some;
}

/// Runs some cells of each configuration for a few seconds in all, but each for a second at least.
Measured probe_all(const study::Plan& plan)
{
    constexpr std::chrono::duration<double> in_all{4.0};
    constexpr std::chrono::duration<double> least{1.0};
    const std::size_t configurations = plan.spec.configurations.size();
    const auto share = std::max(least, in_all / static_cast<double>(configurations));
    const auto laboratory = plug_of(plan.spec).make_laboratory();
    Measured measured{.seconds = std::vector<std::vector<double>>(configurations)};
    for (std::size_t i = 0; i < configurations && InterruptWatch::exit_code() == ExitCode::ok; ++i)
    {
        const Clock::time_point end =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(share);
        for (const study::Cell* cell : some_cells(plan, i))
        {
            if (Clock::now() < end)
            {
                probe(plan, *cell, *laboratory, end, measured);
            }
        }
    }
    return measured;
}

}  // namespace

std::optional<Cost> known_cost(const study::Plan& plan, const study::Store& store)
{
    Measured measured{.seconds = std::vector<std::vector<double>>(plan.spec.configurations.size())};
    for (const study::Cell& cell : plan.cells)
    {
        const auto stored = store.read(cell.key);
        const auto value = stored ? study::metric(stored->record, "seconds") : std::nullopt;
        if (value)
        {
            measured.seconds[cell.configuration].push_back(*value);
            ++measured.runs;
        }
    }
    return measured.runs == 0 ? std::nullopt :
                                std::optional(Cost{seconds_of_all(plan, measured),
                                    fmt::format("by {} finished runs", measured.runs)});
}

Cost estimated_cost(const study::Plan& plan)
{
    if (plan.spec.budget.seconds)
    {
        double seconds = 0.0;
        for (const study::Cell& cell : plan.cells)
        {
            seconds += plan.order(cell).budget->seconds.value_or(0.0);
        }
        return {seconds, "at most, by the budget in seconds"};
    }
    const Measured probed = probe_all(plan);
    if (probed.runs == 0)
    {
        return {0.0, "unknown: no run could be made"};
    }
    const std::string cut =
        probed.cut == 0 ? "" : fmt::format(", {} of them cut and extended", probed.cut);
    return {seconds_of_all(plan, probed),
        fmt::format("by {} runs made for this estimate{}", probed.runs, cut)};
}

}  // namespace sbst::cli
