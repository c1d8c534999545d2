// SPDX-License-Identifier: Apache-2.0
// The list of adapters: the only shared file that names them. Next: evm/plug.cpp, jvm/plug.cpp.
#include "../options/plug.hpp"
#include "../options/solvers.hpp"
#ifdef SBST_WITH_DSE
#include "dse/plug.hpp"
#endif
#ifdef SBST_WITH_EVM
#include "evm/plug.hpp"
#endif
#ifdef SBST_WITH_JVM
#include "jvm/plug.hpp"
#endif

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sbst::cli
{

std::span<const Plug> plugs()
{
    static const std::vector<Plug> table{
#ifdef SBST_WITH_EVM
        evm_plug(),
#endif
#ifdef SBST_WITH_JVM
        jvm_plug(),
#endif
    };
    return table;
}

std::span<const AdapterName> adapter_names()
{
    static constexpr std::array<AdapterName, 2> table{{{"evm", "EVM"}, {"jvm", "JVM"}}};
    return table;
}

std::span<const SolverRow> solver_rows()
{
    static const std::vector<SolverRow> rows = [] {
        std::vector<SolverRow> made{{"none", "no refinement by symbolic execution"}};
#ifdef SBST_WITH_DSE
        const auto more = dse_solver_rows();
        made.insert(made.end(), more.begin(), more.end());
#endif
        return made;
    }();
    return rows;
}

std::string solver_surroundings(const Settings& settings)
{
#ifdef SBST_WITH_DSE
    return dse_solver_surroundings(settings.refinement);
#else
    return settings.refinement.solver == "none" ? "" : settings.refinement.solver;
#endif
}

std::string missing_solver_program([[maybe_unused]] const RefinementSettings& settings)
{
#ifdef SBST_WITH_DSE
    return missing_dse_program(settings);
#else
    return {};
#endif
}

std::string no_conditions_text(const RefinementSettings& settings)
{
    return fmt::format(
        "--solver {} has no effect: runs of this language tell no conditions to solve",
        settings.solver);
}

RunSpec spec_of_run(const Settings& settings)
{
    RunSpec spec = settings.run;
#ifdef SBST_WITH_DSE
    spec.refiner = make_dse_refiner(settings.refinement, settings.operators.max_length);
#endif
    return spec;
}

void check_is_built(std::string_view word)
{
    const auto is_called = [word](const auto& row) { return row.name == word; };
    const auto names = adapter_names();
    const auto name = std::find_if(names.begin(), names.end(), is_called);
    const auto built = plugs();
    if (name != names.end() && std::find_if(built.begin(), built.end(), is_called) == built.end())
    {
        throw ConfigError(fmt::format(
            "this sbst was built without the {0} adapter (SBST_WITH_{0})", name->title));
    }
}

}  // namespace sbst::cli
