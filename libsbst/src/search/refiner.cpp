// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/refiner.hpp>

namespace sbst
{

std::string_view to_string(Diverted cause)
{
    constexpr std::array<std::string_view, static_cast<std::size_t>(Diverted::count_)> names{
        "number", "condition", "unrecorded", "ended"};
    return names[static_cast<std::size_t>(cause)];
}

std::string refuted_text(const Goal& goal)
{
    Goal refuted = goal;
    refuted.infeasible_because = exhausted_paths;
    return infeasible_covered_text(refuted);
}

}  // namespace sbst
