// SPDX-License-Identifier: Apache-2.0
// The costs of hostile contracts: each runs in a process of its own, whose CPU time and peak of
// memory are measured and must stay within the printed bounds.
//   bench_hostile [--gas N] [--huge] [--only TEXT]
// --gas is the gas of each transaction, 10,000,000 by default as in a search; with --huge every
// case also runs with 2^62 gas, until the executor's own limits end it. Exits with 1 beyond a
// bound.
#include "evm/hostile/cases.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/suite/generate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

using namespace sbst;
using namespace sbst::evm;

constexpr std::uint64_t huge_gas = std::uint64_t{1} << 62U;
// Bounds of CPU time and of the process's peak of memory.
constexpr double max_seconds_usual = 10;
constexpr double max_seconds_huge = 120;
constexpr double max_seconds_analysis = 20;
constexpr double max_mebibytes_usual = 256;
constexpr double max_mebibytes_huge = 2048;
constexpr double max_mebibytes_analysis = 1024;

// One of each kind is also searched: 50 tests and more, of up to 40 calls each.
constexpr std::array<std::string_view, 9> searched{"endless loop", "endless loop in a constructor",
    "comparisons, endless", "mload loop, memory doubles", "log of 1 MiB, endless",
    "return data of 1 MiB, endless", "reverts with 1 MiB of zeros", "call of itself, twice a frame",
    "sstore to a new slot, endless"};

struct Arguments
{
    std::uint64_t gas{10'000'000};
    bool huge{};
    std::string only;
};

Arguments parse_arguments(const std::vector<std::string>& words)
{
    Arguments arguments;
    for (auto word = words.begin(); word != words.end(); ++word)
    {
        const std::string& option = *word;
        const auto value = [&]() -> const std::string& {
            if (++word == words.end())
            {
                throw std::invalid_argument{fmt::format("{} needs a value", option)};
            }
            return *word;
        };
        if (option == "--huge")
        {
            arguments.huge = true;
        }
        else if (option == "--gas")
        {
            arguments.gas = std::stoull(value());
        }
        else if (option == "--only")
        {
            arguments.only = value();
        }
        else
        {
            throw std::invalid_argument{
                fmt::format("unknown option {}, expected --gas N, --huge or --only TEXT", option)};
        }
    }
    return arguments;
}

struct Cost
{
    double seconds{};
    double mebibytes{};
    bool ended_well{};
    std::string outcome;
};

/// Runs the work in a process of its own; its result comes back through a pipe.
Cost measure(const std::function<std::string()>& work)
{
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
    {
        throw std::runtime_error{"no pipe"};
    }
    const pid_t child = fork();
    if (child < 0)
    {
        throw std::runtime_error{"no process"};
    }
    if (child == 0)
    {
        const std::string text = work();
        const auto written = write(ends[1], text.data(), text.size());
        _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
    }
    close(ends[1]);
    Cost cost;
    std::array<char, 4096> buffer{};
    for (ssize_t size = 0; (size = read(ends[0], buffer.data(), buffer.size())) > 0;)
    {
        cost.outcome.append(buffer.data(), static_cast<std::size_t>(size));
    }
    close(ends[0]);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + (static_cast<double>(time.tv_usec) * 1e-6);
    };
    cost.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    cost.mebibytes = static_cast<double>(usage.ru_maxrss) / 1024;
    cost.ended_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!cost.ended_well)
    {
        cost.outcome = "ENDED BADLY";
    }
    return cost;
}

/// Prints rows and remembers whether one exceeded its bound.
class Table
{
public:
    explicit Table(std::string only) : m_only{std::move(only)} {}

    void add(const std::string& name, double max_seconds, double max_mebibytes,
        const std::function<std::string()>& work)
    {
        if (name.find(m_only) == std::string::npos)
        {
            return;
        }
        const Cost cost = measure(work);
        const bool is_within =
            cost.ended_well && cost.seconds <= max_seconds && cost.mebibytes <= max_mebibytes;
        m_is_within = m_is_within && is_within;
        fmt::print("{:<58} {:<52} {:>8.2f} s {:>6.0f} MiB  (at most {} s, {} MiB){}\n", name,
            cost.outcome, cost.seconds, cost.mebibytes, max_seconds, max_mebibytes,
            is_within ? "" : "  BEYOND");
        static_cast<void>(std::fflush(stdout));
    }

    [[nodiscard]] bool is_within() const { return m_is_within; }

private:
    std::string m_only;
    bool m_is_within{true};
};

std::string run_case(const hostile::ExecutionCase& hostile, std::uint64_t gas)
{
    const hostile::Outcome outcome = hostile::execute(hostile, gas);
    return fmt::format("{}, {} steps, {} records", to_string(outcome.status), outcome.steps,
        outcome.state_records);
}

std::string analyse_case(const hostile::AnalysisCase& hostile)
{
    ContractFacts facts;
    facts.code = hostile.code;
    const ContractAnalysis analysis = analyse(facts);
    return fmt::format("{} blocks, {} contexts, {} steps, {} unresolved", analysis.blocks.size(),
        analysis.statistics.nodes, analysis.statistics.steps, analysis.statistics.unresolved_jumps);
}

/// A search of few tests: the share of a case in a whole run.
std::string search_case(const hostile::ExecutionCase& hostile, std::uint64_t gas)
{
    constexpr std::uint64_t executions = 60;
    ProblemOptions options;
    options.transaction_gas = static_cast<std::int64_t>(gas);
    ContractProblem problem(parse_artifact(hostile::artifact_of(hostile), "Hostile.json"), options);
    const RunResult result = generate_suite(
        problem, {.algorithm = Algorithm::dynamosa, .budget = {.max_executions = executions}});
    Rng rng{1};
    const CallRecord last = problem.describe(problem.generate(rng)).back();
    const std::string outcome = last.kind == OutcomeKind::returned ? "returns" : last.failure;
    return fmt::format("{} tests, {} calls; a call {}", result.executions, result.calls,
        last.kind == OutcomeKind::not_reached ? "is not reached" : outcome.substr(0, 24));
}

int run(const Arguments& arguments)
{
    Table table{arguments.only};
    for (const hostile::ExecutionCase& hostile : hostile::execution_cases())
    {
        table.add(hostile.name, max_seconds_usual, max_mebibytes_usual,
            [&] { return run_case(hostile, arguments.gas); });
        if (arguments.huge)
        {
            table.add(hostile.name + ", 2^62 gas", max_seconds_huge, max_mebibytes_huge,
                [&] { return run_case(hostile, huge_gas); });
        }
    }
    for (const hostile::AnalysisCase& hostile : hostile::analysis_cases())
    {
        table.add("analysis: " + hostile.name, max_seconds_analysis, max_mebibytes_analysis,
            [&] { return analyse_case(hostile); });
    }
    for (const hostile::ExecutionCase& hostile : hostile::execution_cases())
    {
        if (std::find(searched.begin(), searched.end(), hostile.name) != searched.end())
        {
            table.add("search: " + hostile.name, max_seconds_huge, max_mebibytes_huge,
                [&] { return search_case(hostile, arguments.gas); });
        }
    }
    return table.is_within() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
    try
    {
        return run(parse_arguments({argv + 1, argv + argc}));
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "bench_hostile: {}\n", error.what());
        return 2;
    }
}
