// SPDX-License-Identifier: Apache-2.0
#include "solvers.hpp"

#include <sbst/dse/avm_solver.hpp>
#include <sbst/dse/portfolio.hpp>
#include <sbst/dse/process_solver.hpp>
#ifdef SBST_WITH_Z3
#include <sbst/dse/z3_solver.hpp>
#endif

#include <utility>

namespace sbst::bench
{

namespace
{

/// A small part of what the option --solver gives: 2,000 systems must end in an hour.
constexpr std::uint32_t cvc5_limit = 200'000;
#ifdef SBST_WITH_Z3
constexpr std::uint32_t z3_limit = 500'000;
#endif

}  // namespace

std::vector<dse::NamedSolver> available_solvers(const SolverLimits& limits)
{
    dse::AvmOptions options;
    if (limits.evaluations > 0)
    {
        options.most_evaluations = limits.evaluations;
    }
    const auto resource_or = [&limits](std::uint32_t usual) {
        return limits.resource > 0 ? limits.resource : usual;
    };
    dse::AvmOptions published = options;
    published.only_published = true;
    std::vector<dse::NamedSolver> solvers{
        {"avm", dse::AvmSolver(options)}, {"avm-published", dse::AvmSolver(published)}};
    std::vector<dse::NamedSolver> together{solvers.front()};
#ifdef SBST_WITH_Z3
    solvers.push_back({"z3", dse::Z3Solver({.resource_limit = resource_or(z3_limit)})});
    together.push_back(solvers.back());
#endif
    if (dse::find_program("cvc5"))
    {
        solvers.push_back({"cvc5", dse::cvc5_process(resource_or(cvc5_limit))});
    }
    solvers.push_back({"portfolio", dse::Portfolio(std::move(together))});
    return solvers;
}

}  // namespace sbst::bench
