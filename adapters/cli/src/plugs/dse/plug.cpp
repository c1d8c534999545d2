// SPDX-License-Identifier: Apache-2.0
#include "plug.hpp"

#include <sbst/dse/avm_solver.hpp>
#include <sbst/dse/process_solver.hpp>
#include <sbst/dse/refinement/population_refinement.hpp>
#include <sbst/dse/refinement/refinement.hpp>
#ifdef SBST_WITH_Z3
#include <sbst/dse/z3_solver.hpp>
#endif

#include <cstdint>
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
};

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
        {{"avm+z3", "avm first, then Z3 for what resists it"},
            [] { return Solvers{avm(), {"z3", dse::Z3Solver()}}; }},
        {{"z3", "the SMT solver Z3 alone, in this process"},
            [] { return Solvers{{"z3", dse::Z3Solver()}}; }},
#endif
        {{"avm+cvc5", "avm first, then the program cvc5"},
            [] { return Solvers{avm(), {"cvc5", dse::cvc5_process(program_limit)}}; }},
        {{"cvc5", "the program cvc5 alone"},
            [] { return Solvers{{"cvc5", dse::cvc5_process(program_limit)}}; }},
        {{"z3-program", "the program z3 alone"},
            [] { return Solvers{{"z3", dse::z3_process(program_limit)}}; }},
    };
    return table;
}
// clang-format on

}  // namespace

std::span<const SolverRow> dse_solver_rows()
{
    static const std::vector<SolverRow> rows = [] {
        std::vector<SolverRow> made;
        for (const SolverChoice& choice : choices())
        {
            made.push_back(choice.row);
        }
        return made;
    }();
    return rows;
}

RefinerFactory make_dse_refiner(const RefinementSettings& settings)
{
    for (const SolverChoice& choice : choices())
    {
        if (choice.row.name == settings.solver)
        {
            if (settings.aim == "population")
            {
                dse::PopulationRefinementOptions options;
                options.max_share = settings.share;
                return dse::refine_population(options, choice.make());
            }
            dse::RefinementOptions options;
            options.max_share = settings.share;
            return dse::refine_goals(options, choice.make());
        }
    }
    return {};
}

}  // namespace sbst::cli
