// SPDX-License-Identifier: Apache-2.0
// Tests per second of a class's workers: distinct tests of the library's random generator, every
// trace read back; and the executions per second of a real search.
//
//   bench_jvm_executor CLASS_PATH CLASS... [--jdk HOME] [--jobs N] [--tests N] [--calls N]
//                      [--rounds N] [--batch N] [--seed N] [--search SECONDS] [--stopped]
//                      [--criteria]
#include "subject_options.hpp"

#include <sbst/error.hpp>
#include <sbst/random/rng.hpp>

#include <boost/program_options.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::jvm;
namespace po = boost::program_options;
using Clock = std::chrono::steady_clock;

struct Options
{
    std::string class_path;
    std::vector<std::string> classes;
    std::string jdk;
    std::size_t jobs = 1;
    std::size_t tests = 20'000;
    std::size_t calls = 10;
    std::size_t rounds = 10;
    std::size_t batch = 50;
    std::uint64_t seed = 1;
    std::uint64_t search_seconds = 0;
    bool shows_stopped = false;
    bool compares_criteria = false;
};

Options read_options(int count, char** words)
{
    Options options;
    po::options_description named("options");
    named.add_options()("help", "print this")(
        "jdk", po::value(&options.jdk), "home of the JDK; that of the build by default")(
        "jobs", po::value(&options.jobs), "worker processes (1)")(
        "tests", po::value(&options.tests), "distinct tests of a round (20,000)")(
        "calls", po::value(&options.calls), "calls of each (10)")(
        "rounds", po::value(&options.rounds), "times that all are executed (10)")("batch",
        po::value(&options.batch), "tests in one call (50)")("seed", po::value(&options.seed),
        "seed of the tests and of the search (1)")("search", po::value(&options.search_seconds),
        "also search for this number of seconds (0: not)")("stopped",
        po::bool_switch(&options.shows_stopped), "print the tests that were stopped")("criteria",
        po::bool_switch(&options.compares_criteria),
        "the same tests with the probes of smart selection and of all criteria, in turns");
    po::options_description all;
    all.add(named).add_options()("class-path", po::value(&options.class_path)->required())(
        "class", po::value(&options.classes)->required());
    po::positional_options_description places;
    places.add("class-path", 1).add("class", -1);
    po::variables_map found;
    po::store(po::command_line_parser(count, words).options(all).positional(places).run(), found);
    if (found.count("help") != 0)
    {
        fmt::print("usage: bench_jvm_executor CLASS_PATH CLASS...\n");
        std::ostringstream text;
        text << named;
        fmt::print("{}", text.str());
        std::exit(0);
    }
    po::notify(found);
    if (options.batch == 0 || options.tests == 0 || options.rounds == 0 || options.calls == 0)
    {
        throw ConfigError("--tests, --calls, --rounds, --batch: expected numbers from 1");
    }
    return options;
}

JavaProblemOptions problem_options(const Options& options, const std::string& name)
{
    JavaProblemOptions wanted = subject_options({options.class_path}, name);
    wanted.worker.jobs = options.jobs;
    if (!options.jdk.empty())
    {
        wanted.worker.java_home = options.jdk;
    }
    return wanted;
}

/// Distinct random tests of exactly this number of calls, as the search's first generation
/// makes them.
/// @throws ConfigError when a class has too few of them.
std::vector<TestCase> make_tests(JavaProblem& problem, const Options& options)
{
    constexpr std::size_t attempts_a_test = 1000;
    Rng rng(options.seed);
    std::set<std::string> seen;
    std::vector<TestCase> tests;
    for (std::size_t i = 0; tests.size() < options.tests; ++i)
    {
        if (i == attempts_a_test * options.tests)
        {
            throw ConfigError(fmt::format("found {} distinct tests of {} calls, expected {}",
                tests.size(), options.calls, options.tests));
        }
        TestCase test;
        for (std::size_t calls = 0; calls < options.calls; ++calls)
        {
            if (test.length() < options.calls)
            {
                problem.operators().insert_random_call(test, rng);
            }
        }
        if (test.length() == options.calls && seen.insert(problem.render(test)).second)
        {
            tests.push_back(std::move(test));
        }
    }
    return tests;
}

/// The sums over all traces of a round.
struct Sums
{
    std::size_t calls = 0;
    std::size_t predicates = 0;
    std::size_t stopped = 0;
    std::map<std::string, std::size_t> thrown;
};

void add(const JavaProblem& problem, const Trace& trace, Sums& sums)
{
    sums.predicates += trace.predicates.size();
    sums.stopped += trace.is_unusable() ? 1U : 0U;
    for (const CallOutcome& one : trace.calls)
    {
        sums.calls += one.kind != OutcomeKind::not_reached ? 1U : 0U;
        if (one.kind == OutcomeKind::threw)
        {
            ++sums.thrown[problem.workers()
                              .exceptions()[problem.thrown(one.exception).what.index()]];
        }
    }
}

/// Executes all tests once. @return tests per second.
double run_round(
    JavaProblem& problem, const std::vector<TestCase>& tests, std::size_t batch, Sums& sums)
{
    std::vector<Request<TestCase>> requests;
    requests.reserve(tests.size());
    for (const TestCase& test : tests)
    {
        requests.push_back({.test = &test, .record = Record::coverage | Record::distances});
    }
    std::vector<Trace> traces(batch);
    const auto start = Clock::now();
    for (std::size_t i = 0; i < requests.size(); i += batch)
    {
        const auto some = std::span(requests).subspan(i, std::min(batch, requests.size() - i));
        const auto read = std::span(traces).first(some.size());
        problem.execute(some, read, StopToken{});
        for (const Trace& trace : read)
        {
            add(problem, trace, sums);
        }
    }
    return static_cast<double>(tests.size()) /
           std::chrono::duration<double>(Clock::now() - start).count();
}

/// Executes each test alone and prints the stopped ones with their time.
void print_stopped(JavaProblem& problem, const std::vector<TestCase>& tests)
{
    std::vector<Trace> traces(1);
    for (const TestCase& test : tests)
    {
        const std::vector<Request<TestCase>> request{{.test = &test, .record = Record::coverage}};
        const PoolCounters before = problem.workers().counters();
        const auto start = Clock::now();
        problem.execute(request, traces, StopToken{});
        const PoolCounters after = problem.workers().counters();
        if (traces.front().is_unusable())
        {
            fmt::print("stopped after {:.0f} ms, {} reruns, {} new workers:\n{}\n",
                std::chrono::duration<double, std::milli>(Clock::now() - start).count(),
                after.reruns - before.reruns, after.respawns - before.respawns,
                problem.render(test));
        }
    }
}

void measure_rounds(const Options& options, const std::string& name)
{
    JavaProblem problem(problem_options(options, name));
    const std::vector<TestCase> tests = make_tests(problem, options);
    const auto count = static_cast<double>(tests.size());
    std::vector<double> rates;
    Sums last;
    for (std::size_t round = 0; round < options.rounds; ++round)
    {
        last = {};
        rates.push_back(run_round(problem, tests, options.batch, last));
        fmt::print("round {:2}: {:8.0f} tests/s\n", round + 1, rates.back());
    }
    if (options.shows_stopped)
    {
        print_stopped(problem, tests);
    }
    std::sort(rates.begin(), rates.end());
    const PoolCounters counters = problem.workers().counters();
    fmt::print(
        "{}: JDK {}, median {:.0f}, best {:.0f} tests/s; {:.1f} calls executed and "
        "{:.1f} predicates per test, {} stopped per round; {} worker deaths, {} respawns\n",
        name, feature_version(problem.options().worker.java_home), rates[rates.size() / 2],
        rates.back(), static_cast<double>(last.calls) / count,
        static_cast<double>(last.predicates) / count, last.stopped, counters.deaths,
        counters.respawns);
    for (const auto& [exception, thrown] : last.thrown)
    {
        fmt::print("{:8} {}\n", thrown, exception);
    }
}

/// The ratio of tests per second to those with the probes of branches alone.
void compare_criteria(const Options& options, const std::string& name)
{
    CriteriaChoice all;
    all.sought = CoverageSet::all();
    // As with DynaMOSA, which goes along branches.
    CriteriaChoice smart = CriteriaChoice::smart();
    smart.sought.add(Coverage::branch);
    std::vector<std::pair<std::string, CriteriaChoice>> choices{{"branch", {}}};
    for (const Coverage coverage : all_coverages())
    {
        CriteriaChoice both;
        both.sought.add(coverage);
        if (coverage != Coverage::branch)
        {
            choices.emplace_back(fmt::format("branch,{}", to_string(coverage)), both);
        }
    }
    choices.emplace_back("smart", smart);
    choices.emplace_back("all", all);
    std::vector<std::unique_ptr<JavaProblem>> problems;
    for (const auto& choice : choices)
    {
        JavaProblemOptions wanted = problem_options(options, name);
        wanted.criteria = choice.second;
        problems.push_back(std::make_unique<JavaProblem>(wanted));
    }
    const std::vector<TestCase> tests = make_tests(*problems.front(), options);
    std::vector<std::vector<double>> ratios(choices.size());
    for (std::size_t round = 0; round < options.rounds; ++round)
    {
        double base = 0;
        for (std::size_t i = 0; i < choices.size(); ++i)
        {
            Sums sums;
            const double rate = run_round(*problems[i], tests, options.batch, sums);
            base = i == 0 ? rate : base;
            ratios[i].push_back(rate / base);
        }
    }
    for (std::size_t i = 1; i < choices.size(); ++i)
    {
        std::sort(ratios[i].begin(), ratios[i].end());
        fmt::print("{}: {} {:.2f} of branch's tests/s\n", name, choices[i].first,
            ratios[i][ratios[i].size() / 2]);
    }
}

void measure_search(const Options& options, const std::string& name)
{
    JavaProblem problem(problem_options(options, name));
    RunSpec spec;
    spec.seed = options.seed;
    spec.budget = {};
    spec.budget.max_seconds = std::chrono::seconds(options.search_seconds);
    const RunResult result = search_suite(problem, spec);
    fmt::print("{}: search, {} executions in {:.1f} s: {:.0f} per second, {} calls per second\n",
        name, result.executions, result.seconds,
        static_cast<double>(result.executions) / result.seconds,
        static_cast<std::uint64_t>(static_cast<double>(result.calls) / result.seconds));
}

}  // namespace

int main(int count, char** words)
{
    try
    {
        const Options options = read_options(count, words);
        for (const std::string& name : options.classes)
        {
            measure_rounds(options, name);
            if (options.compares_criteria)
            {
                compare_criteria(options, name);
            }
            if (options.search_seconds > 0)
            {
                measure_search(options, name);
            }
        }
        return 0;
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "bench_jvm_executor: {}\n", error.what());
        return 2;
    }
}
