// SPDX-License-Identifier: Apache-2.0
// Tests per second of contracts with the probes of one criterion more, of smart selection and of
// all criteria: the same random tests, in turns, as a ratio to branches alone.
//   bench_criteria [--tests N] [--rounds N] [ARTIFACT...]
// Without artifacts: the examples. Next: bench_evm.cpp for the executor alone.
#include <sbst/error.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/random/rng.hpp>

#include <boost/program_options.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::evm;
namespace po = boost::program_options;
using Clock = std::chrono::steady_clock;

struct Options
{
    std::size_t tests = 4000;
    std::size_t rounds = 9;
    std::vector<std::string> artifacts;
};

struct Choice
{
    std::string name;
    CriteriaChoice criteria;
};

/// The first is what the others are compared with.
std::vector<Choice> choices()
{
    CriteriaChoice all;
    all.sought = CoverageSet::all();
    // As with DynaMOSA, which goes along branches.
    CriteriaChoice smart = CriteriaChoice::smart();
    smart.sought.add(Coverage::branch);
    std::vector<Choice> rows{{"branch", {}}};
    for (const Coverage coverage : all_coverages())
    {
        CriteriaChoice both;
        both.sought.add(coverage);
        if (coverage != Coverage::branch)
        {
            rows.push_back({fmt::format("branch,{}", to_string(coverage)), both});
        }
    }
    rows.push_back({"smart", smart});
    rows.push_back({"all", all});
    return rows;
}

/// Executes all tests once. @return tests per second.
double run_round(ContractProblem& problem, std::span<const TestCase> tests)
{
    constexpr std::size_t batch = 50;
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
        problem.execute(some, std::span(traces).first(some.size()), StopToken{});
    }
    return static_cast<double>(tests.size()) /
           std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void measure(const std::string& file, const Options& options)
{
    const std::vector<Choice> rows = choices();
    std::vector<std::unique_ptr<ContractProblem>> problems;
    for (const Choice& choice : rows)
    {
        ProblemOptions wanted;
        wanted.criteria = choice.criteria;
        problems.push_back(std::make_unique<ContractProblem>(load_artifact(file), wanted));
    }
    Rng rng(1);
    std::vector<TestCase> tests;
    for (std::size_t i = 0; i < options.tests; ++i)
    {
        tests.push_back(problems.front()->generate(rng));
    }
    std::vector<std::vector<double>> ratios(rows.size());
    std::vector<double> rates;
    for (std::size_t round = 0; round < options.rounds; ++round)
    {
        const double base = run_round(*problems.front(), tests);
        rates.push_back(base);
        for (std::size_t i = 1; i < rows.size(); ++i)
        {
            ratios[i].push_back(run_round(*problems[i], tests) / base);
        }
    }
    fmt::print(
        "{}: branch {:.0f} tests/s\n", std::filesystem::path(file).stem().string(), median(rates));
    for (std::size_t i = 1; i < rows.size(); ++i)
    {
        fmt::print("  {:<32} {:.2f}\n", rows[i].name, median(ratios[i]));
    }
}

Options read_options(int count, char** words)
{
    Options options;
    po::options_description all("options");
    all.add_options()("help", "print this")(
        "tests", po::value(&options.tests), "random tests of a round (4,000)")(
        "rounds", po::value(&options.rounds), "rounds, of which the median counts (9)")(
        "artifact", po::value(&options.artifacts), "compiled contracts; the examples by default");
    po::positional_options_description places;
    places.add("artifact", -1);
    po::variables_map found;
    po::store(po::command_line_parser(count, words).options(all).positional(places).run(), found);
    if (found.count("help") != 0)
    {
        std::ostringstream text;
        text << all;
        fmt::print("usage: bench_criteria [ARTIFACT...]\n{}", text.str());
        std::exit(0);
    }
    po::notify(found);
    if (options.tests == 0 || options.rounds == 0)
    {
        throw ConfigError("--tests, --rounds: expected numbers from 1");
    }
    if (options.artifacts.empty())
    {
        for (const auto& entry : std::filesystem::directory_iterator(SBST_EXAMPLES))
        {
            options.artifacts.push_back(entry.path().string());
        }
        std::sort(options.artifacts.begin(), options.artifacts.end());
    }
    return options;
}

}  // namespace

int main(int count, char** words)
{
    try
    {
        const Options options = read_options(count, words);
        for (const std::string& file : options.artifacts)
        {
            measure(file, options);
        }
        return 0;
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "bench_criteria: {}\n", error.what());
        return 1;
    }
}
