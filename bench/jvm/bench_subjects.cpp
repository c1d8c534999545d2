// SPDX-License-Identifier: Apache-2.0
// Generates proven suites for classes of the given jars, at equal spacing or by the hash of their
// names, and prints their coverage by our count and by JaCoCo's, with tests and executions per
// second. Options: --help.
#include "subject_options.hpp"

#include <sbst/base/digest.hpp>
#include <sbst/criteria/branch.hpp>
#include <sbst/error.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/language/type_names.hpp>
#include <sbst/jvm/report/report.hpp>
#include <sbst/jvm/suite/generate.hpp>

#include <boost/program_options.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::jvm;
namespace fs = std::filesystem;
namespace po = boost::program_options;

struct Options
{
    std::vector<fs::path> jars;
    std::vector<fs::path> class_path;
    std::size_t per_jar = 8;
    std::size_t least_branches = 10;
    bool is_by_hash = false;
    std::uint64_t seconds = 20;
    std::uint64_t seeds = 2;
    std::vector<Algorithm> algorithms{Algorithm::dynamosa};
    std::string only;
    int junit = 5;
    bool is_proven = true;
    bool lists_open = false;
    bool only_names = false;
    /// Suites are kept here.
    /// Home of another JDK, in which suites must pass, too.
    fs::path other_java;
    fs::path keep;
};

struct Subject
{
    fs::path jar;
    std::string name;
    std::size_t branches = 0;
};

struct Outcome
{
    std::size_t sought = 0;
    std::size_t covered = 0;
    std::size_t tests = 0;
    std::size_t dropped = 0;
    double executions_a_second = 0;
    CoverageCounter branches;
    CoverageCounter lines;
    std::uint64_t stops = 0;
};

std::size_t count_conditionals(const ClassPath& path, const std::string& name)
{
    std::size_t count = 0;
    const ClassGoals goals = find_class_goals(path, name);
    for (std::size_t i = 0; i < goals.graph.size(); ++i)
    {
        const Goal& goal = goals.graph[GoalId(i)];
        count += goal.is_sought() && is_branch(goal) ? 1U : 0U;
    }
    return count;
}

/// Public top-level classes, the least SHA-256 of their name in Java first, until enough of them
/// have enough branches.
std::vector<Subject> subjects_by_hash(const fs::path& jar, const Options& options)
{
    const ClassPath path({jar});
    std::map<std::string, std::string> names;
    for (const std::string& name : path.class_names())
    {
        const AccessFlags access = path.at(name).access;
        if (name.find('$') == std::string::npos && access.is_public() && !access.is_interface())
        {
            names[sha256_hex(binary_name(name))] = name;
        }
    }
    std::vector<Subject> chosen;
    for (const auto& [hash, name] : names)
    {
        if (chosen.size() < options.per_jar)
        {
            const std::size_t branches = count_conditionals(path, name);
            if (branches >= options.least_branches)
            {
                chosen.push_back({jar, name, branches});
            }
        }
    }
    return chosen;
}

/// Public top-level concrete classes with enough branches, by name, a number of them at equal
/// spacing.
std::vector<Subject> subjects_of(const fs::path& jar, const Options& options)
{
    if (options.is_by_hash)
    {
        return subjects_by_hash(jar, options);
    }
    const std::size_t wanted = options.per_jar;
    const ClassPath path({jar});
    std::vector<Subject> all;
    for (const std::string& name : path.class_names())
    {
        if (name.find('$') != std::string::npos)
        {
            continue;
        }
        const ClassFile& file = path.at(name);
        if (!file.access.is_public() || file.access.is_abstract() || file.access.is_interface())
        {
            continue;
        }
        const std::size_t branches = count_conditionals(path, name);
        if (branches >= options.least_branches)
        {
            all.push_back({jar, name, branches});
        }
    }
    std::vector<Subject> chosen;
    for (std::size_t i = 0; i < wanted && i < all.size(); ++i)
    {
        chosen.push_back(all[wanted >= all.size() ? i : i * all.size() / wanted]);
    }
    return chosen;
}

JavaProblemOptions problem_options(const Options& options, const Subject& subject)
{
    std::vector<fs::path> class_path{subject.jar};
    class_path.insert(class_path.end(), options.class_path.begin(), options.class_path.end());
    return subject_options(std::move(class_path), subject.name);
}

/// Goals that a report shows, static initialisers among them, and those that are covered.
void count_goals(const JavaProblem& problem, const RunResult& result, Outcome& outcome)
{
    for (const ReportedGoal& goal : reported_goals(problem, result.answers))
    {
        outcome.sought += goal.goal.is_shown ? 1U : 0U;
        outcome.covered +=
            goal.goal.is_shown && goal.answer.status == GoalStatus::covered ? 1U : 0U;
    }
}

void keep_suite(const fs::path& folder, const ProvenSuite& proven)
{
    for (const ProvenFile* file : {&proven.main, &proven.suspicious})
    {
        if (!file->suite.tests.empty())
        {
            const fs::path target = folder / file->source.file_name;
            fs::create_directories(target.parent_path());
            std::ofstream stream(target, std::ios::binary);
            if (!(stream << file->source.text).flush())
            {
                throw ConfigError(fmt::format("--keep: cannot write {}", target.string()));
            }
        }
    }
}

Outcome run(const Options& options, const Subject& subject, Algorithm algorithm, std::uint64_t seed)
{
    JavaProblem problem(problem_options(options, subject));
    RunSpec spec;
    spec.algorithm = algorithm;
    spec.seed = seed;
    spec.budget = {};
    spec.budget.max_seconds = std::chrono::seconds(options.seconds);
    RunResult result = search_suite(problem, spec);
    Outcome outcome;
    outcome.executions_a_second = static_cast<double>(result.executions) / result.seconds;
    const PoolCounters counters = problem.workers().counters();
    outcome.stops = counters.watchdog_stops + counters.stack_overflows + counters.out_of_memory +
                    counters.deaths;
    if (options.is_proven)
    {
        const ProvenSuite proven = prove_suite(problem, result,
            {.tools = {.java_home = built_java_home(),
                 .program = SBST_REFEREE,
                 .jars = SBST_JVM_JARS,
                 .other_java = options.other_java,
                 .launcher = SBST_JVM_LAUNCHER},
                .junit = options.junit,
                .seed = seed});
        outcome.dropped = proven.dropped.size();
        for (const ClassCoverage& file : proven.referee.coverage)
        {
            outcome.branches.covered += file.branches.covered;
            outcome.branches.missed += file.branches.missed;
            outcome.lines.covered += file.lines.covered;
            outcome.lines.missed += file.lines.missed;
        }
        if (!options.keep.empty())
        {
            // Each algorithm has a folder, so that suites are not replaced.
            const fs::path folder =
                options.algorithms.size() > 1 ? options.keep / to_string(algorithm) : options.keep;
            keep_suite(folder / fmt::format("seed{}", seed), proven);
        }
        for (const DroppedTest& dropped : proven.dropped)
        {
            fmt::print("  dropped: {}\n", dropped.reason);
        }
    }
    count_goals(problem, result, outcome);
    outcome.tests = result.suite.size();
    if (options.lists_open)
    {
        for (std::size_t i = 0; i < problem.goals().size(); ++i)
        {
            const Goal& goal = problem.goals()[GoalId(i)];
            if (goal.is_sought() && result.answers[i].status == GoalStatus::open)
            {
                fmt::print("  open: {} - {}\n", goal.label, result.answers[i].reason);
            }
        }
    }
    return outcome;
}

double share(std::size_t part, std::size_t whole)
{
    return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
}

double a12(const std::vector<double>& first, const std::vector<double>& second)
{
    double wins = 0;
    for (const double a : first)
    {
        for (const double b : second)
        {
            wins += a > b ? 1.0 : (a == b ? 0.5 : 0.0);
        }
    }
    return wins / static_cast<double>(first.size() * second.size());
}

void print_row(const Subject& subject, Algorithm algorithm, std::uint64_t seed, const Outcome& o)
{
    fmt::print(
        "{:<58} {:<8} {:>2} {:>5}/{:<5} {:>5.1f}% {:>4} tests {:>2} dropped {:>8.0f}/s "
        "jacoco {}/{} lines {}/{} stops {}\n",
        subject.name, to_string(algorithm), seed, o.covered, o.sought,
        100.0 * share(o.covered, o.sought), o.tests, o.dropped, o.executions_a_second,
        o.branches.covered, o.branches.covered + o.branches.missed, o.lines.covered,
        o.lines.covered + o.lines.missed, o.stops);
    static_cast<void>(std::fflush(stdout));
}

/// The results of the runs of all classes.
struct Totals
{
    /// By algorithm: one share per run.
    std::map<Algorithm, std::vector<double>> shares;
    /// By class.
    std::vector<double> a12s;
    std::size_t errors = 0;
};

/// @return the share of the goals that a run covered; nothing for a run that ended with an error.
std::optional<double> run_once(
    const Options& options, const Subject& subject, Algorithm algorithm, std::uint64_t seed)
{
    try
    {
        const Outcome outcome = run(options, subject, algorithm, seed);
        print_row(subject, algorithm, seed, outcome);
        return share(outcome.covered, outcome.sought);
    }
    catch (const Error& error)
    {
        fmt::print(
            "{} {} seed {}: ERROR {}\n", subject.name, to_string(algorithm), seed, error.what());
        return std::nullopt;
    }
}

void run_subject(const Options& options, const Subject& subject, Totals& totals)
{
    std::map<Algorithm, std::vector<double>> own;
    for (const Algorithm algorithm : options.algorithms)
    {
        for (std::uint64_t seed = 1; seed <= options.seeds; ++seed)
        {
            const auto covered = run_once(options, subject, algorithm, seed);
            totals.errors += covered ? 0U : 1U;
            own[algorithm].push_back(covered.value_or(0.0));
        }
        auto& all = totals.shares[algorithm];
        all.insert(all.end(), own[algorithm].begin(), own[algorithm].end());
    }
    if (own.size() == 2)
    {
        totals.a12s.push_back(a12(own[Algorithm::dynamosa], own[Algorithm::random]));
    }
}

double mean(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void print_totals(const Totals& totals)
{
    for (const auto& [algorithm, all] : totals.shares)
    {
        fmt::print("{}: {} runs, mean coverage {:.1f} %\n", to_string(algorithm), all.size(),
            100.0 * mean(all));
    }
    if (!totals.a12s.empty())
    {
        fmt::print("A12 of dynamosa against random, mean over {} classes: {:.3f}\n",
            totals.a12s.size(), mean(totals.a12s));
    }
    if (totals.errors > 0)
    {
        fmt::print("{} runs ended with an error\n", totals.errors);
    }
}

/// @return the number of runs that ended with an error.
std::size_t run_all(const Options& options)
{
    Totals totals;
    for (const fs::path& jar : options.jars)
    {
        for (const Subject& subject : subjects_of(jar, options))
        {
            if (!options.only.empty() && subject.name.find(options.only) == std::string::npos)
            {
                continue;
            }
            if (options.only_names)
            {
                fmt::print("{}\t{}\t{}\n", jar.string(), subject.name, subject.branches);
                continue;
            }
            run_subject(options, subject, totals);
        }
    }
    print_totals(totals);
    return totals.errors;
}

std::string algorithm_words()
{
    std::string words;
    for (const AlgorithmRow& row : algorithm_rows)
    {
        words += fmt::format("{}{}", words.empty() ? "" : ", ", row.name);
    }
    return words + " or both";
}

std::vector<Algorithm> algorithms_of(const std::string& name)
{
    if (name == "both")
    {
        return {Algorithm::dynamosa, Algorithm::random};
    }
    const std::optional<Algorithm> one = parse_algorithm(name);
    if (!one)
    {
        throw ConfigError(
            fmt::format("--algorithm: found '{}', expected {}", name, algorithm_words()));
    }
    return {*one};
}

/// Nothing when help was requested and printed.
std::optional<Options> parse(int count, char** words)
{
    Options options;
    std::string algorithm = "dynamosa";
    bool has_no_proof = false;
    po::options_description known("bench_jvm_subjects --jar JAR... [option...]");
    auto add = known.add_options();
    add("help", "print this");
    add("jar", po::value(&options.jars)->composing(), "a jar with subjects; may be repeated");
    add("class-path", po::value(&options.class_path)->composing(), "a jar that subjects need");
    add("per-jar", po::value(&options.per_jar), "classes of each jar (8)");
    add("branches", po::value(&options.least_branches), "classes with fewer are left out (10)");
    add("by-hash", po::bool_switch(&options.is_by_hash),
        "the first by the SHA-256 of the name, abstract ones too, not at equal spacing");
    add("seconds", po::value(&options.seconds), "seconds of each search (20)");
    add("seeds", po::value(&options.seeds), "runs of each class (2)");
    const std::string choices = algorithm_words() + " (dynamosa)";
    add("algorithm", po::value(&algorithm), choices.c_str());
    add("only", po::value(&options.only), "only classes whose internal name contains this");
    add("junit", po::value(&options.junit), "4 or 5 (5)");
    add("other-java", po::value(&options.other_java),
        "home of another JDK, in which the run abroad happens (none)");
    add("no-proof", po::bool_switch(&has_no_proof), "search only");
    add("open", po::bool_switch(&options.lists_open), "print the goals that stay open");
    add("list", po::bool_switch(&options.only_names), "print jar, class and branches only");
    add("keep", po::value(&options.keep), "a folder for the suites");
    po::variables_map found;
    po::store(po::parse_command_line(count, words, known), found);
    po::notify(found);
    if (found.count("help") != 0)
    {
        std::ostringstream text;
        text << known;
        fmt::print("{}", text.str());
        return std::nullopt;
    }
    options.algorithms = algorithms_of(algorithm);
    options.is_proven = !has_no_proof;
    if (options.jars.empty())
    {
        throw ConfigError("--jar: found none, expected at least one jar");
    }
    if (options.junit != 4 && options.junit != 5)
    {
        throw ConfigError(fmt::format("--junit: found {}, expected 4 or 5", options.junit));
    }
    return options;
}

}  // namespace

int main(int count, char** words)
{
    try
    {
        if (const std::optional<Options> options = parse(count, words))
        {
            return run_all(*options) == 0 ? 0 : 1;
        }
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "bench_jvm_subjects: {}\n", error.what());
        return 2;
    }
    return 0;
}
