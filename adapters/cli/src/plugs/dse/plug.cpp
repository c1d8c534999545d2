// SPDX-License-Identifier: Apache-2.0
#include "plug.hpp"

#include <sbst/dse/avm_solver.hpp>
#include <sbst/dse/process_solver.hpp>
#include <sbst/dse/refinement/population_refinement.hpp>
#include <sbst/dse/refinement/refinement.hpp>
#include <sbst/error.hpp>
#include <sbst/study/sha256.hpp>
#ifdef SBST_WITH_Z3
#include <sbst/dse/z3_solver.hpp>
#endif

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace sbst::cli
{

namespace
{

using Solvers = std::vector<dse::NamedSolver>;

/// In the programs' own counts of resources.
constexpr std::uint64_t program_limit = 4'000'000;

struct SolverChoice
{
    SolverRow row;
    Solvers (*make)(const RefinementSettings&);
    /// See solver_surroundings().
    std::string (*surroundings)(
        const RefinementSettings&) = [](const RefinementSettings&) { return std::string(); };
};

/// The program's name and the hash of its file; empty without one.
std::string program_surroundings(const std::string& name)
{
    const auto file = dse::find_program(name);
    return file ? fmt::format("{} {}", name, study::sha256_of_path(*file)) : "";
}

#ifdef SBST_WITH_Z3
std::string z3_surroundings(const RefinementSettings& /*settings*/)
{
    return "z3 " + dse::z3_version();
}
#endif

/// The words of --solver-program. @throws ConfigError without one.
std::vector<std::string> words_of_program(const RefinementSettings& settings)
{
    std::istringstream text(settings.program);
    std::vector<std::string> words{
        std::istream_iterator<std::string>(text), std::istream_iterator<std::string>()};
    if (words.empty())
    {
        throw ConfigError("no program, expected one with --solver-program");
    }
    return words;
}

dse::NamedSolver any_program(const RefinementSettings& settings)
{
    return {"program", dse::ProcessSolver(words_of_program(settings))};
}

/// The command, and the program as program_surroundings() has it.
std::string any_program_surroundings(const RefinementSettings& settings)
{
    return settings.program + "\n" + program_surroundings(words_of_program(settings).front());
}

dse::NamedSolver avm()
{
    // Many conditions of contracts cannot be turned, and more would be spent on each.
    dse::AvmOptions options;
    options.most_evaluations = 5'000;
    options.most_operations = 500'000;
    return {"avm", dse::AvmSolver(options)};
}

// clang-format off
const std::vector<SolverChoice>& choices()
{
    static const std::vector<SolverChoice> table{
        {{"avm", "the alternating variable method: search over literals, in this process"},
            [](const RefinementSettings&) { return Solvers{avm()}; }},
#ifdef SBST_WITH_Z3
        {{"avm+z3", "avm first, then Z3 for what resists it; many times slower than avm"},
            [](const RefinementSettings&) { return Solvers{avm(), {"z3", dse::Z3Solver()}}; }, z3_surroundings},
        {{"z3", "the SMT solver Z3 alone, in this process; many times slower than avm"},
            [](const RefinementSettings&) { return Solvers{{"z3", dse::Z3Solver()}}; }, z3_surroundings},
#endif
        {{"avm+cvc5", "avm first, then the program cvc5", "cvc5"},
            [](const RefinementSettings&) { return Solvers{avm(), {"cvc5", dse::cvc5_process(program_limit)}}; },
            [](const RefinementSettings&) { return program_surroundings("cvc5"); }},
        {{"cvc5", "the program cvc5 alone", "cvc5"},
            [](const RefinementSettings&) { return Solvers{{"cvc5", dse::cvc5_process(program_limit)}}; },
            [](const RefinementSettings&) { return program_surroundings("cvc5"); }},
        {{"z3-program", "the program z3 alone", "z3"},
            [](const RefinementSettings&) { return Solvers{{"z3-program", dse::z3_process(program_limit)}}; },
            [](const RefinementSettings&) { return program_surroundings("z3"); }},
        {{"avm+program", "avm first, then the program of --solver-program"},
            [](const RefinementSettings& settings) { return Solvers{avm(), any_program(settings)}; },
            any_program_surroundings},
        {{"program", "the program of --solver-program alone, any that reads SMT-LIB 2.6"},
            [](const RefinementSettings& settings) { return Solvers{any_program(settings)}; },
            any_program_surroundings},
    };
    return table;
}
// clang-format on

/// Does something for a choice; an error names it.
template <class Act>
auto named(const SolverChoice& choice, const Act& act)
{
    try
    {
        return act();
    }
    catch (const ConfigError& error)
    {
        throw ConfigError(fmt::format("solver {} (--solver): {}", choice.row.name, error.what()));
    }
}

dse::PopulationRefinementOptions population_options(const RefinementSettings& settings)
{
    const RefinementSettings::Population& chosen = settings.population;
    return {.max_share = settings.share,
        .trigger = chosen.trigger == refinement_triggers.front() ?
                       dse::RefinementTrigger::changed_literals :
                       dse::RefinementTrigger::new_tests,
        .probability = chosen.probability,
        .adaptation_rate = chosen.adaptation_rate,
        .tests_per_round = chosen.tests_per_round,
        .conditions_per_round = chosen.conditions_per_round,
        .only_open_sides = chosen.only_open_sides,
        .keep_all = chosen.keep_all};
}

}  // namespace

std::span<const SolverRow> dse_solver_rows()
{
    static const std::vector<SolverRow> rows = [] {
        std::vector<SolverRow> made;
        for (const SolverChoice& choice : choices())
        {
            made.push_back(choice.row);
            made.back().is_missing =
                !choice.row.program.empty() && !dse::find_program(std::string(choice.row.program));
        }
        return made;
    }();
    return rows;
}

std::string dse_solver_surroundings(const RefinementSettings& settings)
{
    for (const SolverChoice& choice : choices())
    {
        if (choice.row.name == settings.solver)
        {
            return named(choice, [&] { return choice.surroundings(settings); });
        }
    }
    return {};
}

std::string missing_dse_program(const RefinementSettings& settings)
{
    for (const SolverChoice& choice : choices())
    {
        if (choice.row.name != settings.solver)
        {
            continue;
        }
        const bool runs_any = choice.surroundings == any_program_surroundings;
        const std::string program =
            runs_any ? named(choice, [&] { return words_of_program(settings).front(); }) :
                       std::string(choice.row.program);
        return program.empty() || dse::find_program(program) ? "" : program;
    }
    return {};
}

RefinerFactory make_dse_refiner(const RefinementSettings& settings, std::size_t max_calls)
{
    for (const SolverChoice& choice : choices())
    {
        if (choice.row.name == settings.solver)
        {
            Solvers solvers = named(choice, [&] { return choice.make(settings); });
            if (settings.aim == "population")
            {
                return dse::refine_population(population_options(settings), std::move(solvers));
            }
            dse::RefinementOptions options;
            options.max_share = settings.share;
            options.max_calls = max_calls;
            return dse::refine_goals(options, std::move(solvers));
        }
    }
    return {};
}

}  // namespace sbst::cli
