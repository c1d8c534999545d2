// SPDX-License-Identifier: Apache-2.0
// The executor's costs in each mode, for the transaction plans, loops of one instruction and a
// token's transfers; also checks that every mode executes the same.
//   bench_evm [--plans FOLDER] [--passes N] [--repeat N] [--only TEXT]... [--json FILE]
// The plans are not part of the project: their folder is SBST_PLANS_DIR by default; without it only
// the rest is measured. --only keeps the rows whose name, such as `plans/Casino/search`, contains
// the text, or all of several; when nothing is left the exit code is 77, "skipped". bench/README.md
// explains the figures. Next: watcher.hpp.
#include "loops.hpp"
#include "replay.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <stdexcept>

namespace
{

using namespace sbst;
using namespace sbst::bench;

struct Arguments
{
    std::filesystem::path plans;
    int passes{200};
    int repeat{3};
    std::vector<std::string> only;
    std::filesystem::path json;
};

constexpr int exit_skipped = 77;

int parse_count(const std::string& option, const std::string& text)
{
    int count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || end != text.data() + text.size() || count < 1)
    {
        throw std::invalid_argument{fmt::format("{} is '{}', expected 1 or more", option, text)};
    }
    return count;
}

Arguments parse_arguments(const std::vector<std::string>& words)
{
    Arguments arguments;
    if (const char* const folder = std::getenv("SBST_PLANS_DIR"))
    {
        arguments.plans = folder;
    }
    for (std::size_t i = 0; i < words.size(); i += 2)
    {
        if (i + 1 == words.size())
        {
            throw std::invalid_argument{fmt::format("{} needs a value", words[i])};
        }
        const std::string& value = words[i + 1];
        if (words[i] == "--plans")
        {
            arguments.plans = value;
        }
        else if (words[i] == "--passes")
        {
            arguments.passes = parse_count(words[i], value);
        }
        else if (words[i] == "--repeat")
        {
            arguments.repeat = parse_count(words[i], value);
        }
        else if (words[i] == "--only")
        {
            arguments.only.push_back(value);
        }
        else if (words[i] == "--json")
        {
            arguments.json = value;
        }
        else
        {
            throw std::invalid_argument{fmt::format("unknown option {}", words[i])};
        }
    }
    return arguments;
}

/// Measures workloads in the requested modes, and keeps the rows.
class Session
{
public:
    explicit Session(const Arguments& arguments) : m_arguments{arguments} {}

    void measure_plans();
    void measure_loops();
    void measure_transfers();

    [[nodiscard]] const std::vector<Row>& rows() const noexcept { return m_rows; }
    [[nodiscard]] bool all_equal() const noexcept { return m_all_equal; }

private:
    using Measure = std::function<Cost(Watcher&)>;

    [[nodiscard]] bool is_wanted(const std::string& workload, Mode mode) const
    {
        const std::string name = name_of(workload, mode);
        return std::all_of(m_arguments.only.begin(), m_arguments.only.end(),
            [&](const std::string& text) { return name.find(text) != std::string::npos; });
    }

    [[nodiscard]] std::vector<Mode> modes_for(const std::string& workload) const
    {
        std::vector<Mode> modes;
        for (const Mode mode : all_modes)
        {
            if (is_wanted(workload, mode))
            {
                modes.push_back(mode);
            }
        }
        return modes;
    }

    /// Measures the modes in turns, so that disturbances of the machine affect all of them.
    std::vector<Cost> measure(std::deque<Watcher>& watchers, const Measure& measure) const
    {
        std::vector<std::vector<Cost>> costs(watchers.size());
        for (int turn = 0; turn < m_arguments.repeat; ++turn)
        {
            for (std::size_t i = 0; i < watchers.size(); ++i)
            {
                costs[i].push_back(measure(watchers[i]));
            }
        }
        std::vector<Cost> medians;
        medians.reserve(costs.size());
        for (std::vector<Cost>& repetitions : costs)
        {
            medians.push_back(median(std::move(repetitions)));
        }
        return medians;
    }

    void add(Row row)
    {
        print(row);
        m_rows.push_back(std::move(row));
    }

    void add_loop(const Loop& loop, const std::vector<Mode>& modes);

    const Arguments& m_arguments;
    std::vector<Row> m_rows;
    std::vector<Cost> m_empty_loop;  // by mode
    bool m_all_equal{true};
};

std::pair<std::string, double> step_rate(const Cost& cost)
{
    return {"M_steps/s", static_cast<double>(cost.steps) / cost.seconds * 1e-6};
}

std::pair<std::string, double> transaction_rate(const Cost& cost)
{
    return {"M_transactions/s", static_cast<double>(cost.transactions) / cost.seconds * 1e-6};
}

Row plan_row(const std::string& workload, Mode mode, const Cost& cost)
{
    constexpr double a_generation = Replay::transactions_a_generation;
    return {workload, mode,
        {{"ms_a_generation",
             cost.seconds * 1e3 * a_generation / static_cast<double>(cost.transactions)},
            {"ns_a_step", cost.seconds * 1e9 / static_cast<double>(cost.steps)}, step_rate(cost),
            transaction_rate(cost)}};
}

void Session::measure_plans()
{
    std::array<Cost, all_modes.size()> totals{};
    std::array<std::size_t, all_modes.size()> contracts{};
    for (const PlannedContract& contract : planned_contracts)
    {
        const std::string workload = fmt::format("plans/{}", contract.name);
        const std::vector<Mode> modes = modes_for(workload);
        if (modes.empty())
        {
            continue;
        }
        Replay replay{load_plan(find_plan(m_arguments.plans, contract.name))};
        std::deque<Watcher> watchers;
        for (const Mode mode : modes)
        {
            Watcher& watcher = watchers.emplace_back(mode, replay.subject());
            for (const std::string& line : differences(replay, contract, watcher))
            {
                fmt::print("DIFFERENT {}\n", line);
                m_all_equal = false;
            }
        }
        const std::vector<Cost> costs = measure(watchers,
            [&](Watcher& watcher) { return replay.measure(watcher, m_arguments.passes); });
        for (std::size_t i = 0; i < modes.size(); ++i)
        {
            Row row = plan_row(workload, modes[i], costs[i]);
            for (const ExpectedCounts& counts : contract.expected)
            {
                row.steps.push_back(counts.steps);
                row.failed.push_back(counts.failed);
            }
            add(std::move(row));
            totals[static_cast<std::size_t>(modes[i])] += costs[i];
            ++contracts[static_cast<std::size_t>(modes[i])];
        }
    }
    for (const Mode mode : all_modes)
    {
        if (contracts[static_cast<std::size_t>(mode)] == planned_contracts.size())
        {
            add(plan_row("plans/mean", mode, totals[static_cast<std::size_t>(mode)]));
        }
    }
}

void Session::add_loop(const Loop& loop, const std::vector<Mode>& modes)
{
    LoopRunner runner{loop};
    std::deque<Watcher> watchers;
    for (const Mode mode : modes)
    {
        watchers.emplace_back(mode, runner.subject());
    }
    const std::vector<Cost> costs = measure(
        watchers, [&](Watcher& watcher) { return runner.measure(watcher, m_arguments.passes); });
    if (loop.units == 0)
    {
        m_empty_loop.assign(all_modes.size(), {});
    }
    for (std::size_t i = 0; i < modes.size(); ++i)
    {
        Cost& empty = m_empty_loop[static_cast<std::size_t>(modes[i])];
        if (loop.units == 0)
        {
            empty = costs[i];
        }
        const auto turns = static_cast<double>(costs[i].transactions * LoopRunner::turns);
        const double scale = 1e9 / (turns * loop.operations * std::max(1U, loop.units));
        Row row{fmt::format("loops/{}", loop.name), modes[i], {}};
        if (loop.units == 0)
        {
            row.figures.emplace_back("ns_a_turn", costs[i].seconds * scale);
        }
        else
        {
            row.figures = {{"ns_an_operation", (costs[i].seconds - empty.seconds) * scale},
                {"ns_with_the_loop", costs[i].seconds * scale}};
        }
        row.figures.push_back(step_rate(costs[i]));
        add(std::move(row));
    }
}

void Session::measure_loops()
{
    const std::vector<Loop> loops = micro_loops();
    std::vector<Mode> any;  // modes in which a loop is measured; they need the empty one
    for (const Mode mode : all_modes)
    {
        if (std::any_of(loops.begin(), loops.end(), [&](const Loop& loop) {
                return is_wanted(fmt::format("loops/{}", loop.name), mode);
            }))
        {
            any.push_back(mode);
        }
    }
    if (any.empty())
    {
        return;
    }
    add_loop(loops.front(), any);
    for (std::size_t i = 1; i < loops.size(); ++i)
    {
        if (const auto modes = modes_for(fmt::format("loops/{}", loops[i].name)); !modes.empty())
        {
            add_loop(loops[i], modes);
        }
    }
}

void Session::measure_transfers()
{
    constexpr int transfers_a_pass = 100;
    const std::vector<Mode> modes = modes_for("transfer");
    if (modes.empty())
    {
        return;
    }
    TransferRunner runner{SBST_TOKEN_ARTIFACT};
    std::deque<Watcher> watchers;
    for (const Mode mode : modes)
    {
        watchers.emplace_back(mode, runner.subject());
    }
    const std::vector<Cost> costs = measure(watchers, [&](Watcher& watcher) {
        Cost cost;
        for (int pass = 0; pass < m_arguments.passes; ++pass)
        {
            cost += runner.measure(watcher, transfers_a_pass);
        }
        return cost;
    });
    for (std::size_t i = 0; i < modes.size(); ++i)
    {
        add({"transfer", modes[i],
            {{"us_a_transfer", costs[i].seconds * 1e6 / static_cast<double>(costs[i].transactions)},
                step_rate(costs[i]), transaction_rate(costs[i])}});
    }
}

int run(const Arguments& arguments)
{
    Session session{arguments};
    if (arguments.plans.empty())
    {
        fmt::print("skipped the plans: neither --plans nor SBST_PLANS_DIR names their folder\n");
    }
    else if (!std::filesystem::is_directory(arguments.plans))
    {
        throw std::invalid_argument{fmt::format("no folder '{}'", arguments.plans.string())};
    }
    else
    {
        session.measure_plans();
    }
    session.measure_loops();
    session.measure_transfers();
    if (session.rows().empty())
    {
        return exit_skipped;
    }
    if (!arguments.json.empty())
    {
        write_json(arguments.json, session.rows());
    }
    fmt::print("all modes {}\n", session.all_equal() ? "executed what they must" : "DIFFER");
    return session.all_equal() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv)
{
    try
    {
        return run(parse_arguments(std::vector<std::string>(argv + 1, argv + argc)));
    }
    catch (const std::exception& problem)
    {
        fmt::print(stderr, "bench_evm: {}\n", problem.what());
        return EXIT_FAILURE;
    }
}
