// SPDX-License-Identifier: Apache-2.0
// Solvers on generated systems of constraints with known models, and on systems without one: the
// shares that each solves, and what that costs.
//
//   bench_solvers [--systems N] [--unsatisfiable N] [--seed N] [--solver NAME]... [--evaluations N]
//                 [--resource N]
//
// The limit of the alternating variable method is in evaluations, that of z3 and cvc5 in resources
// of their own: `--solver cvc5` of sbst has 4,000,000. Every model is evaluated again. The exit
// code is 1 if a model was wrong, or a solver's word on whether there is one.
#include "solvers.hpp"
#include "support/constraint_systems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::bench;
using namespace sbst::dse;
using test_support::ConstraintSystem;
using test_support::SystemSort;

struct Arguments
{
    std::size_t systems = 2000;
    std::size_t unsatisfiable = 200;
    std::uint64_t seed = 1;
    std::vector<std::string> solvers;
    SolverLimits limits;
};

std::uint64_t parse_number(const std::string& option, const std::string& text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
    {
        throw std::invalid_argument{fmt::format("{} is '{}', expected a number", option, text)};
    }
    return number;
}

std::uint32_t parse_resource(const std::string& option, const std::string& text)
{
    const std::uint64_t number = parse_number(option, text);
    if (number > UINT32_MAX)
    {
        throw std::invalid_argument{
            fmt::format("{} is '{}', expected at most {}", option, text, UINT32_MAX)};
    }
    return static_cast<std::uint32_t>(number);
}

Arguments parse_arguments(const std::vector<std::string>& words)
{
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); i += 2)
    {
        if (i + 1 == words.size())
        {
            throw std::invalid_argument{fmt::format("{} needs a value", words[i])};
        }
        const std::string& value = words[i + 1];
        if (words[i] == "--systems")
        {
            arguments.systems = parse_number(words[i], value);
        }
        else if (words[i] == "--unsatisfiable")
        {
            arguments.unsatisfiable = parse_number(words[i], value);
        }
        else if (words[i] == "--seed")
        {
            arguments.seed = parse_number(words[i], value);
        }
        else if (words[i] == "--solver")
        {
            arguments.solvers.push_back(value);
        }
        else if (words[i] == "--evaluations")
        {
            arguments.limits.evaluations = parse_number(words[i], value);
        }
        else if (words[i] == "--resource")
        {
            arguments.limits.resource = parse_resource(words[i], value);
        }
        else
        {
            throw std::invalid_argument{fmt::format("unknown option {}", words[i])};
        }
    }
    return arguments;
}

/// One solver on one system.
struct Trial
{
    SystemSort sort{};
    Verdict verdict{};
    bool is_model_wrong = false;
    std::uint64_t effort = 0;
    double milliseconds = 0.0;
};

Trial ask(const NamedSolver& solver, SystemSort sort, const ConstraintSystem& system, Rng rng)
{
    const Query query{system.graph, system.constraints, system.start};
    const auto start = std::chrono::steady_clock::now();
    const Answer answer = solver.solve(query, rng);
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - start;
    const bool is_wrong = answer.verdict == Verdict::satisfiable && !is_model(query, answer.model);
    return {sort, answer.verdict, is_wrong, answer.effort, taken.count()};
}

template <class Number>
Number median_of(std::vector<Number> numbers)
{
    if (numbers.empty())
    {
        return {};
    }
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

std::size_t count_of(const std::vector<Trial>& trials, Verdict verdict)
{
    return static_cast<std::size_t>(
        std::count_if(trials.begin(), trials.end(), [verdict](const Trial& trial) {
            return trial.verdict == verdict && !trial.is_model_wrong;
        }));
}

void print_row(const std::string& name, const std::string& sort, const std::vector<Trial>& trials)
{
    std::vector<std::uint64_t> effort;
    std::vector<double> milliseconds;
    std::vector<double> of_unsolved;
    std::size_t wrong = 0;
    for (const Trial& trial : trials)
    {
        wrong += trial.is_model_wrong ? 1 : 0;
        if (trial.verdict == Verdict::satisfiable)
        {
            effort.push_back(trial.effort);
            milliseconds.push_back(trial.milliseconds);
        }
        else
        {
            of_unsolved.push_back(trial.milliseconds);
        }
    }
    const std::size_t solved = count_of(trials, Verdict::satisfiable);
    fmt::print("{:<14} {:<13} {:>5} of {:>5} {:>6.1f} % {:>8} {:>9.3f} ms {:>9.3f} ms {:>5}\n",
        name, sort, solved, trials.size(),
        100.0 * static_cast<double>(solved) /
            static_cast<double>(std::max<std::size_t>(trials.size(), 1)),
        median_of(effort), median_of(milliseconds), median_of(of_unsolved), wrong);
    static_cast<void>(std::fflush(stdout));
}

/// @return whether the solver never was wrong.
bool print_solvable(const std::string& name, const std::vector<Trial>& trials)
{
    std::size_t wrong = 0;
    for (const SystemSort sort : test_support::all_system_sorts)
    {
        std::vector<Trial> of_sort;
        std::copy_if(trials.begin(), trials.end(), std::back_inserter(of_sort),
            [sort](const Trial& trial) { return trial.sort == sort; });
        print_row(name, test_support::name_of(sort), of_sort);
    }
    print_row(name, "all", trials);
    for (const Trial& trial : trials)
    {
        wrong += trial.is_model_wrong || trial.verdict == Verdict::unsatisfiable ? 1 : 0;
    }
    if (wrong > 0)
    {
        fmt::print("WRONG: {} answers {} times to systems that have a model\n", name, wrong);
    }
    return wrong == 0;
}

bool print_unsatisfiable(const std::string& name, const std::vector<Trial>& trials)
{
    const std::size_t wrong = count_of(trials, Verdict::satisfiable);
    std::vector<double> milliseconds;
    milliseconds.reserve(trials.size());
    for (const Trial& trial : trials)
    {
        milliseconds.push_back(trial.milliseconds);
    }
    fmt::print("{:<14} unsatisfiable {:>5} of {:>5}, unknown {}, satisfiable {}, {:.3f} ms\n", name,
        count_of(trials, Verdict::unsatisfiable), trials.size(), count_of(trials, Verdict::unknown),
        wrong, median_of(milliseconds));
    return wrong == 0;
}

using MakeSystem = ConstraintSystem (*)(SystemSort, Rng&);

std::vector<Trial> measure(
    const NamedSolver& solver, std::size_t count, MakeSystem make, const Rng& seeds)
{
    std::vector<Trial> trials;
    for (std::size_t i = 0; i < count; ++i)
    {
        const SystemSort sort =
            test_support::all_system_sorts[i % test_support::all_system_sorts.size()];
        Rng rng = seeds.fork(i);
        const ConstraintSystem system = make(sort, rng);
        trials.push_back(ask(solver, sort, system, rng));
    }
    return trials;
}

int run(const Arguments& arguments)
{
    const Rng seeds(arguments.seed);
    const Rng other_seeds = seeds.fork(arguments.systems);
    bool is_right = true;
    fmt::print("{:<14} {:<13} {:>16} {:>5} {:>8} {:>12} {:>12} {:>5}\n", "solver", "sort", "solved",
        "share", "effort", "median", "unsolved", "wrong");
    for (const NamedSolver& solver : available_solvers(arguments.limits))
    {
        const auto& wanted = arguments.solvers;
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), solver.name) == wanted.end())
        {
            continue;
        }
        is_right = print_solvable(solver.name,
                       measure(solver, arguments.systems, test_support::solvable_system, seeds)) &&
                   is_right;
        is_right = print_unsatisfiable(
                       solver.name, measure(solver, arguments.unsatisfiable,
                                        test_support::unsatisfiable_system, other_seeds)) &&
                   is_right;
    }
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
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
        fmt::print(stderr, "bench_solvers: {}\n", problem.what());
        return EXIT_FAILURE;
    }
}
