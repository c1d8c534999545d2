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
    Solvers (*make)();
    /// See solver_surroundings().
    std::string (*surroundings)() = [] { return std::string(); };
};

/// The program's name and the hash of its file; empty without one.
std::string program_surroundings(const std::string& name)
{
    const auto file = dse::find_program(name);
    return file ? fmt::format("{} {}", name, study::sha256_of_path(*file)) : "";
}

#ifdef SBST_WITH_Z3
std::string z3_surroundings()
{
    return "z3 " + dse::z3_version();
}
#endif

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
            [] { return Solvers{avm()}; }},
#ifdef SBST_WITH_Z3
        {{"avm+z3", "avm first, then Z3 for what resists it; many times slower than avm"},
            [] { return Solvers{avm(), {"z3", dse::Z3Solver()}}; }, z3_surroundings},
        {{"z3", "the SMT solver Z3 alone, in this process; many times slower than avm"},
            [] { return Solvers{{"z3", dse::Z3Solver()}}; }, z3_surroundings},
#endif
        {{"avm+cvc5", "avm first, then the program cvc5", "cvc5"},
            [] { return Solvers{avm(), {"cvc5", dse::cvc5_process(program_limit)}}; },
            [] { return program_surroundings("cvc5"); }},
        {{"cvc5", "the program cvc5 alone", "cvc5"},
            [] { return Solvers{{"cvc5", dse::cvc5_process(program_limit)}}; },
            [] { return program_surroundings("cvc5"); }},
        {{"z3-program", "the program z3 alone", "z3"},
            [] { return Solvers{{"z3-program", dse::z3_process(program_limit)}}; },
            [] { return program_surroundings("z3"); }},
    };
    return table;
}
// clang-format on

Solvers solvers_of(const SolverChoice& choice)
{
    try
    {
        return choice.make();
    }
    catch (const ConfigError& error)
    {
        throw ConfigError(fmt::format("solver {} (--solver): {}", choice.row.name, error.what()));
    }
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
            return choice.surroundings();
        }
    }
    return {};
}

RefinerFactory make_dse_refiner(const RefinementSettings& settings, std::size_t max_calls)
{
    for (const SolverChoice& choice : choices())
    {
        if (choice.row.name == settings.solver)
        {
            Solvers solvers = solvers_of(choice);
            if (settings.aim == "population")
            {
                dse::PopulationRefinementOptions options;
                options.max_share = settings.share;
                return dse::refine_population(options, std::move(solvers));
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
