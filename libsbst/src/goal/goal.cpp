// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/goal/goal.hpp>

#include <fmt/format.h>

namespace sbst
{

std::string infeasible_covered_text(const Goal& goal)
{
    return fmt::format("goal '{}' was proved infeasible ({}), but a test covers it", goal.label,
        goal.infeasible_because);
}

void report_infeasible_covered(const Goal& goal, std::string_view rendered_test)
{
    throw AdapterError(fmt::format("{}:\n{}", infeasible_covered_text(goal), rendered_test));
}

}  // namespace sbst
