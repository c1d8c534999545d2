// SPDX-License-Identifier: Apache-2.0
#include "solvers.hpp"

#include <sbst/dse/avm_solver.hpp>
#include <sbst/dse/portfolio.hpp>
#ifdef SBST_WITH_Z3
#include <sbst/dse/z3_solver.hpp>
#endif

#include <utility>

namespace sbst::bench
{

std::vector<dse::NamedSolver> available_solvers(std::uint64_t evaluations)
{
    dse::AvmOptions options;
    if (evaluations > 0)
    {
        options.most_evaluations = evaluations;
    }
    dse::AvmOptions published = options;
    published.only_published = true;
    std::vector<dse::NamedSolver> solvers{
        {"avm", dse::AvmSolver(options)}, {"avm-published", dse::AvmSolver(published)}};
    std::vector<dse::NamedSolver> together{solvers.front()};
#ifdef SBST_WITH_Z3
    solvers.push_back({"z3", dse::Z3Solver()});
    together.push_back(solvers.back());
#endif
    solvers.push_back({"portfolio", dse::Portfolio(std::move(together))});
    return solvers;
}

}  // namespace sbst::bench
