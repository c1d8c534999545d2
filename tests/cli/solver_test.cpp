// SPDX-License-Identifier: Apache-2.0
// The choices of --solver, and what cells of studies hang on through them.
#include "options/solvers.hpp"
#include "plugs/evm/laboratory.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <string>

using namespace sbst;
using namespace sbst::cli;

namespace
{

bool is_built(std::string_view solver)
{
    return std::ranges::any_of(
        solver_rows(), [solver](const SolverRow& row) { return row.name == solver; });
}

std::string surroundings(const std::string& solver)
{
    const std::vector<study::Setting> settings{{"solver", solver, "test:1"}};
    return make_evm_laboratory()->surroundings(settings);
}

}  // namespace

TEST_CASE("solvers: a cell of a study hangs on the version of a solver that is not ours", "[cli]")
{
    CHECK(make_evm_laboratory()->surroundings({}).empty());
    CHECK(surroundings("none").empty());
    if (is_built("avm"))
    {
        CHECK(surroundings("avm").empty());
    }
    if (is_built("z3"))
    {
        CHECK(surroundings("z3").size() == 64);
        CHECK(surroundings("avm+z3") == surroundings("z3"));
    }
}
