// SPDX-License-Identifier: Apache-2.0
// DynaMOSA against random search over a folder of contracts, at equal executions: coverage, speed,
// and - with --check-graph - whether every executed jump is in the flow graph.
//
//   bench_contracts --contracts DIR [--seeds N] [--executions N] [--jobs N] [--only NAME]
//                   [--algorithm NAME] [--check-graph] [--keep-going] [--open]
#include <sbst/criteria/branch.hpp>
#include <sbst/error.hpp>
#include <sbst/evm/suite/generate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::evm;

struct Options
{
    std::filesystem::path contracts;
    std::string only;
    // Only this algorithm of the two.
    std::optional<Algorithm> algorithm;
    std::uint64_t seeds = 10;
    std::uint64_t executions = 5050;
    std::uint64_t jobs = 1;
    bool check_graph = false;
    bool keep_going = false;
    bool list_open = false;
};

constexpr std::array<Algorithm, 2> algorithms{Algorithm::dynamosa, Algorithm::random};

// One contract under all seeds and both algorithms.
struct Row
{
    std::string name;
    std::string error;
    std::size_t shown = 0;
    std::size_t infeasible = 0;
    // Indexed by algorithm and seed.
    std::array<std::vector<std::size_t>, 2> covered;
    std::array<double, 2> seconds{};
    std::array<std::uint64_t, 2> executions{};
    // Open goals by the runs of DynaMOSA in which they stayed open.
    std::map<std::string, std::size_t> open;
    AnalysisStatistics graph;
    std::size_t numeric = 0;
    std::map<std::string, std::size_t> flags;
    std::set<std::pair<std::uint32_t, std::uint32_t>> missing_edges;
    std::vector<std::uint32_t> unresolved;
    std::size_t executed_edges = 0;
};

double mean(const std::vector<std::size_t>& values)
{
    double sum = 0;
    for (const std::size_t value : values)
    {
        sum += static_cast<double>(value);
    }
    return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

void count_goals(const ContractProblem& problem, Row& row)
{
    // The same in every run.
    row.shown = 0;
    row.infeasible = 0;
    row.numeric = 0;
    row.flags.clear();
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        if (!goal.is_shown)
        {
            continue;
        }
        ++row.shown;
        row.infeasible += goal.is_infeasible() ? 1U : 0U;
        if (!is_branch(goal))
        {
            continue;
        }
        const CodeGoal& code = problem.goal_detail(GoalId(i));
        if (code.distance == DistanceKind::numeric)
        {
            ++row.numeric;
        }
        else
        {
            ++row.flags[code.reason];
        }
    }
}

void check_graph(const ContractProblem& problem, const std::vector<TestCase>& tests, Row& row)
{
    std::set<std::pair<std::uint32_t, std::uint32_t>> executed;
    for (const TestCase& test : tests)
    {
        const auto edges = problem.executed_edges(test);
        executed.insert(edges.begin(), edges.end());
    }
    for (const auto& edge : executed)
    {
        if (!problem.runtime_analysis().has_edge(edge.first, edge.second))
        {
            row.missing_edges.insert(edge);
        }
    }
    row.executed_edges = std::max(row.executed_edges, executed.size());
}

void note_open(const ContractProblem& problem, const RunResult& result, Row& row)
{
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        if (goal.is_sought() && result.answers[i].status == GoalStatus::open)
        {
            const CodeGoal& code = problem.goal_detail(GoalId(i));
            ++row.open[fmt::format("{} [{}{}] {}", goal.label, to_string(code.goal_class),
                code.distance == DistanceKind::flag ? ", 0/1: " + code.reason : std::string(),
                result.answers[i].reason)];
        }
    }
}

std::size_t count_covered(const ContractProblem& problem, const RunResult& result)
{
    std::size_t covered = 0;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        covered +=
            problem.goals()[GoalId(i)].is_shown && result.answers[i].status == GoalStatus::covered ?
                1U :
                0U;
    }
    return covered;
}

void run_once(const std::filesystem::path& path, const Options& options, Row& row,
    std::size_t algorithm, std::uint64_t seed)
{
    ContractProblem problem(load_artifact(path), {});
    count_goals(problem, row);
    row.graph = problem.runtime_analysis().statistics;
    RunSpec spec{.algorithm = algorithms.at(algorithm), .seed = seed};
    spec.budget.max_executions = options.executions;
    spec.budget.keep_going = options.keep_going;
    const RunResult result = generate_suite(problem, spec);
    row.covered.at(algorithm).push_back(count_covered(problem, result));
    row.seconds.at(algorithm) += result.seconds;
    row.executions.at(algorithm) += result.executions;
    if (algorithms.at(algorithm) == Algorithm::dynamosa)
    {
        note_open(problem, result, row);
    }
    if (options.check_graph && seed == 1)
    {
        std::vector<TestCase> tests = result.suite;
        Rng rng(seed);
        for (int i = 0; i < 200; ++i)
        {
            tests.push_back(problem.generate(rng));
        }
        check_graph(problem, tests, row);
        for (const JumpSite& jump : problem.runtime_analysis().jumps)
        {
            if (!jump.is_resolved && algorithm == 0)
            {
                row.unresolved.push_back(jump.pc);
            }
        }
    }
}

Row run_contract(const std::filesystem::path& path, const Options& options)
{
    Row row;
    row.name = path.stem().string();
    try
    {
        for (std::size_t algorithm = 0; algorithm < algorithms.size(); ++algorithm)
        {
            if (options.algorithm && options.algorithm != algorithms.at(algorithm))
            {
                continue;
            }
            for (std::uint64_t seed = 1; seed <= options.seeds; ++seed)
            {
                run_once(path, options, row, algorithm, seed);
            }
        }
    }
    catch (const Error& error)
    {
        row.error = error.what();
    }
    return row;
}

void print(const Row& row, const Options& options)
{
    if (!row.error.empty())
    {
        fmt::print("{:28} ERROR {}\n", row.name, row.error);
        return;
    }
    std::size_t better = 0;
    for (std::size_t i = 0; i < std::min(row.covered[0].size(), row.covered[1].size()); ++i)
    {
        better += row.covered[0][i] > row.covered[1][i] ? 1U : 0U;
    }
    const double seconds = row.seconds[0] + row.seconds[1];
    fmt::print("{:28} {:5} {:9.1f} {:9.1f} {:6} {:10} {:10.0f} {:8.2f}\n", row.name, row.shown,
        mean(row.covered[0]), mean(row.covered[1]), fmt::format("{}/{}", better, options.seeds),
        row.infeasible,
        static_cast<double>(row.executions[0] + row.executions[1]) / std::max(seconds, 1e-9),
        seconds);
    if (options.list_open)
    {
        for (const auto& [goal, runs] : row.open)
        {
            fmt::print("    open in {:2} of {}: {}\n", runs, options.seeds, goal);
        }
    }
}

void print_graph(const std::vector<Row>& rows)
{
    std::size_t missing = 0;
    std::size_t executed = 0;
    std::size_t jumps = 0;
    std::size_t unresolved = 0;
    std::size_t numeric = 0;
    double before = 0;
    double after = 0;
    std::map<std::string, std::size_t> flags;
    for (const Row& row : rows)
    {
        missing += row.missing_edges.size();
        executed += row.executed_edges;
        jumps += row.graph.jumps;
        unresolved += row.graph.unresolved_jumps;
        before += row.graph.mean_targets_resolved * static_cast<double>(row.graph.jumps);
        after += row.graph.mean_targets * static_cast<double>(row.graph.jumps);
        numeric += row.numeric;
        for (const auto& [reason, count] : row.flags)
        {
            flags[reason] += count;
        }
        for (const auto& [from, to] : row.missing_edges)
        {
            fmt::print("{}: executed jump {} -> {} is not in the flow graph\n", row.name, from, to);
        }
        for (const std::uint32_t pc : row.unresolved)
        {
            fmt::print("{}: jump at pc {} is unresolved\n", row.name, pc);
        }
    }
    const double count = std::max(1.0, static_cast<double>(jumps));
    fmt::print("executed jumps {}, missing from the flow graph {}\n", executed, missing);
    fmt::print(
        "jumps {}, unresolved {} ({:.2f} %), mean targets per jump {:.3f} resolved, {:.3f} "
        "over-approximated\n",
        jumps, unresolved, 100.0 * static_cast<double>(unresolved) / count, before / count,
        after / count);
    fmt::print("shown branch goals with numeric distance {}\n", numeric);
    for (const auto& [reason, goals] : flags)
    {
        fmt::print("shown branch goals with 0/1 distance, {}: {}\n", reason, goals);
    }
}

std::uint64_t parse_number(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc{} || end != text.data() + text.size() || number == 0)
    {
        throw ConfigError(fmt::format("found '{}', expected a positive number", text));
    }
    return number;
}

Options parse(const std::vector<std::string_view>& arguments)
{
    Options options;
    const std::map<std::string_view, std::uint64_t*> numbers{{"--seeds", &options.seeds},
        {"--executions", &options.executions}, {"--jobs", &options.jobs}};
    const std::map<std::string_view, bool*> switches{{"--check-graph", &options.check_graph},
        {"--keep-going", &options.keep_going}, {"--open", &options.list_open}};
    for (std::size_t i = 0; i < arguments.size(); ++i)
    {
        const std::string_view argument = arguments[i];
        if (const auto found = switches.find(argument); found != switches.end())
        {
            *found->second = true;
            continue;
        }
        if (i + 1 == arguments.size())
        {
            throw ConfigError(fmt::format("unknown or incomplete option '{}'", argument));
        }
        const std::string_view value = arguments[++i];
        if (const auto found = numbers.find(argument); found != numbers.end())
        {
            *found->second = parse_number(value);
        }
        else if (argument == "--contracts")
        {
            options.contracts = value;
        }
        else if (argument == "--only")
        {
            options.only = value;
        }
        else if (argument == "--algorithm")
        {
            options.algorithm = parse_algorithm(value);
            if (!options.algorithm)
            {
                throw ConfigError(fmt::format("unknown algorithm '{}'", value));
            }
        }
        else
        {
            throw ConfigError(fmt::format("unknown option '{}'", argument));
        }
    }
    return options;
}

// 0 = fine; 1 = a contract failed or an executed jump is not in the graph.
int run(const Options& options)
{
    if (!std::filesystem::is_directory(options.contracts))
    {
        fmt::print("skipped: no folder '{}' (--contracts DIR)\n", options.contracts.string());
        return 0;
    }
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(options.contracts))
    {
        const bool is_wanted = options.only.empty() || entry.path().stem() == options.only;
        if (entry.path().extension() == ".json" && is_wanted)
        {
            paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    std::vector<Row> rows(paths.size());
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < options.jobs; ++i)
    {
        threads.emplace_back([&] {
            for (std::size_t k = next++; k < paths.size(); k = next++)
            {
                rows[k] = run_contract(paths[k], options);
            }
        });
    }
    for (std::thread& thread : threads)
    {
        thread.join();
    }
    fmt::print("{:28} {:>5} {:>9} {:>9} {:>6} {:>10} {:>10} {:>8}\n", "contract", "shown",
        "dynamosa", "random", "better", "infeasible", "exec/s", "seconds");
    bool is_sound = true;
    std::array<double, 2> sums{};
    for (const Row& row : rows)
    {
        print(row, options);
        is_sound = is_sound && row.error.empty() && row.missing_edges.empty();
        sums[0] += mean(row.covered[0]);
        sums[1] += mean(row.covered[1]);
    }
    fmt::print("{:28} {:>5} {:9.1f} {:9.1f}\n", "sum", "", sums[0], sums[1]);
    if (options.check_graph)
    {
        print_graph(rows);
    }
    return is_sound ? 0 : 1;
}

}  // namespace

int main(int argc, char* argv[])
{
    try
    {
        return run(parse({argv + 1, argv + argc}));
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "bench_contracts: {}\n", error.what());
        return 2;
    }
}
