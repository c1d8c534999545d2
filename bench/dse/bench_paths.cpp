// SPDX-License-Identifier: Apache-2.0
// Paths of contracts as conditions over literals: whether each condition is what it was under the
// literals of its test, what was followed only as a number, and the speed beside runs without it.
//   bench_paths [--tests N] [--seed N] [--passes N] ARTIFACT...
// The last lines have the share of decisions that were known only as numbers, the counts of what
// was lost by kind, and the speed of runs with paths beside the others'. Speeds are steps per
// second of processor time, medians of the passes, in which runs with and without paths take turns.
// Exit code 1 when a condition is not what it was. Next: bench_solvers.cpp.
#include "evm/concolic/path_checks.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/random/rng.hpp>

#include <boost/program_options.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::evm;
namespace po = boost::program_options;

struct Options
{
    std::size_t tests = 250;
    std::uint64_t seed = 1;
    std::size_t passes = 1;
    std::vector<std::string> artifacts;
};

struct Sum
{
    PathChecks checks;
    double plain_seconds = 0;
    double path_seconds = 0;
    std::uint64_t steps = 0;
};

/// Random tests, and what mutation makes of them.
std::vector<TestCase> some_tests(ContractProblem& problem, std::size_t count, Rng& rng)
{
    std::vector<TestCase> tests;
    while (tests.size() < count)
    {
        const bool is_new = tests.size() < std::max<std::size_t>(1, count / 4);
        TestCase test = is_new ? problem.generate(rng) : tests[rng.index(tests.size())];
        problem.mutate(test, rng);
        tests.push_back(std::move(test));
    }
    return tests;
}

/// Runs all tests in batches. @return seconds of processor time.
template <class Visit>
double run(ContractProblem& problem, std::span<const TestCase> tests, Record record, Visit visit)
{
    constexpr std::size_t batch = 50;
    std::vector<Trace> traces(batch);
    double seconds = 0;
    for (std::size_t first = 0; first < tests.size(); first += batch)
    {
        const std::size_t count = std::min(batch, tests.size() - first);
        std::vector<Request<TestCase>> requests;
        for (std::size_t i = 0; i < count; ++i)
        {
            requests.push_back({.test = &tests[first + i], .record = record});
        }
        const std::clock_t start = std::clock();
        problem.execute(requests, std::span(traces).first(count), {});
        seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        for (std::size_t i = 0; i < count; ++i)
        {
            visit(first + i, traces[i]);
        }
    }
    return seconds;
}

double median_of(std::vector<double> seconds)
{
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

void add(Sum& sum, const Sum& one)
{
    sum.checks.tests += one.checks.tests;
    sum.checks.conditions += one.checks.conditions;
    sum.checks.granted += one.checks.granted;
    sum.checks.numbers += one.checks.numbers;
    for (std::size_t i = 0; i < sum.checks.concretised.size(); ++i)
    {
        sum.checks.concretised[i] += one.checks.concretised[i];
    }
    sum.checks.wrong.insert(
        sum.checks.wrong.end(), one.checks.wrong.begin(), one.checks.wrong.end());
    sum.plain_seconds += one.plain_seconds;
    sum.path_seconds += one.path_seconds;
    sum.steps += one.steps;
}

Sum check_contract(const std::string& path, const Options& options)
{
    ContractProblem problem(load_artifact(path), {});
    Rng rng(options.seed);
    const std::vector<TestCase> tests = some_tests(problem, options.tests, rng);
    Sum sum;
    const Record plain = Record::coverage | Record::distances;
    std::vector<double> without;
    std::vector<double> with;
    for (std::size_t pass = 0; pass < options.passes; ++pass)
    {
        const bool is_first = pass == 0;
        without.push_back(run(problem, tests, plain, [&](std::size_t, const Trace& trace) {
            for (const CallOutcome& call : trace.calls)
            {
                sum.steps += is_first ? call.steps : 0;
            }
        }));
        with.push_back(
            run(problem, tests, plain | Record::path, [&](std::size_t test, const Trace& trace) {
                if (is_first)
                {
                    check_path(trace, problem.render(tests[test]), sum.checks);
                }
            }));
    }
    sum.plain_seconds = median_of(without);
    sum.path_seconds = median_of(with);
    return sum;
}

void print(const std::string& name, const Sum& sum)
{
    const PathChecks& checks = sum.checks;
    const auto rate = [&](double seconds) {
        return static_cast<double>(sum.steps) / std::max(seconds, 1e-9) / 1e6;
    };
    fmt::print("{:<28} {:>6} {:>9} {:>7} {:>9}  {:>5}  {:>7.1f} {:>7.1f} {:>5.3f}\n", name,
        checks.tests, checks.conditions, checks.granted, checks.numbers, checks.wrong.size(),
        rate(sum.plain_seconds), rate(sum.path_seconds),
        rate(sum.path_seconds) / rate(sum.plain_seconds));
}

void print_concretised(const PathChecks& checks)
{
    const std::size_t decisions = checks.conditions + checks.numbers;
    fmt::print("known only as numbers: {:.1f} % of {} decisions; values lost:",
        100.0 * static_cast<double>(checks.numbers) /
            static_cast<double>(std::max<std::size_t>(1, decisions)),
        decisions);
    for (std::size_t i = 0; i < checks.concretised.size(); ++i)
    {
        fmt::print(
            " {} {}", to_string(static_cast<symbolic::Concretised>(i)), checks.concretised[i]);
    }
    fmt::print("\n");
}

Options read_options(int argc, char** argv)
{
    Options options;
    po::options_description known;
    known.add_options()("tests", po::value(&options.tests))("seed", po::value(&options.seed))(
        "passes", po::value(&options.passes))("artifact", po::value(&options.artifacts));
    po::positional_options_description positional;
    positional.add("artifact", -1);
    po::variables_map map;
    po::store(po::command_line_parser(argc, argv).options(known).positional(positional).run(), map);
    po::notify(map);
    if (options.passes == 0)
    {
        throw po::error("passes is 0, expected at least 1");
    }
    if (options.artifacts.empty())
    {
        for (const char* name : {"Auction", "DateLibrary", "MultiSigWallet", "Token"})
        {
            options.artifacts.push_back(fmt::format("{}/{}.json", SBST_EXAMPLES, name));
        }
    }
    return options;
}

}  // namespace

int main(int argc, char** argv)
{
    try
    {
        const Options options = read_options(argc, argv);
        fmt::print("{:<28} {:>6} {:>9} {:>7} {:>9}  {:>5}  {:>22}\n", "contract", "tests",
            "condition", "granted", "number", "wrong", "M steps/s, path, ratio");
        Sum all;
        for (const std::string& path : options.artifacts)
        {
            const Sum sum = check_contract(path, options);
            print(std::filesystem::path(path).stem().string(), sum);
            add(all, sum);
        }
        print("all", all);
        print_concretised(all.checks);
        for (std::size_t i = 0; i < std::min<std::size_t>(3, all.checks.wrong.size()); ++i)
        {
            fmt::print("wrong: {}\n", all.checks.wrong[i]);
        }
        return all.checks.wrong.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "bench_paths: {}\n", error.what());
        return 2;
    }
}
