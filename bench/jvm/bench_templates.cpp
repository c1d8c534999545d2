// SPDX-License-Identifier: Apache-2.0
// Templates of all goals of classes: how many goals have a plan, how long a template takes to make,
// how many run to their last call, and how many of these take the branch.
//
//   bench_jvm_templates JAR[:JAR...] CLASS... [--templates N] [--seed N] [--failures]
#include "subject_options.hpp"

#include <sbst/construction/template_builder.hpp>
#include <sbst/criteria/branch.hpp>
#include <sbst/error.hpp>
#include <sbst/random/rng.hpp>

#include <boost/program_options.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::jvm;
namespace po = boost::program_options;

struct Options
{
    std::string class_path;
    std::vector<std::string> classes;
    std::size_t templates = 10;
    std::uint64_t seed = 1;
    bool shows_failures = false;
};

struct Counts
{
    std::size_t goals = 0;
    std::size_t planned = 0;
    std::size_t templates = 0;
    std::size_t reached = 0;
    std::size_t covered = 0;
    /// By the call that ended a template before its last one.
    std::map<std::string, std::size_t> failures{};
    /// The same call: a template that it ends.
    std::map<std::string, std::string> examples{};
    /// One per template.
    std::vector<double> milliseconds{};
};

Options read_options(int count, char** words)
{
    Options options;
    po::options_description all;
    all.add_options()("class-path", po::value(&options.class_path)->required())("class",
        po::value(&options.classes)->required())("templates", po::value(&options.templates),
        "of each goal")("seed", po::value(&options.seed), "")("failures",
        po::bool_switch(&options.shows_failures),
        "print which calls end templates early, with an example of each");
    po::positional_options_description places;
    places.add("class-path", 1).add("class", -1);
    po::variables_map found;
    po::store(po::command_line_parser(count, words).options(all).positional(places).run(), found);
    po::notify(found);
    return options;
}

std::vector<std::filesystem::path> entries_of(const std::string& class_path)
{
    std::vector<std::filesystem::path> entries;
    std::size_t start = 0;
    while (start <= class_path.size())
    {
        const std::size_t end = std::min(class_path.find(':', start), class_path.size());
        entries.emplace_back(class_path.substr(start, end - start));
        start = end + 1;
    }
    return entries;
}

bool covers(const Trace& trace, const Goal& goal)
{
    bool found = false;
    BranchCriterion::touch(trace, [&](const auto& touched) {
        found = found || (touched.index == goal.index && touched.is_covered);
    });
    return found;
}

std::string failed_call(const JavaProblem& problem, const TestCase& test, const Trace& trace)
{
    for (std::size_t i = 0; i < trace.calls.size() && i < test.length(); ++i)
    {
        if (trace.calls[i].kind != OutcomeKind::returned)
        {
            const JavaCallable& callable = problem.surface().callable(test.calls[i].callable);
            return fmt::format("{}.{}{}", callable.owner, callable.name, callable.descriptor);
        }
    }
    return "no call";
}

Counts measure(const Options& options, const std::string& name)
{
    JavaProblem problem(subject_options(entries_of(options.class_path), name));
    TemplateBuilder builder(problem.operators());
    Rng rng(options.seed);
    Counts counts;
    std::vector<TestCase> tests;
    std::vector<GoalId> goals;
    for (std::size_t i = 0; i < problem.class_goals().goals.size(); ++i)
    {
        if (!is_branch(problem.goals()[GoalId(i)]))
        {
            continue;
        }
        ++counts.goals;
        const TemplatePlan* const plan = problem.construction(GoalId(i));
        counts.planned += plan != nullptr ? 1U : 0U;
        for (std::size_t more = 0; plan != nullptr && more < options.templates; ++more)
        {
            const auto start = std::chrono::steady_clock::now();
            std::optional<TestCase> test = builder.build(*plan, rng);
            const std::chrono::duration<double, std::milli> took =
                std::chrono::steady_clock::now() - start;
            counts.milliseconds.push_back(took.count());
            if (test)
            {
                tests.push_back(std::move(*test));
                goals.emplace_back(i);
            }
        }
    }
    std::vector<Request<TestCase>> requests;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        requests.push_back({.test = &tests[i]});
    }
    std::vector<Trace> traces(tests.size());
    problem.execute(requests, traces, {});
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        const Trace& trace = traces[i];
        // The last call began where all before it returned.
        const bool is_reached = trace.calls.size() == tests[i].length() &&
                                trace.calls.back().kind != OutcomeKind::not_reached;
        counts.reached += is_reached ? 1U : 0U;
        if (!is_reached)
        {
            const std::string call = failed_call(problem, tests[i], trace);
            ++counts.failures[call];
            counts.examples.try_emplace(call, problem.render(tests[i]));
        }
        counts.covered += covers(trace, problem.goals()[goals[i]]) ? 1U : 0U;
    }
    counts.templates = tests.size();
    return counts;
}

std::string percent(std::size_t part, std::size_t all)
{
    return all == 0 ? "-" :
                      fmt::format(
                          "{:.0f} %", 100.0 * static_cast<double>(part) / static_cast<double>(all));
}

void print(const std::string& name, Counts& counts)
{
    std::sort(counts.milliseconds.begin(), counts.milliseconds.end());
    const std::size_t place = counts.milliseconds.size() * 95 / 100;
    const double slow = counts.milliseconds.empty() ? 0.0 : counts.milliseconds[place];
    fmt::print(
        "{:60} {:6} branches, {:6} planned, {:7} templates, {:>5} to the last call, {:>5} "
        "cover, {:.2f} ms (95 %)\n",
        name, counts.goals, counts.planned, counts.templates,
        percent(counts.reached, counts.templates), percent(counts.covered, counts.templates), slow);
}

void print_failures(const Counts& counts)
{
    constexpr std::size_t most = 12;
    std::vector<std::pair<std::size_t, std::string>> failures;
    for (const auto& [call, times] : counts.failures)
    {
        failures.emplace_back(times, call);
    }
    std::sort(failures.rbegin(), failures.rend());
    failures.resize(std::min(most, failures.size()));
    for (const auto& [times, call] : failures)
    {
        fmt::print("    {:6} {}\n{}\n", times, call, counts.examples.at(call));
    }
}

}  // namespace

int main(int count, char** words)
{
    try
    {
        const Options options = read_options(count, words);
        Counts all;
        for (const std::string& name : options.classes)
        {
            Counts counts = measure(options, name);
            print(name, counts);
            if (options.shows_failures)
            {
                print_failures(counts);
            }
            all.goals += counts.goals;
            all.planned += counts.planned;
            all.templates += counts.templates;
            all.reached += counts.reached;
            all.covered += counts.covered;
            all.milliseconds.insert(
                all.milliseconds.end(), counts.milliseconds.begin(), counts.milliseconds.end());
        }
        print("all", all);
        return 0;
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "bench_jvm_templates: {}\n", error.what());
        return 1;
    }
}
